import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { inFlight, logOf } from '../../downloads/store'
import { journal } from '../../downloads/tables'
import type { Files } from '../../platform/ports'
import { findIssue } from '../../series/store'
import type { TestApp } from '../../testing/app'
import { disk } from '../../testing/disk'
import { type Kill, killingAt } from '../../testing/dying-disk'
import {
  beginSearch,
  fillLibrary,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
  withTimePassing,
} from '../../testing/interactive-harness'
import { findCandidate, findSession } from './store'

/** The process is killed at every access to the disk of a grab, and started again. */

const TITLE = 'Harbor Lights 003 (2015) (Digital)'

let harness: InteractiveHarness
beforeEach(() => {
  harness = makeInteractiveHarness({ a: { releases: [{ title: TITLE }] } })
})
afterEach(() => removeHarness(harness))

// What was never handed over would be searched for again automatically.
const start = (files?: Files) =>
  startApp(harness, {
    files,
    databasePath: join(harness.folder, 'panelkeep.db'),
    settings: { searching_paused: 'true' },
  })
const there = (app: TestApp) => findIssue(app.db.read, 'harbor-3')?.fulfillment

/** Returns the session and the candidate of a grab that was killed or had ended before. */
async function killed(kill: Kill) {
  const dying = killingAt(kill, disk)
  const app = await start(dying.files)
  fillLibrary(app, harness)
  const session = await searchToEnd(app)
  const { candidate_id } = session.candidates[0]!
  const ids = [session.session_id, candidate_id] as const
  dying.begin()
  const over = app.reader
    .post(`/api/search/interactive/${ids[0]}/candidates/${candidate_id}/grab`, {})
    .then(() => 'over' as const)
  // A dead process must see no time pass: none of it may continue.
  const end = await withTimePassing(app, Promise.race([dying.dead, over]))
  if (end === 'dead') app.db.close()
  else await app.close()
  return { end, ids }
}

test('killed before any access to the disk, a grab ends once and the search says how', async () => {
  for (let nth = 1; nth < 30; nth++) {
    harness.indexers.a!.requests.length = 0
    const { end, ids } = await killed({ nth, moment: 'half-way through' })
    const sent = handedOverFiles(harness).length
    const app = await start()
    await withTimePassing(app, app.idle())
    const [item] = app.db.read.select().from(journal).all()
    const state = findCandidate(app.db.read, ...ids)?.state
    const what = `access ${nth}: ${item?.stage}`
    expect(handedOverFiles(harness).length, what).toBe(sent)
    if (sent === 1) expect([item?.stage, there(app), state], what).toEqual(['snatched', 'snatched', 'submitted'])
    else {
      expect([undefined, 'failed'], what).toContain(item?.stage as never)
      expect([there(app), state], what).toEqual(['missing', item ? 'failed' : 'available'])
      expect(inFlight(app.db.read), what).toEqual([])
    }
    if (item) expect(logOf(app.db.read, item.item_id).map(({ to }) => to)).toEqual(['reserved', item.stage])
    await app.close()
    removeHarness(harness)
    harness = makeInteractiveHarness({ a: { releases: [{ title: TITLE }] } })
    if (end === 'over') return expect(nth).toBeGreaterThan(6)
  }
  throw new Error('it never came to its end')
}, 60_000)

test('a search that was under way when the process ended has failed, and may be begun again', async () => {
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
