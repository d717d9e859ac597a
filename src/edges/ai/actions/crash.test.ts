import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { allArcs, arcCounts } from '../../../collecting/arcs/store'
import { entryIds } from '../../../collecting/readlist/store'
import { findIssue, findSeries } from '../../../library/series/store'
import { assistantHarness, propose } from '../../../testing/assistant/assistant'
import { testDatabaseAt } from '../../../testing/database'
import { addProviderSeries, fakeProvider } from '../../../testing/fakes/metadata-provider'
import { makeIssues, makeSeries } from '../../../testing/make'
import type { ProposedAction } from './schema'

/** The process is killed between any two writes of a confirmation; the next process applies the proposal completely. */

let folder: string
let opened: Database[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-actions-'))
  opened = []
})
afterEach(() => {
  for (const db of opened) db.close()
  rmSync(folder, { recursive: true, force: true })
})

const comicvine = () => {
  const fake = fakeProvider('comicvine')
  addProviderSeries(fake, '700', { facts: { name: 'Copper Orchard' }, issues: 2 })
  return fake
}

/** Starts a process on the database file of this test. */
function start() {
  const db = testDatabaseAt(join(folder, 'panelkeep.db'))
  opened.push(db)
  return assistantHarness([comicvine()], db)
}

function library(db: Database) {
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
}

const CASES: [string, string, Record<string, unknown>, (harness: ReturnType<typeof start>) => unknown, unknown][] = [
  [
    'issues are wanted',
    'propose_want_issues',
    { issue_ids: ['harbor-1', 'harbor-2', 'harbor-3'] },
    ({ db }) => [1, 2, 3].map((n) => findIssue(db.read, `harbor-${n}`)?.intent),
    ['wanted', 'wanted', 'wanted'],
  ],
  [
    'a series is followed',
    'propose_follow_series',
    { name: 'Copper Orchard' },
    ({ db }) => findSeries(db.read, '700')?.total,
    2,
  ],
  [
    'an arc is made',
    'propose_story_arc',
    { name: 'Night Tide', issue_ids: ['harbor-3', 'harbor-1'] },
    ({ db }) => allArcs(db.read).map(({ arc_id, name }) => `${name} ${arcCounts(db.read, arc_id)[0]?.total}`),
    ['Night Tide 2'],
  ],
  [
    'a list is made',
    'propose_reading_list',
    { name: 'Winter', issue_ids: ['harbor-3', 'harbor-1'] },
    ({ readlist }) => readlist.lists().lists.map(({ name, issues }) => `${name} ${issues}`),
    ['Reading list 0', 'Winter 2'],
  ],
  [
    'a list is put in order',
    'propose_order',
    { list_id: 'default', ids: ['harbor-3', 'harbor-2'] },
    ({ db }) => entryIds(db.read, 'default'),
    ['harbor-3', 'harbor-2', 'harbor-1'],
  ],
]

class Killed extends Error {}

/** Lets the process write nothing from its write number `nth` on; with `inside` that write begins and is lost. */
function kill({ db }: { db: Database }, nth: number, inside: boolean): void {
  const write = db.write.bind(db)
  let [writes, depth] = [0, 0]
  db.write = (work) => {
    if (depth === 0 && ++writes > nth) throw new Killed()
    if (depth > 0 && inside && writes === nth) throw new Killed()
    depth++
    try {
      return write(work)
    } finally {
      depth--
    }
  }
}

describe.each([false, true])('killed in a confirmation, in the middle of a write: %p:', (inside) => {
  test.each(CASES)('%s, completely and once', async (_what, tool, args, seen, whole) => {
    for (let nth = 0; nth < 3; nth++) {
      rmSync(folder, { recursive: true, force: true })
      folder = mkdtempSync(join(tmpdir(), 'panelkeep-actions-'))
      const first = start()
      library(first.db)
      if (tool === 'propose_order') first.readlist.add('default', ['harbor-1', 'harbor-2', 'harbor-3'])
      const before = JSON.stringify(seen(first) ?? null)
      const { action } = (await propose(first, tool, args)) as { action: ProposedAction }
      kill(first, nth, inside)
      try {
        first.proposals.confirm(action.id)
      } catch (error) {
        expect(error).toBeInstanceOf(Killed)
      }
      const second = start()
      const halfway = JSON.stringify(seen(second) ?? null)
      second.operations.recover()
      second.proposals.recover()
      await second.operations.idle()
      const { status } = second.proposals.view(action.id).action
      // Not confirmed yet: the user can click again.
      if (status === 'pending') {
        expect(halfway).toBe(before)
        second.proposals.confirm(action.id)
        await second.operations.idle()
      }
      expect(second.proposals.view(action.id).action).toMatchObject({
        status: 'confirmed',
        outcome: 'applied',
      })
      expect(seen(second), `killed at write ${nth}`).toEqual(whole)
    }
  })
})

test('a fault in a service ends the proposal, and none of it is applied', async () => {
  const harness = start()
  library(harness.db)
  const { action } = (await propose(harness, 'propose_want_issues', { issue_ids: ['harbor-1', 'harbor-2'] })) as {
    action: ProposedAction
  }
  const setIntent = harness.library.setIntent.bind(harness.library)
  harness.library.setIntent = (issueId, intent) => {
    if (issueId === 'harbor-2') throw new Error('a fault')
    return setIntent(issueId, intent)
  }
  expect(harness.proposals.confirm(action.id).action).toMatchObject({
    status: 'error',
    outcome: 'failed',
    detail: 'It failed because of an internal error; the log has more. Nothing was changed.',
  })
  expect(findIssue(harness.db.read, 'harbor-1')?.intent).toBe('policy')
  expect(harness.logged.join('\n')).toContain('proposal failed')
})

test('a service that refuses ends the proposal with its own sentence', async () => {
  const harness = start()
  const { action } = (await propose(harness, 'propose_follow_series', { name: 'Copper Orchard' })) as {
    action: ProposedAction
  }
  harness.operations.enqueue = () => {
    throw new Refusal('throttled', 'ComicVine allows no more requests until 09:00.')
  }
  expect(harness.proposals.confirm(action.id).action).toMatchObject({
    outcome: 'failed',
    detail: 'ComicVine allows no more requests until 09:00. Nothing was changed.',
  })
  expect(findSeries(harness.db.read, '700')).toBeUndefined()
})

test('a full disk leaves the proposal confirmed, and the next click applies it', async () => {
  const harness = start()
  library(harness.db)
  const { action } = (await propose(harness, 'propose_want_issues', { issue_ids: ['harbor-1'] })) as {
    action: ProposedAction
  }
  const write = harness.db.write.bind(harness.db)
  let writes = 0
  harness.db.write = (work) => {
    if (++writes === 2) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    return write(work)
  }
  expect(() => harness.proposals.confirm(action.id)).toThrow('The disk of the data directory is full.')
  expect(harness.proposals.view(action.id).action.status).toBe('processing')
  writes = 1
  harness.proposals.recover()
  expect(harness.logged.join('\n')).toContain('proposal waits for the next start')
  expect(harness.proposals.view(action.id).action.status).toBe('processing')
  expect(harness.proposals.confirm(action.id).action).toMatchObject({ status: 'confirmed' })
  expect(findIssue(harness.db.read, 'harbor-1')?.intent).toBe('wanted')
})
