import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import { fillLibrary, grab, type InteractiveHarness, makeInteractiveHarness, otherBrowser, removeHarness, searchToEnd, startApp, withTimePassing } from '../../testing/indexers/interactive-harness' // biome-ignore format: one glance
import { makeIssues, makeSeries } from '../../testing/make'

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

const REPAIR = '/api/system/acquisition/repair'
const CANARY = '/api/system/acquisition/canary'
type Reply = Record<string, unknown>
const post = (status: number, path: string, body?: unknown) =>
  app.reader.json<Reply>(status, app.reader.post(path, body))

async function confirmed(): Promise<string> {
  const { run_id, preview_token, fingerprint } = await post(200, `${REPAIR}/preview`, { comic_id: 'harbor' })
  await post(200, `${REPAIR}/${run_id}/confirm`, { preview_token, fingerprint })
  return String(run_id)
}

test('a permit allows the interactive grab of its release, and no other', async () => {
  const run = await confirmed()
  app.events()
  await post(200, `${REPAIR}/${run}/apply`, {})
  expect(app.events()).toContainEqual({ type: 'repair.changed', run_id: run })
  const session = await searchToEnd(app)
  const wrong = await post(200, `${REPAIR}/${run}/canary`, { release_key: 'harbor-4|Indexer A', route: 'nzb' })
  const refused = await grab(app, session, 'Harbor Lights 003 (2015) (Digital)')
  expect([refused.status, ((await refused.json()) as Reply).code]).toEqual([423, 'maintenance'])
  const released = await post(200, `${CANARY}/${wrong.permit_id}/release`, { reason: 'Wrong issue.' })
  expect(released).toMatchObject({ state: 'cancelled', maintenance_released: true })
  const { permit_id } = await post(200, `${REPAIR}/${run}/canary`, { release_key: 'harbor-3|Indexer A', route: 'nzb' })
  expect((await grab(app, session, 'Harbor Lights 003 (2015) (Digital)')).status).toBe(200)
  await withTimePassing(app, app.idle())
  await app.clock.advance('1 s')
  expect(await app.reader.json<Reply>(200, app.reader.get(`${CANARY}/${permit_id}`))).toMatchObject({
    repair_run_id: run,
    state: 'completed',
    outcome: 'submitted',
  })
})

test('each refusal has its status and both kinds of sentence', async () => {
  const both = (reply: Reply) => expect([reply.success, reply.error]).toEqual([false, reply.detail])
  both(await post(400, `${REPAIR}/preview`, {}))
  both(await post(404, `${REPAIR}/preview`, { series_id: 'nothing' }))
  both(await post(404, `${REPAIR}/nothing/confirm`, {}))
  both(await post(404, `${REPAIR}/nothing/apply`))
  both(await post(404, `${REPAIR}/nothing/canary`, {}))
  both(await post(404, `${CANARY}/nothing/release`, {}))
  const run = await confirmed()
  both(await post(409, `${REPAIR}/${run}/confirm`, { preview_token: 'x', fingerprint: 'x' }))
  both(await post(409, `${REPAIR}/${run}/rollback`, { reason: 'x' }))
  both(await post(400, `${REPAIR}/${run}/rollback`))
  both(await post(409, `${REPAIR}/${run}/canary`, { release_key: 'harbor-3|a', route: 'usenet' }))
  await post(400, `${REPAIR}/${run}/apply`, { max_items: 0 })
  app.db.write((tx) =>
    tx.run(`insert into acquisition_gate (gate_id, reconciliation, owner, run_id, reason, heartbeat_at, epoch)
      values (1, 'ready', 'migration', 'm1', 'A migration is running.', '2026-11-21T08:00:00.000Z', 1)`),
  )
  both(await post(423, `${REPAIR}/${run}/apply`, {}))
})

test('a preview belongs to the browser that made it', async () => {
  const { run_id, preview_token, fingerprint } = await post(200, `${REPAIR}/preview`, { series_id: 'harbor' })
  const other = await otherBrowser(app)
  const reply = await other.post(`${REPAIR}/${run_id}/confirm`, { preview_token, fingerprint })
  expect([reply.status, ((await reply.json()) as Reply).code]).toEqual([409, 'wrong_session'])
  const { run, items } = await app.reader.json<{ run: Reply; items: Reply[] }>(
    200,
    app.reader.get(`${REPAIR}/${run_id}`),
  )
  expect(run).toMatchObject({ scope_type: 'series', scope_id: 'harbor', state: 'previewed', item_count: 7 })
  expect(items).toHaveLength(7)
  const without = app.reader.get(`${REPAIR}/${run_id}?include_items=false`)
  expect(await app.reader.json<Reply>(200, without)).not.toHaveProperty('items')
})

test('a repair that a stop interrupted continues after the next start', async () => {
  const databasePath = join(harness.folder, 'library.db')
  const first = await testApp({ folder: harness.folder, databasePath })
  makeSeries(first.db, { comic_id: 'long', name: 'Long' })
  const long = Array.from({ length: 300 }, (_, at) => ({ number: String(at + 1), fulfillment: 'downloaded' as const }))
  makeIssues(first.db, 'long', long)
  const made = await first.reader.json<Reply>(200, first.reader.post(`${REPAIR}/preview`, { series_id: 'long' }))
  const { run_id, ...confirmed } = made
  await first.reader.json(200, first.reader.post(`${REPAIR}/${run_id}/confirm`, confirmed))
  const applying = first.reader.post(`${REPAIR}/${run_id}/apply`, {})
  const counted = (of: TestApp) =>
    of.db.read.all<{ count: number }>(`select count(*) as count from repair_items where apply_state = 'applied'`)[0]!
      .count
  while (counted(first) === 0) await new Promise((done) => setImmediate(done))
  await first.app.stop()
  expect((await applying).status).toBe(503)
  expect(counted(first)).toBeLessThan(300)
  await first.close()
  const second = await testApp({ folder: harness.folder, databasePath })
  await second.idle()
  const { run } = await second.reader.json<{ run: Reply }>(200, second.reader.get(`${REPAIR}/${run_id}`))
  expect(run).toMatchObject({ state: 'completed', applied_count: 300, conflict_count: 0 })
  await second.close()
})
