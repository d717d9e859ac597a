import { beforeEach, describe, expect, test } from 'bun:test'
import { nextTurn } from '../../../base/platform/event-loop'
import { lineLog } from '../../../base/platform/log'
import { systemRandom } from '../../../base/platform/random'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import {
  fillLibrary,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
  withTimePassing,
} from '../../../testing/indexers/interactive-harness'
import { offer, putIndexers } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import type { Indexer, IndexerAnswer } from '../indexers/indexer'
import { listIndexers } from '../indexers/store'
import type { Offer } from '../offer'
import { withoutAddresses } from './redact'
import { TargetFinder } from './search-targets'
import { queryTextsFor, SearchWorker, sessionProgressOf } from './search-worker'
import { addSession, candidatesOf, dropSession, findSession, moveCandidate, type SearchSession } from './store'

test('a search keeps two hundred releases, and accepted ones first', async () => {
  const junk = Array.from({ length: 240 }, (_, n) => ({
    title: `Harbor Lights ${n + 100} (2015) (junk ${n})`,
    size: 30_000_000 + n * 2_000_000,
  }))
  const fits = ['Harbor Lights 003 (2015)', 'Harbor Lights 003 (2015) (c2c)']
  const last = fits.map((title, n) => ({ title, size: 60_000_000 + n * 1_000_000 }))
  // The matching releases come last.
  const harness = makeInteractiveHarness({
    a: { releases: junk.slice(0, 120) },
    b: { releases: [...junk.slice(120), ...last] },
  })
  const app = await startApp(harness)
  try {
    fillLibrary(app, harness)
    const session = await searchToEnd(app, 'series', 'harbor')
    expect(session.candidate_count).toBe(200)
    const accepted = session.candidates.filter(({ verdict }) => verdict.accepted)
    expect(accepted.map(({ candidate }) => candidate.title).sort()).toEqual(fits)
    expect(session.candidates.slice(0, 2)).toEqual(accepted)
    expect(JSON.stringify(session).length).toBeLessThan(512 * 1024)
  } finally {
    await app.close()
    removeHarness(harness)
  }
})

test('of a thousand accepted releases two hundred are kept', async () => {
  const releases = Array.from({ length: 1000 }, (_, n) => ({
    title: `Harbor Lights 003 (2015) (scan ${n})`,
    guid: `g${n}`,
  }))
  const harness = makeInteractiveHarness({ a: { releases, page: 1000 } })
  const answer = harness.indexers.a!.fetch
  // The indexer returns all releases and ignores the limit of the request.
  harness.indexers.a!.fetch = (request) => answer(new Request(request.url.replace(/limit=\d+/, 'limit=1000')))
  const app = await startApp(harness)
  try {
    fillLibrary(app, harness)
    const session = await searchToEnd(app)
    expect(session.candidate_count).toBe(200)
    expect(session.candidates.every(({ verdict }) => verdict.accepted)).toBe(true)
  } finally {
    await app.close()
    removeHarness(harness)
  }
})

test('an unfiltered search continues when there is a match for every missing issue', async () => {
  const pack = { title: 'Harbor Lights 001-006 (2015)', size: 300_000_000 }
  const other = { title: 'Harbor Lights Annual 001 (2015)', size: 40_000_000 }
  const harness = makeInteractiveHarness({ a: { releases: [pack, other] } })
  const app = await startApp(harness)
  try {
    fillLibrary(app, harness)
    await searchToEnd(app, 'series', 'harbor')
    const usual = harness.indexers.a!.requests.length
    const body = { entity_type: 'series', entity_id: 'harbor', mode: 'unfiltered' }
    await app.reader.json(202, app.reader.post('/api/search/interactive', body))
    await withTimePassing(app, app.idle())
    const searches = harness.indexers.a!.requests.slice(usual).filter((each) => each.startsWith('search '))
    expect(searches.length).toBeGreaterThan(
      harness.indexers.a!.requests.slice(0, usual).filter((each) => each.startsWith('search ')).length,
    )
  } finally {
    await app.close()
    removeHarness(harness)
  }
})

