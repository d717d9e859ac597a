import { afterEach, describe, expect, test } from 'bun:test'
import { addFakeIssue, issueOf, seriesOf } from '../../testing/fakes/provider-data'
import type { Fault } from '../../testing/fakes/service'
import { appAmongProviders, type Services } from '../../testing/metadata/providers'
import type { RefreshReply, ReleasesReply, SourceState } from './schema'

type Among = Awaited<ReturnType<typeof appAmongProviders>>
const ONLY = { weekly_metron: 'false', weekly_comicvine: 'false', weekly_mangadex: 'false' } as const
const SOURCES = ['metron', 'comicvine', 'mangadex', 'walksoftly'] as const
type Source = (typeof SOURCES)[number]

let at: Among
afterEach(() => at.app.close())

/** The app with this source as its only source of releases. */
async function only(source: Source): Promise<void> {
  const option = source === 'walksoftly' ? 'walksoftly_enabled' : `weekly_${source}`
  at = await appAmongProviders({ settings: { ...ONLY, [option]: 'true' } })
  releaseThisWeek(at.data)
}

/** The clock of the tests is at Saturday, 2026-11-21. */
function releaseThisWeek(data: Services['data']): void {
  const day = { release_date: '2026-11-18' }
  for (const number of ['113', '114']) addFakeIssue(data, 'harbor-2019', number, day)
  addFakeIssue(data, 'paper', '9', day)
  addFakeIssue(data, 'atlas', '300', { release_date: '2026-11-25' })
  const manga = data.series.find(({ ids }) => ids.mangadex)!
  addFakeIssue(data, manga.key, '99', { ...day, ids: { mangadex: '0c000000-0000-4000-8000-000000000099' } })
}

const refresh = async (status = 202, body: unknown = {}) => {
  const reply = await at.post<RefreshReply>('/api/weekly/refresh', body, status)
  await at.idle()
  return reply
}
const releases = (query = '') => at.get<ReleasesReply>(`/api/releases${query}`)
const titles = async (query = '') =>
  (await releases(query)).releases.map(({ day, series, number }) => `${day} ${series} ${number}`)
const stateOf = async (source: Source, query = ''): Promise<SourceState> =>
  (await releases(query)).sources.find((each) => each.source === source)!

const HARBOR = ['2026-11-18 Harbor Lights 113', '2026-11-18 Harbor Lights 114']
const NEXT = '?first=2026-11-22&last=2026-11-28'

/** Follows the first manga of the data, so that its chapters count. */
async function followManga(): Promise<void> {
  const manga = at.data.series.find(({ ids }) => ids.mangadex)!
  await at.post('/api/search/add-manga', { id: `md-${manga.ids.mangadex}` })
  await at.idle()
}

describe('a single source', () => {
  test('Metron lists a week with names, years and its ids', async () => {
    await only('metron')
    await refresh()
    expect(await titles()).toEqual(HARBOR)
    expect(await titles(NEXT)).toEqual(['2026-11-25 Winter Atlas 300'])
    const [first] = (await releases()).releases
    expect(first).toMatchObject({ year: 2019, comic_id: null, status: 'Skipped', sources: [{ source: 'metron' }] })
  })

  test('ComicVine lists a week with the publishers of its volumes', async () => {
    await only('comicvine')
    await refresh()
    expect(await titles()).toEqual([...HARBOR, '2026-11-18 Paper Wolves 9'])
    expect((await releases()).releases.at(-1)).toMatchObject({ year: 2003, publisher: 'Rookery' })
  })

  test('Walksoftly lists a week by its number', async () => {
    await only('walksoftly')
    await refresh()
    expect(await titles()).toEqual([...HARBOR, '2026-11-18 Paper Wolves 9'])
    expect(at.walksoftly.requests).toEqual([
      'GET /newcomics.php?week=46&year=2026',
      'GET /newcomics.php?week=45&year=2026',
      'GET /newcomics.php?week=47&year=2026',
    ])
  })

  test('MangaDex lists only chapters of followed manga', async () => {
    await only('mangadex')
    await refresh()
    expect(await titles()).toEqual([])
    await followManga()
    await refresh()
    const { releases: listed } = await releases()
    expect(listed.map(({ number, unit, sources }) => [unit, number, sources.length])).toEqual([['chapter', '99', 1]])
  })

  test('MangaDex lists no chapter that another group uploads again', async () => {
    await only('mangadex')
    await followManga()
    const manga = at.data.series.find(({ ids }) => ids.mangadex)!
    manga.issues[0]!.release_date = '2026-11-19'
    await refresh()
    expect((await titles()).filter((title) => title.startsWith('2026-11-19'))).toEqual([])
  })
})

