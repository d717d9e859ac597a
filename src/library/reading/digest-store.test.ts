import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { filesAfter, filesWithoutDigests, hasDigests, issuesOfDocument, saveDigests } from './digest-store'

let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const comic_id of ['harbor', 'river']) makeSeries(db, { comic_id })
  makeIssues(db, 'harbor', [1, 2, 3])
  makeIssues(db, 'river', [1])
  makeFile(db, { issues: ['harbor-1', 'harbor-2'], file_id: 'a', path: '/a.cbz' })
  makeFile(db, { issues: ['harbor-3'], file_id: 'b', path: '/b.cbz' })
  makeFile(db, { issues: ['river-1'], file_id: 'c', path: '/c.cbz' })
})
afterEach(() => db.close())

const file = (id: string) => fileWithId(db.read, id)!
const save = (id: string, content: string) =>
  db.write((tx) => saveDigests(tx, file(id), { content, name: `name ${id}`, served: `served ${id}` }))
const found = (document: string) =>
  issuesOfDocument(db.read, document).map(({ issue_id, byContent }) => `${issue_id}${byContent ? ' !' : ''}`)
const change = (sql: string) => db.write((tx) => tx.run(sql as never))

test('an issue is found by the content of its file and by both of its names, the content first', () => {
  save('a', 'x')
  save('b', 'y')
  expect([found('x'), found('name a'), found('served b'), found('z')]).toEqual([
    ['harbor-1 !', 'harbor-2 !'],
    ['harbor-1', 'harbor-2'],
    ['harbor-3'],
    [],
  ])
  save('c', 'name a')
  expect(found('name a')).toEqual(['river-1 !', 'harbor-1', 'harbor-2'])
})

test("the earlier content is still found, and another file's is not mistaken for it", () => {
  save('a', 'x')
  save('b', 'y')
  save('a', 'x')
  expect(found('x')).toEqual(['harbor-1 !', 'harbor-2 !'])
  save('b', 'y2')
  expect([found('y'), found('y2'), found('x')]).toEqual([['harbor-3 !'], ['harbor-3 !'], ['harbor-1 !', 'harbor-2 !']])
})

test('a missing file is not found, and a deleted one gets no digests', () => {
  save('a', 'x')
  const gone = file('b')
  change("update files set gone_at = '2026-01-01T00:00:00.000Z' where file_id = 'a'")
  change("delete from files where file_id = 'b'")
  db.write((tx) => saveDigests(tx, gone, { content: 'y', name: 'n', served: 's' }))
  expect([found('x'), found('y')]).toEqual([[], []])
})

test.each([['size = 1'], ['modified_ms = 1'], ["path = '/elsewhere.cbz'"]])(
  'digests of a file whose %s since are outdated',
  (set) => {
    save('a', 'x')
    save('b', 'y')
    expect(hasDigests(db.read, file('a'))).toBe(true)
    const before = file('a')
    change(`update files set ${set} where file_id = 'a'`)
    expect(hasDigests(db.read, file('a'))).toBe(false)
    if (!set.startsWith('path')) expect(hasDigests(db.read, before)).toBe(false)
    expect(hasDigests(db.read, file('b'))).toBe(true)
  },
)

test('files are walked by id, and those of a series without digests are listed', () => {
  save('b', 'y')
  const walked = (after: string, limit: number) =>
    filesAfter(db.read, after, limit).map(({ file: { file_id }, known }) => `${file_id} ${known}`)
  expect([walked('', 2), walked('b', 2), walked('c', 2)]).toEqual([['a false', 'b true'], ['c false'], []])
  const unnamed = (comicId: string) => filesWithoutDigests(db.read, comicId).map(({ file_id }) => file_id)
  expect([unnamed('harbor'), unnamed('river')]).toEqual([['a'], ['c']])
  change("update files set gone_at = '2026-01-01T00:00:00.000Z' where file_id <> 'b'")
  expect([walked('', 9), unnamed('river')]).toEqual([['b true'], []])
})
