import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { isPlaced, type PlacementStep, partialPathOf, placeImport } from './place-file'
import type { PlaceMethod } from './states'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-place-file-')))
  for (const name of ['done', 'comics']) mkdirSync(join(root, name))
  writeFileSync(at('done/1.cbz'), 'comic')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (path: string) => join(root, path)
const step = (more: Partial<PlacementStep> = {}) => ({ id: 'p', target: at('comics/1.cbz'), hash: null, ...more })
const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
let copied: string[]
const placeAs = async (placing: PlaceMethod, more: Partial<Files> = {}, from = at('done/1.cbz')) => {
  copied = []
  const facts = (await systemFiles.stat(at('done/1.cbz')))!
  const it = {
    from,
    target: at('comics/1.cbz'),
    part: partialPathOf(step()),
    facts,
    placing,
    copied: (hash: string) => copied.push(hash),
  }
  return placeImport(it, { ...systemFiles, ...more })
}
const inode = (path: string) => statSync(at(path)).ino
const library = () => readdirSync(at('comics'))

describe('a file enters the library', () => {
  test.each(['move', 'hardlink'] as const)('by %s as a hard link, and its source stays', async (placing) => {
    expect(await placeAs(placing)).toBe(true)
    expect(inode('comics/1.cbz')).toBe(inode('done/1.cbz'))
    expect(copied).toEqual([])
  })

  test('unless it changed during the copy', async () => {
    const copy: Files['copy'] = async (from, to, ...rest) => {
      const hash = await systemFiles.copy(from, to, ...rest)
      if (from === at('done/1.cbz')) utimesSync(from, 1_600_000_000, 1_600_000_000)
      return hash
    }
    const outcome = await placeAs('copy', { copy }).catch((error: unknown) => error)
    expect(outcome).toMatchObject({ kind: 'conflict', detail: `${at('done/1.cbz')} changed while it was copied.` })
    expect([library(), copied]).toEqual([[], []])
    expect(existsSync(at('done/1.cbz'))).toBe(true)
  })

  test('unless it grew during the copy, whatever its time', async () => {
    const copy: Files['copy'] = async (from, to, ...rest) => {
      const hash = await systemFiles.copy(from, to, ...rest)
      const { atime, mtime } = statSync(from)
      writeFileSync(from, 'comic and more')
      utimesSync(from, atime, mtime)
      return hash
    }
    utimesSync(at('done/1.cbz'), 1_600_000_000, 1_600_000_000)
    expect(await placeAs('copy', { copy }).catch((error: unknown) => error)).toMatchObject({ kind: 'conflict' })
    expect([library(), copied]).toEqual([[], []])
  })

  test('by copy as a checked copy, reported before it has its name', async () => {
    expect(await placeAs('copy')).toBe(true)
    expect(inode('comics/1.cbz')).not.toBe(inode('done/1.cbz'))
    expect(copied).toEqual([await systemFiles.hash(at('done/1.cbz'))])
    expect(library()).toEqual(['1.cbz'])
  })

  test('by softlink as a link to the file itself', async () => {
    symlinkSync(at('done/1.cbz'), at('done/link.cbz'))
    expect(await placeAs('softlink', {}, at('done/link.cbz'))).toBe(true)
    expect(lstatSync(at('comics/1.cbz')).isSymbolicLink()).toBe(true)
    expect(realpathSync(at('comics/1.cbz'))).toBe(at('done/1.cbz'))
  })

  test("by a link to it as the link's target", async () => {
    symlinkSync(at('done/1.cbz'), at('done/link.cbz'))
    expect(await placeAs('hardlink', {}, at('done/link.cbz'))).toBe(true)
    expect(lstatSync(at('comics/1.cbz')).isSymbolicLink()).toBe(false)
  })

  test.each(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EACCES'])(
    'as a copy when a hard link fails with %s',
    async (code) => {
      expect(await placeAs('hardlink', { link: fails(code) })).toBe(true)
      expect(copied).toHaveLength(1)
    },
  )

  test('not at all when the disk fails in another way', async () => {
    expect(placeAs('hardlink', { link: fails('EIO') })).rejects.toThrow('EIO')
    expect(placeAs('copy', { copy: fails('EIO') })).rejects.toThrow('EIO')
    expect(library()).toEqual([])
  })

  test.each(['copy', 'move', 'hardlink', 'softlink'] as const)('not by %s over another file', async (placing) => {
    writeFileSync(at('comics/1.cbz'), 'other')
    expect(await placeAs(placing)).toBe(false)
    expect(readFileSync(at('comics/1.cbz'), 'utf8')).toBe('other')
    expect(library()).toEqual(['1.cbz'])
  })

  test.each(['comi', 'comiX'])('not as the copy %j, which is removed', async (wrong) => {
    const copy: Files['copy'] = async (from, to) => {
      const hash = await systemFiles.copy(from, to)
      writeFileSync(to, wrong)
      return hash
    }
    expect(placeAs('copy', { copy })).rejects.toThrow('differs from the original file')
    await placeAs('copy', { copy }).catch(() => undefined)
    expect(library()).toEqual([])
    expect(copied).toEqual([])
  })

  test('not onto a full disk', async () => {
    expect(placeAs('copy', { freeSpace: async () => ({ free: 1, total: 2 }) as never })).rejects.toThrow()
    expect(library()).toEqual([])
  })
})

describe('the file being placed', () => {
  const placed = (more: Partial<PlacementStep> = {}) => isPlaced(step(more), at('done/1.cbz'), systemFiles)
  const hash = () => systemFiles.hash(at('done/1.cbz'))

  test('is not there before it has its name, and nothing unfinished is left', async () => {
    writeFileSync(partialPathOf(step()), 'com')
    expect(await placed()).toBe(false)
    expect(library()).toEqual([])
  })

  test('is recognised as a hard link, as a link and as a checked copy', async () => {
    linkSync(at('done/1.cbz'), at('comics/1.cbz'))
    expect(await placed()).toBe(true)
    rmSync(at('comics/1.cbz'))
    symlinkSync(at('done/1.cbz'), at('comics/1.cbz'))
    expect(await placed()).toBe(true)
    rmSync(at('comics/1.cbz'))
    writeFileSync(at('comics/1.cbz'), 'comic')
    writeFileSync(partialPathOf(step()), 'com')
    expect(await placed({ hash: await hash() })).toBe(true)
    expect(library()).toEqual(['1.cbz'])
  })

  test('is not a file without a link from before the copy was checked, and that file is not read', async () => {
    writeFileSync(at('comics/1.cbz'), 'comic')
    const files = { ...systemFiles, hash: () => Promise.reject(new Error('was read')) }
    expect(await isPlaced(step(), at('done/1.cbz'), files)).toBe(false)
  })

  test('is not a file that another program put there', async () => {
    writeFileSync(at('comics/1.cbz'), 'other')
    expect(await placed({ hash: await hash() })).toBe(false)
    expect(await placed()).toBe(false)
    rmSync(at('comics/1.cbz'))
    symlinkSync(at('comics'), at('comics/1.cbz'))
    expect(await placed({ hash: await hash() })).toBe(false)
    expect(existsSync(at('comics/1.cbz'))).toBe(true)
  })
})
