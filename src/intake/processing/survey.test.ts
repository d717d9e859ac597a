import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { survey } from './survey'

let root: string
let content: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-survey-'))
  content = join(root, 'release')
  mkdirSync(content)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const COMIC = makeCbz(makePages(3))
const put = (path: string, bytes: Uint8Array | string = COMIC) => {
  const at = join(content, path)
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, bytes)
  utimesSync(at, 1_760_000_000, 1_760_000_000)
  return at
}
const seen = async (of = content) => {
  const archives = { files: systemFiles, ...archiveHelper() } as never
  return survey(of, { archives, folder: join(root, 'work'), signal: new AbortController().signal })
}
const paths = async (of = content) => (await seen(of)).map(({ source_path }) => source_path.slice(content.length + 1))

test('comics are listed in natural order, from folders too', async () => {
  for (const path of ['b 10.cbz', 'b 9.cbz', 'a/x/1.CBR', 'readme.nfo', 'cover.jpg']) put(path)
  expect(await paths()).toEqual(['a/x/1.CBR', 'b 9.cbz', 'b 10.cbz'])
})

test('samples and covers do not count beside others, but do alone', async () => {
  put('sample.cbz')
  expect(await paths()).toEqual(['sample.cbz'])
  put('one.cbz')
  expect(await paths()).toEqual(['one.cbz'])
})

test('a single file is listed, with its size and time', async () => {
  const path = put('one.cbz')
  expect(await seen(path)).toEqual([
    {
      source_path: path,
      pictures: false,
      packed_in: null,
      inner: '',
      size: COMIC.length,
      modified_ms: 1_760_000_000_000,
    },
  ])
})

test('an empty download has no comics', async () => {
  expect(await seen(join(root, 'none'))).toEqual([])
  expect(await seen()).toEqual([])
})

test('empty files and litter are not comics', async () => {
  put('empty.cbz', '')
  put('__MACOSX/one.cbz')
  put('._one.cbz')
  expect(await paths()).toEqual([])
})

test('a link inside counts, but not one that leads out, or nowhere', async () => {
  put('real/one.cbz')
  symlinkSync(join(content, 'real/one.cbz'), join(content, 'two.cbz'))
  writeFileSync(join(root, 'mine.cbz'), COMIC)
  symlinkSync(join(root, 'mine.cbz'), join(content, 'three.cbz'))
  symlinkSync(join(root, 'gone.cbz'), join(content, 'four.cbz'))
  expect(await paths()).toEqual(['real/one.cbz', 'two.cbz'])
})

test('a download that is itself a link is scanned', async () => {
  put('one.cbz')
  symlinkSync(content, join(root, 'link'))
  expect((await seen(join(root, 'link'))).map(({ source_path }) => source_path)).toEqual([join(root, 'link/one.cbz')])
})

test('twelve nested folders are scanned, and no deeper one', async () => {
  const deep = (levels: number) => Array.from({ length: levels }, (_, n) => `${n}`).join('/')
  put(`${deep(12)}/in.cbz`)
  put(`${deep(13)}/out.cbz`)
  expect(await paths()).toEqual([`${deep(12)}/in.cbz`])
})

test('files with meaningless names are opened if there are no other comics', async () => {
  put('a8d7f', COMIC)
  put('readme.txt', 'words')
  expect(await paths()).toEqual(['a8d7f'])
  put('named.cbz')
  expect(await paths()).toEqual(['named.cbz'])
})

test('pages beside a file without an extension are a comic, and the file is one if its content is', async () => {
  for (let n = 1; n <= 5; n++) put(`pages/${n}.jpg`, makePages(1)['001.jpg'] ?? 'picture')
  put('notes', 'some words that are no archive at all')
  expect((await seen()).map(({ pictures, source_path }) => [pictures, source_path.slice(content.length + 1)])).toEqual([
    [true, 'pages'],
  ])
  put('other/a8d7f', COMIC)
  expect((await seen()).map(({ pictures }) => pictures)).toEqual([false, true])
})

test('other volumes of an archive are not separate comics', async () => {
  put('pack.part1.rar', 'Rar!')
  put('pack.part2.rar', 'Rar!')
  expect(await paths()).toEqual(['pack.part1.rar'])
})

test('a packed file is a separate comic beside three pages, and an extra beside four', async () => {
  const extrasFor = async (pages: number, extra = 'extra.cbz') => {
    const path = put('one.zip', makeCbz({ ...makePages(pages), [extra]: COMIC }, { store: true }))
    return (await seen(path)).map(({ inner }) => inner)
  }
  expect(await extrasFor(3)).toEqual(['extra.cbz'])
  expect(await extrasFor(4)).toEqual([''])
  expect(await extrasFor(1, 'sample.cbz')).toEqual([''])
})
