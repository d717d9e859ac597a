import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { plus } from '../../base/platform/clock'
import { cancelItem } from '../../intake/downloads/journal/stage-changes'
import { findDownload } from '../../intake/downloads/store'
import { keyOf, startAttention } from '../../testing/downloads/attention'
import type { AttentionKeys, AttentionMembers, AttentionSections } from './schema'

/** Active work and items that need attention, in the real app. */

let harness: Awaited<ReturnType<typeof startAttention>>
beforeEach(async () => {
  harness = await startAttention()
})
afterEach(() => harness.close())

describe('items that need attention', () => {
  test('are grouped by series and reason, with the available actions', async () => {
    harness.failed('4')
    await harness.later()
    harness.failed('3')
    expect(await harness.attention()).toEqual({
      results: [
        {
          group_key: 'harbor|download_failed_no_auto_handling',
          comicid: 'harbor',
          series_label: 'Harbor Lights',
          base_reason: 'download_failed_no_auto_handling',
          reason_phrase: expect.any(String) as unknown as string,
          member_count: 2,
          newest_updated_at: harness.app.clock.now(),
          oldest_updated_at: plus(harness.app.clock.now(), -60_000),
          stage: 'failed',
          available_actions: ['retry', 'stop_wanting'],
          members: ['3', '4'].map((number) => ({
            release_key: keyOf(number),
            issue_label: `Harbor Lights #${number}`,
            issueid: `harbor-${number}`,
            stage: 'failed' as const,
            available_actions: ['retry' as const, 'stop_wanting' as const],
            updated_date: number === '3' ? harness.app.clock.now() : plus(harness.app.clock.now(), -60_000),
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
    expect(await harness.status()).toMatchObject({ attention: 1, attention_members: 2, requests: 0 })
  })

  test('exclude items that are retried, succeeded or cancelled', async () => {
    harness.failed('1', { reason: 'download_failed_researching' })
    harness.grab('2')
    const done = harness.grab('3')
    const dropped = harness.grab('4')
    harness.arrived(done)
    harness.app.db.write((tx) => void cancelItem(tx, dropped, harness.app.clock.now(), 'Cancelled by a user.'))
    expect(await harness.attention()).toMatchObject({ results: [], total: 0, member_total: 0 })
    expect(await harness.status()).toEqual({
      in_flight: 1,
      recovery_pending: 0,
      attention: 0,
      attention_members: 0,
      requests: 0,
    })
  })

  test('count each key once, however often it failed', async () => {
    harness.failed('3')
    await harness.later()
    harness.failed('3', { item_id: 'second', reason: 'submission_rejected' })
    const { results, member_total } = await harness.attention()
    expect([member_total, results[0]?.base_reason]).toEqual([1, 'submission_rejected'])
    expect(await harness.status()).toMatchObject({ attention: 1, attention_members: 1, requests: 0 })
    await harness.resolve(200, 'stop_wanting', [keyOf('3')])
    expect(await harness.attention()).toMatchObject({ member_total: 0 })
  })

  test('are filtered by series or issue, with a pack listed for each of its issues', async () => {
    harness.failed('1')
    harness.reviewed('3', { issues: ['harbor-3', 'harbor-4'], pack: true })
    const keys = async (query: string) =>
      (await harness.attention(query)).results.flatMap(({ members }) => members.map(({ release_key }) => release_key))
    expect(await keys('?scope_type=series&scope_id=harbor')).toHaveLength(2)
    expect(await keys('?scope_type=issue&scope_id=harbor-4')).toEqual([keyOf('3')])
    expect(await keys('?scope_type=issue&scope_id=harbor-1')).toEqual([keyOf('1')])
    expect(await keys('?scope_type=series&scope_id=fern')).toEqual([])
    for (const bad of ['scope_type=issue', 'scope_id=x', 'scope_type=arc&scope_id=1'])
      await harness.app.reader.json(400, harness.app.reader.get(`/api/attention?${bad}`))
  })

  test('are resolved when another release of the same issue is imported', async () => {
    harness.failed('3')
    harness.reviewed('4')
    const second = harness.grab('3', { item_id: 'second', release_key: 'harbor-3|indexer c' })
    harness.arrived(second)
    expect((await harness.attention()).results.flatMap(({ members }) => members)).toMatchObject([
      { release_key: keyOf('4') },
    ])
    expect(findDownload(harness.app.db.read, 'item-3')?.resolution).toBe('imported')
  })

  test('of one group have the actions that each of them has', async () => {
    harness.failed('x', { entity_id: 'gone', issues: [] })
    await harness.later()
    harness.failed('3')
    const { results } = await harness.attention()
    expect(results).toMatchObject([{ member_count: 2, available_actions: ['stop_wanting'] }])
    expect(results[0]?.members.map(({ available_actions }) => available_actions)).toEqual([
      ['retry', 'stop_wanting'],
      ['stop_wanting'],
    ])
  })

  test('without a reason are a group of their own, whose reason is unknown', async () => {
    harness.failed('3', { reason: '' as never })
    expect((await harness.attention()).results).toMatchObject([
      { base_reason: null, reason_phrase: 'Reason unknown', member_count: 1 },
    ])
  })

  test('a search that crashed too often can be retried', async () => {
    harness.stuck('r1', 'harbor-3')
    const { results } = await harness.attention()
    expect(results[0]).toMatchObject({ base_reason: 'recovery_attempts_exhausted', stage: 'failed', comicid: 'harbor' })
    expect(results[0]?.members[0]).toMatchObject({ release_key: 'harbor-3|run:r1', issue_label: 'Harbor Lights #3' })
    const report = await harness.resolve(200, 'retry', ['harbor-3|run:r1'])
    expect(report.results[0]).toMatchObject({ status: 'retried', run_id: expect.any(String) })
    expect(await harness.status()).toMatchObject({ attention: 0, in_flight: 1 })
    expect((await harness.resolve(409, 'retry', ['harbor-3|run:r1'])).results[0]?.code).toBe('already_resolved')
  })

  test('a quarantined search is resolved when the issue is searched for again', async () => {
    harness.stuck('r1', 'harbor-3')
    await harness.later()
    await harness.app.reader.json(200, harness.app.reader.put('/api/series/issues/harbor-3/queue'))
    expect(await harness.status()).toMatchObject({ attention: 0 })
  })
})

describe('active work', () => {
  test('is counted by the status bar: searches and open downloads, newest first', async () => {
    harness.grab('4')
    await harness.later()
    harness.stuck('r1', 'harbor-3', 'accepted', 1)
    expect(await harness.inFlight()).toEqual([
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
        updated_at: harness.app.clock.now(),
      },
      {
        kind: 'journal',
        release_key: keyOf('4'),
        stage: 'reserved',
        label: 'Harbor Lights #4',
        issueid: 'harbor-4',
        comicid: 'harbor',
        provider: 'Indexer A/B',
        title: 'Harbor Lights 004 (2015)',
        download_id: 'item-4',
        protocol: 'usenet',
        updated_at: plus(harness.app.clock.now(), -60_000),
      },
    ])
    expect(await harness.status()).toEqual({
      in_flight: 2,
      recovery_pending: 1,
      attention: 0,
      attention_members: 0,
      requests: 0,
    })
    expect(await harness.get('/api/activity/in-flight?limit=1&offset=1')).toMatchObject({
      total: 2,
      results: [{ kind: 'journal' }],
    })
  })

  test('a cancelled download is not counted, and its issue is missing again', async () => {
    harness.grab('4')
    expect(await harness.cancelFlight(200, { kind: 'journal', release_key: keyOf('4') })).toEqual({
      ok: true,
      kind: 'journal',
      release_key: keyOf('4'),
      state: 'cancelled',
    } as object)
    expect(await harness.inFlight()).toEqual([])
    expect(harness.fulfillment('harbor-4')).toBe('missing')
    await harness.cancelFlight(409, { kind: 'journal', release_key: keyOf('4') })
    await harness.cancelFlight(404, { kind: 'journal', release_key: 'nothing' })
  })

  test('a cancelled search ends with its run, and later results change nothing', async () => {
    harness.harness.indexers.a!.releases.push({ title: 'Harbor Lights 003 (2015) (Digital)' })
    const { run_id } = await harness.app.reader.json<{ run_id: string }>(
      200,
      harness.app.reader.put('/api/series/issues/harbor-3/queue'),
    )
    const [flight] = await harness.inFlight()
    expect(flight).toMatchObject({ kind: 'run', entity_id: 'harbor-3' })
    const item_id = (flight as { item_id: number }).item_id
    expect(await harness.cancelFlight(200, { kind: 'run', item_id })).toMatchObject({ ok: true, kind: 'run', item_id })
    await harness.ended()
    expect(await harness.inFlight()).toEqual([])
    expect(harness.fulfillment('harbor-3')).toBe('missing')
    const { run, items } = await harness.get<{ run: object; items: { reason: string }[] }>(`/api/search/runs/${run_id}`)
    expect(run).toMatchObject({ cancelled_count: 1, completed_at: expect.any(String) })
    expect(items[0]?.reason).toBe('cancelled_by_operator')
    await harness.cancelFlight(409, { kind: 'run', item_id })
  })

  test.each([{}, { kind: 'arc', item_id: 1 }, { kind: 'run' }, { kind: 'run', item_id: 'x' }, { kind: 'journal' }])(
    'a cancel that names nothing is refused: %j',
    async (body) => {
      expect(typeof (await harness.cancelFlight(400, body)).detail).toBe('string')
    },
  )

  test('an unknown search cannot be cancelled', () => harness.cancelFlight(404, { kind: 'run', item_id: 4711 }))

  test('open pages get an event when the counts change, once for many changes', async () => {
    await harness.later()
    harness.app.events()
    harness.grab('4')
    harness.failed('3')
    await harness.app.clock.advance('2 s')
    const statusEvents = () => harness.app.events().filter(({ type }) => type === 'status.changed')
    expect(statusEvents()).toEqual([
      { type: 'status.changed', in_flight: 1, recovery_pending: 0, attention: 1, attention_members: 1, requests: 0 },
    ])
    await harness.later()
    expect(statusEvents()).toEqual([])
  })
})

describe('the parts of the list that a page shows', () => {
  test('are sections by reason, with their counts, their age and their first items', async () => {
    const first = harness.app.clock.now()
    for (const number of ['1', '2', '3', '4', '5', '6']) harness.failed(number)
    await harness.later()
    harness.reviewed('7')
    const { results, member_total } = await harness.get<AttentionSections>('/api/attention/sections')
    expect(member_total).toBe(7)
    expect(results.map(({ reason, member_count, members }) => [reason, member_count, members.length])).toEqual([
      ['no_match_in_library', 1, 1],
      ['download_failed_no_auto_handling', 6, 5],
    ])
    expect(results[1]).toMatchObject({
      oldest_updated_at: first,
      without_issue: 0,
      available_actions: [['retry', 'stop_wanting']],
    })
    const { results: groups } = await harness.attention()
    const whole = groups.find(({ base_reason }) => base_reason === 'download_failed_no_auto_handling')
    expect(results[1]?.members).toEqual(whole!.members.slice(0, 5).map((one) => ({ ...one, comicid: 'harbor' })))
  })

  test('come in pages, in the order of the whole list, and with the keys of a section', async () => {
    for (const number of ['1', '2', '3']) {
      harness.failed(number)
      await harness.later()
    }
    harness.reviewed('7')
    const reason = 'reason=download_failed_no_auto_handling'
    const page = await harness.get<AttentionMembers>(`/api/attention/members?${reason}&limit=2&offset=1`)
    expect([page.total, ...page.results.map(({ release_key }) => release_key)]).toEqual([3, keyOf('2'), keyOf('1')])
    const section = await harness.get<AttentionKeys>(`/api/attention/keys?${reason}`)
    expect(section.results).toEqual(
      ['3', '2', '1'].map((number) => ({
        release_key: keyOf(number),
        issueid: `harbor-${number}`,
        available_actions: ['retry', 'stop_wanting'],
      })),
    )
    expect((await harness.get<AttentionKeys>('/api/attention/keys')).results).toHaveLength(4)
  })

  test('contain searches that crashed too often, and items without an issue of the library', async () => {
    harness.stuck('run-1', 'harbor-5')
    await harness.later()
    harness.failed('x', { entity_id: 'gone', issues: [] })
    const { results } = await harness.get<AttentionSections>('/api/attention/sections')
    expect(results.map(({ reason, without_issue, available_actions }) => [reason, without_issue, available_actions])).toEqual([
      ['download_failed_no_auto_handling', 1, [['stop_wanting']]],
      ['recovery_attempts_exhausted', 0, [['retry', 'stop_wanting']]],
    ]) // biome-ignore format: one glance
    expect(results[1]?.members).toMatchObject([
      { release_key: 'harbor-5|run:run-1', run_id: 'run-1', comicid: 'harbor' },
    ])
  })

  test('change with what was resolved, and tell which of some keys still need attention', async () => {
    harness.failed('1')
    harness.failed('2')
    const waiting = () =>
      harness.app.reader.json<{ release_keys: string[] }>(
        200,
        harness.app.reader.post('/api/attention/waiting', { release_keys: [keyOf('1'), keyOf('2'), 'other'] }),
      )
    expect((await waiting()).release_keys).toEqual([keyOf('1'), keyOf('2')])
    await harness.resolve(200, 'stop_wanting', [keyOf('1')])
    expect((await waiting()).release_keys).toEqual([keyOf('2')])
    expect((await harness.get<AttentionSections>('/api/attention/sections')).member_total).toBe(1)
  })
})
