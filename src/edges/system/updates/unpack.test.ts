import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tarGzOf } from '../../../../build/archives'
import { disk } from '../../../testing/disks/disk'
import { unpackExecutable } from './unpack'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-unpack-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const unpack = (content: Uint8Array, isPacked: boolean, files = disk) => {
  writeFileSync(at('download'), content)
  return unpackExecutable(files, { from: at('download'), isPacked, unpacked: at('unpacked'), to: at('new') })
}
const archive = (...names: string[]) =>
  tarGzOf(
    names.map((name) => ({ name, content: new TextEncoder().encode(name.repeat(200_000)), runs: true })),
    '2026-11-23T12:00:00.000Z',
  )

test.each([
  ['beside other files', ['panelkeep-1.0.0/README', 'panelkeep-1.0.0/panelkeep', 'panelkeep-1.0.0/panelkeep.txt']],
  ['without a folder', ['panelkeep']],
])('the executable of an archive is the file with its name, %s', async (_where, names) => {
  await unpack(archive(...names), true)
  const name = names.find((each) => each.endsWith('panelkeep'))!
  expect(readFileSync(at('new'), 'utf8')).toBe(name.repeat(200_000))
  expect(statSync(at('new')).mode & 0o777).toBe(0o755)
  expect(existsSync(at('unpacked'))).toBe(false)
})

test('a bare executable is copied whole, also where it needs several pieces', async () => {
  const content = Buffer.from('0123456'.repeat(400_000))
  await unpack(content, false)
  expect(readFileSync(at('new')).equals(content)).toBe(true)
})

test('an archive without an executable is refused', async () => {
  await expect(unpack(archive('panelkeep/README', 'other'), true)).rejects.toMatchObject({
    kind: 'upstream',
    message: 'The archive of the update has no executable in it.',
  })
})

test('an archive that unpacks to more than 1 GB is abandoned, and nothing more is written', async () => {
  const zeros = gzipSync(Buffer.alloc(100_000_000))
  let written = 0
  const create: typeof disk.create = (_path, make) =>
    make(async (bytes) => {
      written += bytes.length
    })
  // Members of a gzip file follow each other.
  const content = Buffer.concat(Array.from({ length: 11 }, () => zeros))
  await expect(unpack(content, true, { ...disk, create })).rejects.toMatchObject({
    kind: 'upstream',
    message: expect.stringContaining('more than 1 GB'),
  })
  expect(written).toBeLessThanOrEqual(1_000_000_000)
})
