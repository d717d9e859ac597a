import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeIssues, makeSeries } from '../../../testing/make'
import { searchItems, searchLast, searchPreviews } from '../tables'
import { endItem } from './item-store'
import * as store from './store'

const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
let events: AppEvent[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  events = []
})
const begin = (run_id: string, minute: number, scope: Partial<store.SearchRunRow> = {}) => {
  const row = {
    run_id,
    trigger: 'manual',
    scope_type: 'series',
    scope_id: 'harbor',
    priority: 'high',
    created_at: at(minute),
  }
  db.write((tx) => store.insertSearchRun(tx, { ...row, ...scope } as never))
}
const end = (run_id: string, minute: number) =>
  db.write((tx) => store.endRun(tx, run_id, { state: 'succeeded' as never, at: at(minute) }))
const ids = () => store.listSearchRuns(db.read, { limit: 9, offset: 0 }).map(({ run_id }) => run_id)

test('a run starts and ends once, and no other does', () => {
  begin('a', 1)
  begin('b', 2)
  expect(db.write((tx) => store.runStarted(tx, 'a', at(3)))).toMatchObject({
    completion_state: 'running',
    updated_at: at(3),
  })
  expect([end('a', 4), end('a', 5)]).toEqual([true, false])
  expect(db.write((tx) => store.runStarted(tx, 'a', at(6)))).toBeUndefined()
  expect(store.findSearchRun(db.read, 'a')).toMatchObject({ completed_at: at(4), reason: null })
  expect(store.findSearchRun(db.read, 'b')).toMatchObject({ completion_state: 'pending', completed_at: null })
  db.write((tx) => store.setDispatch(tx, 'b', 'held' as never, 'why', at(7)))
  expect([store.findSearchRun(db.read, 'a')?.reason, store.findSearchRun(db.read, 'b')?.reason]).toEqual([null, 'why'])
})

test('each step is reported once, and a repeated one is not', () => {
  begin('a', 1)
  end('a', 2)
  events = []
  end('a', 3)
  db.write((tx) => store.runStarted(tx, 'a', at(3)))
  expect(events).toEqual([])
})

test('the open run of a scope is the newest one', () => {
  begin('old', 1)
  begin('new', 2)
  begin('other', 3, { scope_id: 'tide' })
  begin('issue', 4, { scope_type: 'issue' as never })
  const open = () => store.openSearchRun(db.read, 'series', 'harbor')?.run_id
  expect(open()).toBe('new')
  end('new', 5)
  expect(open()).toBe('old')
  end('old', 5)
  expect(open()).toBeUndefined()
})

test('runs are listed newest first, in pages, and one may be removed', () => {
  for (const [minute, id] of ['a', 'b', 'c'].entries()) begin(id, minute)
  expect(store.listSearchRuns(db.read, { limit: 1, offset: 1 }).map(({ run_id }) => run_id)).toEqual(['b'])
  db.write((tx) => store.removeRun(tx, 'b'))
  expect([ids(), store.countSearchRuns(db.read)]).toEqual([['c', 'a'], 2])
})

const searched = (entity_id: string, searched_at: string, more: object = {}) => {
  const row = { entity_id, entity_type: 'issue', state: 'failed', summary: 'x', asked: [], refused: [], searched_at }
  db.write((tx) =>
    tx
      .insert(searchLast)
      .values({ ...row, ...more } as never)
      .run(),
  )
}

test('each step of a run is reported', () => {
  const steps: (() => unknown)[] = [
    () => begin('a', 1),
    () => db.write((tx) => store.setDispatch(tx, 'a', 'accepted', null, at(2))),
    () => db.write((tx) => store.runStarted(tx, 'a', at(3))),
    () => end('a', 4),
  ]
  for (const step of steps) {
    events = []
    step()
    expect(events).toEqual([{ type: 'search.changed', run_id: 'a' }] as never)
  }
})

