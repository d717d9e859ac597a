import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { setIntent } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import { offer } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { addItem } from '../../downloads/store'
import type { GrabOutcome, GrabRequest } from '../grabs/grab-request'
import type { Indexer, IndexerAnswer } from '../indexers/indexer'
import type { Offer } from '../offer'
import type { AlternateNames } from '../queries/alternate-names'
import { saveRule } from '../rules/store'
import type { Trigger } from '../states'
import type { VerdictCode } from '../verdict/codes'
import type { ReleaseVerdict } from '../verdict/judge'
import { type Find, ItemSearcher } from './item-search'

const clock = fakeClock()
const RELEASE = 'Harbor Lights 007 (2015) (Digital)'
let db: Database
/** The replies of each indexer, by name. */
let answers: Record<string, (text: string) => IndexerAnswer<Offer[]>>
let asked: string[]
let requests: GrabRequest[]
let outcome: (request: GrabRequest) => GrabOutcome
let alternates: AlternateNames | undefined
let least: number | null

beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [{ number: '7', intent: 'wanted', release_date: '2015-06-03' }])
  answers = { alpha: () => ({ ok: [] }) }
  ;[asked, requests, alternates, least] = [[], [], undefined, null]
  outcome = () => ({ state: 'submitted', release_key: 'key' })
})

interface Given {
  finds?: Find[]
  trigger?: Trigger
  issueId?: string
}
const seek = ({ finds, trigger = 'issue_wanted', issueId = 'harbor-7' }: Given = {}) => {
  const indexers = Object.entries(answers).map(([name, answer]) => ({
    row: { name, indexer_id: name, type: 'newznab' },
    search: async ({ text }: { text: string }) => {
      asked.push(`${name}: ${text}`)
      return answer(text)
    },
  })) as unknown as Indexer[]
  const grab = async (request: GrabRequest) => {
    requests.push(request)
    return outcome(request)
  }
  const seeker = new ItemSearcher({
    db,
    clock,
    indexers: { enabled: () => indexers, get: () => undefined },
    grabs: { ready: () => ({ ready: true }), grab },
    limits: () => ({}),
    leastScore: () => least,
    ...(alternates ? { alternates } : {}),
  })
  return seeker.seek({ issueId, trigger, urgent: false, signal: new AbortController().signal, finds })
}

const ACCEPTED: ReleaseVerdict = { accepted: true, reason_code: 'accepted.issue', overrideable: true, reasons: [], match_kind: 'issue', satisfies: ['7'] } // biome-ignore format: one glance
const find = (title: string, verdict: Partial<ReleaseVerdict> = {}, more: Partial<Offer> = {}): Find => ({
  offer: offer(title, more),
  verdict: { ...ACCEPTED, ...verdict },
  order: 0,
  indexer_id: 'alpha',
  indexer: 'alpha',
})
const refused = (title: string, ...codes: VerdictCode[]) => {
  const reasons = codes.map((code) => ({ code, message: code }))
  return find(title, { accepted: false, reason_code: codes[0]!, reasons, match_kind: 'none', satisfies: [] })
}
const titles = (rows: { title: string }[] = []) => rows.map(({ title }) => title)

