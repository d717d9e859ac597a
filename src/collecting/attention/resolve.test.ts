import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { unblock } from '../../intake/downloads/blocklist/store'
import { findDownload } from '../../intake/downloads/store'
import { keyOf, startAttention } from '../../testing/downloads/attention'
import { makeFile } from '../../testing/make'

/** Decisions of the user about items that need attention, in the real app. */

let harness: Awaited<ReturnType<typeof startAttention>>
beforeEach(async () => {
  harness = await startAttention()
})
afterEach(() => harness.close())

describe('a decision', () => {
  test('to retry marks the issue as wanted, searches and removes the item from the list; the stage stays', async () => {
    harness.failed('3')
    const report = await harness.resolve(200, 'retry', [keyOf('3')])
    expect(report).toMatchObject({ success: true, partial: false, requested: 1, processed: 1, succeeded: 1, cap: 25 })
    const [result] = report.results
    expect(result).toMatchObject({
      release_key: keyOf('3'),
      ok: true,
      status: 'retried',
      error: null,
      status_code: null,
    })
    const { run } = await harness.get<{ run: { trigger: string; scope_id: string } }>(
      `/api/search/runs/${result?.run_id}`,
    )
    expect(run).toMatchObject({ trigger: 'band_retry', scope_id: 'harbor-3' })
    expect(findDownload(harness.app.db.read, 'item-3')).toMatchObject({ stage: 'failed', resolution: 'retried' })
    expect(harness.intent('harbor-3')).toBe('wanted')
    expect(await harness.attention()).toMatchObject({ total: 0 })
    await harness.ended()
  })

  test('to retry while automatic searches are paused is accepted, and its search waits', async () => {
    harness.failed('3')
    await harness.app.reader.json(200, harness.app.reader.put('/api/config', { searching_paused: true }))
    const { results } = await harness.resolve(200, 'retry', [keyOf('3')])
    const { run } = await harness.get<{ run: object }>(`/api/search/runs/${results[0]?.run_id}`)
    expect(run).toMatchObject({
      dispatch_state: 'pending',
      completion_state: 'pending',
      reason: expect.stringContaining('paused'),
    })
    expect([(await harness.attention()).total, harness.intent('harbor-3')]).toEqual([0, 'wanted'])
    await harness.app.reader.json(200, harness.app.reader.put('/api/config', { searching_paused: false }))
    await harness.ended()
    expect(harness.harness.indexers.a!.requests).toContain('search Harbor Lights 003')
  })

  test.each(['SQLITE_FULL', 'SQLITE_BUSY'])(
    'that cannot be saved now is 503 with the reason, and the item waits: %s',
    async (code) => {
      harness.failed('3')
      const { db } = harness.app
      const write = db.write.bind(db)
      db.write = () => {
        throw Object.assign(new Error(code), { code })
      }
      const report = await harness.resolve(503, 'retry', [keyOf('3')])
      expect(report.results[0]).toMatchObject({ ok: false, status_code: 503, code: 'search_failed', passing: true })
      const address = `/api/downloads/needs-attention/${encodeURIComponent(keyOf('3'))}/retry`
      const older = await harness.app.reader.json(503, harness.app.reader.post(address))
      expect(older).toMatchObject({ success: false, status_code: 503, code: 'search_failed' })
      db.write = write
      expect(await harness.attention()).toMatchObject({ total: 1 })
    },
  )

  test('to search again frees the reserved issues and never grabs the same release', async () => {
    harness.reviewed('3')
    expect(harness.fulfillment('harbor-3')).toBe('snatched')
    const { results } = await harness.resolve(200, 'search_again', [keyOf('3')])
    expect(results[0]).toMatchObject({ status: 'retried', run_id: expect.any(String) })
    expect(harness.fulfillment('harbor-3')).toBe('missing')
    harness.app.db.write((tx) => expect(unblock(tx, 'item-3')?.digest).toBe('item-3'))
    await harness.ended()
  })

  test('to search again for a pack searches for all of its issues', async () => {
    harness.reviewed('3', { issues: ['harbor-3', 'harbor-4', 'harbor-5'], pack: true })
    const { results } = await harness.resolve(200, 'search_again', [keyOf('3')])
    const { run } = await harness.get<{ run: { accepted_count: number } }>(`/api/search/runs/${results[0]?.run_id}`)
    expect(run.accepted_count).toBe(3)
    await harness.ended()
  })

  test('to search for several of one series is one search', async () => {
    for (const number of ['3', '4', '5']) harness.failed(number)
    const { results } = await harness.resolve(200, 'retry', ['5', '3', '4'].map(keyOf))
    expect(results.map(({ release_key }) => release_key)).toEqual(['5', '3', '4'].map(keyOf))
    const [run_id, ...others] = new Set(results.map((each) => each.run_id))
    expect(others).toEqual([])
    const { run } = await harness.get<{ run: object }>(`/api/search/runs/${run_id}`)
    expect(run).toMatchObject({ trigger: 'band_retry', scope_type: 'series', scope_id: 'harbor', accepted_count: 3 })
    await harness.ended()
  })

  test('to stop wanting ignores the issue, with a row in the timeline', async () => {
    harness.reviewed('3')
    const { results } = await harness.resolve(200, 'stop_wanting', [keyOf('3')])
    expect(results[0]).toMatchObject({ status: 'ignored' })
    expect([harness.intent('harbor-3'), harness.fulfillment('harbor-3')]).toEqual(['ignored', 'missing'])
    const { results: rows } = await harness.get<{ results: object[] }>('/api/activity/timeline?limit=1')
    expect(rows[0]).toMatchObject({ activity: 'search', status: 'cancelled', reason_code: 'stopped_wanting' })
  })

  test('to stop wanting an upgrade keeps the existing file', async () => {
    harness.reviewed('3')
    makeFile(harness.app.db, { issues: ['harbor-3'] })
    await harness.resolve(200, 'stop_wanting', [keyOf('3')])
    expect([harness.intent('harbor-3'), harness.fulfillment('harbor-3')]).toEqual(['wanted', 'downloaded'])
  })

  test('frees only the issues of the item, not those that another release has reserved', async () => {
    harness.failed('3', { item_id: 'pack', issues: ['harbor-3', 'harbor-4'], pack: true, reason: 'download_gone' })
    harness.grab('4', { release_key: 'harbor-4|indexer c' })
    harness.reviewed('3')
    await harness.resolve(200, 'search_again', [keyOf('3')])
    expect([harness.fulfillment('harbor-3'), harness.fulfillment('harbor-4')]).toEqual(['missing', 'reserved'])
    await harness.ended()
  })

  test('about several items reports each row when only some can be resolved', async () => {
    harness.failed('3')
    const report = await harness.resolve(200, 'retry', [keyOf('3'), 'zzz', ` ${keyOf('3')} `])
    expect(report).toMatchObject({ success: true, partial: true, requested: 2, processed: 2, succeeded: 1, failed: 1 })
    expect(report.results[1]).toMatchObject({ release_key: 'zzz', ok: false, status: 'failed', status_code: 404 })
    expect(report.results[1]?.code).toBe('row_not_found')
    await harness.ended()
  })

  test('about items that cannot be resolved is refused with the report', async () => {
    harness.failed('3')
    const report = await harness.resolve(409, 'import', [keyOf('3')])
    expect(report).toMatchObject({ success: false, partial: false, detail: 'No rows could be resolved.', failed: 1 })
    expect(report.results[0]).toMatchObject({ status: 'failed', status_code: 409, code: 'action_not_allowed' })
    harness.grab('4')
    expect((await harness.resolve(409, 'retry', [keyOf('4')])).results[0]?.code).toBe('not_in_attention')
    await harness.resolve(200, 'stop_wanting', [keyOf('3')])
    expect((await harness.resolve(409, 'stop_wanting', [keyOf('3')])).results[0]?.code).toBe('already_resolved')
  })

  test('to search is blocked while no indexer is available, and nothing changes', async () => {
    harness.failed('3')
    harness.app.db.write((tx) => {
      tx.run('delete from indexers' as never)
    })
    const { results } = await harness.resolve(409, 'retry', [keyOf('3')])
    expect(results[0]).toMatchObject({ status: 'blocked', status_code: 409, code: 'search_blocked' })
    expect(await harness.attention()).toMatchObject({ total: 1 })
  })

  test('about a deleted issue: it cannot be searched for, only removed', async () => {
    harness.failed('3', { entity_id: 'gone', comic_id: '', release_key: keyOf('3') })
    expect((await harness.attention()).results[0]).toMatchObject({
      group_key: `${keyOf('3')}|download_failed_no_auto_handling`,
      comicid: null,
      series_label: 'Harbor Lights 003 (2015)',
      available_actions: ['stop_wanting'],
    })
    expect((await harness.resolve(409, 'retry', [keyOf('3')])).results[0]).toMatchObject({
      code: 'missing_issue',
      status_code: 400,
    })
    await harness.resolve(200, 'stop_wanting', [keyOf('3')])
    expect(await harness.attention()).toMatchObject({ total: 0 })
  })

  test('is removed with the series, together with its active downloads', async () => {
    harness.failed('3')
    harness.stuck('r1', 'harbor-5')
    const open = harness.grab('4')
    await harness.app.reader.json(200, harness.app.reader.delete('/api/series/harbor'))
    expect(await harness.status()).toEqual({
      in_flight: 0,
      recovery_pending: 0,
      attention: 0,
      attention_members: 0,
      requests: 0,
    })
    expect(findDownload(harness.app.db.read, open)?.stage).toBe('cancelled')
  })

  test('about more than 25 items is applied to the newest', async () => {
    const keys: string[] = []
    for (let n = 0; n < 30; n++) {
      harness.failed('3', { item_id: `i${n}`, release_key: `k${n}` })
      keys.push(`k${n}`)
      await harness.later()
    }
    const report = await harness.resolve(200, 'stop_wanting', keys)
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
  ])('that is invalid is refused: %j', async (body) => {
    const reply = await harness.app.reader.json<{ detail: unknown }>(
      400,
      harness.app.reader.post('/api/attention/resolve', body),
    )
    expect(typeof reply.detail).toBe('string')
  })

  test('to import needs a path', async () => {
    harness.reviewed('3')
    expect((await harness.resolve(409, 'import', [keyOf('3')])).results[0]).toMatchObject({
      code: 'missing_import_source',
      status_code: 400,
    })
  })
})
