import { expect, test } from 'bun:test'
import { matchFiles } from './match-files'
import type { FileInLibrary } from './own-files-store'
import type { SourceFile } from './rows'

const MB = 1_000_000
const their = (id: string, path: string, more: Partial<SourceFile> = {}): SourceFile => {
  return { id, path, size: 5 * MB, pages: 20, digest: null, issue_ids: [id], ...more }
}
const our = (file_id: string, path: string, more: Partial<FileInLibrary> = {}): FileInLibrary => {
  return { file_id, path, size: 9 * MB, page_count: 20, digest: null, issues: [], ...more }
}
const matched = (theirs: SourceFile[], ours: FileInLibrary[], here = (path: string) => path) =>
  [...matchFiles(theirs, ours, here)].map(([id, { own, by }]) => `${id} ${own.file_id} ${by}`)

test('the path decides first, with composed and decomposed letters, and after folders were mapped', () => {
  const theirs = [their('1', '/data/Cafe\u0301/Tide 1.cbz'), their('2', '/data/Tide 2.cbz')]
  const ours = [our('a', '/comics/Caf\u00e9/Tide 1.cbz'), our('b', '/comics/Tide 2.cbz')]
  expect(matched(theirs, ours, (path) => path.replace('/data', '/comics'))).toEqual(['1 a path', '2 b path'])
})

test('Windows paths are equal in any case and with any separators', () => {
  expect(matched([their('1', 'd:/Comics/TIDE 1.cbz')], [our('a', 'D:\\comics\\Tide 1.cbz')])).toEqual(['1 a path'])
})

test('content, then name and size, then size, then name', () => {
  const theirs = [
    their('1', '/x/one.cbz', { digest: 'd1' }),
    their('2', '/x/Low Tide 2.cbz', { size: 2 * MB }),
    their('3', '/x/three.cbz', { size: 3 * MB }),
    their('4', '/x/Low Tide 4.cbz', { size: 4 * MB }),
  ]
  const ours = [
    our('d', '/y/Low Tide 4.cbz', { size: 44 * MB }),
    our('c', '/y/renamed.cbz', { size: 3 * MB }),
    our('b', '/y/Low Tide 2.cbz', { size: 2 * MB }),
    our('a', '/y/other.cbz', { digest: 'd1' }),
  ]
  expect(matched(theirs, ours)).toEqual(['1 a content', '2 b name and size', '3 c size', '4 d name'])
})

test('a feature that two files share, other page counts, and names of pages match nothing', () => {
  const twice = [their('1', '/x/one.cbz', { size: MB }), their('2', '/x/two.cbz', { size: MB })]
  expect(matched(twice, [our('a', '/y/a.cbz', { size: MB })])).toEqual([])
  expect(matched([their('1', '/x/one.cbz', { pages: 21 })], [our('a', '/y/b.cbz', { size: 5 * MB })])).toEqual([])
  expect(matched([their('1', '/x/001.cbz')], [our('a', '/y/001.cbz')])).toEqual([])
  expect(matched([their('1', '/x/tiny.cbz', { size: 500 })], [our('a', '/y/b.cbz', { size: 500 })])).toEqual([])
})

test.each([
  ['one issue count as one, and the one on disk wins', ['i', 'i'], ['1 a name']],
  ['two issues are no evidence', ['i', 'k'], []],
])('a name from an earlier move and the same name on disk, of %s', (_name, issues, wanted) => {
  const of = (at: number) => ({ issues: [{ issue_id: issues[at]!, comic_id: 'c' }] })
  const named = { ...our('', '/old/Low Tide 1.cbz', { size: 0, page_count: 0, ...of(0) }), file_id: null }
  const ours = [named, our('a', '/new/Low Tide 1.cbz', of(1))]
  expect(matched([their('1', '/their/Low Tide 1.cbz')], ours)).toEqual(wanted)
})
