import { beforeEach, describe, expect, test } from 'bun:test'
import { reserveIssues, setIntent } from '../../../library/series/store'
import { keepFormat } from '../../../library/series/upgrades-store'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { type IndexerStub, offer, searchHarness } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import type { GrabOutcome } from '../grabs/grab-request'
import { saveRule } from '../rules/store'
import { lastOf } from './last-store'
import { searchItemsOf } from './store'

const RELEASE = 'Harbor Lights 007 (2015) (Digital) (Zone-Empire)'
let harness: ReturnType<typeof searchHarness>
let ids: string[]
const alpha: IndexerStub = { name: 'alpha' }
const beta: IndexerStub = { name: 'beta' }

const wanted = (number: string | number) =>
  ({ number: String(number), intent: 'wanted', release_date: '2015-06-03' }) as const

beforeEach(() => {
  harness = searchHarness({ indexers: [{ ...alpha }, { ...beta }] })
  makeSeries(harness.db, { year: 2015 })
  ids = makeIssues(harness.db, 'harbor', [wanted(7), wanted(8), wanted(9)])
})

const [first, second] = [() => harness.indexers[0]!, () => harness.indexers[1]!]
const idle = () => harness.operations.idle()
const run = (runId: string) => harness.runs.run(runId, {}).run
const items = (runId: string) => searchItemsOf(harness.db.read, runId).map(({ item }) => item)
const last = (issueId: string) => lastOf(harness.db.read, issueId)!

/** Searches for one issue and waits for the end. */
async function searched(issueId = ids[0]!): Promise<string> {
  const begun = harness.runs.beginIssue(issueId, 'issue_wanted')!
  await idle()
  return begun.run_id
}

