import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import type {
  IssueFacts,
  MetadataProvider,
  ProviderAnswer,
  SeriesFacts,
  SeriesRecord,
} from '../../../library/metadata/providers/provider'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { changeScan, insertGroup, insertScan } from '../store'
import { importFiles, importGroups } from '../tables'
import type { CoverComparison } from './facts'
import type { ProposeDetail } from './propose'
import { ProposeRun } from './propose-run'
import * as rows from './store'

let db: Database
let clock: ReturnType<typeof fakeClock>
let events: AppEvent[]
/** Requests to providers and for pictures, in order. */
let questions: string[]
/** The provider's series by name or id, their issues, and the distance between cover and first page. */
let known: Record<string, SeriesRecord[]>
let issues: Record<string, IssueFacts[]>
let covers: Record<string, CoverComparison>
let first: string | undefined
let providers: MetadataProvider[]
let reports: (ProposeDetail & { part: number })[]
let made: number
let stop: AbortController
beforeEach(() => {
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  stop = new AbortController()
  ;[events, questions, reports, made] = [[], [], [], 0]
  ;[known, issues, covers, first] = [{}, {}, {}, undefined]
  providers = [provider('comicvine', 'ComicVine'), provider('metron', 'Metron')]
  db.write((tx) => {
    insertScan(tx, { scan_id: 'scan', kind: 'comic', at: clock.now() })
    changeScan(tx, 'scan', 'scanning', { state: 'completed', finished_at: clock.now() })
  })
})
afterEach(() => db.close())

function provider(name: 'comicvine' | 'metron', label: string, more: Partial<MetadataProvider> = {}): MetadataProvider {
  const answer = <T>(question: string, ok: T): Promise<ProviderAnswer<T>> => {
    questions.push(`${name} ${question}`)
    return Promise.resolve({ ok })
  }
  const of = (key: string) => (known[key] ?? []).filter((record) => record.provider === name)
  return {
    name,
    label,
    listsIssues: true,
    series: (ids: string[]) => answer(`ids ${ids.length > 3 ? ids.length : ids.join()}`, ids.flatMap(of)),
    search: ({ name }: { name: string }) => answer(name, { series: of(name), total: of(name).length }),
    issues: (id: string) => answer(`issues ${id}`, (issues[id] ?? []).map((facts) => ({ provider_id: '', facts, detailed: false }))),
    ...more,
  } as never
} // biome-ignore format: one glance

const series = (provider_id: string, facts: SeriesFacts = {}, more: Partial<SeriesRecord> = {}): SeriesRecord => {
  return { provider: 'comicvine', provider_id, facts: { name: 'Harbor Lights', ...facts }, ids: {}, ...more }
}

/** A proposed series with this many files. */
function group(comic_id: string, more: Partial<typeof importGroups.$inferInsert> = {}, files = 4): void {
  const counts = { file_count: files, new_files: files, issue_count: files, size_bytes: 9, confidence: 60 }
  const texts = { series_name: 'Harbor Lights', sort_name: comic_id, content_type: 'comic' } as const
  const lists = { provider_ids: {}, confidence_parts: [], evidence: [], errors: [] }
  const ids = { group_id: `g-${comic_id}`, scan_id: 'scan', comic_id, found_confidence: 60 }
  db.write((tx) => {
    insertGroup(tx, { ...ids, ...counts, ...texts, reading_direction: 'ltr', ...lists, ...more })
    for (let n = 1; n <= Math.min(files, 4); n++) {
      const file = { scan_id: 'scan', path: `/c/${comic_id}/${n}.cbz`, root_length: 3, size: 1, modified_ms: 1 }
      const about = { group_id: ids.group_id, number: `${n}`, sort_key: `${n}`, page_count: 20, evidence: [] }
      tx.insert(importFiles).values({ ...file, ...about }).run()
    }
  }) // biome-ignore format: one glance
}