test.each([
  ['See https://idx.example/get?apikey=abc for more', 'See (address left out) for more'],
  ['magnet:?xt=urn:btih:abc&tr=http://t.example/announce/key here', '(address left out) here'],
  ['Harbor Lights 003 (2015)', 'Harbor Lights 003 (2015)'],
])('%s is shown without addresses', (text, shown) => {
  expect(withoutAddresses(text)).toBe(shown)
})

test('the progress of a search names the first indexer that is still queried', () => {
  const [mill, oak] = ['Mill', 'Oak'].map((name) => ({ row: { name } }) as Indexer) as [Indexer, Indexer]
  const shown = (...open: Indexer[]) => Object.values(sessionProgressOf([mill, oak], new Set(open)))
  expect([shown(oak, mill), shown(oak), shown()]).toEqual([
    [2, 0, 'Mill'],
    [2, 1, 'Oak'],
    [2, 2, null],
  ])
})

test('a series is queried by its name and each issue once, an issue with all its queries', () => {
  const target = (issue: string) => ({ wantedItem: { wanted: { kind: 'comic', series: 'Harbor Lights', year: 2015, issue, issue_date: '2016-02-10' } } }) // biome-ignore format: one glance
  const texts = (entity_type: string, ...issues: string[]) => queryTextsFor({ entity_type, targets: issues.map(target) } as never) // biome-ignore format: one glance
  const series = texts('series', '7')
  expect(series.slice(0, 2)).toEqual(['Harbor Lights', 'Harbor Lights 007'])
  expect(texts('series', '7', '8', '7')).toEqual([...series, 'Harbor Lights 008'])
  expect(texts('issue', '7')).not.toContain('Harbor Lights')
  expect(texts('issue', '7').length).toBeGreaterThan(1)
})

