import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { FileEntry, Files } from '../../base/platform/ports'
import { isGenericArchiveName, unlistedSentence, walk } from './walk'

let folder: string
let failed: string[]
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-walk-')))
  failed = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string) => join(folder, path)
function put(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), '')
  }
}
/** Paths that were found, in the order of the walk. */
async function found(roots: string[], others: string[] = [], files: Files = systemFiles): Promise<string[]> {
  const paths: string[] = []
  const where = { roots: roots.map(at), others: others.map(at) }
  for await (const some of walk(files, where, { unlisted: (path) => failed.push(relative(folder, path)) }))
    for (const { place, name } of some) paths.push(relative(folder, join(place.path, name)))
  return paths
}

describe('a walk finds', () => {
  test('files named like comics, in natural order, files before folders', async () => {
    put('c/b/1.cbz', 'c/10.cbz', 'c/2.CBR', 'c/a.cb7', 'c/a.cbt', 'c/a.pdf', 'c/a.epub', 'c/a.zip', 'c/a.rar', 'c/a.7z')
    put('c/a.tar', 'c/a.tar.gz', 'c/a.txt', 'c/a.jpg', 'c/cbz', 'c/.hidden.cbz', 'c/.hidden/1.cbz')
    expect(await found(['c'])).toEqual([
      'c/2.CBR',
      'c/10.cbz',
      'c/a.7z',
      'c/a.cb7',
      'c/a.cbt',
      'c/a.epub',
      'c/a.pdf',
      'c/a.rar',
      'c/a.tar',
      'c/a.tar.gz',
      'c/a.zip',
      'c/b/1.cbz',
    ])
    expect(failed).toEqual([])
  })

  test('nothing to pass on in a folder without comics', async () => {
    put('c/x/1.cbz', 'c/x/y/a.txt')
    const sizes: number[] = []
    for await (const some of walk(systemFiles, { roots: [at('c')], others: [] }, { unlisted: () => {} }))
      sizes.push(some.length)
    expect(sizes).toEqual([1])
  })

  test('nothing in the trash of the system', async () => {
    put(
      'c/@eaDir/1.cbz',
      'c/#recycle/1.cbz',
      'c/$RECYCLE.BIN/1.cbz',
      'c/lost+found/1.cbz',
      'c/System Volume Information/1.cbz',
    )
    put('c/recycled comics/1.cbz')
    expect(await found(['c'])).toEqual(['c/recycled comics/1.cbz'])
  })

  test('files that links lead to, and no folders', async () => {
    put('elsewhere/1.cbz', 'c/2.cbz')
    symlinkSync(at('elsewhere/1.cbz'), at('c/1.cbz'))
    symlinkSync(at('elsewhere'), at('c/linked'))
    expect(await found(['c'])).toEqual(['c/1.cbz', 'c/2.cbz'])
  })

  test('only the content of a folder that is named like a comic', async () => {
    put('c/1.cbz/2.cbz')
    expect(await found(['c'])).toEqual(['c/1.cbz/2.cbz'])
  })
})

describe('library folders', () => {
  test('inside others are walked once, with these', async () => {
    put('c/1.cbz', 'c/in/2.cbz', 'cd/3.cbz')
    expect(await found(['c/in', 'c', 'cd', 'c'])).toEqual(['c/1.cbz', 'c/in/2.cbz', 'cd/3.cbz'])
  })

  test('of the other kind are left to it, except those that are ours as well', async () => {
    put('c/1.cbz', 'c/manga/2.cbz')
    expect(await found(['c'], ['c/manga'])).toEqual(['c/1.cbz'])
    expect(await found(['c'], ['c'])).toEqual(['c/1.cbz', 'c/manga/2.cbz'])
    expect(await found(['c'], ['nowhere'])).toEqual(['c/1.cbz', 'c/manga/2.cbz'])
  })

  test('may be links', async () => {
    put('real/1.cbz')
    symlinkSync(at('real'), at('linked'))
    expect(await found(['linked'])).toEqual(['linked/1.cbz'])
    expect(await found(['linked', 'real'])).toEqual(['linked/1.cbz'])
  })

  test('that do not exist, or do not respond, are reported, and the others walked', async () => {
    put('c/1.cbz', 'd/2.cbz')
    const real = async (path: string) => {
      if (path === at('d')) throw new Error('it is asleep')
      return systemFiles.real(path)
    }
    expect(await found(['gone', 'd', 'c'], ['d'], { ...systemFiles, real })).toEqual(['c/1.cbz'])
    expect(failed).toEqual(['gone', 'd'])
  })

  test('may be a whole disk', async () => {
    const list = async () => [{ name: '1.cbz', kind: 'file' }] as FileEntry[]
    const disk = { ...systemFiles, list, real: async (path: string) => path }
    const names: string[] = []
    for await (const some of walk(disk, { roots: ['/'], others: [] }, { unlisted: () => {} }))
      names.push(...some.map(({ name }) => name))
    expect(names).toEqual(['1.cbz'])
  })

  test('that cannot be read are reported with the reason', async () => {
    const reasons: unknown[] = []
    const denied = Object.assign(new Error(), { code: 'EACCES' })
    const files = { ...systemFiles, real: async () => Promise.reject(denied) }
    const unlisted = (_path: string, error?: unknown) => reasons.push(error)
    for await (const _ of walk(files, { roots: [at('c')], others: [] }, { unlisted }));
    expect(reasons).toEqual([denied])
  })

  test('are walked past a folder that cannot be opened', async () => {
    put('c/1.cbz', 'c/closed/2.cbz', 'c/open/3.cbz')
    const list = async (path: string) => {
      if (path === at('c/closed')) throw Object.assign(new Error(), { code: 'EACCES' })
      return systemFiles.list(path)
    }
    expect(await found(['c'], [], { ...systemFiles, list })).toEqual(['c/1.cbz', 'c/open/3.cbz'])
    expect(failed).toEqual(['c/closed'])
  })
})

test('a skipped folder is reported, with the reason when it is one of permissions', () => {
  const sentence = (code?: string) => unlistedSentence('/c', code && Object.assign(new Error(), { code }))
  expect(sentence()).toBe('The folder /c cannot be opened. Its files were left out.')
  expect(sentence('EIO')).toBe(sentence())
  for (const code of ['EACCES', 'EPERM'])
    expect(sentence(code)).toContain('cannot be opened: Panelkeep has no permission')
})

test('a name may belong to any kind of archive', () => {
  expect(['a.zip', 'a.RAR', 'a.7z', 'a.tar', 'a.tar.gz', 'a.tgz'].map(isGenericArchiveName)).not.toContain(false)
  expect(['a.cbz', 'a.pdf', 'a.gz', 'zip'].map(isGenericArchiveName)).not.toContain(true)
})