const open = () => rows.openQuestions(db.read, 'scan')
function begun() {
  const looks = {
    ofFile: async ({ path }: { path: string }) => {
      questions.push(`page of ${path}`)
      return first
    },
    compare: async (_file: object, _hash: string, { series }: { series: SeriesRecord }) => {
      questions.push(`cover of ${series.provider_id}`)
      return covers[series.provider_id]
    },
  }
  const report = (part: number, detail: ProposeDetail) => void reports.push({ part, ...detail })
  const random = { id: () => `p${++made}` }
  const deps = { db, clock, random, looks, providers: { serving: () => providers } }
  return new ProposeRun(deps as never, 'comic', { signal: stop.signal, report, operation_id: 'operation' } as never)
}
async function through(groups = open()): Promise<ProposeDetail | undefined> {
  const run = begun()
  await run.through(groups)
  return run.end()
}
/** The proposals for a group, best first. */
const proposed = (comic_id: string) => rows.shownFor(db.read, comic_id).map(({ provider_id }) => provider_id)
const isAnswered = (comic_id: string) => open().find((one) => one.comic_id === comic_id)?.asked

test('a run without queries is at its start, and names the provider that it would query', async () => {
  await begun().through([])
  expect(reports[0]).toMatchObject({ part: 0, provider: 'ComicVine', asked: 0, total: 0 })
})

test('without a provider nothing is queried or reported', async () => {
  providers = []
  group('a')
  await begun().through(open())
  expect([questions, reports, isAnswered('a')]).toEqual([[], [], null])
})

describe('ids in files', () => {
  const tagged = (...ids: string[]) => {
    for (const id of ids) {
      group(id, { provider_ids: { comicvineVolume: id }, year: 2012 })
      known[id] = [series(id, { year: 2012 })]
    }
  }

  test('are queried together, each once, and settle the series', async () => {
    tagged('1', '2')
    group('b', { provider_ids: { comicvineVolume: '2' } })
    await through()
    expect(questions).toEqual(['comicvine ids 1,2'])
    expect([proposed('1'), proposed('2'), proposed('b')]).toEqual([['1'], ['2'], ['2']])
    expect(reports.at(-1)).toMatchObject({ part: 1, asked: 3, total: 3 })
  })

  test('are queried fifty at a time', async () => {
    tagged(...Array.from({ length: 53 }, (_, n) => `${n + 100}`))
    await through()
    expect(questions).toEqual(['comicvine ids 50', 'comicvine ids 150,151,152'])
  })

  test('are queried at the next provider if the first one does not know them', async () => {
    group('a', { provider_ids: { comicvineVolume: '1', metronSeries: '7' } })
    group('b', { provider_ids: { comicvineVolume: '2', metronSeries: '8' } })
    known['2'] = [series('2')]
    known['7'] = [series('7', {}, { provider: 'metron' })]
    await through()
    expect(questions.slice(0, 2)).toEqual(['comicvine ids 1,2', 'metron ids 7'])
    expect([proposed('a'), proposed('b')]).toEqual([['7'], ['2']])
  })

  test('of another series than the name are searched for as well', async () => {
    group('a', { provider_ids: { comicvineVolume: '1' }, year: 2012 }, 400)
    known['1'] = [series('1', { name: 'Winter Engine' })]
    known['Harbor Lights'] = [series('2', { year: 2012 })]
    await through()
    expect(questions.slice(0, 2)).toEqual(['comicvine ids 1', 'comicvine Harbor Lights'])
    expect(proposed('a').sort()).toEqual(['1', '2'])
  })
})

