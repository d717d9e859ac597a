import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { unblock } from '../downloads/blocklist-store'
import { advance, cancel, endBadly } from '../downloads/course'
import type { ReasonCode } from '../downloads/reasons'
import { addItem, findItem, type NewItem } from '../downloads/store'
import { plus } from '../platform/clock'
import { searchItems, searchRuns } from '../search/tables'
import { findIssue, reserveIssues } from '../series/store'
import type { TestApp } from '../testing/app'
import { through } from '../testing/fakes/through'
import { appIn, dropWorld, furnish, makeWorld, type World } from '../testing/interactive'
import { makeFile } from '../testing/make'
import type { Attention, Counts, Flights, Report } from './schema'

/** What is on its way and what waits for a person, in the real app. */

let world: World
let app: TestApp

beforeEach(async () => {
  world = makeWorld({ a: { releases: [] } })
  app = await appIn(world)
  furnish(app, world)
})
afterEach(async () => {
  await app.close()
  dropWorld(world)
})

const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
const attention = (query = '') => get<Attention>(`/api/attention${query}`)
const status = () => get<Counts>('/api/activity/status')
const inFlight = async () => (await get<Flights>('/api/activity/in-flight')).results
const cancelFlight = (code: number, body: unknown) =>
  app.reader.json<{ detail?: string }>(code, app.reader.post('/api/activity/in-flight/cancel', body))
const resolve = (code: number, action: string, keys: string[], more = {}) =>
  app.reader.json<Report & { detail?: string; error?: string }>(
    code,
    app.reader.post('/api/attention/resolve', { action, release_keys: keys, ...more }),
  )
const fulfillment = (issueId: string) => findIssue(app.db.read, issueId)?.fulfillment
const intent = (issueId: string) => findIssue(app.db.read, issueId)?.intent
const ended = () => through(app.clock, app.idle())

interface Grab extends Partial<NewItem> {
  issues?: string[]
}

/** Grabs an issue of Harbor Lights from an indexer whose name holds a slash. */
function grab(number: string, { issues = [`harbor-${number}`], ...more }: Grab = {}): string {
  const item_id = more.item_id ?? `item-${number}`
  app.db.write((tx) => {
    const at = app.clock.now()
    reserveIssues(tx, issues, at)
    const entity_id = issues[0] as string
    const release = { title: `Harbor Lights 00${number} (2015)`, indexer: 'Indexer A/B', digest: item_id } as const
    const about = { entity_type: 'issue', entity_id, comic_id: 'harbor', protocol: 'usenet' } as const
    addItem(
      tx,
      { ...release, ...about, item_id, release_key: `${entity_id}|indexer a/b`, grabbed_at: at, ...more },
      issues,
    )
    return undefined
  })
  return item_id
}

function fail(
  itemId: string,
  reason: ReasonCode = 'download_failed_no_auto_handling',
  to: 'failed' | 'manual_review' = 'failed',
) {
  app.db.write((tx) => {
    const at = app.clock.now()
    advance(tx, itemId, 'snatched', at)
    endBadly(tx, itemId, { to, reason, detail: 'The client said so.', at_step: 'download' }, at)
  })
}

const failed = (number: string, more: Grab & { reason?: ReasonCode } = {}) => {
  const { reason, ...rest } = more
  fail(grab(number, rest), reason)
}
const reviewed = (number: string, more: Grab = {}) => fail(grab(number, more), 'no_match_in_library', 'manual_review')
const key = (number: string) => `harbor-${number}|indexer a/b`
const later = () => app.clock.advance('1 min')

