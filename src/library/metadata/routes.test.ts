import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addFakeIssue, markChanged, seriesOf } from '../../testing/fakes/provider-data'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { appAmongProviders } from '../../testing/metadata/providers'
import type { IssueDetail, LinkCandidates, MetadataReply, SearchReply } from './schema'

type App = Awaited<ReturnType<typeof appAmongProviders>>
let app: App
beforeEach(async () => {
  app = await appAmongProviders()
})
afterEach(() => app.app.close())

interface Added {
  comicid: string
  operation_id: string | null
  message: string
}
interface Detail {
  comic: Record<string, unknown>[]
  issues: { id: string; number: string; status: string; name: string | null }[]
  annuals: unknown[]
  providerLinks: { provider: string }[]
}

const HARBOR = '101000'
const search = (body: Record<string, unknown>, path = '/api/search/comics') => app.post<SearchReply>(path, body)
async function add(body: Record<string, unknown>, path = '/api/series'): Promise<Added> {
  const added = await app.post<Added>(path, body)
  await app.idle()
  return added
}
const detail = (id: string) => app.get<Detail>(`/api/series/${id}`)
const metadata = (id: string) => app.get<MetadataReply>(`/api/series/${id}/metadata`)
const field = ({ fields }: { fields: MetadataReply['fields'] }, name: string) =>
  fields.find((each) => each.field === name)

test('the daily pass fetches news of the library’s series', async () => {
  await add({ id: HARBOR })
  markChanged(seriesOf(app.data, 'harbor-2012'))
  addFakeIssue(app.data, 'harbor-2012', '13', { title: 'Flood' })
  app.app.clock.jump('1 d')
  await app.post('/api/system/jobs/dbupdater/run', undefined, 202)
  await app.idle()
  expect((await detail(HARBOR)).comic[0]).toMatchObject({ Total: 13 })
})

test('work on a series ends when the series is removed', async () => {
  await add({ id: HARBOR })
  const begin = () => app.app.reader.post(`/api/series/${HARBOR}/refresh`)
  const { operation_id } = (await (await begin()).json()) as { operation_id: string }
  expect((await app.app.reader.delete(`/api/series/${HARBOR}`)).status).toBe(200)
  await app.idle()
  expect(await app.get<object>(`/api/operations/${operation_id}`)).toMatchObject({ state: 'cancelled' })
})

describe('a search', () => {
  test('shows what several providers know as one series in one row', async () => {
    const { results, pagination } = await search({ name: 'harbor lights', limit: 20 })
    const rows = results.filter(({ name }) => name === 'Harbor Lights')
    expect(rows.map((row) => [row.comicyear, row.comicid, row.metadata_source, row.also_at])).toEqual([
      ['2012', HARBOR, 'comicvine', ['metron']],
      ['2019', '102000', 'comicvine', ['metron']],
    ])
    expect(rows[0]).toMatchObject({
      haveit: 'No',
      in_library: false,
      issues: '12',
      operation_id: null,
      content_type: 'comic',
      seriesrange: expect.arrayContaining(['2012']),
    })
    expect(rows[0]?.comicimage).toStartWith('/api/metadata/image-proxy?url=https%3A%2F%2Fcomicvine')
    expect(pagination).toMatchObject({ limit: 20, offset: 0, returned: results.length, has_more: false })
  })

  test('shows what is in the library, and what is being added', async () => {
    const { operation_id } = await app.post<Added>('/api/series', { id: HARBOR })
    expect((await search({ name: 'harbor lights' })).results[0]).toMatchObject({ comicid: HARBOR })
    await app.idle()
    expect(operation_id).toMatch(/^[0-9a-f]{32}$/)
    const [row] = (await search({ name: 'Harbor Lights (2012)' })).results
    expect(row).toMatchObject({ in_library: true, haveit: { comicid: HARBOR, status: 'Active' }, operation_id: null })
  })

  test('continues without a provider that fails', async () => {
    app.comicvine.fail('ban')
    const { results, provider_failures } = await search({ name: 'harbor lights' })
    expect(results.map(({ comicid }) => comicid)).toContain('metron-5101000')
    expect(provider_failures).toMatchObject([{ provider: 'comicvine', failure: 'banned' }])
  })

  test('sorts', async () => {
    const names = async (sort: string) => (await search({ name: 'harbor', sort })).results.map((row) => row.comicyear)
    expect(await names('year_asc')).toEqual(['2012', '2019', '2020'])
    expect(await names('year_desc')).toEqual(['2020', '2019', '2012'])
  })

  test('leaves out ignored publishers, unless the series is named', async () => {
    const publishers = async (name: string) => (await search({ name })).results.map((row) => row.publisher)
    const [first, ...others] = new Set(await publishers('harbor'))
    await app.app.config.save({ ignored_publishers: ` Nobody, ${first!.toUpperCase()} ` })
    expect(new Set(await publishers('harbor'))).toEqual(new Set(others))
    expect(await publishers(`https://comicvine.gamespot.com/harbor-lights/4050-${HARBOR}/`)).toHaveLength(1)
  })

  test('finds a series by the address of its page', async () => {
    const { results } = await search({ name: `https://comicvine.gamespot.com/harbor-lights/4050-${HARBOR}/` })
    expect(results.map(({ comicid }) => comicid)).toEqual([HARBOR])
  })

  test('needs a name, and a provider to query', async () => {
    expect(await app.post<object>('/api/metadata/search', {}, 400)).toMatchObject({
      detail: expect.stringContaining('name is required'),
    })
    await app.app.config.save({ comicvine_enabled: false, metron_enabled: false })
    expect(await app.post<object>('/api/search/comics', { name: 'harbor' }, 400)).toMatchObject({
      code: 'provider_not_configured',
    })
  })
})

