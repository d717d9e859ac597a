import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { fakeClock } from '../../../testing/fakes/clock'
import { removeLeftFiles } from './remove-left-files'
import { DoneFolder } from './watched-folder/done-folder'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-left-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, text = 'x') => {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const left = () => readdirSync(root, { recursive: true }).map(String).sort()

describe('a file that a client leaves behind', () => {
  const local = (path: string) => path.replace('/dl', root)
  const remove = (paths: string[], folder = '/dl', files: Partial<Files> = {}) =>
    removeLeftFiles({ files: { ...systemFiles, ...files }, local }, paths, folder)

  test('is removed, with its control file and the folders that are empty then', async () => {
    for (const name of ['One/a/1.cbz', 'One/a/1.cbz.aria2', 'One/2.cbz', 'Two/3.cbz']) put(name)
    await remove(['/dl/One/a/1.cbz', '/dl/One/2.cbz'])
    expect(left()).toEqual(['Two', 'Two/3.cbz'])
    expect(existsSync(root)).toBe(true)
  })

  test('stays, with its folder, if the folder has other files', async () => {
    put('One/1.cbz')
    put('One/mine.txt')
    await remove(['/dl/One/1.cbz', '/dl/One/none.cbz'])
    expect(left()).toEqual(['One', 'One/mine.txt'])
  })

  test('is not touched outside of its folder, and neither is the folder itself', async () => {
    const out = put('out.cbz')
    put('dl/One/1.cbz')
    await remove(['/dl/dl/../out.cbz', '/dl/out.cbz', '/dl/dlother/x'], '/dl/dl')
    await remove(['/dl/dl'], '/dl/dl')
    await remove(['/dl/dl/One'], '/dl/dl/')
    expect(existsSync(out)).toBe(true)
    expect(left()).toContain('dl/One/1.cbz')
  })

  test('is reported when it cannot be removed', async () => {
    put('1.cbz')
    const fails = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
    expect(await remove(['/dl/1.cbz'], '/dl', { remove: fails }).catch((error) => error)).toMatchObject({
      message: expect.stringContaining(root),
    })
  })
})

describe('a folder of completed downloads', () => {
  const clock = fakeClock()
  const done = (files: Partial<Files> = {}) =>
    new DoneFolder({ files: { ...systemFiles, ...files }, clock, folder: () => root })

  test.each([
    ['One', true],
    ['One.cbz', true],
    ['One.a', true],
    ['One.abcde', true],
    ['One.abcdef', false],
    ['One.', false],
    ['One two', false],
    ['One.tar.gz', false],
    ['Another One', false],
  ])('finds One by the entry %p: %p', async (name, isOne) => {
    const path = put(name)
    expect(await done().find(['Zero', 'One'])).toBe(isOne ? path : undefined)
  })

  test.each(['x.part', 'x.PARTIAL', 'x.!qB', 'x.aria2', 'x.crdownload', 'x.tmp'])(
    'waits while an entry contains %s',
    async (name) => {
      put(`One/${name}`)
      const folder = done()
      await folder.stateOf(['One'])
      await clock.advance('30 s')
      expect(await folder.stateOf(['One'])).toEqual({ state: 'downloading', done: 1 })
    },
  )

  test('waits ten seconds after the last change of sizes, times or files', async () => {
    const path = put('One/deep/1.cbz')
    const folder = done()
    const state = async () => (await folder.stateOf(['One']))?.state as string | undefined
    for (const change of [
      () => {},
      () => put('One/deep/1.cbz', 'longer'),
      () => utimesSync(path, 4_000_000_000, 4_000_000_000),
      () => put('One/deep/empty.txt', ''),
    ]) {
      change()
      expect(await state()).toBe('downloading')
      await clock.advance('9 s')
      expect(await state()).toBe('downloading')
      await clock.advance('1 s')
      expect(await state()).toBe('done')
    }
    expect(await folder.stateOf(['Two'])).toBeUndefined()
  })

  test('reports a missing folder, but not a file that disappears during the scan', async () => {
    put('One/1.cbz')
    const list = () => Promise.reject(new Error('ENOENT'))
    expect(await done({ list }).find(['One']).catch(String)).toContain('does not exist')
    const stat: Files['stat'] = async (path) => (path.endsWith('.cbz') ? undefined : systemFiles.stat(path))
    expect(await done({ stat }).stateOf(['One'])).toEqual({ state: 'downloading', done: 0 })
  })
})