describe('a search for one issue', () => {
  test('grabs a match and says so', async () => {
    second().search = () => ({ ok: [offer(RELEASE)] })
    const runId = await searched()
    expect(run(runId)).toMatchObject({
      trigger: 'issue_wanted',
      scope_type: 'issue',
      scope_id: 'harbor-7',
      completion_state: 'completed',
      accepted_count: 1,
      terminal_count: 1,
      succeeded_count: 1,
      queue_priority: 'interactive',
    })
    expect(harness.wishes).toHaveLength(1)
    expect(harness.wishes[0]).toMatchObject({ indexer_id: 'beta', entity_id: 'harbor-7', issue_ids: ['harbor-7'] })
    expect(last('harbor-7')).toMatchObject({ state: 'succeeded', grabbed: RELEASE, summary: 'Downloaded from beta' })
  })

  test('that finds nothing sends every query to every indexer, and keeps the queries', async () => {
    const runId = await searched()
    expect(harness.queries.filter((line) => line.startsWith('alpha'))).toEqual([
      'alpha: Harbor Lights 007',
      'alpha: Harbor Lights 7',
      'alpha: Harbor Lights 07',
    ])
    expect(items(runId)).toMatchObject([{ state: 'no_match', attempt_count: 1 }])
    expect(last('harbor-7')).toMatchObject({
      state: 'no_match',
      summary: 'Searched 2 indexers: no releases found',
      asked: [
        { indexer: 'alpha', found: 0 },
        { indexer: 'beta', found: 0 },
      ],
    })
  })

  test('finds releases under another spelling of the name', async () => {
    makeSeries(harness.db, { comic_id: 'kids', name: "The Kid's S.E.A.", year: 2015 })
    const [issue] = makeIssues(harness.db, 'kids', [wanted(3)])
    const release = "The Kid's S.E.A. 003 (2015)"
    first().search = (text) => ({ ok: release.includes(text) ? [offer(release)] : [] })
    await searched(issue)
    expect(last(issue!)).toMatchObject({ state: 'succeeded', grabbed: release })
    expect(harness.queries.filter((line) => line.startsWith('alpha'))).toEqual([
      'alpha: Kids SEA 003',
      "alpha: Kid's S.E.A. 003",
    ])
  })

  test('without a match keeps why each was rejected, the nearest miss first and each once', async () => {
    const near = offer('Harbor Lights 008 (2015) (Digital)')
    const far = offer('Copper Orchard TPB (1999) (French)')
    first().search = () => ({ ok: [far, near] })
    second().search = () => ({ ok: [near] })
    await searched()
    const { refused, summary } = last('harbor-7')
    expect(refused.map(({ title }) => title)).toEqual([near.title, far.title])
    expect(refused[0]).toMatchObject({ reasons: [{ code: 'rejected.issue_mismatch' }], overrideable: true })
    expect(summary).toEndWith('releases found, none acceptable')
  })

  test.each([
    [1, 0, 'Searched 1 indexer: no releases found'],
    [2, 0, 'Searched 2 indexers: no releases found'],
    [1, 1, '1 release found, none acceptable'],
    [1, 30, '30 releases found, none acceptable'],
  ])('at %p indexers with %p releases that do not match says %p', async (count, came, summary) => {
    harness.indexers.length = count
    const offers = Array.from({ length: came }, (_, at) =>
      offer(`Harbor Lights 1${at} (2015)`, { size: 3e7 + at * 3e6 }),
    )
    first().search = () => ({ ok: offers })
    await searched()
    expect(last('harbor-7').summary).toBe(summary)
    expect(last('harbor-7').refused).toHaveLength(Math.min(came, 25))
  })

  test('says at which indexer items were unusable', async () => {
    harness.indexers.length = 1
    first().search = () => ({ ok: [], left_out: '12 items had no usable link' }) as never
    await searched()
    const { summary, asked } = last('harbor-7')
    expect(summary).toMatch(/^Searched 1 indexer: no releases found\. .+: 12 items had no usable link$/)
    expect(asked[0]).toMatchObject({ left_out: '12 items had no usable link' })
  })

  test.each<[string, () => unknown, object]>([
    ['is gone', () => harness.db.write((tx) => tx.run("delete from issues where issue_id = 'harbor-8'" as never)), { state: 'cancelled', reason: 'removed' }],
    ['is here', () => makeFile(harness.db, { issues: ['harbor-8'] }), { state: 'succeeded', reason: 'owned' }],
    ['is downloading', () => harness.db.write((tx) => reserveIssues(tx, ['harbor-8'], harness.clock.now())), { state: 'succeeded', reason: 'in_flight' }],
    ['is of a paused series', () => harness.db.write((tx) => tx.run("update series set status = 'paused'" as never)), { state: 'no_match' }],
  ])('for an issue that %s by now does not run, or says so', async (_, change, item) => {
    const { run_id } = harness.runs.beginIssue('harbor-8', 'issue_wanted')!
    change()
    await idle()
    expect(items(run_id)).toMatchObject([item])
  }) // biome-ignore format: a row each

  test('tries the next best release when one cannot be grabbed', async () => {
    first().search = () => ({ ok: [offer(RELEASE), offer(`${RELEASE}.cbz`, { guid: 'other' })] })
    harness.outcome = ({ offer: { guid } }) =>
      guid === 'other'
        ? { state: 'submitted', release_key: 'k' }
        : { state: 'failed', code: 'handoff_rejected', detail: 'It is gone.' }
    const runId = await searched()
    expect(items(runId)).toMatchObject([{ state: 'succeeded' }])
    expect(harness.wishes.length).toBe(2)
  })

  test('that another search preceded is no failure', async () => {
    first().search = () => ({ ok: [offer(RELEASE)] })
    harness.outcome = () => ({ state: 'in_flight', code: 'in_flight', detail: 'This release is downloading already.' })
    const runId = await searched()
    expect(items(runId)).toMatchObject([{ state: 'succeeded', reason: 'in_flight' }])
    expect(run(runId).completion_state).toBe('completed')
    expect(last('harbor-7')).toMatchObject({ state: 'succeeded', grabbed: null })
  })

  test('is no failure if another search grabbed a release meanwhile', async () => {
    first().search = () => ({ ok: [offer(RELEASE), offer(`${RELEASE}.cbz`, { guid: 'other' })] })
    harness.outcome = ({ issue_ids }) => {
      harness.db.write((tx) => reserveIssues(tx, issue_ids, harness.clock.now()))
      return { state: 'blocked', code: 'item_not_eligible', detail: 'Nothing that it would bring is missing.' }
    }
    const runId = await searched()
    expect(items(runId)).toMatchObject([{ state: 'succeeded', reason: 'in_flight' }])
    expect(harness.wishes).toHaveLength(1)
    expect(last('harbor-7').summary).toBe('Already downloading')
  })

  describe('when releases cannot be grabbed', () => {
    const five = () => {
      const guids = ['', '.a', '.b', '.c', '.d']
      first().search = () => ({ ok: guids.map((guid, at) => offer(`${RELEASE}${guid}`, { guid, size: 4e7 + at })) })
    }

    test('tries three of them', async () => {
      five()
      harness.outcome = () => ({ state: 'failed', code: 'handoff_rejected', detail: 'It is gone.' })
      await searched()
      expect(harness.wishes).toHaveLength(3)
    })

    test('tries all of them where each only has no client', async () => {
      five()
      harness.outcome = () => ({ state: 'failed', code: 'route_unavailable', detail: 'Nothing takes torrents.' })
      await searched()
      expect(harness.wishes).toHaveLength(5)
      expect(last('harbor-7')).toMatchObject({ state: 'failed', summary: 'Nothing takes torrents.' })
    })

    test.each([
      { state: 'blocked', code: 'held', detail: 'Somebody moves in.' },
      { state: 'manual_review', code: 'handoff_ambiguous', detail: 'It may have come.', release_key: 'k' },
    ] as const)('tries no other after one that is $state', async (outcome) => {
      five()
      harness.outcome = () => outcome
      const runId = await searched()
      expect(harness.wishes).toHaveLength(1)
      expect(items(runId)).toMatchObject([{ state: 'blocked', reason: outcome.code }])
      expect(last('harbor-7')).toMatchObject({ summary: outcome.detail, grabbed: null })
    })

    test('tries the next if another search has one of them, which does not count as an attempt', async () => {
      five()
      const was = [...Array(3).fill('in_flight'), ...Array(9).fill('failed')]
      harness.outcome = () => ({ state: was.shift(), code: 'in_flight', detail: 'No.' }) as GrabOutcome
      await searched()
      expect(harness.wishes).toHaveLength(5)
    })
  })

  test('says when no match could be grabbed', async () => {
    first().search = () => ({ ok: [offer(RELEASE)] })
    harness.outcome = () => ({ state: 'failed', code: 'handoff_rejected', detail: 'The folder is gone.' })
    const runId = await searched()
    expect(items(runId)).toMatchObject([{ state: 'failed', reason: 'handoff_rejected' }])
    expect(last('harbor-7')).toMatchObject({ state: 'failed', summary: 'The folder is gone.', grabbed: null })
    expect(run(runId).completion_state).toBe('failed')
  })

  test('does not run for an issue that was added meanwhile, or is no longer wanted', async () => {
    const { run_id } = harness.runs.beginIssue('harbor-8', 'issue_wanted')!
    harness.db.write((tx) => {
      setIntent(tx, 'harbor-8', 'skipped', harness.clock.now())
    })
    await idle()
    expect(items(run_id)).toMatchObject([{ state: 'cancelled', reason: 'explicit_skip' }])
    expect(harness.queries).toEqual([])
  })

  test('started twice is one search', () => {
    const [a, b] = [
      harness.runs.beginIssue('harbor-7', 'issue_wanted')!,
      harness.runs.beginIssue('harbor-7', 'issue_retry')!,
    ]
    expect(b).toMatchObject({ run_id: a.run_id, repeated: true })
  })

  test('starts for nothing that is not wanted, owned, or not released', () => {
    makeIssues(harness.db, 'harbor', [{ number: '20' }, { ...wanted(21), release_date: '2027-01-06' }])
    expect(harness.runs.beginIssue('harbor-20', 'issue_wanted')).toBeUndefined()
    expect(harness.runs.beginIssue('harbor-21', 'issue_wanted')).toBeUndefined()
    expect(harness.runs.beginIssue('nobody', 'issue_wanted')).toBeUndefined()
  })
})

