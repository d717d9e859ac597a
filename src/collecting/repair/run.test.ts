import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addItem } from '../../intake/downloads/store'
import { markGone } from '../../library/series/presence-store'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { confirmed, grabbed, Killed, makeDrift, OWNER, type RepairHarness, repairHarness, setRow, stored } from '../../testing/repair-harness' // biome-ignore format: one glance
import { isOnDisk } from './preview'

let it: RepairHarness
beforeEach(() => {
  it = repairHarness()
  makeDrift(it)
})
afterEach(() => it.db.close())

const refusal = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    const { kind, extra } = error as { kind: string; extra: { code?: string } }
    return [kind, extra.code]
  }
  return 'none'
}
const preview = () => it.repair.preview(OWNER, { series_id: 'harbor' })
const stateOf = (runId: string) => it.repair.get(runId, false).run
const itemsOf = (runId: string) => it.repair.get(runId, true).items!
const issue = (id: string) =>
  it.db.read.all<{ intent: string; fulfillment: string }>(
    `select intent, fulfillment from issues where issue_id = '${id}'`,
  )[0]

describe('a preview', () => {
  test('shows the state of each issue, the reason and the change', async () => {
    const { items, summary } = await preview()
    expect(items.map(({ entity_key, reason, proposed_values }) => [entity_key, reason, proposed_values])).toEqual([
      ['issue:harbor-1', 'verified_file', { Status: 'Downloaded', Location: '/library/Harbor 001.cbz' }],
      ['issue:harbor-2', 'legacy_snatched', { Status: 'Wanted' }],
      ['issue:harbor-3', 'legacy_downloaded', {}],
      ['issue:harbor-4', 'archived', {}],
      ['issue:harbor-5', 'future', {}],
      ['issue:harbor-6', 'verified_file', { Status: 'Downloaded' }],
      ['issue:harbor-7', 'legacy_skipped', {}],
      ['issue:harbor-8', 'legacy_failed', {}],
      ['issue:harbor-9', 'journal_reserved', { Status: 'Reserved' }],
      ['annual:harbor-a1', 'legacy_reserved', { Status: 'Skipped' }],
    ])
    expect(summary).toEqual({
      total: 10,
      owned: 2,
      archived: 1,
      in_flight: 1,
      failed: 1,
      optional_wanted: 0,
      future: 1,
      unknown: 1,
      selected: 6,
    })
  })

  test('changes no row but its own', async () => {
    const before = stored(it)
    await preview()
    expect(stored(it)).toEqual(before)
  })

  test('of nothing or of an unknown series is refused', async () => {
    expect(await refusal(() => it.repair.preview(OWNER, {}))).toEqual(['invalid', undefined])
    expect(await refusal(() => it.repair.preview(OWNER, { comic_id: 'x' }))).toEqual(['missing', 'series_not_found'])
  })
})

