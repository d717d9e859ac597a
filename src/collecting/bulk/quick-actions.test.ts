import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { putSeriesSource } from '../../library/metadata/store'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { QuickActions, type QuickDeps } from './quick-actions'

let db: Database
let calls: unknown[]
beforeEach(() => {
  db = testDatabase()
  calls = []
})
afterEach(() => db.close())

type Candidate = { provider: string; provider_id: string; name: string; year: number | null; verdict: string }
const candidate = (provider: string, provider_id: string, verdict = 'same'): Candidate => ({ provider, provider_id, name: 'Harbor Lights', year: 2012, verdict }) // biome-ignore format: one line

interface Answers {
  candidates?: Candidate[]
  problem?: string
  failures?: { detail: string }[]
  searched?: string | null
  changed?: number
}

/** The state and sentence of an action on the series `harbor`, or the refusal. */
async function did(action: Parameters<QuickActions['run']>[0], { candidates = [], problem, failures, searched = 'run', changed = 2 }: Answers = {}) {
  const note = (name: string, answer?: unknown) => (...args: unknown[]) => {
    calls.push([name, ...args])
    return answer
  }
  const quick = new QuickActions({
    db,
    library: { setStatus: note('status') },
    linking: { candidates: async () => ({ candidates, problem, provider_failures: failures }), link: note('link'), unlink: note('unlink') },
    reader: { mark: note('mark', { changed }) },
    searchFor: note('search', searched),
  } as unknown as QuickDeps)
  try {
    const { state, sentence, undo } = await quick.run(action, 'harbor')
    return [state, sentence, undo]
  } catch (error) {
    return [(error as { kind: string }).kind, (error as { detail: string }).detail]
  }
} // biome-ignore format: one glance

describe('monitoring a series', () => {
  test.each([
    ['monitor', 'paused', ['done', undefined, { status: 'paused' }], [['status', 'harbor', 'active']]],
    ['monitor', 'active', ['unchanged', undefined, undefined], []],
    ['unmonitor', 'active', ['done', undefined, { status: 'active' }], [['status', 'harbor', 'paused']]],
    ['unmonitor', 'paused', ['unchanged', undefined, undefined], []],
    ['monitor', 'loading', ['conflict', 'Its issues are still loading. Try again when they are listed.'], []],
  ] as const)('%s, where it is %s', async (action, status, outcome, made) => {
    makeSeries(db, { status })
    expect([await did(action), calls]).toEqual([[...outcome] as never, [...made] as never])
  })
})

describe('searching for a series', () => {
  const WANTED = { number: '1', intent: 'wanted', fulfillment: 'missing' } as const

  test.each([
    ['for wanted missing issues only', 'active', {}, ['done', 'Searching for 1 issue.'], [['search', ['harbor-1']]]],
    ['not when the series is not monitored', 'paused', {}, ['unchanged', 'Not monitored.'], []],
    ['not when no search is possible', 'active', { searched: null }, ['conflict', 'No search is possible: no released issue is wanted, or no indexer is set up.'], [['search', ['harbor-1']]]],
  ] as const)('searches %s', async (_name, status, answers, outcome, made) => {
    makeSeries(db, { status })
    makeSeries(db, { comic_id: 'other', name: 'Other' })
    makeIssues(db, 'harbor', [WANTED, { ...WANTED, number: '2', fulfillment: 'snatched' }, { ...WANTED, number: '3', intent: 'skipped' }])
    makeIssues(db, 'other', [WANTED])
    const [state, sentence] = await did('search', answers)
    expect([[state, sentence], calls]).toEqual([[...outcome], [...made] as never])
  }) // biome-ignore format: a table

  test('does not start when no issue is wanted', async () => {
    makeSeries(db)
    expect([(await did('search'))[0], calls]).toEqual(['unchanged', []])
  })
})

describe('matching a series', () => {
  test.each<[string, Answers, unknown[], unknown[]]>([
    ['uses a certain match', { candidates: [candidate('metron', '7', 'maybe'), candidate('comicvine', '901')] },
      ['done', 'Matched to Harbor Lights (2012) on ComicVine.', { provider: 'comicvine' }], [['link', 'harbor', 'comicvine', '901']]],
    ['uses none of two matches of one provider, but that of another', { candidates: [candidate('comicvine', '901'), candidate('comicvine', '902'), candidate('metron', '7')] },
      ['done', 'Matched to Harbor Lights (2012) on Metron.', { provider: 'metron' }], [['link', 'harbor', 'metron', '7']]],
    ['uses none of two matches of one provider', { candidates: [candidate('comicvine', '901'), candidate('comicvine', '902')] },
      ['unsure', '2 possible matches.', undefined], []],
    ['uses no uncertain match', { candidates: [candidate('comicvine', '901', 'maybe')] },
      ['unsure', '1 possible match.', undefined], []],
    ['says when no source is set up', { problem: 'No metadata source for comics is set up.' }, ['invalid', 'No metadata source for comics is set up.'], []],
    ['says when there is none', {}, ['missing', 'No match found.'], []],
    ['reports a failed provider, unless another had a match', { failures: [{ detail: 'Metron is down.' }] }, ['upstream', 'Metron is down.'], []],
    ['needs no reply of a failed provider', { candidates: [candidate('comicvine', '901')], failures: [{ detail: 'Metron is down.' }] },
      ['done', 'Matched to Harbor Lights (2012) on ComicVine.', { provider: 'comicvine' }], [['link', 'harbor', 'comicvine', '901']]],
  ])('%s', async (_name, answers, outcome, made) => {
    makeSeries(db)
    expect([await did('match', answers), calls]).toEqual([outcome, made])
  }) // biome-ignore format: a table

  test('leaves a matched series unchanged', async () => {
    makeSeries(db)
    const said = { comic_id: 'harbor', source: 'metron', provider_id: '7', facts: {}, said_at: '', checked_at: null } as const
    db.write((tx) => putSeriesSource(tx, said))
    expect([await did('match', { candidates: [candidate('comicvine', '901')] }), calls]).toEqual([['unchanged', undefined, undefined], []])
  }) // biome-ignore format: one line
})

test.each([
  ['mark_read', 2, ['done', '2 issues marked read.', undefined], true],
  ['mark_unread', 1, ['done', '1 issue marked unread.', undefined], false],
  ['mark_read', 0, ['unchanged', undefined, undefined], true],
] as const)('%s of a series says how many issues changed (%p)', async (action, changed, outcome, read) => {
  makeSeries(db)
  expect([await did(action, { changed }), calls]).toEqual([[...outcome] as never, [['mark', { comic_ids: ['harbor'], read }]]])
}) // biome-ignore format: one line

test.each(['monitor', 'search', 'match', 'mark_read'] as const)('%s of a deleted series says so', async (action) => {
  expect([(await did(action))[0], calls]).toEqual(['missing', []])
})