describe('what waits for a person', () => {
  test('is grouped by series and reason, with what can be done', async () => {
    failed('4')
    await later()
    failed('3')
    expect(await attention()).toEqual({
      results: [
        {
          group_key: 'harbor|download_failed_no_auto_handling',
          comicid: 'harbor',
          series_label: 'Harbor Lights',
          base_reason: 'download_failed_no_auto_handling',
          reason_phrase: expect.any(String) as unknown as string,
          member_count: 2,
          newest_updated_at: app.clock.now(),
          oldest_updated_at: plus(app.clock.now(), -60_000),
          stage: 'failed',
          available_actions: ['retry', 'stop_wanting'],
          members: ['3', '4'].map((number) => ({
            release_key: key(number),
            issue_label: `Harbor Lights #${number}`,
            issueid: `harbor-${number}`,
            stage: 'failed' as const,
            available_actions: ['retry' as const, 'stop_wanting' as const],
            updated_date: number === '3' ? app.clock.now() : plus(app.clock.now(), -60_000),
            title: `Harbor Lights 00${number} (2015)`,
            provider: 'Indexer A/B',
            reason_detail: 'The client said so.',
            content_path: null,
            download_id: `item-${number}`,
            run_id: null,
          })),
        },
      ],
      total: 1,
      member_total: 2,
      preview_cap: 5,
    })
    expect(await status()).toMatchObject({ attention: 1, attention_members: 2 })
  })

  test('holds neither what goes on by itself nor what ended well, nor what was cancelled', async () => {
    failed('1', { reason: 'download_failed_researching' })
    grab('2')
    const done = grab('3')
    const dropped = grab('4')
    app.db.write((tx) => {
      for (const to of ['snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'] as const)
        advance(tx, done, to, app.clock.now())
      cancel(tx, dropped, app.clock.now(), 'Somebody cancelled it.')
    })
    expect(await attention()).toMatchObject({ results: [], total: 0, member_total: 0 })
    expect(await status()).toEqual({ in_flight: 1, recovery_pending: 0, attention: 0, attention_members: 0 })
  })

  test('counts one key once, however often it came to nothing', async () => {
    failed('3')
    await later()
    failed('3', { item_id: 'second', reason: 'submission_rejected' })
    const { results, member_total } = await attention()
    expect([member_total, results[0]?.base_reason]).toEqual([1, 'submission_rejected'])
    expect(await status()).toMatchObject({ attention: 1, attention_members: 1 })
    await resolve(200, 'stop_wanting', [key('3')])
    expect(await attention()).toMatchObject({ member_total: 0 })
  })

  test('of one series or issue alone, a pack among each of its issues', async () => {
    failed('1')
    reviewed('3', { issues: ['harbor-3', 'harbor-4'], pack: true })
    const keys = async (query: string) =>
      (await attention(query)).results.flatMap(({ members }) => members.map(({ release_key }) => release_key))
    expect(await keys('?scope_type=series&scope_id=harbor')).toHaveLength(2)
    expect(await keys('?scope_type=issue&scope_id=harbor-4')).toEqual([key('3')])
    expect(await keys('?scope_type=issue&scope_id=harbor-1')).toEqual([key('1')])
    expect(await keys('?scope_type=series&scope_id=fern')).toEqual([])
    for (const bad of ['scope_type=issue', 'scope_id=x', 'scope_type=arc&scope_id=1'])
      await app.reader.json(400, app.reader.get(`/api/attention?${bad}`))
  })

  test('is settled by another release of the same issue that arrives', async () => {
    failed('3')
    reviewed('4')
    const second = grab('3', { item_id: 'second', release_key: 'harbor-3|indexer c' })
    app.db.write((tx) => {
      for (const to of ['snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'] as const)
        advance(tx, second, to, app.clock.now())
    })
    expect((await attention()).results.flatMap(({ members }) => members)).toMatchObject([{ release_key: key('4') }])
    expect(findItem(app.db.read, 'item-3')?.resolution).toBe('imported')
  })

  test('a search that the process died under too often can be tried anew', async () => {
    stuck('r1', 'harbor-3')
    const { results } = await attention()
    expect(results[0]).toMatchObject({ base_reason: 'recovery_attempts_exhausted', stage: 'failed', comicid: 'harbor' })
    expect(results[0]?.members[0]).toMatchObject({ release_key: 'harbor-3|run:r1', issue_label: 'Harbor Lights #3' })
    const report = await resolve(200, 'retry', ['harbor-3|run:r1'])
    expect(report.results[0]).toMatchObject({ status: 'retried', run_id: expect.any(String) })
    expect(await status()).toMatchObject({ attention: 0, in_flight: 1 })
    expect((await resolve(409, 'retry', ['harbor-3|run:r1'])).results[0]?.code).toBe('already_resolved')
  })

  test('a search that was left alone waits no longer once the issue was searched for again', async () => {
    stuck('r1', 'harbor-3')
    await later()
    await app.reader.json(200, app.reader.put('/api/series/issues/harbor-3/queue'))
    expect(await status()).toMatchObject({ attention: 0 })
  })
})

