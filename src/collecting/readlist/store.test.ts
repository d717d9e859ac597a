import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { findIssue } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { threadCpuMs } from '../../testing/harness/loop-watch'
import { makeRunCounter } from '../../testing/harness/statement-runs'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { entryRows } from './entries'
import * as store from './store'

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
let events: AppEvent[]
let runsOf: ReturnType<typeof makeRunCounter>
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  runsOf = makeRunCounter(db)
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
  db.write((tx) => {
    for (const list_id of ['summer', 'autumn', 'empty']) store.insertList(tx, { list_id, name: list_id }, AT)
  })
  add('summer', 'harbor-1', 'harbor-2')
  add('autumn', 'harbor-1')
  events = []
})

function add(list_id: string, ...issueIds: string[]): void {
  const facts = {
    list_id,
    added_at: AT,
    comic_id: 'harbor',
    series_name: 'Harbor Lights',
    label: '#',
    issue_date: null,
  }
  db.write((tx) =>
    store.addEntries(
      tx,
      list_id,
      issueIds.map((issue_id) => ({ ...facts, issue_id })),
    ),
  )
}
const remove = (listId: string, issueId: string) => db.write((tx) => store.removeEntries(tx, listId, [issueId], AT))
const listed = () => ['summer', 'autumn'].map((listId) => store.entryIds(db.read, listId))

describe('an issue that another one replaces', () => {
  const replace = (from: string, to: string) => db.write((tx) => store.replaceListedIssue(tx, from, findIssue(tx, to)!))

  test('is replaced at its place in each list, and open pages are notified', () => {
    replace('harbor-1', 'harbor-3')
    expect(listed()).toEqual([['harbor-3', 'harbor-2'], ['harbor-3']])
    const told = events.map((event) => event.type === 'readlist.changed' && event.list_id)
    expect(told.sort()).toEqual(['autumn', 'summer'])
  })

  test('is there once in a list that has both', () => {
    replace('harbor-1', 'harbor-2')
    expect(listed()).toEqual([['harbor-2'], ['harbor-2']])
  })

  test('restores the other one, which was removed', () => {
    remove('summer', 'harbor-2')
    replace('harbor-1', 'harbor-2')
    expect(listed()).toEqual([['harbor-2'], ['harbor-2']])
  })

  test('restores nothing when both were removed, and stays removed elsewhere', () => {
    for (const issueId of ['harbor-1', 'harbor-2']) remove('summer', issueId)
    remove('autumn', 'harbor-1')
    replace('harbor-1', 'harbor-2')
    expect(listed()).toEqual([[], []])
    db.write((tx) => store.restoreEntries(tx, 'autumn', ['harbor-1', 'harbor-2']))
    expect(listed()).toEqual([[], ['harbor-2']])
  })
})

test('any number of entries is added in one call', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `gone-${at}`)
  const begun = threadCpuMs()
  add('empty', ...many)
  expect(threadCpuMs() - begun).toBeLessThan(2000)
  expect(store.entryIds(db.read, 'empty')).toEqual(many)
})

describe('readable lists', () => {
  const readable = () => store.readableLists(db.read).map(({ list_id }) => list_id)
  const summaryOf = (listId: string) => store.readableSummary(db.read, listId)

  test('have an issue with a file, and are not removed', () => {
    expect(readable()).toEqual([])
    makeFile(db, { issues: ['harbor-2'] })
    expect(readable()).toEqual(['summer'])
    makeFile(db, { issues: ['harbor-1'] })
    expect(readable()).toEqual(['autumn', 'summer'])
    remove('autumn', 'harbor-1')
    expect(readable()).toEqual(['summer'])
    db.write((tx) => store.changeList(tx, 'summer', { removed_at: AT }, AT))
    expect(readable()).toEqual([])
  })

  test('count the issues of their own that have a file and were not removed', () => {
    expect(summaryOf('summer')).toEqual({ count: 0, first: undefined as never })
    makeFile(db, { issues: ['harbor-1'] })
    makeFile(db, { issues: ['harbor-2'] })
    expect(summaryOf('summer')).toEqual({ count: 2, first: 'harbor-1' })
    expect(summaryOf('autumn')).toEqual({ count: 1, first: 'harbor-1' })
    remove('summer', 'harbor-1')
    expect(summaryOf('summer')).toEqual({ count: 1, first: 'harbor-2' })
  })
})

test('a list is read in as many statements whether it has two entries or forty', async () => {
  for (let n = 0; n < 40; n++) {
    makeSeries(db, { comic_id: `s${n}`, name: `Series ${n}` })
    const ids = makeIssues(db, `s${n}`, [1])
    makeFile(db, { path: `/s${n}.cbz`, issues: ids })
    add('autumn', ...ids)
  }
  const runs = (listId: string) => runsOf(() => entryRows(db.read, listId))
  expect(entryRows(db.read, 'autumn').filter(({ file, series }) => file && series)).toHaveLength(40)
  expect(await runs('autumn')).toBe(await runs('summer'))
  expect(await runs('autumn')).toBeGreaterThan(2)
  expect(await runs('autumn')).toBeLessThan(8)
})