describe('a name', () => {
  test('that the first provider is sure of is queried nowhere else', async () => {
    group('a', { year: 2012 }, 400)
    known['Harbor Lights'] = [series('1', { year: 2012 })]
    await through()
    expect(questions).toEqual(['comicvine Harbor Lights'])
    expect(isAnswered('a')).not.toBe('')
  })

  test('that the first provider does not know is queried at the next one', async () => {
    group('a', { year: 2012 }, 400)
    known['Harbor Lights'] = [series('7', { year: 2012 }, { provider: 'metron' })]
    await through()
    expect(questions).toEqual(['comicvine Harbor Lights', 'metron Harbor Lights'])
    expect(proposed('a')).toEqual(['7'])
    expect(reports.map(({ provider }) => provider)).toContain('Metron')
  })

  test('that is likely is queried nowhere else, and its cover is not needed once its issues agree', async () => {
    group('a', {}, 400)
    known['Harbor Lights'] = [series('1')]
    issues['1'] = [1, 2, 3, 4].map((n) => ({ number: `${n}` }))
    await through()
    expect(questions).toEqual(['comicvine Harbor Lights', 'comicvine issues 1'])
  })

  test('without spaces is split into words when it finds nothing', async () => {
    group('a', { series_name: 'HarborLights', year: 2012 }, 400)
    known['Harbor Lights'] = [series('1', { year: 2012 })]
    await through()
    expect(questions).toEqual(['comicvine HarborLights', 'comicvine Harbor Lights'])
    expect(proposed('a')).toEqual(['1'])
  })

  test('without spaces is queried only unchanged if that finds it', async () => {
    group('a', { series_name: 'HarborLights', year: 2012 }, 400)
    known.HarborLights = [series('1', { name: 'HarborLights', year: 2012 })]
    await through()
    expect(questions).toEqual(['comicvine HarborLights'])
  })

  test('of several runs is matched with the right one for each', async () => {
    group('a', { year: 2012 }, 1)
    group('b', { year: 1987 }, 1)
    known['Harbor Lights'] = [series('1', { year: 2012 }), series('2', { year: 1987 })]
    await through()
    expect([proposed('a')[0], proposed('b')[0]]).toEqual(['1', '2'])
  })

  test('that was queried costs nothing for another run, so that more is left for others', async () => {
    for (const id of ['a', 'b']) group(id, { year: 2012 }, 1)
    for (const id of ['c', 'd']) group(id, { series_name: `Quiet Signal ${id}` }, 1)
    known['Harbor Lights'] = [series('1', { year: 2012 })]
    await through()
    expect(questions.slice(-2)).toEqual(['metron Quiet Signal c', 'metron Quiet Signal d'])
  })
})

describe('the budget', () => {
  test('is one query for each series and one for every hundred files', async () => {
    for (const n of [1, 2, 3]) group(`${n}`, { series_name: `Quiet Signal ${n}` }, 50)
    await through()
    // Three names, and two more: 150 files.
    expect(questions).toHaveLength(5)
  })

  test('goes to the first query of each group before any gets a second one', async () => {
    for (const n of [1, 2]) group(`${n}`, { series_name: `Quiet Signal ${n}` }, 1)
    await through()
    expect(questions).toEqual(['comicvine Quiet Signal 1', 'comicvine Quiet Signal 2', 'metron Quiet Signal 1'])
  })

  test('covers the pages of issues and their other queries, or they are not requested', async () => {
    const found = series('1', { issue_count: 150 })
    known['Harbor Lights'] = [found]
    group('a', {}, 200)
    await through()
    expect(questions).toContain('comicvine issues 1')
    questions = []
    providers = [provider('comicvine', 'ComicVine', { askedBeside: 1 })]
    group('b', { year: 1999 }, 200)
    await through(open().filter(({ comic_id }) => comic_id === 'b'))
    expect(questions.filter((question) => question.includes('issues'))).toEqual([])
  })
})

describe('a doubtful match', () => {
  const twins = () => {
    known['Harbor Lights'] = [series('1', { issue_count: 20 }), series('2', { issue_count: 20 })]
  }

  test('is decided by the issues of each candidate that lists some', async () => {
    group('a', {}, 900)
    twins()
    known['Harbor Lights']!.push(series('7', {}, { provider: 'metron' }))
    providers = [provider('comicvine', 'ComicVine'), provider('metron', 'Metron', { listsIssues: false })]
    issues['2'] = [1, 2, 3, 4].map((n) => ({ number: `${n}` }))
    issues['1'] = [{ number: '1' }]
    await through()
    expect(proposed('a')[0]).toBe('2')
    expect(questions.filter((question) => question.includes('issues')).sort()).toEqual(['comicvine issues 1', 'comicvine issues 2'])
  }) // biome-ignore format: one glance

  test('is decided by the cover when the issues do not', async () => {
    group('a', {}, 900)
    twins()
    first = '8c3585376ee22d5a'
    covers = { '1': { distance: 31, number: '1' }, '2': { distance: 3, number: '1' } }
    await through()
    expect(proposed('a')).toEqual(['2', '1'])
    expect(questions.slice(-3).sort()).toEqual(['cover of 1', 'cover of 2', 'page of /c/a/1.cbz'])
  })

  test('has no cover comparison when the file has no page', async () => {
    group('a', {}, 900)
    twins()
    db.write((tx) => tx.update(importFiles).set({ page_count: 0 }).run())
    await through()
    expect(questions.filter((question) => question.includes('page of'))).toEqual([])
  })

  test('comes first, the most doubtful before the others', async () => {
    group('a', { series_name: 'Harbor Lights' }, 200)
    group('b', { series_name: 'Copper Orchard' }, 200)
    known['Harbor Lights'] = [series('1', { issue_count: 4 })]
    known['Copper Orchard'] = [
      series('3', { name: 'Copper Orchard', issue_count: 4 }),
      series('4', { name: 'Copper Orchard', issue_count: 4 }),
    ]
    await through()
    const lists = questions.filter((question) => question.includes('issues'))
    expect(lists[0]).toMatch(/issues [34]/)
    expect(lists.at(-1)).toBe('comicvine issues 1')
  })

  test('is examined for three candidates at most, and for none that is far behind', async () => {
    group('a', { publisher: 'Northgate' }, 900)
    const byNorthgate = (id: string) => series(id, { publisher: 'Northgate' })
    known['Harbor Lights'] = [
      byNorthgate('1'),
      byNorthgate('2'),
      byNorthgate('3'),
      byNorthgate('4'),
      series('5', { name: 'Winter Engine' }),
    ]
    await through()
    expect(questions.filter((question) => question.includes('issues'))).toHaveLength(3)
    questions = []
    group('b', { series_name: 'Copper Orchard' }, 900)
    known['Copper Orchard'] = [series('6', { name: 'Copper Orchard' }), series('5', { name: 'Winter Engine' })]
    await through(open().filter(({ comic_id }) => comic_id === 'b'))
    expect(questions.filter((question) => question.includes('issues'))).toEqual(['comicvine issues 6'])
  })
})