describe('one search', () => {
  type Search = Indexer['search']
  const progress = { provider_total: 0, provider_completed: 0, current_provider: null }
  const indexer = (name: string, search: Search) => ({ row: { indexer_id: name, name }, search }) as unknown as Indexer
  let db: Database
  let log: string[]
  beforeEach(() => {
    log = []
    db = testDatabase()
    makeSeries(db, { year: 2015 })
    makeIssues(db, 'harbor', [{ number: '3', intent: 'wanted', release_date: '2015-03-06' }])
    const session: SearchSession = {
      session_id: 's',
      sid: 'browser',
      entity_type: 'issue',
      entity_id: 'harbor-3',
      series_id: 'harbor',
      state: 'queued',
      progress,
      provider_failures: [],
      created_at: '2026-11-21T08:00:00.000Z',
      expires_at: '2026-11-21T08:10:00.000Z',
    }
    db.write((tx) => addSession(tx, session))
  })

  function begin(indexers: Indexer[], signal = new AbortController().signal, what?: 'series'): Promise<void> {
    const clock = fakeClock()
    const targets = new TargetFinder({
      db,
      clock,
      limits: () => ({ max_size_mb: 500 }),
      arcIssueOf: () => undefined,
    }).of(what ?? 'issue', what ? 'harbor' : 'harbor-3')
    const lines = lineLog(clock.now, (line) => log.push(line), 'warning')
    return new SearchWorker({ db, clock, random: systemRandom, log: lines }, 's', targets, indexers).run(signal)
  }
  const session = () => findSession(db.read, 's')!

  test.each<[IndexerAnswer<Offer[]> | Error, string]>([
    [{ failure: 'limit', detail: 'No.' }, 'temporarily_blocked'],
    [{ failure: 'disabled', detail: 'No.' }, 'temporarily_blocked'],
    [{ failure: 'auth', detail: 'No.', until: '2026-11-21T09:00:00.000Z' }, 'temporarily_blocked'],
    [{ failure: 'unsupported', detail: 'No.' }, 'unsupported_provider'],
    [{ failure: 'auth', detail: 'No.' }, 'provider_error'],
    [new Error('boom'), 'collection_failed'],
  ])('reports an indexer that failed with %j as %s, and does not query it again', async (answer, code) => {
    const queries: string[] = []
    const search: Search = async ({ text }) => {
      queries.push(text)
      if (answer instanceof Error) throw answer
      return answer
    }
    await begin([indexer('Mill', search)])
    expect(session()).toMatchObject({ state: 'failed', provider_failures: [{ provider: 'Mill', code }] })
    expect(queries).toHaveLength(1)
  })

  test('names the failures of twenty-five indexers, and has failed with more too', async () => {
    const away: Search = async () => ({ failure: 'unreachable', detail: 'Away.' })
    await begin(Array.from({ length: 27 }, (_, at) => indexer(`i${at}`, away)))
    expect(session().provider_failures).toHaveLength(25)
    expect(session()).toMatchObject({
      state: 'failed',
      progress: { provider_total: 27, provider_completed: 27, current_provider: null },
    })
  })

  test('is complete if one of the indexers answered, though it has nothing', async () => {
    const away = indexer('Mill', async () => ({ failure: 'unreachable', detail: 'Away.' }))
    await begin([away, indexer('Oak', async () => ({ ok: [] }))])
    expect(session()).toMatchObject({ state: 'complete', provider_failures: [{ provider: 'Mill' }] })
  })

  test('sends nothing if it was replaced before its start, and stops if it is replaced later', async () => {
    const queries: string[] = []
    const search: Search = async ({ text }) => {
      queries.push(text)
      db.write((tx) => dropSession(tx, 's'))
      return { ok: [offer('Harbor Lights 009 (2015)')] }
    }
    await begin([indexer('Mill', search)])
    await begin([indexer('Mill', search)])
    expect([queries.length, log]).toEqual([1, []])
  })

  test('keeps nothing of a reply after its end', async () => {
    const ending = new AbortController()
    const search: Search = async () => {
      ending.abort()
      return { ok: [offer('Harbor Lights 003 (2015)')] }
    }
    await begin([indexer('Mill', search)], ending.signal)
    expect(session()).toMatchObject({ state: 'running', provider_failures: [], progress: { provider_completed: 0 } })
    expect(candidatesOf(db.read, 's')).toEqual([])
  })

  test('keeps nothing of a reply that is judged at its end, and sends no more queries', async () => {
    const ending = new AbortController()
    let turn = 0
    const search: Search = async () => {
      turn++
      setImmediate(() => ending.abort())
      return { ok: wrong(9) }
    }
    await begin([indexer('Mill', search)], ending.signal)
    expect([turn, candidatesOf(db.read, 's')]).toEqual([1, []])
  })

  const titles = () => candidatesOf(db.read, 's').map(({ offer: { title } }) => title)
  const once = (...offers: Offer[]): Search => {
    let isFirst = true
    return async () => {
      const found = isFirst ? offers : []
      isFirst = false
      return { ok: found }
    }
  }
  const wrong = (count: number) => Array.from({ length: count }, (_, at) => offer(`Harbor Lights 1${at} (2015)`, { size: 4e7 + at * 2e6 })) // biome-ignore format: one glance

  test('is complete if the failed indexer had found something before', async () => {
    let turn = 0
    const search: Search = async () =>
      turn++ === 0 ? { ok: wrong(1) } : { failure: 'unreachable', detail: 'Away at https://idx.test/1 now.' }
    await begin([indexer('Mill', search)])
    expect(session()).toMatchObject({
      state: 'complete',
      provider_failures: [{ detail: 'Away at (address left out) now.' }],
    })
    expect(turn).toBe(2)
  })

  test('reports how many have answered, and which one is queried now', async () => {
    const seen: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow: Search = async () => {
      await promise
      return { ok: [] }
    }
    const look = () => seen.push([session().state, session().progress.provider_completed, session().progress.current_provider]) // biome-ignore format: one glance
    const mill = indexer('Mill', async () => ({ failure: 'unreachable', detail: 'Away.' }))
    const work = begin([mill, indexer('Oak', slow)])
    look()
    await nextTurn()
    look()
    resolve()
    await work
    look()
    expect(seen).toEqual([
      ['running', 0, 'Mill'],
      ['running', 1, 'Oak'],
      ['complete', 2, null],
    ])
  })

  test('keeps a release of two indexers once, and counts a hit for accepted ones only', async () => {
    putIndexers(db, ['mill', 'oak', 'elm'])
    const three = offer('Harbor Lights 003 (2015)')
    await begin([
      indexer('mill', once(three, three, offer('Harbor Lights 003 (2015) (c2c)'), ...wrong(3))),
      indexer('oak', once(three)),
    ])
    expect(titles()).toHaveLength(5)
    expect(candidatesOf(db.read, 's').every(({ state }) => state === 'available')).toBe(true)
    expect(listIndexers(db.read).map(({ name, hits }) => `${name} ${hits}`)).toEqual(['mill 2', 'oak 0', 'elm 0'])
  })

  test('sends no more queries to an indexer with a match that another one had before', async () => {
    const queries: string[] = []
    const three = offer('Harbor Lights 003 (2015)')
    const asked = (name: string) =>
      indexer(name, async ({ text }) => {
        queries.push(`${name} ${text}`)
        return { ok: [three] }
      })
    await begin([asked('mill'), asked('oak')])
    expect(queries).toHaveLength(2)
  })

  test('requests a hundred releases with priority, until it is ended', async () => {
    const asked: unknown[] = []
    const ending = new AbortController()
    const search: Search = async ({ limit }, asking) => {
      asked.push([limit, asking?.urgent, asking?.signal === ending.signal])
      return { ok: [offer('Harbor Lights 003 (2015)')] }
    }
    await begin([indexer('Mill', search)], ending.signal)
    expect(asked).toEqual([[100, true, true]])
  })

  test('that was ended sends no more queries, and reports nothing', async () => {
    const ending = new AbortController()
    let turn = 0
    const search: Search = async () => {
      if (++turn === 1) return { ok: [] }
      ending.abort()
      throw new Error('it was ended')
    }
    await begin([indexer('Mill', search)], ending.signal)
    expect(turn).toBe(2)
    expect(session()).toMatchObject({ state: 'running', provider_failures: [], progress: { provider_completed: 0 } })
  })

  test.each([
    [8, 0],
    [9, 1],
    [16, 1],
    [17, 2],
    [100, 12],
    [101, 12],
    [109, 13],
  ])('judges %d releases with %d turns for other work', async (count, turns) => {
    let [taken, isDone] = [0, false]
    const take = () => {
      taken++
      if (!isDone) setImmediate(take)
    }
    setImmediate(take)
    await begin([indexer('Mill', once(...wrong(count)))])
    isDone = true
    expect([taken, titles().length]).toEqual([turns, count])
  })

  test.each([
    ['keeps two hundred rejected ones, in order', [...wrong(199), wrong(200)[199]!], 200, false],
    ['keeps no more of them', wrong(201), 200, false],
    ['keeps an accepted one in place of the last', [...wrong(200), offer('Harbor Lights 003 (2015)')], 200, true],
  ])('%s', async (_, offers, count, hasThree) => {
    await begin([indexer('Mill', once(...offers))])
    expect([titles().length, titles().includes('Harbor Lights 003 (2015)')]).toEqual([count, hasThree])
    const kept = new Set(titles())
    expect(offers.slice(0, 199).filter(({ title }) => !kept.has(title))).toEqual([])
    expect(kept.has('Harbor Lights 1199 (2015)')).toBe(!hasThree)
  })

  test('keeps each accepted one in place of the last rejected one', async () => {
    const fits = ['', ' (c2c)', ' (scan)'].map((more) => offer(`Harbor Lights 003 (2015)${more}`))
    await begin([indexer('Mill', once(...wrong(200), ...fits))])
    const kept = titles()
    expect([kept.length, fits.every(({ title }) => kept.includes(title))]).toEqual([200, true])
    expect(['1196', '1197', '1198', '1199'].map((n) => kept.includes(`Harbor Lights ${n} (2015)`))).toEqual([true, false, false, false]) // biome-ignore format: one glance
  })

  test('for two issues continues until there is a match for both', async () => {
    makeIssues(db, 'harbor', [{ number: '4', intent: 'wanted', release_date: '2015-04-06' }])
    const queries: string[] = []
    const search: Search = async ({ text }) => {
      queries.push(text)
      return { ok: queries.length === 1 ? [offer('Harbor Lights 003 (2015)')] : [offer('Harbor Lights 004 (2015)')] }
    }
    await begin([indexer('Mill', search)], undefined, 'series')
    expect(queries).toHaveLength(2)
  })

  test('keeps the first two hundred accepted ones', async () => {
    const fits = Array.from({ length: 202 }, (_, at) => offer(`Harbor Lights 003 (2015) (scan ${at})`))
    await begin([indexer('Mill', once(...fits))])
    expect(titles().sort()).toEqual(fits.slice(0, 200).map(({ title }) => title).sort()) // biome-ignore format: one glance
  })

  test('leaves out an oversized release', async () => {
    const poster = 'x'.repeat(70_000)
    const all = [offer('Harbor Lights 003 (2015)', { poster }), offer('Harbor Lights 003 (2015) (c2c)')]
    await begin([indexer('Mill', async () => ({ ok: all }))])
    expect(candidatesOf(db.read, 's').map(({ offer: { title } }) => title)).toEqual(['Harbor Lights 003 (2015) (c2c)'])
  })

  test('sends an indexer no more queries once it has a match for the issue', async () => {
    const queries: string[] = []
    const search: Search = async ({ text }) => {
      queries.push(text)
      return { ok: queries.length < 2 ? [offer('Harbor Lights 009 (2015)')] : [offer('Harbor Lights 003 (2015)')] }
    }
    await begin([indexer('Mill', search)])
    expect(queries).toHaveLength(2)
  })

  test('continues after a release that is only too large', async () => {
    const queries: string[] = []
    const search: Search = async ({ text }) => {
      queries.push(text)
      return { ok: [offer('Harbor Lights 003 (2015)', { size: 900_000_000 })] }
    }
    await begin([indexer('Mill', search)])
    expect(queries.length).toBeGreaterThan(1)
    expect(candidatesOf(db.read, 's')).toMatchObject([{ state: 'available', verdict: { accepted: false } }])
  })

  test('keeps a rejected candidate that is being grabbed, though a late one is accepted', async () => {
    const refused = Array.from({ length: 200 }, (_, at) =>
      offer(`Harbor Lights 1${at} (2015)`, { size: 4e7 + at * 2e6 }),
    )
    const late = offer('Harbor Lights 003 (2015)')
    let turn = 0
    const search: Search = async () => {
      turn++
      if (turn === 1) return { ok: refused }
      db.write((tx) => {
        for (const { candidate_id } of candidatesOf(tx, 's')) {
          const move = { session_id: 's', candidate_id, from: 'available', to: 'submitting' } as const
          moveCandidate(tx, move, null, '2026-11-21T08:00:00.000Z')
        }
      })
      return { ok: [late] }
    }
    await begin([indexer('Mill', search)])
    expect([titles().length, titles().includes(late.title)]).toEqual([200, false])
  })
})