describe('an indexer that', () => {
  test('fails does not affect the others or fail the run', async () => {
    first().search = () => ({ failure: 'auth', detail: 'alpha refused the key.' })
    second().search = () => ({ ok: [offer(RELEASE)] })
    const runId = await searched()
    expect(run(runId).completion_state).toBe('completed')
    expect(last('harbor-7').asked[0]).toMatchObject({
      indexer: 'alpha',
      failure: 'auth',
      detail: 'alpha refused the key.',
    })
  })

  test('fails is not queried again for the same issue', async () => {
    first().search = () => ({ failure: 'limit', detail: 'Enough for today.' })
    await searched()
    expect(harness.queries.filter((line) => line.startsWith('alpha'))).toHaveLength(1)
  })

  test('is slow does not delay the others: a match elsewhere is grabbed soon', async () => {
    first().search = () => new Promise(() => {})
    second().search = () => ({ ok: [offer(RELEASE)] })
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    await harness.clock.advance('4 s')
    await idle()
    expect(items(run_id)).toMatchObject([{ state: 'succeeded' }])
    expect(last('harbor-7').asked[0]).toMatchObject({ indexer: 'alpha', failure: 'slow' })
  })

  test('is slow is given up a while after the others found nothing', async () => {
    first().search = () => new Promise(() => {})
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    await harness.clock.advance('11 s')
    await idle()
    expect(items(run_id)).toMatchObject([{ state: 'no_match' }])
  })

  test('breaks internally fails that issue only', async () => {
    first().search = (text) => {
      if (text.includes('008')) throw new Error('boom')
      return { ok: [] }
    }
    const { run_id } = harness.runs.force()
    await idle()
    expect(
      items(run_id!)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['failed', 'no_match', 'no_match'])
    expect(run(run_id!).completion_state).toBe('partial')
  })

  test('fails like all others makes it a search that did not run', async () => {
    for (const each of harness.indexers) each.search = () => ({ failure: 'unreachable', detail: 'Nobody there.' })
    const runId = await searched()
    expect(items(runId)).toMatchObject([{ state: 'failed', reason: 'providers_temporarily_blocked' }])
    expect(last('harbor-7').summary).toBe('No indexer could be searched. Nobody there.')
  })
})