describe('adding', () => {
  test('adds the series with its issues, once', async () => {
    expect(await add({ id: `4050-${HARBOR}`, monitor: 'all' })).toMatchObject({ comicid: HARBOR })
    const { comic, issues, providerLinks } = await detail(HARBOR)
    expect(comic[0]).toMatchObject({
      ComicName: 'Harbor Lights',
      Status: 'Active',
      Total: 12,
      MetadataSource: 'comicvine',
    })
    expect(issues.length).toBe(12)
    expect(issues.every(({ status }) => status === 'Wanted')).toBe(true)
    expect(providerLinks.map(({ provider }) => provider)).toEqual(['comicvine'])
    const page = `https://comicvine.gamespot.com/volume/4050-${HARBOR}/`
    for (const path of ['/api/series', '/api/comics'])
      expect(await app.get<{ DetailURL: string }[]>(path)).toMatchObject([{ DetailURL: page }])
    expect(comic[0]).toMatchObject({ DetailURL: page })
    expect(await add({ comic_id: HARBOR }, '/api/search/add')).toMatchObject({
      operation_id: null,
      message: 'Harbor Lights is already in the library.',
    })
    expect(app.app.events().map(({ type }) => type)).toContain('operation.changed')
  })

  test('a Metron series that ComicVine lists gets ComicVine’s number', async () => {
    await add({ id: 'metron-5101000', monitor: 'none' })
    const { comic, providerLinks } = await detail(HARBOR)
    expect(comic[0]).toMatchObject({ MetadataSource: 'metron', ExternalID: '5101000', Total: 12 })
    expect(providerLinks.map(({ provider }) => provider).toSorted()).toEqual(['comicvine', 'metron'])
  })

  test('refuses folders outside the library and unknown ids', async () => {
    const refused = (body: object) => app.post<{ detail: string }>('/api/series', body, 400)
    expect((await refused({ id: HARBOR, folder: '/somewhere' })).detail).toContain('not in a library folder')
    expect((await refused({ id: 'local-1' })).detail).toContain('no id of')
    expect((await refused({})).detail).toContain('id is missing')
  })
})

test('manga need no key: they are found, added and shown with chapters and volumes', async () => {
  const { results } = await search({ name: 'lantern', limit: 10 }, '/api/search/manga')
  const [row] = results
  expect(row).toMatchObject({ content_type: 'manga', reading_direction: 'rtl' })
  expect(row?.comicid).toMatch(/^(md|al)-/)
  await add({ manga_id: row?.comicid, monitor: 'none' }, '/api/search/add-manga')
  const { comic, issues } = await detail(row!.comicid)
  expect(comic[0]).toMatchObject({ ContentType: 'manga', MetadataSource: row?.metadata_source })
  expect(issues.length).toBeGreaterThan(0)
})

test.each(['id', 'comic_id', 'manga_id'])('a manga whose %s has no prefix belongs to MangaDex', async (field) => {
  const courier = '5e1f0000-0000-4000-8000-000000000001'
  expect(await add({ [field]: courier, monitor: 'none' }, '/api/search/add-manga')).toMatchObject({
    comicid: `md-${courier}`,
  })
})

test('other names are in the rows that older tools read, single and in the list', async () => {
  await add({ id: '104000', monitor: 'none' })
  const names = { AlternateSearch: 'The Copper Orchard##Orchard' }
  expect((await detail('104000')).comic[0]).toMatchObject(names)
  expect(await app.get<object[]>('/api/comics')).toMatchObject([names])
})

