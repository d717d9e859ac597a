import { expect, test } from 'bun:test'
import { matchFiles } from './match-files'

/** Whether a source file with this many pages matches our file of the same size. */
function isMatched(theirs: number | null, ours: number): boolean {
  const their = { id: '1', path: '/x/one.cbz', size: 5_000_000, pages: theirs, digest: null, issue_ids: ['1'] }
  const our = { file_id: 'a', path: '/y/other.cbz', size: 5_000_000, page_count: ours, digest: null, issues: [] }
  return [...matchFiles([their], [our], (path) => path)].length > 0
}

test.each([
  ['as many pages', 20, 20, true],
  ['another page count', 21, 20, false],
  ['a page count missing in the source', null, 20, true],
  ['unreadable pages here', 20, 0, true],
  ['no pages there and some here', 0, 20, false],
])('a file with %s as ours', (_, theirs, ours, same) => {
  expect(isMatched(theirs, ours)).toBe(same)
})