describe('a preview of wanted issues', () => {
  test('offers them, and the chosen ones are changed', async () => {
    makeSeries(it.db, { comic_id: 'fern', name: 'Fern' })
    makeIssues(it.db, 'fern', [1, 2].map((number) => ({ number: String(number), release_date: '2020-05-06' })))
    const { run_id, preview_token, fingerprint, items, summary } = await it.repair.preview(OWNER, { comic_id: ' fern ' })
    expect(items.map(({ optional, selected, proposed_values }) => [optional, selected, proposed_values])).toEqual(Array.from({ length: 2 }, () => [true, false, { Status: 'Wanted', AcquisitionIntent: 'wanted' }]))
    expect(summary).toMatchObject({ total: 2, optional_wanted: 2, selected: 0 })
    const confirm = (selected_optional_keys: string[]) => it.repair.confirm(OWNER, run_id, { preview_token, fingerprint, selected_optional_keys })
    expect(await refusal(() => confirm(['issue:fern-1', 'issue:fern-9']))).toEqual(['invalid', undefined])
    expect(confirm(['issue:fern-2'])).toMatchObject({ item_count: 2, selected_count: 1 })
    expect(await it.repair.apply(run_id, {})).toMatchObject({ state: 'completed', applied_count: 1 })
    expect([issue('fern-1')?.intent, issue('fern-2')?.intent]).toEqual(['policy', 'wanted'])
    await it.repair.rollBack(run_id, { reason: 'test' })
    expect(issue('fern-2')?.intent).toBe('policy')
  }) // biome-ignore format: one glance

  test.each<[string, () => unknown]>([
    ['its row', () => it.db.write((tx) => setRow(tx, 'harbor-2', { intent: 'ignored' }))],
    ['its file', () => it.disk.delete('/library/Harbor 006.cbz')],
    ['its download', () => it.db.write((tx) => tx.run("update journal set stage = 'snatched' where item_id = 'item-9'"))],
  ])('has another fingerprint when %s differs, and the same one otherwise', async (_what, change) => {
    const [first, second] = [await preview(), await preview()]
    expect([second.fingerprint === first.fingerprint, second.run_id === first.run_id]).toEqual([true, false])
    change()
    expect((await preview()).fingerprint).not.toBe(first.fingerprint)
  }) // biome-ignore format: one line

  test('counts what is in flight, failed and unknown', async () => {
    makeSeries(it.db, { comic_id: 'fern', name: 'Fern' })
    const states = ['reserved', 'snatched', 'covered', 'archived', 'failed', 'unknown'] as const
    makeIssues(it.db, 'fern', states.map((fulfillment, at) => ({ number: `${at}`, fulfillment })))
    it.db.write((tx) => {
      addItem(tx, grabbed('item-0', 'fern-0'), ['fern-0'])
      addItem(tx, grabbed('item-1', 'fern-1'), ['fern-1'])
      tx.run("update journal set stage = 'manual_review' where item_id = 'item-1'")
    })
    const { summary } = await it.repair.preview(OWNER, { series_id: 'fern' })
    expect(summary).toEqual({ total: 6, owned: 1, archived: 1, in_flight: 1, failed: 2, optional_wanted: 0, future: 0, unknown: 1, selected: 0 })
  }) // biome-ignore format: one line
})

describe('a confirmation', () => {
  const body = async () => {
    const { run_id, preview_token, fingerprint } = await preview()
    return [run_id, { preview_token, fingerprint }] as const
  }

  test('is possible once', async () => {
    const [run, reply] = await body()
    expect(it.repair.confirm(OWNER, run, reply)).toMatchObject({
      state: 'confirmed',
      item_count: 10,
      selected_count: 6,
    })
    expect(await refusal(() => it.repair.confirm(OWNER, run, reply))).toEqual(['conflict', 'token_consumed'])
  })

  test('of another user, browser, token or fingerprint is refused, and one after 15 minutes', async () => {
    const [run, reply] = await body()
    const confirm = (who: object, what: object) =>
      refusal(() => it.repair.confirm({ ...OWNER, ...who }, run, { ...reply, ...what }))
    expect(await confirm({ username: 'other' }, {})).toEqual(['conflict', 'wrong_session'])
    expect(await confirm({ sid: 'other' }, {})).toEqual(['conflict', 'wrong_session'])
    expect(await confirm({}, { preview_token: 'x' })).toEqual(['conflict', 'wrong_token'])
    expect(await confirm({}, { fingerprint: 'x' })).toEqual(['conflict', 'fingerprint_changed'])
    expect(await confirm({}, { preview_token: undefined })).toEqual(['invalid', undefined])
    expect(await confirm({}, { fingerprint: undefined })).toEqual(['invalid', undefined])
    expect(await confirm({}, { selected_optional_keys: ['issue:harbor-2'] })).toEqual(['invalid', undefined])
    expect(await confirm({}, { canary_entity_key: 'issue:harbor-4' })).toEqual(['invalid', undefined])
    await it.clock.advance('15 min')
    expect(await confirm({}, {})).toEqual(['conflict', 'preview_expired'])
    expect(stateOf(run).state).toBe('previewed')
  })

  test('of an unknown run is refused', async () => {
    expect(await refusal(() => it.repair.confirm(OWNER, 'x', {}))).toEqual(['missing', 'run_not_found'])
  })
})