test('keeps a very unlikely run of the name, without examining it', async () => {
  group('a', { year: 2012 }, 900)
  known['Harbor Lights'] = [series('1', { year: 1950 })]
  await through()
  expect([questions, proposed('a')]).toEqual([['comicvine Harbor Lights', 'metron Harbor Lights'], ['1']])
})

test('does not examine a series that is far behind two similar ones', async () => {
  group('a', { year: 2012 }, 900)
  known['Harbor Lights'] = [series('1', { year: 2012 }), series('2', { year: 2012 }), series('3', { name: 'Harbour Lights' })]
  await through()
  expect(questions.filter((question) => question.includes('issues')).sort()).toEqual(['comicvine issues 1', 'comicvine issues 2'])
}) // biome-ignore format: one glance

describe('the saved results', () => {
  test('are eight proposals without unlikely ones, but with every run of the name', async () => {
    group('a', { year: 2012 })
    const others = Array.from({ length: 9 }, (_, n) => series(`${n + 1}`, { year: 2012 }))
    known['Harbor Lights'] = [...others, series('far', { name: 'Winter Engine' })]
    await through()
    expect(proposed('a')).toHaveLength(8)
    group('b', { year: 2012, series_name: 'Copper Orchard' })
    const named = (id: string, year: number, name = 'Copper Orchard') => series(id, { name, year })
    known['Copper Orchard'] = [named('20', 2012), named('21', 1950), named('22', 1950, 'Winter Engine')]
    await through()
    expect(proposed('b')).toEqual(['20', '21'])
  })

  test("include the user's searches, whatever is found", async () => {
    group('a', { year: 2012 })
    const one = { provider: 'comicvine', provider_id: '99', series_id: '99', name: 'Winter Engine', confidence: 1 } as const
    const none = { parts: [], year: null, publisher: null, issue_count: null, image_url: null, url: null, issues: null, cover: null }
    const row = { ...one, ...none, record: series('99', { name: 'Winter Engine' }), said: true }
    db.write((tx) => rows.addProposal(tx, 'a', row, { id: () => 'mine' }))
    known['Harbor Lights'] = [series('1', { year: 2012 })]
    await through()
    expect(rows.shownFor(db.read, 'a').map(({ provider_id, said }) => [provider_id, said])).toEqual([['1', false], ['99', true]])
  }) // biome-ignore format: one glance

  test('are weighed again, without a query, when other files were added', async () => {
    group('a', {}, 400)
    known['Harbor Lights'] = [series('1', { publisher: 'Northgate' })]
    await through()
    const before = rows.shownFor(db.read, 'a')[0]!
    questions = []
    db.write((tx) => tx.update(importGroups).set({ publisher: 'Northgate', year: null }).run())
    await through()
    const after = rows.shownFor(db.read, 'a')[0]!
    expect([questions, after.proposal_id]).toEqual([[], before.proposal_id])
    expect(after.confidence).toBeGreaterThan(before.confidence)
    expect(open()[0]!.weighed).toContain('Northgate')
  })

  test('are queried again if the run ended before they were settled', async () => {
    group('a', {}, 900)
    known['Harbor Lights'] = [series('1'), series('2')]
    providers[0]!.issues = async () => {
      stop.abort()
      return { ok: [] }
    }
    expect(await through()).toBeUndefined()
    expect([isAnswered('a'), proposed('a').length]).toEqual(['', 2])
  })

  test('are empty when the run is stopped at its first query', async () => {
    group('a')
    group('b')
    const search = providers[0]!.search
    providers[0]!.search = (...query) => {
      stop.abort()
      return search(...query)
    }
    await through()
    expect([questions.length, isAnswered('a'), isAnswered('b')]).toEqual([1, null, null])
  })

  test('are empty for a group that was deleted meanwhile', async () => {
    group('a', { year: 2012 })
    group('b', { year: 2012 })
    const groups = open()
    db.write((tx) => tx.delete(importGroups).run())
    await through(groups)
    expect(questions).toEqual([])
    expect(reports.at(-1)).toMatchObject({ asked: 2, total: 2 })
  })

  test('are empty when the provider did not answer: it is queried again', async () => {
    group('a')
    providers = [provider('comicvine', 'ComicVine', { search: async () => ({ failure: 'refused', detail: 'No.' }) as never })]
    await through()
    expect(isAnswered('a')).toBeNull()
  }) // biome-ignore format: one glance
})