describe('sources together', () => {
  test('list a release once, with all that name it, and each says when it was fetched', async () => {
    at = await appAmongProviders({ settings: { walksoftly_enabled: 'true' } })
    releaseThisWeek(at.data)
    await refresh()
    const { releases: listed, sources, refreshing } = await releases()
    expect(refreshing).toBe(false)
    expect(listed.map(({ series, number, sources }) => [series, number, sources.map(({ source }) => source)])).toEqual([
      ['Harbor Lights', '113', ['comicvine', 'metron', 'walksoftly']],
      ['Harbor Lights', '114', ['comicvine', 'metron', 'walksoftly']],
      ['Paper Wolves', '9', ['comicvine', 'walksoftly']],
    ])
    expect(sources.map(({ source, enabled, failure }) => [source, enabled, failure])).toEqual([
      ['comicvine', true, null],
      ['metron', true, null],
      ['mangadex', true, null],
      ['walksoftly', true, null],
    ])
    for (const { fetched_at } of sources) expect(fetched_at).toStartWith('2026-11-21T08:')
  })

  test('one that is down does not affect the others', async () => {
    at = await appAmongProviders()
    releaseThisWeek(at.data)
    at.metron.fail('status 500')
    await refresh()
    expect(await titles()).toEqual([...HARBOR, '2026-11-18 Paper Wolves 9'])
    expect(await stateOf('comicvine')).toMatchObject({ failure: null })
    expect(await stateOf('metron')).toMatchObject({ failure: 'unavailable', fetched_at: null })
  })
})

const FAULTS: [Fault, string][] = [
  ['no connection', 'unreachable'],
  ['silence', 'unreachable'],
  ['status 500', 'unavailable'],
  ['limit', 'limit'],
  ['web page', ''],
  ['cut off', 'unreadable'],
  ['another week', 'wrong_week'],
  ['far too large', 'unreadable'],
]
const CASES = (['metron', 'comicvine', 'walksoftly', 'mangadex'] as const)
  .flatMap((source) => FAULTS.map(([fault, failure]) => [source, fault, failure] as const))
  .filter(([source, fault]) => !(source === 'mangadex' && fault === 'another week'))