describe('an apply', () => {
  test('changes exactly the confirmed rows, and opens the gate again', async () => {
    const run = await confirmed(it)
    expect(await it.repair.apply(run, {})).toMatchObject({
      state: 'completed',
      applied_count: 6,
      conflict_count: 0,
      last_sequence: 10,
      new_mutations: 6,
    })
    expect(issue('harbor-1')).toEqual({ intent: 'policy', fulfillment: 'downloaded' })
    expect(issue('harbor-2')).toEqual({ intent: 'wanted', fulfillment: 'missing' })
    expect(issue('harbor-3')).toEqual({ intent: 'policy', fulfillment: 'unknown' })
    expect(issue('harbor-9')).toEqual({ intent: 'policy', fulfillment: 'reserved' })
    expect(issue('harbor-7')).toEqual({ intent: 'skipped', fulfillment: 'missing' })
    expect(it.gate.read()).toMatchObject({ state: 'open', maintenance: null })
  })

  test('writes a sentence into the timeline', async () => {
    await it.repair.apply(await confirmed(it), {})
    expect(it.db.read.all('select activity, status, subject_label, reason_detail from timeline')[0]).toEqual({
      activity: 'refresh',
      status: 'succeeded',
      subject_label: 'Harbor Lights',
      reason_detail: 'The repair changed 6 issues.',
    })
  })

  test('leaves a row that changed since the preview, and says so', async () => {
    const run = await confirmed(it)
    it.db.write((tx) => setRow(tx, 'harbor-2', { intent: 'ignored' }))
    it.disk.delete('/library/Harbor 006.cbz')
    expect(await it.repair.apply(run, {})).toMatchObject({ state: 'needs_review', applied_count: 4, conflict_count: 2 })
    expect(issue('harbor-2')).toEqual({ intent: 'ignored', fulfillment: 'snatched' })
    expect(itemsOf(run).flatMap(({ conflict, entity_id }) => (conflict ? [[entity_id, conflict]] : []))).toEqual([
      ['harbor-2', 'It changed after the preview.'],
      ['harbor-6', 'Its file is no longer on disk.'],
    ])
  })

  test.each([
    [['harbor-2'], 'The repair changed 5 issues. 1 issue had changed since the preview and stayed as it was.'],
    [['harbor-2', 'harbor-3'], 'The repair changed 4 issues. 2 issues had changed since the preview and stayed as they were.'],
    [['harbor-1', 'harbor-2', 'harbor-3', 'harbor-6', 'harbor-9', 'harbor-a1'], 'The repair changed no issues. 6 issues had changed since the preview and stayed as they were.'],
  ])('records unchanged rows in the timeline, where %p changed', async (changed, detail) => {
    const run = await confirmed(it)
    it.db.write((tx) => {
      for (const id of changed) setRow(tx, id, { intent: 'ignored' })
    })
    await it.repair.apply(run, {})
    const rows = it.db.read.all('select activity, status, reason_code, reason_detail from timeline order by rowid desc limit 1')
    expect(rows).toEqual([{ activity: 'refresh', status: 'failed', reason_code: 'repair_conflicts', reason_detail: detail }])
  }) // biome-ignore format: a table

  test('that a stop interrupts says so, and changes nothing more', async () => {
    const run = await longRun()
    const applying = refusal(() => it.repair.apply(run, {}))
    await untilApplied(run, 50)
    await it.repairRuns.stop()
    expect(await applying).toEqual(['unavailable', 'stopping'])
    expect(stateOf(run)).toMatchObject({ state: 'applying', applied_count: 50 })
    expect(await refusal(() => it.repair.apply(run, {}))).toEqual(['unavailable', 'stopping'])
  })

  test('does not change other maintenance after a restart', async () => {
    await confirmed(it)
    it.maintenance.close({ owner: 'migration', run_id: 'm', reason: 'A migration is running.' })
    const next = it.restart()
    next.repairRuns.resume()
    await next.repairRuns.idle()
    expect(next.gate.read().maintenance).toMatchObject({ owner: 'migration', run_id: 'm' })
  })

  test('whose run was deleted frees the gate after a restart', async () => {
    it.maintenance.close({ owner: 'repair', run_id: 'gone', reason: 'A repair is running.' })
    const next = it.restart()
    next.repairRuns.resume()
    await next.repairRuns.idle()
    expect(next.gate.read()).toMatchObject({ state: 'open', maintenance: null })
  })

  test('skips an issue whose download continued, and one that no longer exists', async () => {
    const run = await confirmed(it)
    it.db.write((tx) => {
      tx.run(`update journal set stage = 'snatched' where item_id = 'item-9'`)
      tx.run(`delete from issues where issue_id = 'harbor-3'`)
    })
    expect(await it.repair.apply(run, {})).toMatchObject({ applied_count: 4, conflict_count: 2 })
    expect(issue('harbor-9')?.fulfillment).toBe('missing')
  })

  test('skips an issue whose file a scan no longer found', async () => {
    const run = await confirmed(it)
    it.db.write((tx) => tx.run(`update files set gone_at = '2026-11-21T07:00:00.000Z' where path like '%006%'`))
    expect(await it.repair.apply(run, {})).toMatchObject({ applied_count: 5, conflict_count: 1 })
    expect(issue('harbor-6')?.fulfillment).toBe('failed')
  })

  test('links a file that exists again to each issue in it', async () => {
    makeSeries(it.db, { comic_id: 'double', name: 'Double' })
    const ids = makeIssues(it.db, 'double', [1, 2])
    const file = makeFile(it.db, { path: '/library/Double.cbz', issues: ids })
    it.disk.add('/library/Double.cbz')
    it.db.write((tx) => markGone(tx, [file], '2026-01-05T00:00:00.000Z'))
    const before = stored(it)
    const { run_id, preview_token, fingerprint } = await it.repair.preview(OWNER, { series_id: 'double' })
    it.repair.confirm(OWNER, run_id, { preview_token, fingerprint })
    expect(await it.repair.apply(run_id, {})).toMatchObject({ state: 'completed', applied_count: 2 })
    expect(ids.map((id) => issue(id)?.fulfillment)).toEqual(['downloaded', 'downloaded'])
    expect(await it.repair.rollBack(run_id, { reason: 'test' })).toMatchObject({ state: 'rolled_back' })
    expect(stored(it)).toEqual(before)
  })

  test('continues where a limited one stopped', async () => {
    const run = await confirmed(it)
    const replies = [await it.repair.apply(run, { max_items: 2 }), await it.repair.apply(run, { max_items: 2 })]
    expect(replies.map(({ state, last_sequence, new_mutations }) => [state, last_sequence, new_mutations])).toEqual([
      ['applying', 2, 2],
      ['applying', 8, 2],
    ])
    expect(it.gate.read().state).toBe('open')
    expect(await it.repair.apply(run, { max_items: 2 })).toMatchObject({ state: 'completed', new_mutations: 2 })
  })

  test('records its first start and its end', async () => {
    const run = await confirmed(it)
    const began = it.clock.now()
    await it.repair.apply(run, { max_items: 2 })
    expect(stateOf(run)).toMatchObject({ started_at: began, completed_at: null })
    it.clock.jump('1 h')
    await it.repair.apply(run, {})
    expect(stateOf(run)).toMatchObject({ started_at: began, completed_at: it.clock.now() })
    await it.repair.rollBack(run, { reason: 'test' })
    expect(stateOf(run)).toMatchObject({ started_at: began, completed_at: it.clock.now() })
  })

  test('starts with the canary on request', async () => {
    const run = await confirmed(it, [], 'issue:harbor-3')
    expect(await it.repair.apply(run, { canary_only: true })).toMatchObject({
      state: 'canary_complete',
      applied_count: 1,
    })
    expect(issue('harbor-3')?.fulfillment).toBe('unknown')
    expect(issue('harbor-2')?.fulfillment).toBe('snatched')
    expect(await refusal(() => it.repair.apply(run, { canary_only: true }))).toEqual(['conflict', 'canary_complete'])
    expect(await it.repair.apply(run, {})).toMatchObject({ state: 'completed', applied_count: 6 })
  })

  test('is refused before it is confirmed, after it is complete, and for an unnamed canary', async () => {
    const { run_id } = await preview()
    expect(await refusal(() => it.repair.apply(run_id, {}))).toEqual(['conflict', 'run_state'])
    const run = await confirmed(it)
    expect(await refusal(() => it.repair.apply(run, { canary_only: true }))).toEqual(['invalid', undefined])
    await it.repair.apply(run, {})
    expect(await refusal(() => it.repair.apply(run, {}))).toEqual(['conflict', 'run_state'])
  })

  test('waits for searches, and stops after five minutes without changes', async () => {
    const run = await confirmed(it)
    const before = stored(it)
    const lease = it.gate.lease({ producer: 'search', subject: 'run' })!
    const applying = refusal(() => it.repair.apply(run, {}))
    await it.clock.advance('10 s')
    expect([stateOf(run).state, it.gate.read().state]).toEqual(['waiting_for_drain', 'maintenance'])
    expect(await refusal(() => it.repair.apply(run, {}))).toEqual(['locked', 'run_working'])
    await it.clock.advance('5 min')
    expect(await applying).toEqual(['locked', 'leases_active'])
    expect(stored(it)).toEqual(before)
    expect(it.gate.read().state).toBe('open')
    lease.release()
    expect(await it.repair.apply(run, {})).toMatchObject({ state: 'completed' })
  })

  test('is refused while other maintenance runs', async () => {
    const run = await confirmed(it)
    it.maintenance.close({ owner: 'migration', run_id: 'm', reason: 'A migration is running.' })
    expect(await refusal(() => it.repair.apply(run, {}))).toEqual(['locked', 'maintenance_owned'])
    expect(stateOf(run).state).toBe('confirmed')
  })

  /** A confirmed run of 120 issues, which are changed 50 at a time. */
  async function longRun(): Promise<string> {
    makeSeries(it.db, { comic_id: 'long', name: 'Long' })
    const long = Array.from({ length: 120 }, (_, at) => ({
      number: String(at + 1),
      fulfillment: 'downloaded' as const,
    }))
    makeIssues(it.db, 'long', long)
    const { run_id, preview_token, fingerprint } = await it.repair.preview(OWNER, { series_id: 'long' })
    it.repair.confirm(OWNER, run_id, { preview_token, fingerprint })
    return run_id
  }
  const untilApplied = async (run: string, count: number) => {
    while (stateOf(run).applied_count < count) await new Promise((done) => setImmediate(done))
  }

  test('that takes long renews its heartbeat after each part', async () => {
    const run_id = await longRun()
    const applying = it.repair.apply(run_id, {})
    await untilApplied(run_id, 50)
    it.clock.jump('3 min')
    expect(it.gate.read().maintenance?.isAlive).toBe(false)
    await untilApplied(run_id, 100)
    expect(it.gate.read().maintenance?.isAlive).toBe(true)
    expect(await applying).toMatchObject({ state: 'completed', applied_count: 120 })
  })

  test('that loses its fence changes nothing more', async () => {
    const run_id = await longRun()
    const applying = refusal(() => it.repair.apply(run_id, {}))
    await untilApplied(run_id, 50)
    it.db.write((tx) => tx.run('update acquisition_gate set owner = null, run_id = null, epoch = epoch + 1'))
    expect(await applying).toEqual(['locked', 'fence_lost'])
    expect(stateOf(run_id)).toMatchObject({ state: 'applying', applied_count: 50, last_sequence: 50 })
    expect(await it.repair.apply(run_id, {})).toMatchObject({
      state: 'completed',
      applied_count: 120,
      new_mutations: 70,
    })
  })
})