/** A search that was given up after its third restart. */
function stuck(
  run_id: string,
  entity_id: string,
  state: 'quarantined' | 'accepted' = 'quarantined',
  attempt_count = 3,
) {
  app.db.write((tx) => {
    const at = app.clock.now()
    const scope = {
      trigger: 'issue_wanted',
      scope_type: 'issue',
      scope_id: entity_id,
      priority: 'interactive',
    } as const
    const completion_state = state === 'accepted' ? 'running' : 'failed'
    const completed_at = state === 'accepted' ? null : at
    const stands = {
      dispatch_state: 'accepted',
      completion_state,
      created_at: at,
      updated_at: at,
      completed_at,
    } as const
    tx.insert(searchRuns)
      .values({ run_id, ...scope, ...stands })
      .run()
    const item = { run_id, entity_type: 'issue', entity_id, position: 0, state, attempt_count, updated_at: at } as const
    tx.insert(searchItems).values(item).run()
  })
}

describe('a decision', () => {
  test('to retry wants the issue, searches and takes it off the list; the stage stays', async () => {
    failed('3')
    const report = await resolve(200, 'retry', [key('3')])
    expect(report).toMatchObject({ success: true, partial: false, requested: 1, processed: 1, succeeded: 1, cap: 25 })
    const [result] = report.results
    expect(result).toMatchObject({ release_key: key('3'), ok: true, status: 'retried', error: null, status_code: null })
    const { run } = await get<{ run: { trigger: string; scope_id: string } }>(`/api/search/runs/${result?.run_id}`)
    expect(run).toMatchObject({ trigger: 'band_retry', scope_id: 'harbor-3' })
    expect(findItem(app.db.read, 'item-3')).toMatchObject({ stage: 'failed', resolution: 'retried' })
    expect(intent('harbor-3')).toBe('wanted')
    expect(await attention()).toMatchObject({ total: 0 })
    await ended()
  })

  test('to search again lets go of what was reserved and never takes the same release', async () => {
    reviewed('3')
    expect(fulfillment('harbor-3')).toBe('snatched')
    const { results } = await resolve(200, 'search_again', [key('3')])
    expect(results[0]).toMatchObject({ status: 'retried', run_id: expect.any(String) })
    expect(fulfillment('harbor-3')).toBe('missing')
    app.db.write((tx) => expect(unblock(tx, 'item-3')).toBe(true))
    await ended()
  })

  test('to search again for a pack searches for all that it was to bring', async () => {
    reviewed('3', { issues: ['harbor-3', 'harbor-4', 'harbor-5'], pack: true })
    const { results } = await resolve(200, 'search_again', [key('3')])
    const { run } = await get<{ run: { accepted_count: number } }>(`/api/search/runs/${results[0]?.run_id}`)
    expect(run.accepted_count).toBe(3)
    await ended()
  })

  test('to stop wanting ignores the issue, and says so on the timeline', async () => {
    reviewed('3')
    const { results } = await resolve(200, 'stop_wanting', [key('3')])
    expect(results[0]).toMatchObject({ status: 'ignored' })
    expect([intent('harbor-3'), fulfillment('harbor-3')]).toEqual(['ignored', 'missing'])
    const { results: told } = await get<{ results: object[] }>('/api/activity/timeline?limit=1')
    expect(told[0]).toMatchObject({ activity: 'search', status: 'cancelled', reason_code: 'stopped_wanting' })
  })

  test('to stop wanting a better copy leaves the issue that is here as it is', async () => {
    reviewed('3')
    makeFile(app.db, { issues: ['harbor-3'] })
    await resolve(200, 'stop_wanting', [key('3')])
    expect([intent('harbor-3'), fulfillment('harbor-3')]).toEqual(['wanted', 'downloaded'])
  })

  test('frees only what waited, not what another release is bringing by now', async () => {
    failed('3', { item_id: 'pack', issues: ['harbor-3', 'harbor-4'], pack: true, reason: 'download_gone' })
    grab('4', { release_key: 'harbor-4|indexer c' })
    reviewed('3')
    await resolve(200, 'search_again', [key('3')])
    expect([fulfillment('harbor-3'), fulfillment('harbor-4')]).toEqual(['missing', 'reserved'])
    await ended()
  })

  test('about several is told row by row when only some can be done', async () => {
    failed('3')
    const report = await resolve(200, 'retry', [key('3'), 'zzz', ` ${key('3')} `])
    expect(report).toMatchObject({ success: true, partial: true, requested: 2, processed: 2, succeeded: 1, failed: 1 })
    expect(report.results[1]).toMatchObject({ release_key: 'zzz', ok: false, status: 'failed', status_code: 404 })
    expect(report.results[1]?.code).toBe('row_not_found')
    await ended()
  })

  test('about nothing that can be done is refused with the report', async () => {
    failed('3')
    const report = await resolve(409, 'import', [key('3')])
    expect(report).toMatchObject({ success: false, partial: false, detail: 'No rows could be resolved', failed: 1 })
    expect(report.results[0]).toMatchObject({ status: 'failed', status_code: 409, code: 'action_not_allowed' })
    grab('4')
    expect((await resolve(409, 'retry', [key('4')])).results[0]?.code).toBe('not_in_attention')
    await resolve(200, 'stop_wanting', [key('3')])
    expect((await resolve(409, 'stop_wanting', [key('3')])).results[0]?.code).toBe('already_resolved')
  })

  test('to search is blocked while nobody can be asked, and nothing changes', async () => {
    failed('3')
    app.db.write((tx) => {
      tx.run('delete from indexers' as never)
    })
    const { results } = await resolve(409, 'retry', [key('3')])
    expect(results[0]).toMatchObject({ status: 'blocked', status_code: 409, code: 'search_blocked' })
    expect(await attention()).toMatchObject({ total: 1 })
  })

  test('about an issue that is gone: it cannot be searched for, but forgotten', async () => {
    failed('3', { entity_id: 'gone', comic_id: '', release_key: key('3') })
    expect((await attention()).results[0]).toMatchObject({
      group_key: `${key('3')}|download_failed_no_auto_handling`,
      comicid: null,
      series_label: 'Harbor Lights 003 (2015)',
      available_actions: ['stop_wanting'],
    })
    expect((await resolve(409, 'retry', [key('3')])).results[0]).toMatchObject({
      code: 'missing_issue',
      status_code: 400,
    })
    await resolve(200, 'stop_wanting', [key('3')])
    expect(await attention()).toMatchObject({ total: 0 })
  })

  test('ends with the series, and so does what is on its way for it', async () => {
    failed('3')
    stuck('r1', 'harbor-5')
    const open = grab('4')
    await app.reader.json(200, app.reader.delete('/api/series/harbor'))
    expect(await status()).toEqual({ in_flight: 0, recovery_pending: 0, attention: 0, attention_members: 0 })
    expect(findItem(app.db.read, open)?.stage).toBe('cancelled')
  })

  test('about more than 25 is made for the newest', async () => {
    const keys: string[] = []
    for (let n = 0; n < 30; n++) {
      failed('3', { item_id: `i${n}`, release_key: `k${n}` })
      keys.push(`k${n}`)
      await later()
    }
    const report = await resolve(200, 'stop_wanting', keys)
    expect(report).toMatchObject({ requested: 30, processed: 25, succeeded: 25, capped: true, skipped_for_cap: 5 })
    expect(report.results.map(({ release_key }) => release_key)).toEqual(keys.slice(5))
  })

  test.each([
    { action: 'burn', release_keys: ['x'] },
    { action: 'retry', release_keys: 'x' },
    { action: 'retry', release_keys: [' ', ''] },
    { action: 'retry', release_keys: [1] },
    { action: 'retry', release_keys: ['x'], import_source: { nzb_name: 'a' } },
    { action: 'import', release_keys: ['x', 'y'], import_source: { nzb_name: 'a' } },
    { action: 'import', release_keys: ['x'], import_source: { nzb_path: 'a' } },
    { action: 'import', release_keys: ['x'], import_source: { nzb_name: 7 } },
    { action: 'import', release_keys: ['x'], import_source: 'a' },
  ])('that makes no sense is refused: %j', async (body) => {
    const reply = await app.reader.json<{ detail: unknown }>(400, app.reader.post('/api/attention/resolve', body))
    expect(typeof reply.detail).toBe('string')
  })

  test('to import needs a place where it lies', async () => {
    reviewed('3')
    expect((await resolve(409, 'import', [key('3')])).results[0]).toMatchObject({
      code: 'missing_import_source',
      status_code: 400,
    })
  })
})

