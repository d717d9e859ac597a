import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { issueSourcesOf, putIssueSource } from '../../../library/metadata/store'
import { everyFileOf } from '../../../library/series/describe-store'
import { linkFileToIssue } from '../../../library/series/file-store'
import { findSeries, issuesOf } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { renumberFiles } from './renumber'

/** Issues 1 to 3 have the files f1 to f3. */

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
let renumbered: string[]
beforeEach(() => {
  db = testDatabase()
  renumbered = []
  makeSeries(db)
  for (const issue of makeIssues(db, 'harbor', [1, 2, 3])) {
    const number = issue.slice(-1)
    makeFile(db, { issues: [issue], file_id: `f${number}`, path: `/comics/Harbor ${number}.cbz` })
  }
})
afterEach(() => db.close())

/** `f1 1>9`: the number of the file f1 changed from 1 to 9. */
const change = (...changes: string[]): string[] =>
  db.write((tx) =>
    renumberFiles(
      tx,
      'harbor',
      changes.map((text) => {
        const [, file_id = '', from = '', to = ''] = /^(\S+) (\S+)>(\S+)$/.exec(text) ?? []
        return { file_id, from, to }
      }),
      { at: AT, order: [], random: { id: () => 'new' }, renumbered: (_, ids) => renumbered.push(...ids) },
    ),
  )
const list = () =>
  issuesOf(db.read, 'harbor').map(({ issue_id, number }) => {
    const files = everyFileOf(db.read, issue_id).map(({ file_id }) => file_id)
    return `${issue_id} ${number} ${files.join()}`.trim()
  })
const source = (issue_id: string, source: 'metron' | 'user' | 'file', row: { provider_id?: string; facts?: object }) =>
  db.write((tx) => putIssueSource(tx, { issue_id, source, facts: {}, said_at: AT, ...row }))
const UNCHANGED = ['harbor-1 1 f1', 'harbor-2 2 f2', 'harbor-3 3 f3']

test('an issue known from its file gets the new number itself', () => {
  expect(change('f1 1>9')).toEqual([])
  expect(list()).toEqual(['harbor-2 2 f2', 'harbor-3 3 f3', 'harbor-1 9 f1'])
  expect(renumbered).toEqual(['harbor-1'])
})

test('issues known from their files can swap numbers', () => {
  expect(change('f1 1>2', 'f2 2>1')).toEqual([])
  expect(list()).toEqual(['harbor-2 1 f2', 'harbor-1 2 f1', 'harbor-3 3 f3'])
})

test('an issue that a provider lists keeps its number, and its file moves to a new one', () => {
  source('harbor-1', 'metron', { provider_id: '7' })
  expect(change('f1 1>09')).toEqual([])
  expect(list()).toEqual(['harbor-1 1', 'harbor-2 2 f2', 'harbor-3 3 f3', 'new 9 f1'])
  expect(renumbered).toEqual([])
})

test('a file moves to the issue without a file that has its number', () => {
  source('harbor-1', 'metron', { provider_id: '7' })
  makeIssues(db, 'harbor', [9])
  change('f1 1>9')
  expect(list()).toContain('harbor-9 9 f1')
})

test('two files with the same new number share the new issue, and the series has one issue less', () => {
  for (const id of ['harbor-1', 'harbor-2']) source(id, 'metron', { provider_id: id })
  expect(findSeries(db.read, 'harbor')?.have).toBe(3)
  expect(change('f1 1>9', 'f2 2>9')).toEqual([])
  expect(list()).toEqual(['harbor-1 1', 'harbor-2 2', 'harbor-3 3 f3', 'new 9 f1,f2'])
  expect(findSeries(db.read, 'harbor')?.have).toBe(2)
})

test('an annual or a volume of that number is another issue', () => {
  source('harbor-1', 'metron', { provider_id: '7' })
  makeIssues(db, 'harbor', [{ number: '9', kind: 'annual' }, { number: '9', unit: 'volume' }]) // biome-ignore format: one line
  change('f1 1>9')
  expect(list()).toContain('new 9 f1')
})

test('files of issues that a provider lists can swap places', () => {
  for (const id of ['harbor-1', 'harbor-2']) source(id, 'metron', { provider_id: id })
  expect(change('f1 1>2', 'f2 2>1')).toEqual([])
  expect(list()).toEqual(['harbor-1 1 f2', 'harbor-2 2 f1', 'harbor-3 3 f3'])
})

test('a file stays when another one keeps its new number, and a sentence says so', () => {
  expect(change('f1 1>2')).toEqual([
    'Harbor 1.cbz has number 2 now, but Harbor Lights has another file of it. It is still issue 1.',
  ])
  expect(list()).toEqual(UNCHANGED)
})

test('a file stays when the file in its place stays', () => {
  for (const id of ['harbor-1', 'harbor-2']) source(id, 'metron', { provider_id: id })
  expect(change('f1 1>2', 'f2 2>3')).toHaveLength(2)
  expect(list()).toEqual(UNCHANGED)
})

test.each<[string, () => void, string]>([
  ['whose number the user chose', () => source('harbor-1', 'user', { facts: { number: '1' } }), 'f1 1>9'],
  ['that contains two issues', () => db.write((tx) => linkFileToIssue(tx, 'harbor-2', 'f1')), 'f1 1>9'],
  ['that had another number before', () => {}, 'f1 4>9'],
  ['whose number is only written in another way', () => {}, 'f1 1>01'],
  ['that the library does not have', () => {}, 'f7 1>9'],
])('a file %s stays', (_, prepare, moved) => {
  prepare()
  const before = list()
  expect(change(moved)).toEqual([])
  expect(list()).toEqual(before)
})

test('an edit of the user that is not about the number lets the file move', () => {
  source('harbor-1', 'user', { facts: { title: 'Mine' } })
  change('f1 1>9')
  expect(list()).toContain('harbor-1 9 f1')
})

test('a number that the file stated follows it', () => {
  source('harbor-1', 'file', { facts: { number: '1', title: 'Fog' } })
  change('f1 1>9')
  expect(list()).toContain('harbor-1 9 f1')
  expect(issueSourcesOf(db.read, 'harbor-1')).toMatchObject([{ source: 'file', facts: { number: '9', title: 'Fog' } }])
})

test('of two files of an issue only the one with a new number moves, unless the other is gone', () => {
  makeFile(db, { issues: ['harbor-1'], file_id: 'f1b', path: '/comics/Harbor 1b.cbz' })
  makeFile(db, { issues: ['harbor-2'], file_id: 'f2b', path: '/comics/Harbor 2b.cbz' })
  db.write((tx) => tx.run(`update files set gone_at = '2026' where file_id = 'f2b'`))
  change('f1 1>8', 'f2 2>9')
  expect(list()).toEqual(['harbor-1 1 f1b', 'harbor-3 3 f3', 'new 8 f1', 'harbor-2 9 f2,f2b'])
})

test('a file in another series stays', () => {
  makeSeries(db, { comic_id: 'fern', name: 'Fern Road' })
  makeFile(db, { issues: makeIssues(db, 'fern', [1]), file_id: 'other', path: '/comics/Fern.cbz' })
  expect(change('other 1>9')).toEqual([])
  expect(issuesOf(db.read, 'fern').map(({ number }) => number)).toEqual(['1'])
  expect(list()).toEqual(UNCHANGED)
})
