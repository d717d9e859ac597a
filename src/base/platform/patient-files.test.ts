import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WindowsDisk, windowsDisk } from '../../testing/disks/windows-disk'
import { diskReason } from './disk-reason'
import { systemFiles } from './files'
import { patientFiles, WAITS_MS } from './patient-files'
import type { Files } from './ports'

let root: string
let disk: WindowsDisk
const at = (name: string) => join(root, name)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-patient-'))
  disk = windowsDisk()
  for (const name of ['a', 'b']) writeFileSync(at(name), name)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const CHANGES: [string, (files: Files) => Promise<unknown>][] = [
  ['renamed', (files) => files.rename(at('a'), at('c'))],
  ['placed', (files) => files.place(at('a'), at('c'))],
  ['replaced by a rename', (files) => files.rename(at('b'), at('a'))],
  ['written', (files) => files.write(at('a'), 'new')],
  ['removed', (files) => files.remove(at('a'))],
  ['removed with its folder', (files) => files.removeFolder(root)],
]

describe('a file that another program has open', () => {
  test.each(CHANGES)('is %s as soon as it is released', async (_name, change) => {
    const release = disk.hold(at('a'))
    disk.onWait = (count) => count === 3 && release()
    await change(disk.files)
    expect(disk.waits).toEqual(WAITS_MS.slice(0, 3))
  })

  test.each(CHANGES)(
    'is not %s while it stays open, and that is reported after three seconds',
    async (_name, change) => {
      disk.hold(at('a'))
      const error = await change(disk.files).catch((each: unknown) => each)
      expect(diskReason(error)).toBe('The file is open in another program. Close it there, then try again.')
      expect(disk.waits).toEqual([...WAITS_MS])
      expect(readFileSync(at('a'), 'utf8')).toBe('a')
    },
  )

  test('can be read, and renamed where it allows removal', async () => {
    const release = disk.hold(at('a'))
    expect(Buffer.from(await disk.files.read(at('a'))).toString()).toBe('a')
    release()
    disk.hold(at('a'), 'delete')
    await disk.files.rename(at('a'), at('c'))
    expect([existsSync(at('a')), disk.waits]).toEqual([false, []])
  })
})

describe('a refusal for another reason', () => {
  test('of a file with the read-only mark is thrown at once', async () => {
    disk.mark(at('a'), true)
    for (const change of [() => disk.files.remove(at('a')), () => disk.files.rename(at('b'), at('a'))])
      expect(await change().catch((each: unknown) => each)).toMatchObject({ code: 'EPERM' })
    expect(disk.waits).toEqual([])
  })

  test('of a folder without write access is thrown at once', async () => {
    const refuse = async () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    }
    const waits: number[] = []
    const files = patientFiles(
      { ...systemFiles, rename: refuse, tryRoom: refuse },
      { isWindows: true, wait: async (ms) => void waits.push(ms) },
    )
    expect(await files.rename(at('a'), at('c')).catch((each: unknown) => each)).toMatchObject({ code: 'EACCES' })
    expect(waits).toEqual([])
  })

  test('of another system does not mean that a file is open', async () => {
    const refuse = async () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
    }
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const files = patientFiles({ ...systemFiles, rename: refuse }, { isWindows: false, wait })
    expect(await files.rename(at('a'), at('c')).catch((each: unknown) => each)).toMatchObject({ code: 'EPERM' })
    expect(waits).toEqual([])
  })
})