describe('a run', () => {
  test('without an indexer, or a client for releases, is blocked and says why', async () => {
    harness.ready = { ready: false, code: 'downloader_disabled', reason: 'No folder is set.' }
    const runId = await searched()
    expect(run(runId)).toMatchObject({ completion_state: 'blocked', reason: 'No folder is set.', blocked_count: 1 })
    expect(items(runId)).toMatchObject([{ state: 'blocked', reason: 'downloader_disabled' }])
    expect(harness.runs.force()).toMatchObject({ success: false, status: 'blocked', error: 'No folder is set.' })
    harness.indexers.length = 0
    expect(harness.runs.force()).toMatchObject({
      success: false,
      error: 'No indexer is enabled. Add or enable one in Settings, Indexers.',
    })
  })

  test('that starts while automation is held waits, and continues when it may', async () => {
    harness.hold('Maintenance is under way.')
    const { run_id, pending } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    expect(pending).toBe(true)
    await idle()
    expect(run(run_id)).toMatchObject({ dispatch_state: 'pending', completion_state: 'pending' })
    expect(() => harness.runs.retry(run_id)).toThrow('Maintenance is under way.')
    expect(harness.runs.force()).toMatchObject({ success: false, status: 'blocked' })
    harness.hold()
    expect(harness.runs.retry(run_id)).toMatchObject({ success: true, dispatched: 1 })
    await idle()
    expect(run(run_id).completion_state).toBe('completed')
    expect(() => harness.runs.retry(run_id)).toThrow('This search has ended.')
  })

  test('that is running when automation is held pauses between two items', async () => {
    first().search = () => {
      harness.hold('Searching is paused.')
      return { ok: [] }
    }
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    await harness.clock.advance('10 min')
    const before = harness.queries.length
    await harness.clock.advance('1 h')
    expect(harness.queries.length).toBe(before)
    first().search = () => ({ ok: [] })
    harness.hold()
    await advanceUntil(harness.clock, idle())
    expect(harness.queries.length).toBeGreaterThan(before)
  })

  test('over everything covers each issue once; a pack brings the others with it', async () => {
    harness.db.write((tx) => {
      tx.run('update series set allow_packs = 1' as never)
    })
    second().search = () => ({ ok: [offer('Harbor Lights 007-009 (2015) (Digital)', { size: 120_000_000 })] })
    const begun = harness.runs.force()
    expect(begun).toMatchObject({ success: true, status: 'accepted', accepted: 3 })
    expect(harness.runs.force()).toMatchObject({ run_id: begun.run_id, accepted: 3 })
    await idle()
    expect(run(begun.run_id!)).toMatchObject({ completion_state: 'completed', succeeded_count: 3 })
    const submitted = harness.wishes[0]!
    expect(submitted).toMatchObject({ pack: true, issue_ids: ['harbor-7', 'harbor-8', 'harbor-9'] })
    expect(harness.runs.force()).toMatchObject({ success: true, status: 'no_match', accepted: 0 })
  })

  test('waits for the only indexer to recover, and then continues', async () => {
    harness.indexers.pop()
    const until = '2026-11-21T08:20:00.000Z'
    first().search = () =>
      harness.clock.now() < until ? { failure: 'limit', detail: 'Enough for now.', until } : { ok: [] }
    const { run_id } = harness.runs.force()
    await harness.clock.advance('19 min')
    expect(run(run_id!)).toMatchObject({ completion_state: 'running', terminal_count: 0 })
    expect(harness.queries.length).toBeLessThan(4)
    await harness.clock.advance('2 min')
    await idle()
    expect(run(run_id!)).toMatchObject({ completion_state: 'completed', no_match_count: 3 })
    expect(items(run_id!).map(({ attempt_count }) => attempt_count)).toEqual([1, 1, 1])
  })

  test.each([
    ['an hour', '2026-11-21T09:00:00.000Z', 'running'],
    ['longer', '2026-11-21T09:00:00.001Z', 'blocked'],
  ])('that would have to wait %s for the indexers, until %s, is %s', async (_, until, state) => {
    for (const each of harness.indexers) each.search = () => ({ failure: 'limit', detail: 'Enough.', until })
    const { run_id } = harness.runs.force()
    await harness.clock.advance('1 s')
    expect(run(run_id!).completion_state).toBe(state as never)
  })

  test('without a known time for a retry is blocked, and an urgent one has failed', async () => {
    for (const each of harness.indexers) each.search = () => ({ failure: 'unreachable', detail: 'Away.' })
    const { run_id } = harness.runs.force()
    await idle()
    expect(run(run_id!)).toMatchObject({ completion_state: 'blocked', blocked_count: 3 })
    expect(items(await searched())).toMatchObject([{ state: 'failed' }])
  })

  test('is kept for a month once it has ended', async () => {
    const runId = await searched()
    await harness.clock.advance('29 d')
    harness.runs.prune()
    expect(run(runId).completion_state).toBe('completed')
    await harness.clock.advance('2 d')
    harness.runs.prune()
    expect(() => run(runId)).toThrow('was not found')
  })

  test('is listed among fifty, and its items page by page', () => {
    harness.hold('Paused.')
    const entities = ids.map((entity_id) => ({ entity_type: 'issue' as const, entity_id }))
    const about = { trigger: 'manual_wanted_scan', scope_type: 'wanted_backlog', scope_id: 'all', priority: 'routine', entities } as const
    const begun = Array.from({ length: 52 }, () => harness.runs.begin(about))
    const { runs, pagination } = harness.runs.list({})
    expect([runs.length, pagination.total]).toEqual([50, 52])
    expect(harness.runs.list({ limit: 10, offset: 50 } as never).runs).toHaveLength(2)
    const { run_id } = begun[0]!
    expect(begun[0]).toEqual({ run_id, accepted: 3, pending: true })
    expect(harness.runs.run(run_id, { limit: 2, offset: 2 } as never)).toMatchObject({ items: [{}], pagination: { total: 3 } })
    expect(harness.runs.run(run_id, { include_items: false })).not.toHaveProperty('pagination')
    expect(harness.runs.run(run_id, { include_items: false }).items).toEqual([])
    expect(harness.runs.run(run_id, {}).items).toHaveLength(3)
  }) // biome-ignore format: one row

  test('does not use up the wanted items while no indexer can be queried', async () => {
    const until = '2026-11-22T08:00:00.000Z'
    for (const each of harness.indexers) each.search = () => ({ failure: 'limit', detail: 'Enough for today.', until })
    const { run_id } = harness.runs.force()
    await idle()
    expect(run(run_id!)).toMatchObject({
      completion_state: 'blocked',
      blocked_count: 3,
      reason: 'No indexer could be searched. Enough for today.',
    })
    expect(lastOf(harness.db.read, 'harbor-9')).toBeUndefined()
  })

  test('that is cancelled ends its remaining items', async () => {
    for (const each of harness.indexers) each.search = () => new Promise(() => {})
    const { run_id } = harness.runs.force()
    await harness.clock.advance('1 s')
    const cancelled = harness.runs.cancel(run_id!)
    expect(cancelled.run).toMatchObject({ completion_state: 'partial', cancelled_count: 3 })
    await idle()
    expect(items(run_id!).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(() => harness.runs.cancel(run_id!)).toThrow('already ended')
  })

  test('of the routine works one by one with a pause between, the oldest attempt first', async () => {
    await searched('harbor-9')
    await harness.clock.advance('2 d')
    await searched('harbor-7')
    harness.queries.length = 0
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    await harness.clock.advance('1 s')
    const issues = () => [...new Set(harness.queries.map((line) => line.replace(/.* /, '').padStart(3, '0')))]
    expect(issues()).toEqual(['008'])
    await harness.clock.advance('61 s')
    expect(issues()).toEqual(['008', '009'])
    await idle()
    // Number 7 was just searched for.
    const [routine] = harness.runs.list({}).runs
    expect(routine).toMatchObject({ trigger: 'scheduled', accepted_count: 2, completion_state: 'completed' })
  })

  test('of the routine leaves out paused series and unreleased issues', () => {
    makeSeries(harness.db, { comic_id: 'paused', name: 'Quiet Signal', status: 'paused' })
    makeIssues(harness.db, 'paused', [wanted(1)])
    makeIssues(harness.db, 'harbor', [
      { ...wanted(30), release_date: '2027-01' },
      { ...wanted(31), release_date: '2026-11' },
    ])
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    const [routine] = harness.runs.list({}).runs
    const entities = items(routine!.run_id).map(({ entity_id }) => entity_id)
    expect(entities.sort()).toEqual(['harbor-31', 'harbor-7', 'harbor-8', 'harbor-9'])
  })
})

describe('everything that is wanted', () => {
  const AWAY = { ready: false, code: 'route_unavailable', reason: 'Nothing takes releases.' } as const

  test('is not searched for on demand when nothing could be grabbed, which is reported', async () => {
    harness.ready = AWAY
    const blocked = (error: string) => ({ success: false, status: 'blocked', error, message: error }) as never
    expect(harness.runs.force()).toEqual(blocked(AWAY.reason))
    harness.hold('Somebody moves in.')
    expect(harness.runs.force()).toEqual(blocked('Somebody moves in.'))
    expect(harness.runs.list({}).runs).toEqual([])
  })

  test('is searched for once at a time, and a slower run for the same ends', async () => {
    for (const each of harness.indexers) each.search = () => new Promise(() => {})
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    const [routine] = harness.runs.list({}).runs
    const forced = harness.runs.force()
    expect(forced).toMatchObject({ status: 'accepted', accepted: 3, message: 'Searching for 3 issues.' })
    expect(harness.runs.force()).toEqual({ ...forced, message: 'The search is already running.' } as never)
    await harness.clock.advance('1 s')
    expect(run(routine!.run_id).completion_state).toBe('partial')
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    expect(harness.runs.list({}).runs).toHaveLength(2)
  })

  test('is nothing when nothing is missing, and leaves no run', () => {
    harness.db.write((tx) => {
      for (const id of ids) setIntent(tx, id, 'skipped', harness.clock.now())
    })
    expect(harness.runs.force()).toMatchObject({ success: true, status: 'no_match', accepted: 0 })
    expect(harness.runs.list({}).runs).toEqual([])
    harness.db.write((tx) => {
      setIntent(tx, ids[0]!, 'wanted', harness.clock.now())
    })
    expect(harness.runs.force()).toMatchObject({ accepted: 1, message: 'Searching for 1 issue.' })
  })

  test.each([
    [3, 1, 3],
    [3, 2, 1],
    [1, 5, 1],
    [2, 0, 2],
  ])('of the routine each %p minutes with a pause of %p is %p issues', (everyMinutes, delayMinutes, accepted) => {
    harness.runs.routine({ everyMinutes, delayMinutes })
    expect(harness.runs.list({}).runs).toMatchObject([{ accepted_count: accepted, trigger: 'scheduled' }])
  })

  test('is not searched for in the routine when nothing could be grabbed', () => {
    harness.ready = AWAY
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    expect(harness.runs.list({}).runs).toEqual([])
    harness.ready = { ready: true }
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    expect(harness.runs.list({}).runs).toHaveLength(1)
  })

  test('that waited starts a few at a time, oldest first', async () => {
    harness.hold('Somebody moves in.')
    const about = {
      trigger: 'issue_wanted',
      scope_type: 'issue',
      scope_id: 'harbor-7',
      priority: 'interactive',
    } as const
    const entities = [{ entity_type: 'issue', entity_id: 'harbor-7' }] as const
    const begun: string[] = []
    for (let n = 0; n < 201; n++) {
      begun.push(harness.runs.begin({ ...about, entities }).run_id)
      await harness.clock.advance('1 s')
    }
    harness.hold()
    expect([harness.runs.resume(), run(begun[199]!).dispatch_state, run(begun[200]!).dispatch_state]).toEqual([
      200,
      'accepted',
      'pending',
    ])
    expect(harness.runs.resume()).toBe(1)
  })

  test('starts no routine run while it is held, and starts one when it is open again', async () => {
    harness.hold('Somebody moves in.')
    for (const _day of [1, 2]) harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    expect([harness.runs.list({}).runs, harness.runs.resume()]).toEqual([[], 0])
    harness.hold()
    harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    expect(harness.runs.list({}).runs).toMatchObject([{ dispatch_state: 'accepted', queue_priority: 'routine' }])
    await advanceUntil(harness.clock, idle())
    expect(harness.queries.length).toBeGreaterThan(0)
  })

  test('from earlier versions that waited for the gate is removed', () => {
    harness.hold('Somebody moves in.')
    harness.runs.beginBacklog('scheduled', { most: 10 })
    const kept = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    harness.runs.prune()
    expect(harness.runs.list({}).runs).toMatchObject([{ run_id: kept.run_id }])
  })

  test('that waited for the gate comes after all others', async () => {
    harness.hold('Somebody moves in.')
    harness.runs.beginIssue('harbor-7', 'issue_wanted')
    const waiting = { dispatch_state: 'pending', reason: 'Somebody moves in.', queue_priority: 'interactive' }
    expect(harness.runs.list({}).runs).toMatchObject([waiting])
    expect(harness.runs.resume()).toBe(0)
    await harness.clock.advance('1 h')
    expect(harness.queries).toEqual([])
    harness.hold()
    expect(harness.runs.resume()).toBe(1)
    const handedOn = { dispatch_state: 'accepted', reason: null, queue_priority: 'recovery' }
    expect(harness.runs.list({}).runs).toMatchObject([handedOn])
    expect(harness.runs.resume()).toBe(0)
    await advanceUntil(harness.clock, idle())
    expect(harness.queries.length).toBeGreaterThan(0)
  })
})

describe('several issues of one series', () => {
  test('become one run, without those that are not wanted or not released', async () => {
    makeIssues(harness.db, 'harbor', [{ number: '20' }, { ...wanted(21), release_date: '2027-01-06' }])
    const begun = harness.runs.beginIssues(['harbor-7', 'harbor-20', 'harbor-8', 'harbor-21', 'none'], 'issue_wanted')!
    expect(run(begun.run_id)).toMatchObject({ scope_type: 'series', scope_id: 'harbor', accepted_count: 2 })
    expect(harness.runs.beginIssues(['harbor-20', 'harbor-9'], 'issue_wanted')).toMatchObject({ accepted: 1 })
    expect(harness.runs.list({}).runs[0]).toMatchObject({ scope_type: 'issue', scope_id: 'harbor-9' })
    expect(harness.runs.beginIssues(['harbor-20'], 'issue_wanted')).toBeUndefined()
    expect(harness.runs.beginIssues([], 'issue_wanted')).toBeUndefined()
    await idle()
  })
})

describe('a waiting run', () => {
  test('starts on a retry, and not before it may', async () => {
    harness.hold('Somebody moves in.')
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    expect(harness.runs.beginIssue('harbor-7', 'issue_wanted')).toMatchObject({ pending: true, repeated: true })
    expect(() => harness.runs.retry(run_id)).toThrow('Somebody moves in.')
    harness.hold()
    expect(harness.runs.retry(run_id)).toMatchObject({ dispatched: 1, message: 'Search started' })
    expect(harness.runs.retry(run_id)).toMatchObject({ dispatched: 0, message: 'The search is already running.' })
    await idle()
    expect(() => harness.runs.retry(run_id)).toThrow('has ended')
    expect(() => harness.runs.retry('none')).toThrow('was not found')
  })

  test('is cancelled though nothing works on it', () => {
    harness.hold('Somebody moves in.')
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    expect(harness.runs.cancel(run_id).run).toMatchObject({ cancelled_count: 1, completion_state: 'partial' })
    expect(items(run_id)).toMatchObject([{ state: 'cancelled' }])
  })
})

describe('a search for a better file of an owned issue', () => {
  const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
  beforeEach(() => {
    harness.db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: '2026-01-01T00:00:00.000Z' }))
    makeFile(harness.db, { issues: ['harbor-7'], path: '/library/7.cbr', format: 'cbr' })
  })
  const found = (...titles: string[]) => {
    first().search = () => ({ ok: titles.map((title) => offer(title)) })
  }

  test('downloads a release that states a better format', async () => {
    found(`${RELEASE}.cbr`, `${RELEASE}.cbz`, RELEASE)
    expect(harness.runs.beginIssue('harbor-7', 'issue_retry')).toBeDefined()
    await idle()
    expect(harness.wishes).toMatchObject([{ entity_id: 'harbor-7', upgrade: true, offer: { title: `${RELEASE}.cbz` } }])
  })

  test('rejects all others and says why', async () => {
    found(`${RELEASE}.cbr`, RELEASE)
    harness.runs.beginIssue('harbor-7', 'issue_retry')
    await idle()
    expect(harness.wishes).toEqual([])
    expect(
      last('harbor-7')
        .refused.map(({ reasons }) => reasons[0]?.message)
        .sort(),
    ).toEqual(['Format not stated (wanted: CBZ)', 'Wrong format: CBR (wanted: CBZ)'])
  })

  test('starts only for the user, and not for a file that is kept or already in the best format', () => {
    expect(harness.runs.beginIssue('harbor-7', 'issue_wanted')).toBeUndefined()
    harness.db.write((tx) => keepFormat(tx, 'harbor-7', true, '2026-01-01T00:00:00.000Z'))
    expect(harness.runs.beginIssue('harbor-7', 'issue_retry')).toBeUndefined()
    makeFile(harness.db, { issues: ['harbor-8'], path: '/library/8.cbz' })
    expect(harness.runs.beginIssue('harbor-8', 'issue_retry')).toBeUndefined()
  })
})