describe('a rollback', () => {
  test('restores every row', async () => {
    const before = stored(it)
    const run = await confirmed(it)
    await it.repair.apply(run, {})
    expect(stored(it)).not.toEqual(before)
    expect(await it.repair.rollBack(run, { reason: 'test' })).toMatchObject({
      state: 'rolled_back',
      rollback_count: 6,
      rollback_conflict_count: 0,
      new_mutations: 6,
    })
    expect(stored(it)).toEqual(before)
    expect(await refusal(() => it.repair.rollBack(run, { reason: 'again' }))).toEqual(['conflict', 'run_state'])
  })

  test('skips a row that changed since', async () => {
    const run = await confirmed(it)
    await it.repair.apply(run, {})
    it.db.write((tx) => setRow(tx, 'harbor-3', { intent: 'wanted' }))
    expect(await it.repair.rollBack(run, { reason: 'test' })).toMatchObject({
      state: 'rollback_needs_review',
      rollback_count: 5,
      rollback_conflict_count: 1,
    })
    expect(issue('harbor-3')).toEqual({ intent: 'wanted', fulfillment: 'unknown' })
    expect(issue('harbor-2')?.fulfillment).toBe('snatched')
  })

  test('of a part restores that part', async () => {
    const before = stored(it)
    const run = await confirmed(it)
    await it.repair.apply(run, { max_items: 3 })
    expect(await it.repair.rollBack(run, { reason: 'test' })).toMatchObject({ state: 'rolled_back', rollback_count: 3 })
    expect(stored(it)).toEqual(before)
  })

  test.each([
    [[], 'The repair was rolled back: 6 issues restored.'],
    [['harbor-3'], 'The repair was rolled back: 5 issues restored. 1 issue had changed since and stayed as it was.'],
    [['harbor-3', 'harbor-6'], 'The repair was rolled back: 4 issues restored. 2 issues had changed since and stayed as they were.'],
  ])('records the restored rows in the timeline, where %p changed', async (changed, detail) => {
    const run = await confirmed(it)
    await it.repair.apply(run, {})
    it.db.write((tx) => {
      for (const id of changed) setRow(tx, id, { intent: 'wanted' })
    })
    await it.repair.rollBack(run, { reason: 'test' })
    const rows = it.db.read.all('select status, reason_code, reason_detail from timeline order by rowid desc limit 1')
    expect(rows).toEqual([{ status: 'succeeded', reason_code: 'repair_rolled_back', reason_detail: detail }])
  }) // biome-ignore format: a table

  test('needs a reason and a run that was applied', async () => {
    const run = await confirmed(it)
    expect(await refusal(() => it.repair.rollBack(run, { reason: ' ' }))).toEqual(['invalid', undefined])
    expect(await refusal(() => it.repair.rollBack(run, { reason: 'x' }))).toEqual(['conflict', 'run_state'])
  })
})

