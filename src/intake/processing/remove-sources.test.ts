import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { Files } from '../../base/platform/ports'
import type { PlaceMethod } from '../../library/filing/states'
import { removeSources } from './remove-sources'
import type { Placement } from './store'

let root: string
let content: string
let log: string[]
beforeEach(() => {
  log = []
  root = mkdtempSync(join(tmpdir(), 'panelkeep-tidy-'))
  content = join(root, 'release')
  mkdirSync(content)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text = 'comic') => {
  mkdirSync(dirname(join(content, path)), { recursive: true })
  writeFileSync(join(content, path), text)
  return join(content, path)
}
/** A file as it was when it was imported, now in the library. */
const placed = (source_path: string, more: Partial<Placement> = {}): Placement => {
  const { size, mtimeMs } = statSync(source_path)
  const facts = { size, modified_ms: Math.trunc(mtimeMs), state: 'placed', decision: 'new' } as const
  return { source_path, inner: '', pictures: false, packed_in: null, target: null, ...facts, ...more } as Placement
}
const tidy = (rows: Placement[], { placing = 'move' as PlaceMethod, files = systemFiles as Files } = {}) =>
  removeSources(rows, content, placing, {
    files,
    log: lineLog(
      () => '',
      (line) => log.push(line),
      'debug',
    ),
  })

test('moved files are removed, with the folders that are empty then, up to that of the download', async () => {
  await tidy([placed(put('a/b/1.cbz')), placed(put('a/2.cbz'))])
  expect(existsSync(content)).toBe(false)
  expect(readdirSync(root)).toEqual([])
  expect(log).toEqual([])
})

test('other files of the download stay, with their folders', async () => {
  put('a/notes.txt')
  await tidy([placed(put('a/b/1.cbz'))])
  expect(readdirSync(join(content, 'a'))).toEqual(['notes.txt'])
})

test.each(['copy', 'hardlink'] as PlaceMethod[])('with %s nothing is removed', async (placing) => {
  const path = put('1.cbz')
  await tidy([placed(path)], { placing })
  expect(existsSync(path)).toBe(true)
})

describe('a source stays', () => {
  const stays = async (path: string, rows: Placement[]) => {
    await tidy(rows)
    expect(existsSync(path)).toBe(true)
  }

  test.each<Partial<Placement>>([
    { state: 'kept', decision: 'worse' },
    { state: 'kept', decision: 'unwanted' },
    { state: 'unmatched', decision: null },
    { state: 'failed', decision: 'duplicate' },
    { state: 'damaged', decision: null },
  ])('that is not in the library: %j', async (more) => {
    const path = put('1.cbz')
    await stays(path, [placed(path, more)])
  })

  test('if one part of it is not in the library', async () => {
    const path = put('pack.zip')
    await stays(path, [placed(path, { inner: '1.cbz' }), placed(path, { inner: '2.cbz', state: 'failed' })])
  })

  test('if it changed since, in time or size', async () => {
    const path = put('1.cbz')
    await stays(path, [placed(path, { modified_ms: 1 })])
    await stays(path, [placed(path, { size: 1 })])
  })

  test('if it is the library file itself', async () => {
    const path = put('1.cbz')
    const link = join(root, 'library.cbz')
    symlinkSync(path, link)
    await stays(path, [placed(path, { target: link })])
    const other = join(root, 'copy.cbz')
    linkSync(path, other)
    await tidy([placed(path, { target: other })])
    expect([existsSync(path), existsSync(other)]).toEqual([false, true])
  })
})

test('a duplicate of a library file is removed', async () => {
  const path = put('1.cbz')
  await tidy([placed(path, { state: 'kept', decision: 'duplicate' })])
  expect(existsSync(path)).toBe(false)
})

test('a pack is removed with its other volumes, and its size is that of its content', async () => {
  const path = put('pack.rar')
  put('pack.r00')
  put('other.r00')
  await tidy([placed(path, { inner: '1.cbz', size: 1 }), placed(path, { inner: '2.cbz', size: 2 })])
  expect(readdirSync(content)).toEqual(['other.r00'])
})

test('a comic without other volumes removes no file with a similar name', async () => {
  const path = put('one.rar')
  put('one.r00')
  await tidy([placed(path)])
  expect(readdirSync(content)).toEqual(['one.r00'])
})

describe('a folder of pictures', () => {
  const pages = () => ['1.jpg', '2.jpg', '3.jpg', '4.jpg', 'ComicInfo.xml'].map((name) => put(`one/${name}`))
  const row = (more: Partial<Placement> = {}) => {
    const own = pages().map((path) => statSync(path))
    const size = own.reduce((sum, each) => sum + each.size, 0)
    const modified_ms = Math.max(...own.map(({ mtimeMs }) => Math.trunc(mtimeMs)))
    return { ...placed(join(content, 'one')), pictures: true, size, modified_ms, ...more } as Placement
  }

  test('is removed completely, and other files stay', async () => {
    await tidy([row()])
    expect(existsSync(content)).toBe(false)
    mkdirSync(content)
    const mine = row()
    put('one/notes.txt')
    await tidy([mine])
    expect(readdirSync(join(content, 'one'))).toEqual(['notes.txt'])
  })

  test('stays when a page was added or changed since', async () => {
    const before = row()
    put('one/5.jpg', 'a longer page')
    utimesSync(join(content, 'one/5.jpg'), 1, 1)
    await tidy([before])
    expect(readdirSync(join(content, 'one'))).toHaveLength(6)
    rmSync(join(content, 'one/5.jpg'))
    utimesSync(join(content, 'one/1.jpg'), Date.now() / 1000 + 60, Date.now() / 1000 + 60)
    await tidy([before])
    expect(readdirSync(join(content, 'one'))).toHaveLength(5)
  })

  test('with some pages already removed is finished', async () => {
    const before = row()
    rmSync(join(content, 'one/1.jpg'))
    await tidy([before])
    expect(existsSync(join(content, 'one'))).toBe(false)
  })
})

test('a file that cannot be removed is logged, and the next one is removed', async () => {
  const [stuck, free] = [put('1.cbz'), put('2.cbz')]
  const files: Files = {
    ...systemFiles,
    remove: async (path) => {
      if (path === stuck) throw new Error('EACCES')
      await systemFiles.remove(path)
    },
  }
  await tidy([placed(stuck), placed(free)], { files })
  expect([existsSync(stuck), existsSync(free)]).toEqual([true, false])
  expect(log.join()).toContain('could not be removed from its download')
})

test('a download of a single file logs nothing', async () => {
  const path = join(root, 'single.cbz')
  writeFileSync(path, 'comic')
  content = path
  await tidy([placed(path)])
  expect(existsSync(path)).toBe(false)
  expect(log).toEqual([])
})

test('a folder that cannot be removed is logged', async () => {
  const path = put('1.cbz')
  const removeEmptyFolder: Files['removeEmptyFolder'] = () =>
    Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
  await tidy([placed(path)], { files: { ...systemFiles, removeEmptyFolder } })
  expect(existsSync(path)).toBe(false)
  expect(log.join()).toContain('empty folder could not be removed')
})
