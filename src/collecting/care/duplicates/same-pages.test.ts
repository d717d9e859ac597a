import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../../base/platform/files'
import { Refusal } from '../../../base/refusal'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import type { CopyKind } from '../states'
import type { Copy } from './choose-copy'
import { verifyCopy } from './same-pages'

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-same-pages-'))
  writeFileSync(at('a.cbz'), makeCbz(makePages(3)))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const copy = (name: string, change: Partial<Copy> = {}): Copy => ({
  file_id: name,
  path: at(name),
  size: 1,
  modified_ms: 1,
  format: 'cbz',
  added_at: '2026-01-02T03:04:05.000Z',
  pages: 3,
  hash: 'h',
  digest: 'd',
  problem: null,
  missing_pages: null,
  language: null,
  wanted_language: null,
  is_tagged: false,
  issue_ids: ['i1'],
  ...change,
})
const verify = (file: Copy, other: Copy, kind: CopyKind = 'issue') =>
  verifyCopy(kind, file, other, { files: systemFiles, unpacker: undefined as never }).then(
    () => 'stands in',
    (error: unknown) => (error instanceof Refusal ? error.detail : Promise.reject(error)),
  )
const GONE = 'The copy to keep is gone, so the file was not removed.'
const ONE_FILE = 'Both paths lead to the same file, so it was not removed.'

test('a copy stands in, also as a second name of the same bytes', async () => {
  copyFileSync(at('a.cbz'), at('b.cbz'))
  linkSync(at('a.cbz'), at('c.cbz'))
  expect(await verify(copy('a.cbz'), copy('b.cbz'))).toBe('stands in')
  expect(await verify(copy('a.cbz'), copy('c.cbz'))).toBe('stands in')
})

test('a copy without checksums stands in while every byte is equal', async () => {
  copyFileSync(at('a.cbz'), at('b.cbz'))
  const [one, other] = [copy('a.cbz', { digest: null }), copy('b.cbz', { digest: null })]
  expect(await verify(one, other)).toBe('stands in')
  writeFileSync(at('b.cbz'), makeCbz(makePages(4)))
  expect(await verify(one, other)).toContain('no longer copies')
})

test('another path to the same file is no copy', async () => {
  symlinkSync(at('a.cbz'), at('b.cbz'))
  expect(await verify(copy('a.cbz'), copy('b.cbz'))).toBe(ONE_FILE)
  expect(await verify(copy('b.cbz'), copy('a.cbz'))).toBe(ONE_FILE)
})

test('a copy that is gone, or cannot be read, keeps the file', async () => {
  expect(await verify(copy('a.cbz'), copy('b.cbz'))).toBe(GONE)
  writeFileSync(at('b.cbz'), 'no archive')
  expect(await verify(copy('a.cbz'), copy('b.cbz'))).toContain('A copy cannot be read')
  expect(await verify(copy('a.cbz', { digest: null, hash: null }), copy('b.cbz'))).toContain('A copy cannot be read')
})

test('a file with the same ends and other bytes between them is no copy', async () => {
  const book = Buffer.alloc(300_000, 'panel')
  writeFileSync(at('a.pdf'), book)
  writeFileSync(at('b.pdf'), book)
  const files = [
    copy('a.pdf', { format: 'pdf', digest: null }),
    copy('b.pdf', { format: 'pdf', digest: null }),
  ] as const
  expect(await verify(...files, 'bytes')).toBe('stands in')
  writeFileSync(at('b.pdf'), Buffer.concat([book.subarray(0, 150_000), Buffer.alloc(100), book.subarray(150_100)]))
  expect(await verify(...files, 'bytes')).toContain('no longer copies')
})

test('a copy with a damaged page does not stand in, although its directory states the same pages', async () => {
  const bytes = Buffer.from(readFileSync(at('a.cbz')))
  bytes.fill(0, 200, 220)
  writeFileSync(at('b.cbz'), bytes)
  expect(await verify(copy('a.cbz'), copy('b.cbz'), 'pages')).toContain('A copy cannot be read')
  expect(await verify(copy('b.cbz'), copy('a.cbz'), 'pages')).toBe('stands in')
})

test.each<[CopyKind]>([['bytes'], ['pages']])('a copy that lost a page since is no longer one: %s', async (kind) => {
  writeFileSync(at('b.cbz'), makeCbz(makePages(2)))
  const now = copy('b.cbz', { digest: 'other', hash: 'other', pages: 2 })
  expect(await verify(copy('a.cbz'), now, kind)).toContain('no longer copies')
})

test('another file of the issue stands in while it opens and has all of its issues', async () => {
  writeFileSync(at('b.cbz'), makeCbz(makePages(5)))
  const file = copy('a.cbz', { digest: 'x', hash: 'x' })
  expect(await verify(file, copy('b.cbz'))).toBe('stands in')
  expect(await verify({ ...file, issue_ids: ['i1', 'i2'] }, copy('b.cbz'))).toContain('no longer copies')
})
