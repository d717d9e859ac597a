import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { copyChecked } from './checked-copy'

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-checked-copy-'))
  writeFileSync(at('from'), 'comic')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const copy = (more: Partial<Files> = {}, size = 5) =>
  copyChecked({ ...systemFiles, ...more }, at('from'), at('temp'), size)

test('a copy is known by its hash', async () => {
  expect(await copy()).toBe(await systemFiles.hash(at('from')))
  expect(readFileSync(at('temp'), 'utf8')).toBe('comic')
})

test('a copy of another size is refused, even if the file had that size when it was read', async () => {
  await expect(copy({}, 6)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('a copy whose bytes differ is refused', async () => {
  await expect(copy({ hash: async () => 'another' })).rejects.toThrow('The copy differs from the original file')
})

test('a copy truncated on its disk is refused, though its hash is known', async () => {
  const hash = await systemFiles.hash(at('from'))
  const short: Files['copy'] = async (from, to) => {
    await systemFiles.copy(from, to)
    truncateSync(to, 3)
    return hash
  }
  await expect(copy({ copy: short, hash: async () => hash })).rejects.toMatchObject({ kind: 'unavailable' })
})

test('nothing is copied to a disk without room', async () => {
  const freeSpace = async () => ({ free: 1, total: 2, remote: false })
  const never = () => Promise.reject(new Error('was copied'))
  await expect(copy({ freeSpace, copy: never })).rejects.toThrow('is too full for it')
})