describe('what is on its way', () => {
  test('is what the status bar counts: searches and open downloads, the newest first', async () => {
    grab('4')
    await later()
    stuck('r1', 'harbor-3', 'accepted', 1)
    expect(await inFlight()).toEqual([
      {
        kind: 'run',
        item_id: 1,
        run_id: 'r1',
        state: 'accepted',
        label: 'Harbor Lights #3',
        entity_type: 'issue',
        entity_id: 'harbor-3',
        comicid: 'harbor',
        issueid: 'harbor-3',
        command_kind: 'search',
        updated_at: app.clock.now(),
      },
      {
        kind: 'journal',
        release_key: key('4'),
        stage: 'reserved',
        label: 'Harbor Lights #4',
        issueid: 'harbor-4',
        comicid: 'harbor',
        provider: 'Indexer A/B',
        title: 'Harbor Lights 004 (2015)',
        download_id: 'item-4',
        protocol: 'usenet',
        updated_at: plus(app.clock.now(), -60_000),
      },
    ])
    expect(await status()).toEqual({ in_flight: 2, recovery_pending: 1, attention: 0, attention_members: 0 })
    expect(await get('/api/activity/in-flight?limit=1&offset=1')).toMatchObject({
      total: 2,
      results: [{ kind: 'journal' }],
    })
  })

  test('a cancelled download counts no longer, and its issue is missing again', async () => {
    grab('4')
    expect(await cancelFlight(200, { kind: 'journal', release_key: key('4') })).toEqual({
      ok: true,
      kind: 'journal',
      release_key: key('4'),
      state: 'cancelled',
    } as object)
    expect(await inFlight()).toEqual([])
    expect(fulfillment('harbor-4')).toBe('missing')
    await cancelFlight(409, { kind: 'journal', release_key: key('4') })
    await cancelFlight(404, { kind: 'journal', release_key: 'nothing' })
  })

  test('a cancelled search ends with its run, and what it finds later changes nothing', async () => {
    world.indexers.a!.releases.push({ title: 'Harbor Lights 003 (2015) (Digital)' })
    const { run_id } = await app.reader.json<{ run_id: string }>(
      200,
      app.reader.put('/api/series/issues/harbor-3/queue'),
    )
    const [flight] = await inFlight()
    expect(flight).toMatchObject({ kind: 'run', entity_id: 'harbor-3' })
    const item_id = (flight as { item_id: number }).item_id
    expect(await cancelFlight(200, { kind: 'run', item_id })).toMatchObject({ ok: true, kind: 'run', item_id })
    await ended()
    expect(await inFlight()).toEqual([])
    expect(fulfillment('harbor-3')).toBe('missing')
    const { run, items } = await get<{ run: object; items: { reason: string }[] }>(`/api/search/runs/${run_id}`)
    expect(run).toMatchObject({ cancelled_count: 1, completed_at: expect.any(String) })
    expect(items[0]?.reason).toBe('cancelled_by_operator')
    await cancelFlight(409, { kind: 'run', item_id })
  })

  test.each([{}, { kind: 'arc', item_id: 1 }, { kind: 'run' }, { kind: 'run', item_id: 'x' }, { kind: 'journal' }])(
    'a cancel that names nothing is refused: %j',
    async (body) => {
      expect(typeof (await cancelFlight(400, body)).detail).toBe('string')
    },
  )

  test('a search that nobody knows cannot be cancelled', () => cancelFlight(404, { kind: 'run', item_id: 4711 }))

  test('open pages are told when the counts change, once for many changes', async () => {
    await later()
    app.events()
    grab('4')
    fail(grab('3'))
    await app.clock.advance('2 s')
    const told = () => app.events().filter(({ type }) => type === 'status.changed')
    expect(told()).toEqual([
      { type: 'status.changed', in_flight: 1, recovery_pending: 0, attention: 1, attention_members: 1 },
    ])
    await later()
    expect(told()).toEqual([])
  })
})