describe('the last good week stays', () => {
  test.each(CASES)('when %s answers with: %s', async (source, fault, failure) => {
    await only(source)
    if (source === 'mangadex') await followManga()
    await refresh()
    const before = await titles()
    const fetched = (await stateOf(source)).fetched_at
    expect(before.length).toBeGreaterThan(0)
    at[source].fail(fault)
    await at.app.clock.advance('1 h')
    await refresh()
    expect(await titles()).toEqual(before)
    const state = await stateOf(source)
    expect(state.fetched_at).toBe(fetched)
    if (failure !== '') expect(state.failure as string).toBe(failure)
    expect(state.detail).toMatch(/^(Metron|ComicVine|Walksoftly|MangaDex) /)
  })

  test('when half of the pages are missing', async () => {
    await only('metron')
    const day = { release_date: '2026-11-18' }
    for (let number = 15; number < 130; number++) addFakeIssue(at.data, 'harbor-2019', String(number), day)
    at.metron.fail('status 500', 1, 1)
    await refresh()
    expect(await titles()).toEqual([])
    at.metron.fail()
    await at.app.clock.advance('1 h')
    await refresh()
    expect(await titles()).toHaveLength(117)
  })

  test('when the list is empty or lacks nearly all, but not when a few are missing', async () => {
    await only('metron')
    const harbor = seriesOf(at.data, 'harbor-2019')
    for (let number = 15; number < 40; number++)
      addFakeIssue(at.data, 'harbor-2019', String(number), { release_date: '2026-11-18' })
    await refresh()
    const all = harbor.issues
    expect(await titles()).toHaveLength(27)
    harbor.issues = all.slice(0, -26)
    await refresh()
    expect(await titles()).toHaveLength(27)
    expect(await stateOf('metron')).toMatchObject({
      failure: 'empty',
      detail: 'Metron sent 1 of 27 releases. Earlier releases are kept.',
    })
    harbor.issues = all.slice(0, -27)
    await refresh()
    expect(await titles()).toHaveLength(27)
    harbor.issues = all.slice(0, -2)
    await refresh()
    expect(await titles()).toHaveLength(25)
    expect((await stateOf('metron')).failure).toBeNull()
  })

  test('except for a release that moved to another week', async () => {
    await only('metron')
    await refresh()
    issueOf(at.data, 'harbor-2019/114').release_date = '2026-11-25'
    await refresh()
    expect(await titles()).toEqual(HARBOR.slice(0, 1))
    expect(await titles(NEXT)).toContain('2026-11-25 Harbor Lights 114')
  })
})

describe('a request to refresh', () => {
  test('is accepted once, and says that one is running', async () => {
    await only('metron')
    // The next request is due later, and the clock of the test does not move, so the first refresh stays open.
    const first = await at.app.reader.post('/api/weekly/refresh')
    const second = await at.app.reader.post('/api/weekly/refresh', {})
    expect([first.status, second.status]).toEqual([202, 200])
    expect(await first.json()).toMatchObject({ accepted: true, state: 'queued' })
    expect(await second.json()).toMatchObject({ accepted: false, state: 'running' })
    expect((await releases()).refreshing).toBe(true)
    await at.idle()
    expect((await releases()).refreshing).toBe(false)
    expect(at.app.events().map(({ type }) => type)).toContain('releases.changed')
  })

  test('is refused with a sentence when no source is set up, and when the job is paused', async () => {
    const off = Object.entries(ONLY).map(([option, value]) => `${option} = ${value}`)
    at = await appAmongProviders({ text: `[Weekly]\n${off.join('\n')}\n` })
    expect(await refresh(503)).toMatchObject({
      accepted: false,
      state: 'unavailable',
      error: expect.stringMatching(/^No release source/),
    })
    await at.put('/api/config', { weekly_metron: true })
    await at.post('/api/system/jobs/weekly/pause')
    expect(await refresh(200)).toMatchObject({ accepted: false, state: 'paused' })
    await at.post('/api/system/jobs/weekly/resume')
    expect(await refresh(202)).toMatchObject({ accepted: true, state: 'queued' })
  })

  test('also fetches the week of a day that a page shows', async () => {
    await only('metron')
    addFakeIssue(at.data, 'quiet', '9', { release_date: '2026-08-05' })
    await refresh(202, { day: '2026-08-06' })
    expect(await titles('?first=2026-08-05')).toEqual(['2026-08-05 Quiet Signal 9'])
    await at.post('/api/weekly/refresh', { day: 'soon' }, 400)
  })

  test('sends nothing to a source that is off', async () => {
    at = await appAmongProviders({ settings: { ...ONLY, weekly_metron: 'true' } })
    await refresh()
    expect(at.comicvine.requests).toEqual([])
    expect(at.walksoftly.requests).toEqual([])
    expect(at.metron.requests).toHaveLength(6)
    expect(await stateOf('walksoftly')).toMatchObject({ enabled: false, failure: 'disabled' })
  })
})