describe('rejected releases', () => {
  test('are kept with the nearest first: the issue itself, then those with the fewest and weakest reasons', async () => {
    const finds = [
      refused('another', 'rejected.series_mismatch', 'rejected.year_mismatch'),
      refused('another year', 'rejected.year_mismatch'),
      refused('another volume', 'rejected.volume_mismatch'),
      refused('large and old', 'rejected.size_above_max', 'rejected.too_old'),
      refused('blocked', 'blocked.blocklisted'),
      refused('old', 'rejected.too_old'),
    ]
    for (const order of [finds, finds.toReversed()]) {
      const result = await seek({ finds: order })
      expect(titles(result.refused)).toEqual(['old', 'blocked', 'large and old', 'another year', 'another volume', 'another']) // biome-ignore format: one glance
    }
  })

  test('are kept once each, without accepted ones', async () => {
    const finds = [refused('old', 'rejected.too_old'), refused('old', 'rejected.too_old'), find(RELEASE)]
    const result = await seek({ finds })
    expect(titles(result.refused)).toEqual(['old'])
    expect(result.refused[0]).toMatchObject({ size_bytes: 40_000_000, published_at: '2026-11-20T08:00:00.000Z' })
  })

  test('have their own reason if the score is too low as well', async () => {
    least = 5
    const finds = [refused('old', 'rejected.too_old'), find('low', { score: 4 }), find('none'), find('enough', { score: 5 })]
    const result = await seek({ finds })
    expect(Object.fromEntries(result.refused.map(({ title, reasons }) => [title, reasons[0]?.code]))).toEqual({
      old: 'rejected.too_old',
      low: 'rejected.score_below_min',
      none: 'rejected.score_below_min',
    })
    expect(result.grabbed).toBe('enough')
  }) // biome-ignore format: one row
})

describe('accepted releases', () => {
  test('are kept up to ten, best first', async () => {
    const finds = Array.from({ length: 11 }, (_, n) => find(`${RELEASE} ${n}`, { score: n }))
    const { ranked, grabbed } = await seek({ finds })
    expect([grabbed, ranked?.length, ranked?.[0]?.score]).toEqual([`${RELEASE} 10`, 10, 10])
  })

  test('are downloaded once if two indexers list the same', async () => {
    answers = { alpha: () => ({ ok: [offer(RELEASE)] }), beta: () => ({ ok: [offer(RELEASE)] }) }
    const { ranked } = await seek()
    expect(ranked?.map(({ indexer, outcome }) => [indexer, outcome])).toEqual([['alpha', 'downloaded'], ['beta', null]]) // biome-ignore format: one glance
    outcome = ({ indexer_id }) =>
      indexer_id === 'alpha'
        ? { state: 'failed', code: 'handoff_rejected', detail: 'It is gone.' }
        : { state: 'submitted', release_key: 'key' }
    const again = await seek()
    expect(again.ranked?.map(({ indexer, outcome, detail }) => [indexer, outcome, detail])).toEqual([
      ['alpha', 'failed', 'It is gone.'],
      ['beta', 'downloaded', null],
    ])
  })

  test('are not tried further once the issue is no longer wanted', async () => {
    outcome = () => {
      db.write((tx) => void setIntent(tx, 'harbor-7', 'skipped', clock.now()))
      return { state: 'failed', code: 'handoff_rejected', detail: 'It is gone.' }
    }
    const result = await seek({ finds: [find('a'), find('b')] })
    expect(result).toMatchObject({ state: 'cancelled', reason: 'explicit_skip', grabbed: null })
    expect(requests).toHaveLength(1)
  })

  test('are tried once if none of their issues is missing, though the searched one is', async () => {
    outcome = () => ({ state: 'blocked', code: 'item_not_eligible', detail: 'Nothing is missing.' })
    const result = await seek({ finds: [find('a'), find('b')] })
    expect(result).toMatchObject({ state: 'blocked', reason: 'item_not_eligible', summary: 'Nothing is missing.' })
    expect(requests).toHaveLength(1)
  })

  test('are requested with all of their issues', async () => {
    makeIssues(db, 'harbor', [{ number: '8', intent: 'wanted', release_date: '2015-07-03' }])
    const pack = find('pack', { match_kind: 'pack', satisfies: ['7', '8'] })
    await seek({ finds: [{ ...pack, also: ['clouds-1'] }] })
    await seek({ finds: [find('single')] })
    const facts = { entity_id: 'harbor-7', comic_id: 'harbor', upgrade: false, requested_by: 'issue_wanted' }
    expect(requests).toMatchObject([
      { ...facts, pack: true, issue_ids: ['harbor-7', 'harbor-8', 'clouds-1'] },
      { ...facts, pack: false, issue_ids: ['harbor-7'] },
    ])
  })
})

