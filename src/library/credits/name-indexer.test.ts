import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { putIssueSource, putSeriesSource } from '../metadata/store'
import { recount } from '../series/counts-store'
import { issues, series } from '../series/tables'
import { NameIndexer } from './name-indexer'

const AT = '2026-01-01T00:00:00.000Z'
let db: Database
let indexer: NameIndexer
let stopping: AbortController
let order: readonly ('metron' | 'comicvine')[]
let events: string[]

beforeEach(() => {
  const listeners: ((event: AppEvent) => void)[] = []
  events = []
  db = testDatabase((event) => {
    events.push(event.type)
    for (const listener of listeners) listener(event)
  })
  order = ['comicvine', 'metron']
  indexer = new NameIndexer({
    db,
    log: { error: (_: string, text: string, { error }: { error: unknown }) => { throw new Error(text, { cause: error }) } } as never, // biome-ignore format: one object
    subscribe: (listener) => listeners.push(listener),
    order: () => order,
  })
  stopping = new AbortController()
  makeSeries(db, { publisher: 'Northgate' })
  makeSeries(db, { comic_id: 'fern', name: 'Fern Road' })
  makeIssues(db, 'harbor', ['1', '2'])
  makeIssues(db, 'fern', ['9'])
})
afterEach(async () => {
  stopping.abort()
  await indexer.idle()
  db.close()
})

const say = (issue_id: string, source: 'file' | 'metron' | 'comicvine', ...names: string[]) =>
  db.write((tx) => {
    const credits = names.map((name) => ({ name, roles: ['Writer'] }))
    putIssueSource(tx, { issue_id, source, facts: { credits }, said_at: AT })
    tx.emit({ type: 'library.changed' })
  })

async function totals(kind = 'person'): Promise<Record<string, number>> {
  await indexer.idle()
  const rows = db.read.all<{ name: string; issues: number }>(
    sql`select n.name, t.issues from names n join name_totals t on t.name_id = n.name_id and t.role_id = 0
      where n.kind = ${kind} order by n.name`,
  )
  return Object.fromEntries(rows.map(({ name, issues }) => [name, issues]))
}

test('reads what is queued at the start, and every later change after its event', async () => {
  say('harbor-1', 'file', 'Ann Lee')
  expect(await totals()).toEqual({})
  indexer.begin(stopping.signal)
  expect(await totals()).toEqual({ 'Ann Lee': 1 })
  say('harbor-2', 'file', 'Ann Lee', 'Bo Ek')
  expect(await totals()).toEqual({ 'Ann Lee': 2, 'Bo Ek': 1 })
  say('harbor-2', 'file')
  expect(await totals()).toEqual({ 'Ann Lee': 1 })
  expect(db.read.all(sql`select 1 from name_queue union all select 1 from name_recounts`)).toEqual([])
})

test('the source that is first in the settings says who made an issue', async () => {
  say('harbor-1', 'file', 'File Hand')
  say('harbor-1', 'metron', 'Metron Hand')
  say('harbor-1', 'comicvine', 'Vine Hand')
  indexer.begin(stopping.signal)
  expect(await totals()).toEqual({ 'Vine Hand': 1 })
  order = ['metron', 'comicvine']
  say('harbor-1', 'file', 'Other Hand')
  expect(await totals()).toEqual({ 'Metron Hand': 1 })
})

test('a name in capitals is replaced by one in small letters, and never the other way', async () => {
  indexer.begin(stopping.signal)
  say('harbor-1', 'file', 'ANN LEE', 'bo ek')
  expect(await totals()).toEqual({ 'ANN LEE': 1, 'bo ek': 1 })
  say('harbor-2', 'file', 'Ann Lee', 'BO EK', 'Cy Vale')
  expect(await totals()).toEqual({ 'Ann Lee': 2, 'bo ek': 2, 'Cy Vale': 1 })
  say('fern-9', 'file', 'ANN LEE', 'cy vale', 'Bo Ek')
  expect(await totals()).toEqual({ 'Ann Lee': 3, 'Bo Ek': 3, 'Cy Vale': 2 })
})

test('a person is counted once for an issue, whatever the person does there, and once in each role', async () => {
  const credits = [{ name: 'Ann Lee', roles: ['Writer', 'Inker'] }]
  db.write((tx) => putIssueSource(tx, { issue_id: 'harbor-1', source: 'file', facts: { credits }, said_at: AT }))
  say('harbor-2', 'file', 'Ann Lee')
  indexer.begin(stopping.signal)
  expect(await totals()).toEqual({ 'Ann Lee': 2 })
  const roles = db.read.all<{ role: string; issues: number }>(
    sql`select r.role, t.issues from name_totals t join name_roles r on r.role_id = t.role_id order by r.role`,
  )
  expect(roles).toEqual([{ role: 'Inker', issues: 1 }, { role: 'Writer', issues: 2 }]) // biome-ignore format: one line
})