test('a run does not change another run', async () => {
  makeSeries(it.db, { comic_id: 'other', name: 'Other' })
  makeIssues(it.db, 'other', Array.from({ length: 10 }, (_, at) => ({ number: `${at}`, fulfillment: 'downloaded' as const })))
  const { run_id: other, preview_token, fingerprint } = await it.repair.preview(OWNER, { series_id: 'other' })
  it.repair.confirm(OWNER, other, { preview_token, fingerprint })
  const before = itemsOf(other)
  const run = await confirmed(it)
  expect(itemsOf(other)).toEqual(before)
  expect(await it.repair.apply(run, {})).toMatchObject({ state: 'completed', applied_count: 6 })
  expect(await it.repair.rollBack(run, { reason: 'test' })).toMatchObject({ state: 'rolled_back', rollback_count: 6 })
  expect(itemsOf(other)).toEqual(before)
  expect(await it.repair.apply(other, {})).toMatchObject({ state: 'completed', applied_count: 10 })
  expect(await it.repair.rollBack(other, { reason: 'test' })).toMatchObject({ rollback_count: 10 })
}) // biome-ignore format: one line

describe('a process that is killed', () => {
  /**
   * Kills the process after each number of transactions until the work completes; returns how many kills there were.
   */
  async function killedEverywhere(
    begin: (at: RepairHarness, run: string) => Promise<unknown>,
    run: () => Promise<string>,
  ) {
    for (let writes = 0; ; writes++) {
      it.db.close()
      it = repairHarness()
      makeDrift(it)
      const id = await run()
      const error = await begin(it.restart(writes), id).catch((caught) => caught)
      if (!(error instanceof Killed)) return writes
      const next = it.restart()
      next.gate.begin()
      next.repairRuns.resume()
      await next.repairRuns.idle()
      expect(next.gate.read().state, `killed after ${writes}`).toBe('open')
      it = next
      await check(id, writes)
    }
  }
  let check: (run: string, writes: number) => Promise<void>

  test('between any two steps of an apply leaves a run that is completed', async () => {
    const whole = repairHarness()
    makeDrift(whole)
    await whole.repair.apply(await confirmed(whole), {})
    check = async (run) => {
      if (stateOf(run).state === 'confirmed') await it.repair.apply(run, {})
      expect(stateOf(run)).toMatchObject({ state: 'completed', applied_count: 6 })
      expect(stored(it)).toEqual(stored(whole))
    }
    const kills = await killedEverywhere(
      (at, run) => at.repair.apply(run, {}),
      () => confirmed(it),
    )
    expect(kills).toBeGreaterThan(6)
    whole.db.close()
  })

  test('between any two steps of a rollback leaves every row restored', async () => {
    const before = stored(it)
    check = async (run) => {
      if (stateOf(run).state === 'completed') await it.repair.rollBack(run, { reason: 'again' })
      expect(stateOf(run)).toMatchObject({ state: 'rolled_back', rollback_count: 6 })
      expect(stored(it)).toEqual(before)
    }
    const applied = async () => {
      const run = await confirmed(it)
      await it.repair.apply(run, {})
      return run
    }
    const kills = await killedEverywhere((at, run) => at.repair.rollBack(run, { reason: 'test' }), applied)
    expect(kills).toBeGreaterThan(6)
  })

  test('again while a start continues a run ends nothing else, and the next start continues', async () => {
    const run = await confirmed(it)
    await it
      .restart(4)
      .repair.apply(run, {})
      .catch(() => undefined)
    const next = it.restart(1)
    next.repairRuns.resume()
    await next.repairRuns.idle()
    const last = it.restart()
    last.repairRuns.resume()
    await last.repairRuns.idle()
    expect(stateOf(run)).toMatchObject({ state: 'completed', applied_count: 6 })
  })

  test('in a limited apply frees the gate and waits for the next request', async () => {
    const run = await confirmed(it)
    await it
      .restart(4)
      .repair.apply(run, { max_items: 2 })
      .catch(() => undefined)
    expect(it.gate.read().state).toBe('maintenance')
    const next = it.restart()
    next.repairRuns.resume()
    await next.repairRuns.idle()
    expect([next.gate.read().state, stateOf(run).state]).toEqual(['open', 'applying'])
  })
})