describe('an issue in the library', () => {
  const owned = (format: 'cbr' | 'cbz') => {
    const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
    db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: clock.now() }))
    makeFile(db, { issues: ['harbor-7'], path: `/library/7.${format}`, format })
  }

  test('is searched for only by the user, and only if a better file is possible', async () => {
    owned('cbr')
    expect(await seek({ trigger: 'issue_retry' })).toMatchObject({ state: 'no_match' })
    const here = { state: 'succeeded', reason: 'owned', summary: 'Already in the library' }
    expect(await seek({ trigger: 'scheduled' })).toMatchObject(here)
    db.write((tx) => addItem(tx, { ...itemAt('sab', clock.now()), item_id: 'better', digest: 'better' }, ['harbor-7']))
    expect(await seek({ trigger: 'issue_retry' })).toMatchObject(here)
  })

  test('in the best format is not searched for', async () => {
    owned('cbz')
    expect(await seek({ trigger: 'issue_retry' })).toMatchObject({ state: 'succeeded', reason: 'owned' })
    expect(asked).toEqual([])
  })
})

describe('indexers', () => {
  test('are not queried if a feed had the releases', async () => {
    await seek({ finds: [] })
    expect(asked).toEqual([])
  })

  test('are not queried further once one of their releases matches', async () => {
    answers.alpha = () => ({ ok: [offer('Copper Lantern 001 (2019)'), offer(RELEASE)] })
    expect(await seek()).toMatchObject({ state: 'succeeded', grabbed: RELEASE })
    expect(asked).toHaveLength(1)
  })

  test('are counted if they answered', async () => {
    answers.beta = () => ({ failure: 'unreachable', detail: 'It is down.' })
    expect(await seek()).toMatchObject({ state: 'no_match', summary: 'Searched 1 indexer: no releases found' })
  })

  test('return nothing from a year far in the future', async () => {
    makeSeries(db, { comic_id: 'clouds', name: 'Clouds', year: null })
    makeIssues(db, 'clouds', [{ number: '3', intent: 'wanted', release_date: null }])
    answers.alpha = () => ({ ok: [offer('Clouds (2031) 003')] })
    expect(await seek({ issueId: 'clouds-3' })).toMatchObject({ state: 'no_match' })
    answers.alpha = () => ({ ok: [offer('Clouds (2026) 003')] })
    expect(await seek({ issueId: 'clouds-3' })).toMatchObject({ state: 'succeeded' })
  })
})

describe('other names of a series', () => {
  let named: number
  beforeEach(() => {
    named = 0
    alternates = async ({ comic_id, series, year }) => {
      expect([comic_id, series, year]).toEqual(['harbor', 'Harbor Lights', 2015])
      named++
      return ['Hafenlichter']
    }
  })

  test('are searched for once if indexers have nothing under its own', async () => {
    answers.beta = () => ({ failure: 'unreachable', detail: 'It is down.' })
    answers.alpha = (text) => ({ ok: text.startsWith('Hafenlichter') ? [offer('Hafenlichter 007 (2015)')] : [] })
    const { state, summary, asked: results } = await seek()
    expect([state, summary, named]).toEqual(['no_match', '1 release found, none acceptable', 1])
    expect(results.map(({ indexer, alternates, found }) => [indexer, alternates, found])).toEqual([
      ['alpha', ['Hafenlichter 007'], 1],
      ['beta', ['Hafenlichter 007'], 0],
    ])
  })

  test('are reported even if they find nothing', async () => {
    answers.beta = () => ({ ok: [] })
    const summary = 'Searched 2 indexers, also by names that AI suggested: no releases found'
    expect(await seek()).toMatchObject({ state: 'no_match', summary })
    alternates = async () => []
    expect(await seek()).toMatchObject({ summary: 'Searched 2 indexers: no releases found' })
  })

  test.each<[string, IndexerAnswer<Offer[]>, string]>([
    ['found something', { ok: [offer('Copper Lantern 001')] }, 'no_match'],
    ['failed', { failure: 'unreachable', detail: 'It is down.' }, 'failed'],
  ])('are not searched for if an indexer %s', async (_, answer, state) => {
    answers.alpha = () => answer
    expect([(await seek()).state as string, named]).toEqual([state, 0])
  })
})