describe('pages are notified', () => {
  const progressEvents = () => events.filter(({ type }) => type === 'import.progress').length

  test('of new proposals every three seconds at most, and at the end', async () => {
    for (const n of [1, 2, 3]) group(`${n}`, { series_name: `Quiet Signal ${n}`, year: 2012 })
    const search = providers[0]!.search
    providers = [{ ...providers[0]!, search: async (query) => {
      await clock.advance('2 s')
      return search({ ...query })
    } }] // biome-ignore format: one glance
    known = Object.fromEntries([1, 2, 3].map((n) => [`Quiet Signal ${n}`, [series(`${n}`, { name: `Quiet Signal ${n}`, year: 2012 })]])) // biome-ignore format: one row
    const run = begun()
    await run.through(open())
    expect(progressEvents()).toBe(2)
    expect(run.end('The key was refused.')).toMatchObject({ trouble: 'The key was refused.', waiting_until: null, asked: 3 })
    expect(progressEvents()).toBe(3)
  }) // biome-ignore format: one glance

  test('of nothing while another scan is running, and its proposals are not changed', async () => {
    group('a', { year: 2012 })
    known['Harbor Lights'] = [series('1', { year: 2012 })]
    const run = begun()
    await run.through(open())
    events = []
    db.write((tx) => {
      insertScan(tx, { scan_id: 'next', kind: 'comic', at: '2027-01-01T00:00:00.000Z' })
      tx.delete(importGroups).run()
    })
    run.end()
    expect([progressEvents(), proposed('a')]).toEqual([0, ['1']])
    db.write((tx) => changeScan(tx, 'next', 'scanning', { state: 'completed' }))
    run.end()
    expect([progressEvents(), proposed('a')]).toEqual([1, []])
  })

  test('until when a provider is waited for, and why', async () => {
    group('a', { year: 2012 })
    known['Harbor Lights'] = [series('1', { year: 2012 })]
    const search = providers[0]!.search
    let tries = 0
    providers[0]!.search = async (...query) => {
      if (tries++ > 0) return search(...query)
      return {
        failure: 'limit',
        detail: 'ComicVine allows no more for now.',
        until: '2026-11-21T08:01:00.000Z',
      } as never
    }
    const done = through()
    await clock.advance('30 s')
    const waiting = { waiting_until: '2026-11-21T08:01:00.000Z', trouble: 'ComicVine allows no more for now.' }
    expect(reports.at(-1)).toMatchObject({ ...waiting, provider: 'ComicVine' })
    expect(progressEvents()).toBe(1)
    await clock.advance('30 s')
    expect(await done).toMatchObject({ waiting_until: null, trouble: null, asked: 1 })
    expect(proposed('a')).toEqual(['1'])
  })
})