test('a refresh adds news and leaves edits alone', async () => {
  await add({ id: HARBOR, monitor: 'none' })
  await app.patch(`/api/series/${HARBOR}/metadata`, { name: 'My Harbor', publisher: 'Mine' })
  const series = seriesOf(app.data, 'harbor-2012')
  series.name = 'Harbor Lights Anew'
  series.description = 'A new word.'
  markChanged(series)
  addFakeIssue(app.data, 'harbor-2012', '13', { title: 'Flood' })
  const { operation_id } = await app.post<Added>(`/api/series/${HARBOR}/refresh`)
  await app.idle()
  expect(await app.get<object>(`/api/operations/${operation_id}`)).toMatchObject({ state: 'succeeded' })
  const { comic, issues } = await detail(HARBOR)
  expect(comic[0]).toMatchObject({ ComicName: 'My Harbor', ComicPublisher: 'Mine', Total: 13 })
  expect(comic[0]?.Description).toContain('A new word.')
  expect(issues[0]).toMatchObject({ number: '13', name: 'Flood' })
})

test('each field names its source, and can be reset', async () => {
  await add({ id: HARBOR, monitor: 'none' })
  const edited = await app.patch<MetadataReply>(`/api/series/${HARBOR}/metadata`, { name: 'My Harbor', year: 2011 })
  expect(field(edited, 'name')).toEqual({
    field: 'name',
    value: 'My Harbor',
    source: 'user',
    locked: true,
    said: [
      { source: 'user', value: 'My Harbor' },
      { source: 'comicvine', value: 'Harbor Lights' },
    ],
  })
  expect(edited.sources.map(({ label, primary }) => [label, primary])).toEqual([
    ['You', false],
    ['ComicVine', true],
  ])
  await app.patch(`/api/series/${HARBOR}/metadata`, { name: null, year: null })
  const back = await metadata(HARBOR)
  expect(field(back, 'name')).toMatchObject({ value: 'Harbor Lights', source: 'comicvine', locked: false })
  expect(field(back, 'year')).toMatchObject({ value: 2012 })
  await app.patch(`/api/series/${HARBOR}/metadata`, { nonsense: 1 }, 400)
  await app.patch(`/api/series/${HARBOR}/metadata`, { year: 'long ago' }, 400)
  await app.patch('/api/series/none/metadata', { name: 'x' }, 404)
})

test('options are set', async () => {
  await add({ id: HARBOR, monitor: 'none' })
  await app.patch(`/api/series/${HARBOR}/options`, { want_new: true, reading_direction: 'rtl' })
  expect((await detail(HARBOR)).comic[0]).toMatchObject({ ReadingDirection: 'rtl' })
  await app.patch(`/api/series/${HARBOR}/options`, {}, 400)
})

describe('a local series', () => {
  beforeEach(() => {
    makeSeries(app.app.db, { comic_id: 'local-1', name: 'Harbor Lights', year: 2012, description: 'By a file.' })
    makeIssues(app.app.db, 'local-1', [{ number: '1', title: 'mine' }, { number: '2' }, { number: '3' }])
    makeFile(app.app.db, { issues: ['local-1-1'] })
  })
  const link = (provider_id: string, status = 200) =>
    app.put<MetadataReply & { detail: string }>('/api/series/local-1/sources/comicvine', { provider_id }, status)

  test('finds its candidates with evidence', async () => {
    const { candidates } = await app.get<LinkCandidates>('/api/series/local-1/candidates')
    expect(candidates.map(({ provider, provider_id }) => [provider, provider_id])).toEqual([
      ['comicvine', HARBOR],
      ['metron', '5101000'],
    ])
    expect(candidates[0]?.evidence).toContain('Both began in 2012.')
    expect(candidates[0]?.evidence).toContain('3 of your 3 numbers are among its 12.')
  })

  test('is linked and keeps its files and its edits', async () => {
    const linked = await link(HARBOR)
    await app.idle()
    expect(linked.sources.map(({ source }) => source)).toEqual(['comicvine', 'file'])
    const { comic, issues, providerLinks } = await detail('local-1')
    expect(comic[0]).toMatchObject({ ComicID: 'local-1', MetadataSource: 'comicvine', ExternalID: HARBOR, Total: 12 })
    expect(providerLinks.map(({ provider }) => provider)).toEqual(['comicvine'])
    expect(issues.find(({ number }) => number === '1')).toMatchObject({ id: 'local-1-1', name: 'The Keeper 1' })
    expect((await search({ name: 'harbor lights' })).results[0]).toMatchObject({
      comicid: 'local-1',
      in_library: true,
    })
  })

  test('is unlinked and is as before', async () => {
    await link(HARBOR)
    await app.idle()
    await app.remove('/api/series/local-1/sources/comicvine')
    const { comic, issues } = await detail('local-1')
    expect(comic[0]).toMatchObject({ MetadataSource: 'local', Description: 'By a file.', Total: 3 })
    expect(issues.find(({ number }) => number === '1')).toMatchObject({ name: 'mine' })
    await app.remove('/api/series/local-1/sources/comicvine', 404)
    await app.remove('/api/series/local-1/sources/nobody', 400)
  })

  test('is not linked to a series that is already here, or does not exist', async () => {
    await add({ id: HARBOR, monitor: 'none' })
    expect((await link(HARBOR, 409)).detail).toBe(`ComicVine ${HARBOR} is Harbor Lights in your library already.`)
    expect((await link('999999', 404)).detail).toBe('ComicVine has no series 999999.')
    for (const none of ['../publisher', '1|2', '5?x=1', 'metron-5', ' '])
      expect((await link(none, 400)).detail).toBe(`${none} is no id of a series of ComicVine.`)
  })
})

