import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { NameIndexer } from '../../../library/credits/name-indexer'
import { putIssueSource } from '../../../library/metadata/store'
import { toolHarness } from '../../../testing/assistant/library-tools'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'

let db: Database
let harness: ReturnType<typeof toolHarness>

beforeAll(async () => {
  db = testDatabase()
  harness = toolHarness(db)
  makeSeries(db, { publisher: 'Northgate' })
  makeIssues(db, 'harbor', [
    { number: '1', release_date: '2015-05-06' },
    { number: '2', release_date: '2015-06-03' },
    { number: '3', release_date: '2099-07-01' },
  ])
  makeFile(db, { issues: ['harbor-1'] })
  db.write((tx) => {
    for (const number of [1, 2, 3]) {
      const facts = { credits: [{ name: 'Ann Lee', roles: number === 2 ? ['Writer', 'Inker'] : ['Writer'] }] }
      putIssueSource(tx, { issue_id: `harbor-${number}`, source: 'file', facts, said_at: '2026-01-01T00:00:00.000Z' })
    }
  })
  const silent = { info() {}, warn() {}, error() {} } as never
  const indexer = new NameIndexer({ db, log: silent, subscribe: () => undefined, order: () => [] })
  indexer.begin(new AbortController().signal)
  await indexer.idle()
})
afterAll(() => db.close())

const run = (name: string, args: unknown) => harness.run(name, args)
const ids = (args: object) =>
  run('issues_of_name', { kind: 'person', name: 'ann lee', ...args }).rows.map((row) => row.IssueID)

test('names are found by a part, with what the library has of them', () => {
  expect(run('find_names', { name: 'lee' }).rows).toEqual([{ Kind: 'person', Name: 'Ann Lee', Series: 1, Issues: 3 }])
  expect(run('find_names', { name: 'north' }).rows).toEqual([{ Kind: 'publisher', Name: 'Northgate', Series: 1, Issues: 3 }]) // biome-ignore format: one row
  expect(run('find_names', { name: 'south' }).rows).toEqual([])
})

test('the issues of a person are all, missing or unread ones, in a role if one is given', () => {
  expect(ids({})).toEqual(['harbor-3', 'harbor-2', 'harbor-1'])
  expect(ids({ part: 'missing' })).toEqual(['harbor-2'])
  expect(ids({ part: 'unread' })).toEqual(['harbor-1'])
  expect(ids({ role: 'inks' })).toEqual(['harbor-2'])
  expect(run('issues_of_name', { kind: 'publisher', name: 'Northgate', limit: 1 })).toMatchObject({ total: 3 })
  expect(run('issues_of_name', { kind: 'person', name: 'Ann Lee', part: 'missing' }).rows[0]).toMatchObject({ Roles: 'Writer, Inker' }) // biome-ignore format: one row
})

test('an unknown name is answered with similar ones', () => {
  const { note } = run('issues_of_name', { kind: 'character', name: 'Lee' })
  expect(note).toBe('The library has no character named Lee. Similar names: Ann Lee (person).')
})