test('waiting runs are listed oldest first, and counted by trigger', () => {
  const waiting = () => store.undispatchedRuns(db.read, 2).map(({ run_id }) => run_id)
  begin('late', 5, { trigger: 'scheduled' })
  begin('later', 6, { trigger: 'scheduled' })
  begin('early', 1, { trigger: 'rss' })
  begin('handed on', 2, { trigger: 'rss' })
  begin('ended', 3, { trigger: 'rss' })
  db.write((tx) => store.setDispatch(tx, 'handed on', 'accepted', null, at(7)))
  end('ended', 7)
  expect(waiting()).toEqual(['early', 'late'])
  const counts = store.countUndispatched(db.read).map(({ trigger, count }) => `${trigger} ${count}`)
  expect(counts.sort()).toEqual(['rss 1', 'scheduled 2'])
})

test('the oldest open run is known, and there may be none', () => {
  expect(store.oldestOpenRun(db.read)).toBeUndefined()
  for (const [minute, id] of ['a', 'b', 'c'].entries()) begin(id, minute)
  end('a', 5)
  db.write((tx) => store.runStarted(tx, 'b', at(6)))
  expect(store.oldestOpenRun(db.read)).toBe(at(1))
})

test.each([
  [undefined, ['c', 'b', 'a']],
  [true, ['c', 'a']],
  [false, ['b']],
])('runs are listed and counted, open ones: %p', (open, expected) => {
  for (const [minute, id] of ['a', 'b', 'c'].entries()) begin(id, minute)
  end('b', 5)
  expect(store.listSearchRuns(db.read, { limit: 9, offset: 0, open }).map(({ run_id }) => run_id)).toEqual(expected)
  expect(store.countSearchRuns(db.read, open)).toBe(expected.length)
})

test('one run gets another priority', () => {
  for (const id of ['a', 'b']) begin(id, 1, { priority: 'routine' })
  db.write((tx) => store.setPriority(tx, 'a', 'recovery'))
  expect(['a', 'b'].map((id) => store.findSearchRun(db.read, id)?.priority)).toEqual(['recovery', 'routine'])
})

describe('the items of a run', () => {
  const add = (run_id: string, ...entityIds: string[]) =>
    db.write((tx) => store.insertItems(tx, run_id, entityIds.map((entity_id) => ({ entity_type: 'issue', entity_id })), at(1))) // biome-ignore format: one row
  const endOf = (run_id: string, entity_id: string, state: 'no_match' | 'failed', minute: number) =>
    db.write((tx) => endItem(tx, { run_id, entity_type: 'issue', entity_id }, state, null, at(minute)))
  const named = (run_id: string, span?: { limit: number; offset: number }) =>
    store
      .searchItemsOf(db.read, run_id, span)
      .map(({ item, series, issue_number }) => [item.entity_id, series, issue_number])
  beforeEach(() => {
    begin('a', 1)
    begin('b', 2)
    add('a', 'harbor-2', 'gone', 'harbor-1')
    add('b', 'harbor-1')
  })

  test('are listed in order with their names, if they have one, all or a page of them', () => {
    const two = ['harbor-2', 'Harbor Lights', '2']
    const all = [two, ['gone', null, null], ['harbor-1', 'Harbor Lights', '1']]
    expect([named('a'), named('a', { limit: 1, offset: 1 }), named('none')]).toEqual([all, [all[1]], []] as never)
    const snapshot = db.snapshot()
    const stepped = [...store.stepItems(snapshot, 'a')].flat().map(({ item }) => `${item.run_id} ${item.entity_id}`)
    snapshot.close()
    expect(stepped).toEqual(['a harbor-2', 'a gone', 'a harbor-1'])
  })

  test('are counted by state, for each requested run', () => {
    endOf('a', 'gone', 'failed', 3)
    const counts = store.itemCountsOf(db.read, ['a', 'none'])
    expect([...counts]).toEqual([['a', { accepted: 2, failed: 1 }], ['none', {}]]) // biome-ignore format: one glance
  })

  test('show the newest of an issue, and its outcome only if it was the last', () => {
    searched('harbor-1', at(5), { run_id: 'a', summary: 'Nothing found' })
    endOf('a', 'harbor-1', 'no_match', 5)
    const attempt = () => store.attemptsOf(db.read, ['harbor-1']).get('harbor-1')
    expect(attempt()).toMatchObject({ run_id: 'a', state: 'no_match', summary: 'Nothing found' })
    endOf('b', 'harbor-1', 'failed', 6)
    expect(attempt()).toMatchObject({ run_id: 'b', state: 'failed', summary: null })
    expect([...store.attemptsOf(db.read, ['harbor-2', 'none']).keys()]).toEqual(['harbor-2'])
    expect(store.attemptsOf(db.read, []).size).toBe(0)
  })
})

