import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { TestApp } from '../../testing/app'
import { advanceUntil } from '../../testing/fakes/advance-until'
import {
  fillLibrary,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  startApp,
} from '../../testing/indexers/interactive-harness'

/** Searching paused by the user, with an indexer and a watched folder. */

let harness: InteractiveHarness
let app: TestApp

beforeEach(async () => {
  harness = makeInteractiveHarness({ a: { releases: [{ title: 'Harbor Lights 003 (2015) (Digital)' }] } })
  app = await startApp(harness)
  fillLibrary(app, harness)
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const pause = (isPaused: boolean) => app.reader.json(200, app.reader.put('/api/config', { searching_paused: isPaused }))
const health = () =>
  app.reader.json<{ maintenance: { blocked: boolean; reason: string | null } }>(
    200,
    app.reader.get('/api/search/health'),
  )
const ended = () => advanceUntil(app.clock, app.idle())

test('nothing is searched for while it is paused, and pages show why', async () => {
  await pause(true)
  expect((await health()).maintenance).toMatchObject({ blocked: true, reason: expect.stringContaining('paused') })
  await app.reader.put('/api/series/issues/harbor-3/queue')
  await app.clock.advance('3 h')
  await ended()
  expect(handedOverFiles(harness)).toEqual([])
  expect((await app.app.trayController()).glance()).toMatchObject({
    is_paused: true,
    holdReason: expect.stringContaining('paused'),
  })
})

test('waiting searches continue when it is resumed', async () => {
  await pause(true)
  await app.reader.put('/api/series/issues/harbor-3/queue')
  await (await app.app.trayController()).pauseSearching(false)
  await ended()
  expect(handedOverFiles(harness)).toHaveLength(1)
  expect((await health()).maintenance.blocked).toBe(false)
})
