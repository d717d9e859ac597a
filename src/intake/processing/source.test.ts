import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { checkedSource, namedIn } from './source'

let root: string
let library: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-source-')))
  library = join(root, 'comics')
  for (const name of ['comics/harbor', 'done/release', 'comics-2']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, 'done/one.cbz'), 'comic')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))
const checked = (path: string, libraries = [library, join(root, 'away')]) => checkedSource(path, systemFiles, libraries)

test('a folder or file outside of the library is accepted, normalized', async () => {
  expect(await checked(` ${root}/done/release/ `)).toBe(join(root, 'done/release'))
  expect(await checked(join(root, 'done/one.cbz'))).toBe(join(root, 'done/one.cbz'))
  expect(await checked(join(root, 'comics-2'))).toBe(join(root, 'comics-2'))
})

test.each([
  ['', 'Nothing is no whole path'],
  ['done/release', 'done/release is no whole path'],
  ['/done/../comics', 'leads upwards'],
  ['/done\0', 'leads upwards'],
  ['/no/such/folder', 'There is nothing at /no/such/folder'],
])('%j is refused', async (path, sentence) => {
  expect(checked(path)).rejects.toThrow(sentence)
})

test('a link is refused, and so are the library, its content and its parents', async () => {
  symlinkSync(join(root, 'done'), join(root, 'link'))
  expect(checked(join(root, 'link'))).rejects.toThrow('is a link to another place')
  for (const path of [library, join(library, 'harbor'), root])
    expect(checked(path)).rejects.toThrow('is part of the library already')
})

test('an unreadable path does not exist, and a library with a disk error contains nothing', async () => {
  const failing = (shut: string) => {
    const refuse = (path: string) => path.startsWith(shut) && Promise.reject(new Error('EIO'))
    const stat: typeof systemFiles.stat = (path) => refuse(path) || systemFiles.stat(path)
    const real: typeof systemFiles.real = (path) => refuse(path) || systemFiles.real(path)
    return { ...systemFiles, stat, real }
  }
  const done = join(root, 'done')
  expect(checkedSource(done, failing(done), [library])).rejects.toThrow('There is nothing at')
  expect(await checkedSource(done, failing(library), [library])).toBe(done)
  expect(await namedIn(done, 'release', failing(join(done, 'release')))).toBe(done)
})

test('the library is recognized behind a link too', async () => {
  symlinkSync(library, join(root, 'link'))
  expect(checked(join(library, 'harbor'), [join(root, 'link')])).rejects.toThrow('is part of the library')
})

test('a script names one of the downloads in the folder, or else the folder itself', async () => {
  const done = join(root, 'done')
  const named = (name: string) => namedIn(done, name, systemFiles)
  expect(await named('release')).toBe(join(done, 'release'))
  expect(await named('one.cbz')).toBe(join(done, 'one.cbz'))
  symlinkSync(library, join(done, 'link'))
  for (const other of ['', 'none', '..', '../comics', 'link', 'release/x']) expect(await named(other)).toBe(done)
})