describe('the page of an issue', () => {
  const page = (id: string) => app.get<IssueDetail>(`/api/series/issues/${id}`)
  beforeEach(() => add({ id: HARBOR, monitor: 'none' }))

  test('shows its record, its neighbours and its history', async () => {
    const { issues } = await detail(HARBOR)
    const [third, second, first] = [issues.at(-3)!, issues.at(-2)!, issues.at(-1)!]
    const it = await page(second.id)
    expect(it).toMatchObject({
      issue: { id: second.id, number: '2' },
      series: { comic_id: HARBOR, name: 'Harbor Lights', year: 2012, content_type: 'comic' },
      previous_issue_id: first.id,
      next_issue_id: third.id,
      files: [],
    })
    expect(it.history.map(({ sentence }) => sentence)).toContain('Metadata from ComicVine.')
    await app.get('/api/series/issues/none', 404)
  })

  test("gets its details, and keeps the user's edits", async () => {
    const { id } = (await detail(HARBOR)).issues.at(-1)!
    await app.post(`/api/series/issues/${id}/refresh`)
    expect((await page(id)).facts.credits?.map(({ name }) => name)).toContain('Ines Calder')
    const edited = await app.patch<IssueDetail>(`/api/series/issues/${id}`, {
      title: 'Mine',
      release_date: '2012-05',
    })
    expect(edited.issue).toMatchObject({ name: 'Mine', releaseDate: '2012-05' })
    await app.post(`/api/series/${HARBOR}/refresh`)
    await app.idle()
    expect(field(await page(id), 'title')).toMatchObject({ value: 'Mine', locked: true })
    const back = await app.patch<IssueDetail>(`/api/series/issues/${id}`, { title: null })
    expect(back.issue.name).toBe('The Keeper 1')
    await app.patch(`/api/series/issues/${id}`, { release_date: 'soon' }, 400)
  })

  test('takes another number unless it is taken', async () => {
    const { id } = (await detail(HARBOR)).issues.at(-1)!
    const edited = await app.patch<IssueDetail>(`/api/series/issues/${id}`, { number: '0.5' })
    expect(edited.issue.number).toBe('0.5')
    expect(await app.patch<object>(`/api/series/issues/${id}`, { number: '2' }, 409)).toEqual({
      detail: 'Another issue of the series has the number 2.',
    })
    expect((await page(id)).issue.number).toBe('0.5')
    expect((await app.patch<IssueDetail>(`/api/series/issues/${id}`, { number: null })).issue.number).toBe('1')
  })

  test('older tools read series and issues completely', async () => {
    const { id } = (await detail(HARBOR)).issues.at(-1)!
    expect(await app.get<object>(`/api/metadata/comic/${HARBOR}`)).toMatchObject({ ComicID: HARBOR })
    expect(await app.get<object>(`/api/metadata/issue/${id}`)).toMatchObject({ IssueID: id, Issue_Number: '1' })
    await app.get('/api/metadata/comic/none', 404)
    await app.get('/api/metadata/issue/none', 404)
  })
})

test('removing a series ends the work on it', async () => {
  const { operation_id } = await app.post<Added>('/api/series', { id: HARBOR })
  await app.idle()
  const refresh = await app.post<Added>(`/api/series/${HARBOR}/refresh`)
  await app.remove(`/api/series/${HARBOR}`)
  await app.idle()
  expect(await app.get<object>(`/api/operations/${operation_id}`)).toMatchObject({ state: 'succeeded' })
  expect(['cancelled', 'succeeded']).toContain(
    (await app.get<{ state: string }>(`/api/operations/${refresh.operation_id}`)).state,
  )
  await app.get(`/api/series/${HARBOR}`, 404)
})

test('a series that ComicVine no longer lists is reported to older tools', async () => {
  await add({ id: HARBOR, monitor: 'none' })
  app.data.series = app.data.series.filter(({ key }) => key !== 'harbor-2012')
  await app.post(`/api/series/${HARBOR}/refresh`)
  await app.idle()
  const { comic, issues } = await detail(HARBOR)
  expect(comic[0]).toMatchObject({ cv_removed: 1, Total: 12 })
  expect(issues.length).toBe(12)
})