test('an author of a series counts for all of its issues, and in another role for the issues of that role', async () => {
  const facts = { authors: ['Ann Lee'] }
  db.write((tx) => putSeriesSource(tx, { comic_id: 'harbor', source: 'metron', facts, said_at: AT }))
  const credits = [{ name: 'Ann Lee', roles: ['Inker'] }]
  db.write((tx) => putIssueSource(tx, { issue_id: 'harbor-1', source: 'file', facts: { credits }, said_at: AT }))
  indexer.begin(stopping.signal)
  expect(await totals()).toEqual({ 'Ann Lee': 2 })
  const [inker] = db.read.all<{ issues: number }>(
    sql`select t.issues from name_totals t join name_roles r on r.role_id = t.role_id where r.role = 'Inker'`,
  )
  expect(inker).toEqual({ issues: 1 })
})

test('a name that nothing states any more is forgotten, but not one that a spelling is joined with', async () => {
  indexer.begin(stopping.signal)
  say('harbor-1', 'file', 'Ann Lee', 'Anne Lee', 'Bo Ek')
  await totals()
  db.write((tx) => tx.run(sql`update names set joined_into = (select name_id from names where name = 'Ann Lee')
    where name = 'Anne Lee'`)) // biome-ignore format: one statement
  say('harbor-1', 'file')
  await totals()
  const kept = db.read.all<{ name: string }>(sql`select name from names where kind = 'person' order by name`)
  expect(kept.map(({ name }) => name)).toEqual(['Ann Lee', 'Anne Lee'])
})

test('a publisher has all issues of its series, as they become more', async () => {
  indexer.begin(stopping.signal)
  db.write((tx) => tx.emit({ type: 'library.changed' }))
  expect(await totals('publisher')).toEqual({ Northgate: 2 })
  makeIssues(db, 'harbor', ['3', '4'])
  db.write((tx) => {
    recount(tx, 'harbor')
    tx.emit({ type: 'series.changed', comic_id: 'harbor' })
  })
  expect(await totals('publisher')).toEqual({ Northgate: 4 })
})

test('an issue that moves to another series takes its names with it', async () => {
  say('harbor-1', 'file', 'Ann Lee')
  indexer.begin(stopping.signal)
  await indexer.idle()
  db.write((tx) => {
    tx.update(issues).set({ comic_id: 'fern' }).where(eq(issues.issue_id, 'harbor-1')).run()
    tx.emit({ type: 'library.changed' })
  })
  await indexer.idle()
  const rows = db.read.all<{ comic_id: string; issues: number }>(
    sql`select p.comic_id, c.issues from name_series c join name_places p on p.place_id = c.series_id
      join names n on n.name_id = c.name_id where n.name = 'Ann Lee' and c.role_id = 0`,
  )
  expect(rows).toEqual([{ comic_id: 'fern', issues: 1 }])
})

test('series that exist for story arcs only have no names, until they are followed', async () => {
  const follow = (status: 'active' | 'unfollowed') =>
    db.write((tx) => {
      tx.update(series).set({ status }).where(eq(series.comic_id, 'fern')).run()
      tx.emit({ type: 'library.changed' })
    })
  follow('unfollowed')
  say('fern-9', 'file', 'Ann Lee')
  db.write((tx) => putSeriesSource(tx, { comic_id: 'fern', source: 'metron', facts: { authors: ['Bo Ek'] }, said_at: AT })) // biome-ignore format: one row
  indexer.begin(stopping.signal)
  expect(await totals()).toEqual({})
  follow('active')
  expect(await totals()).toEqual({ 'Ann Lee': 1, 'Bo Ek': 1 })
  follow('unfollowed')
  expect(await totals()).toEqual({})
})

test('waits while another connection writes', async () => {
  indexer.begin(stopping.signal)
  await indexer.idle()
  say('harbor-1', 'file', 'Ann Lee')
  await indexer.idle()
  const lent = Promise.withResolvers<AppEvent[]>()
  const lending = db.lend(() => lent.promise)
  await Promise.resolve()
  expect(() => indexer.follow()).not.toThrow()
  lent.resolve([{ type: 'library.changed' }])
  await lending
  expect(await totals()).toEqual({ 'Ann Lee': 1 })
})

test('tells the pages when everything queued was read, and nothing when nothing was queued', async () => {
  say('harbor-1', 'file', 'Ann Lee')
  indexer.begin(stopping.signal)
  await indexer.idle()
  expect(events.filter((type) => type === 'names.changed')).toHaveLength(1)
  db.write((tx) => tx.emit({ type: 'library.changed' }))
  await indexer.idle()
  expect(events.filter((type) => type === 'names.changed')).toHaveLength(1)
})
