import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Files } from '../../../base/platform/ports'
import { findIssue } from '../../../library/series/store'
import type { TestApp } from '../../../testing/app'
import { crashStates } from '../../../testing/disks/crash-states'
import { disk } from '../../../testing/disks/disk'
import {
  beginSearch,
  fillLibrary,
  grab,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
  withTimePassing,
} from '../../../testing/indexers/interactive-harness'
import { itemsInFlight, logOf } from '../../downloads/store'
import { journal } from '../../downloads/tables'
import { findCandidate, findSession } from './store'

/** The process is killed at every disk access of a grab, and restarted. */

const TITLE = 'Harbor Lights 003 (2015) (Digital)'

let harness: InteractiveHarness
beforeEach(() => {
  harness = makeInteractiveHarness({ a: { releases: [{ title: TITLE }] } })
})
afterEach(() => removeHarness(harness))

// A release that was never sent would be searched for again automatically.
const start = (files?: Files) =>
  startApp(harness, {
    files,
    databasePath: join(harness.folder, 'panelkeep.db'),
    settings: { searching_paused: 'true' },
  })
const there = (app: TestApp) => findIssue(app.db.read, 'harbor-3')?.fulfillment

test('killed at any disk access, a grab ends once and the search says how', async () => {
  const crashes = crashStates(harness.folder, disk)
  const before = await start(crashes.files)
  fillLibrary(before, harness)
  const session = await searchToEnd(before)
  const ids = [session.session_id, session.candidates[0]!.candidate_id] as const
  crashes.begin()
  await grab(before, session, TITLE)
  crashes.end()
  await before.close()
  const ends = new Set<string>()
  for (const { at: moment, putBack } of crashes.states) {
    putBack()
    const sent = handedOverFiles(harness).length
    const app = await start()
    await withTimePassing(app, app.idle())
    const [item] = app.db.read.select().from(journal).all()
    const state = findCandidate(app.db.read, ...ids)?.state
    expect(handedOverFiles(harness).length, moment).toBe(sent)
    const end = [sent, item?.stage, there(app), state].join()
    expect(['0,,missing,available', '0,failed,missing,failed', '1,snatched,snatched,submitted'], moment).toContain(end)
    ends.add(end)
    if (sent === 0) expect(itemsInFlight(app.db.read), moment).toEqual([])
    if (item) expect(logOf(app.db.read, item.item_id).map(({ to }) => to)).toEqual(['reserved', item.stage])
    await app.close()
  }
  expect(ends.size).toBe(3)
  expect(crashes.count()).toBeGreaterThan(6)
}, 60_000)

test('a search that was running when the process ended has failed, and may be started again', async () => {
  let app = await start()
  fillLibrary(app, harness)
  harness.indexers.a!.hold()
  const { session_id } = await beginSearch(app, 'issue', 'harbor-3')
  await app.clock.advance('1 s')
  app.db.close()
  app = await start()
  await app.clock.advance('1 s')
  expect(findSession(app.db.read, session_id)?.state).toBe('failed')
  await beginSearch(app, 'issue', 'harbor-3')
  app.db.close()
})