describe('the backlog', () => {
  const TODAY = '2026-11-21'
  beforeEach(() => {
    makeSeries(db, { comic_id: 'clouds', name: 'Clouds' })
    const dated = (number: string, release_date: string) => ({ number, intent: 'wanted', release_date }) as const
    makeIssues(db, 'clouds', [dated('1', '2020-01-01'), dated('2', '2021-01-01'), dated('3', '2022-01-01'), dated('4', TODAY), dated('5', '2026-11-22')]) // biome-ignore format: one row
    searched('clouds-2', at(10))
    searched('clouds-3', at(20))
    begin('a', 1)
  })
  const backlog = (more: { before?: string; most?: number } = {}) => {
    const searchable = { today: TODAY, annuals: true, arcs: true, most: 9 }
    const count = db.write((tx) => store.insertBacklog(tx, 'a', { ...searchable, ...more }, at(30)))
    const rows = db.read.select().from(searchItems).orderBy(searchItems.position).all()
    return [count, rows.map(({ position, entity_id }) => `${position} ${entity_id}`)]
  }

  test('starts with issues never searched for, newest first, then those not searched for the longest', () => {
    expect(backlog()).toEqual([4, ['0 clouds-4', '1 clouds-1', '2 clouds-2', '3 clouds-3']])
  })

  test.each([
    [at(9), ['0 clouds-4', '1 clouds-1']],
    [at(10), ['0 clouds-4', '1 clouds-1', '2 clouds-2']],
  ])('excludes what was searched for after %s', (before, expected) => {
    expect(backlog({ before })).toEqual([expected.length, expected])
  })

  test('is counted without the items of other runs', () => {
    begin('b', 2)
    db.write((tx) => store.insertItems(tx, 'b', [{ entity_type: 'issue', entity_id: 'clouds-1' }], at(2)))
    const searchable = { today: TODAY, annuals: true, arcs: true, most: 9 }
    expect(db.write((tx) => store.insertBacklog(tx, 'a', searchable, at(30)))).toBe(4)
  })

  test('is limited to the available room', () => {
    expect(backlog({ most: 3 })).toEqual([3, ['0 clouds-4', '1 clouds-1', '2 clouds-2']])
  })
})

test('old runs, expired previews and searches of deleted issues are forgotten', () => {
  begin('old', 1)
  begin('edge', 1)
  begin('open', 1)
  end('old', 2)
  end('edge', 10)
  const preview = (token_hash: string, expires: number, run_id: string | null) => {
    const row = {
      token_hash,
      sid: 's',
      scope_type: 'series',
      scope_id: 'harbor',
      fingerprint: 'f',
      run_id,
      created_at: at(1),
    }
    db.write((tx) =>
      tx
        .insert(searchPreviews)
        .values({ ...row, expires_at: at(expires) } as never)
        .run(),
    )
  }
  preview('long over', 9, 'open')
  preview('became a run', 15, 'open')
  preview('ran out', 15, null)
  preview('counts', 20, null)
  for (const entity_id of ['harbor-1', 'gone']) searched(entity_id, at(1))
  db.write((tx) => store.pruneSearches(tx, at(10), at(20)))
  expect(ids().sort()).toEqual(['edge', 'open'])
  const left = db.read.select().from(searchPreviews).all().map(({ token_hash }) => token_hash) // biome-ignore format: one glance
  expect(left.sort()).toEqual(['became a run', 'counts'])
  expect(db.read.select().from(searchLast).all().map(({ entity_id }) => entity_id)).toEqual(['harbor-1']) // biome-ignore format: one glance
})