test('runs are kept for 30 days', async () => {
  const { run_id } = await preview()
  await it.clock.advance('29 d')
  it.repair.prune()
  expect(it.repair.list().runs.map((run) => run.run_id)).toEqual([run_id])
  await it.clock.advance('2 d')
  it.repair.prune()
  expect(it.repair.list().runs).toEqual([])
  expect(await refusal(() => it.repair.get(run_id, true))).toEqual(['missing', 'run_not_found'])
})

test.each([
  ['changes rows', (run: string) => `update repair_runs set state = 'applying' where run_id = '${run}'`],
  ['is checked with a grab', (run: string) => `insert into canary_permits (permit_id, run_id, release_key, route, state, epoch, created_at, expires_at) values ('p', '${run}', 'a|b', 'nzb', 'claimed', 1, '', '')`],
])('one that %s is kept for longer', async (_name, change) => {
  const { run_id } = await preview()
  it.db.write((tx) => tx.run(change(run_id)))
  await it.clock.advance('31 d')
  it.repair.prune()
  expect(it.repair.list().runs.map((run) => run.run_id)).toEqual([run_id])
}) // biome-ignore format: a table

const ON_DISK = { kind: 'file', size: 5, modifiedMs: 9, device: 1 } as const
test.each([
  ['as it was opened', async () => ON_DISK, true],
  ['of another size', async () => ({ ...ON_DISK, size: 6 }), false],
  ['of another time', async () => ({ ...ON_DISK, modifiedMs: 8 }), false],
  ['replaced by a folder', async () => ({ ...ON_DISK, kind: 'folder' as const }), false],
  ['gone', async () => undefined, false],
  ['on a disk that does not respond', () => Promise.reject(new Error('EIO')), false],
])('a file that is %s proves that an issue is owned: %p, %p', async (_name, stat, isProof) => {
  const file = { path: '/a.cbz', size: 5, modified_ms: 9 } as Parameters<typeof isOnDisk>[1]
  expect(await isOnDisk({ stat }, file)).toBe(isProof)
})
