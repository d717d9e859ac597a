import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { commonFolder, isBelow, isNameFor, removeEmptyFolders, rootAbove } from './folders'

const path = (...parts: string[]) => resolve(sep, ...parts)

test('a folder contains paths at any depth, and not itself or its namesakes', () => {
  expect(isBelow(path('library', 'a', '1.cbz'), path('library'))).toBe(true)
  expect(isBelow(path('library', '1.cbz'), path('library') + sep)).toBe(true)
  expect(isBelow(path('library'), path('library'))).toBe(false)
  expect(isBelow(path('library two', '1.cbz'), path('library'))).toBe(false)
})

test('of nested library folders the nearest contains a path', () => {
  const [outer, inner] = [path('library'), path('library', 'manga')]
  for (const roots of [
    [outer, inner],
    [inner, outer],
  ])
    expect(rootAbove(roots, path('library', 'manga', '1.cbz'))).toBe(inner)
  expect(rootAbove([outer, inner], path('library', 'comics', '1.cbz'))).toBe(outer)
  expect(rootAbove([`${outer}${sep}`], path('library', '1.cbz'))).toBe(outer)
  expect(rootAbove([inner], path('library', '1.cbz'))).toBeUndefined()
})

describe('the folder that contains all files', () => {
  const common = (...paths: string[]) => commonFolder(paths, (each) => rootAbove([path('library')], each))

  test('is the nearest one inside a library folder', () => {
    expect(common(path('library', 'a', '1.cbz'), path('library', 'a', 'b', '2.cbz'))).toBe(path('library', 'a'))
    expect(common(path('library', 'a', 'b', '2.cbz'), path('library', 'a', '1.cbz'))).toBe(path('library', 'a'))
  })

  test('does not exist where only a library folder contains all, or none does', () => {
    expect(common(path('library', 'a', '1.cbz'), path('library', 'b', '2.cbz'))).toBeNull()
    expect(common(path('elsewhere', 'a', '1.cbz'))).toBeNull()
    expect(common()).toBeNull()
  })

  test('does not exist where paths share no folder, as on two drives', () => {
    expect(commonFolder(['one/1.cbz', 'two/2.cbz'], () => 'one')).toBeNull()
  })
})

describe('emptied folders', () => {
  let root: string
  const at = (...parts: string[]) => join(root, ...parts)
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'panelkeep-folders-'))
    mkdirSync(at('comics', 'a', 'b', 'c'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const remove = (roots = [at('comics')]) => removeEmptyFolders(systemFiles, at('comics', 'a', 'b', 'c'), roots)

  test('are removed, up to the library folder, which stays', async () => {
    await remove()
    expect([existsSync(at('comics', 'a')), existsSync(at('comics'))]).toEqual([false, true])
  })

  test('stay from the first that is not empty', async () => {
    writeFileSync(at('comics', 'a', 'b', '1.cbz'), 'comic')
    const tried: string[] = []
    const removeEmptyFolder = (folder: string) => {
      tried.push(folder)
      return systemFiles.removeEmptyFolder(folder)
    }
    await removeEmptyFolders({ ...systemFiles, removeEmptyFolder }, at('comics', 'a', 'b', 'c'), [at('comics')])
    expect(tried).toEqual([at('comics', 'a', 'b', 'c'), at('comics', 'a', 'b')])
    expect([existsSync(at('comics', 'a', 'b', 'c')), existsSync(at('comics', 'a', 'b'))]).toEqual([false, true])
  })

  test('stay outside of every library folder', async () => {
    await remove([at('manga')])
    expect(existsSync(at('comics', 'a', 'b', 'c'))).toBe(true)
  })
})

test.each([
  ['a/Harbor 1.cbz', true],
  ['a/Harbor 1 (2).cbz', true],
  ['a/Harbor 1 (12).cbz', true],
  ['a/Harbor 10.cbz', false],
  ['a/Harbor 1 (2) b.cbz', false],
  ['a/Copper 1 (2).cbz', false],
  ['a/Harbor 1.cbr', false],
  ['b/Harbor 1.cbz', false],
])('a file whose target is a/Harbor 1.cbz may have the name %s: %p', (name, may) => {
  expect(isNameFor(join('a', 'Harbor 1.cbz'), join(...name.split('/')))).toBe(may)
})
