import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { SearchReply } from '../../library/metadata/schema'
import { addFakeIssue, issueOf, seriesOf } from '../../testing/fakes/provider-data'
import { appAmongProviders } from '../../testing/metadata/providers'
import type { ArcDetail, ArcSummary } from './schema'

type Running = Awaited<ReturnType<typeof appAmongProviders>>
let running: Running
beforeEach(async () => {
  running = await appAmongProviders()
})
afterEach(() => running.app.close())

const NIGHT = '101900'
const LIST = 'metron-list-77'

interface Added {
  arc_id: string
  message: string
  operation_id: string | null
}
async function add(arcid: string | number) {
  const added = await running.app.reader.json<Added>(200, running.app.reader.post('/api/storyarcs', { arcid }))
  await running.idle()
  return added
}
/** The clock does not move: nothing external is awaited. */
const get = <T>(path: string) => running.app.reader.json<T>(200, running.app.reader.get(path))
const detail = (arcId = NIGHT) => get<ArcDetail>(`/api/storyarcs/${arcId}`)
const rows = async (arcId?: string) =>
  (await detail(arcId)).issues.map((row) => `${row.ComicName} ${row.listed.volume ?? '?'} #${row.IssueNumber}`)
async function refresh(arcId = NIGHT) {
  running.app.clock.jump('2 d')
  await running.app.reader.json(200, running.app.reader.post(`/api/storyarcs/${arcId}/refresh`))
  await running.idle()
}
const timeline = async () => {
  const { results } = await get<{ results: Record<string, unknown>[] }>('/api/activity/timeline')
  return results
    .filter(({ subject_type }) => subject_type === 'arc')
    .map((row) => `${row.activity}.${row.status} ${row.subject_label}`)
    .reverse()
}

describe('a search for story arcs', () => {
  const search = (body: object, path = '/api/search/comics') =>
    running.post<SearchReply>(path, { type: 'story_arc', ...body })

  test('finds reading lists before arcs that are ordered by date, with the fields of older tools', async () => {
    const { results } = await search({ name: 'signal' })
    expect(results.map((row) => [row.comicid, row.name, row.type, row.ordered, row.cvarcid])).toEqual([
      [LIST, 'Signals across the Water', 'story_arc', true, null],
      ['101901', 'Signals', 'story_arc', false, '101901'],
      ['metron-101901', 'Signals', 'story_arc', false, null],
    ])
    expect(results.find(({ comicid }) => comicid === '101901')).toMatchObject({ publisher: 'Northgate', haveit: 'No' })
  })

  test('has pages, marks arcs of the library, and finds an arc by its id', async () => {
    await add(NIGHT)
    const page = await search({ name: 'night', limit: 1, offset: 0 }, '/api/metadata/search')
    expect(page.pagination).toMatchObject({ total: 2, limit: 1, offset: 0, returned: 1, has_more: true })
    const { results } = await search({ name: `4045-${NIGHT}` })
    expect(results).toMatchObject([{ comicid: NIGHT, in_library: true, haveit: { comicid: NIGHT } }])
    expect((await search({ name: LIST })).results).toMatchObject([{ comicid: LIST, in_library: false }])
  })

  test('reports a provider that fails beside the results of the others', async () => {
    running.metron.fail('key not taken')
    const { results, provider_failures } = await search({ name: 'night' })
    expect(results.map(({ comicid }) => comicid)).toEqual([NIGHT])
    expect(provider_failures).toMatchObject([{ provider: 'metron', failure: 'auth' }])
  })

  test('says where sources are set up when there are none', async () => {
    await running.put('/api/config', { comicvine_enabled: false, metron_enabled: false })
    const refused = await running.post<{ detail: string }>('/api/search/comics', { type: 'story_arc', name: 'night' }, 400) // biome-ignore format: one line
    expect(refused.detail).toBe('No source for story arcs is set up. Add one under Settings, Metadata.')
  })
})

describe('an arc of a provider', () => {
  test('opens also under the id that ComicVine shows, and is not replaced by a reading list of its name', async () => {
    await add(NIGHT)
    expect(await detail(`4045-${NIGHT}`)).toEqual(await detail())
    const document =
      '<ReadingList><Name>The Long Night</Name><Books><Book Series="Fog" Number="1"/></Books></ReadingList>'
    const refused = await running.post<{ detail: string }>('/api/storyarcs/import', { document }, 409)
    expect(refused.detail).toBe('You already have a story arc named The Long Night. Rename it first.')
    expect(await rows()).toHaveLength(3)
  })

  test('is added with its issues, in an order marked as unchecked', async () => {
    const added = await add(`4045-${NIGHT}`)
    expect(added).toMatchObject({ arc_id: NIGHT, message: 'It is being added from ComicVine.' })
    const { arc, issues } = await detail()
    expect(arc).toMatchObject({
      StoryArcID: NIGHT,
      StoryArc: 'The Long Night',
      TotalIssues: 3,
      CV_ArcID: NIGHT,
      Publisher: 'Northgate',
      SpanYears: '2012',
      source: 'provider',
      ordered_by: 'date',
      description: 'The Long Night is a story.',
      source_label: 'ComicVine',
    })
    expect(arc.ArcImage).toStartWith('/api/metadata/image-proxy?url=')
    expect(await rows()).toEqual(['Harbor Lights 2012 #3', 'Harbor Lights 2012 #4', 'Harbor Lights 2012 #5'])
    expect(issues[0]).toMatchObject({ IssueDate: '2012-05-01', IssueName: 'A Lamp 3', reason: 'series_missing' })
    expect(await timeline()).toEqual(['add.started ComicVine 101900', 'add.succeeded The Long Night'])
    expect(await get<ArcSummary[]>('/api/storyarcs?customOnly=true')).toEqual([])
  })

  test('is added once', async () => {
    await add(NIGHT)
    expect(await add(Number(NIGHT))).toMatchObject({ arc_id: NIGHT, message: 'The Long Night is already in the library.' }) // biome-ignore format: one line
    expect(await get<ArcSummary[]>('/api/storyarcs')).toHaveLength(1)
  })

  test('is matched by the ids of its issues, before and after their series joins the library', async () => {
    await running.post('/api/series', { id: '101000' })
    await running.idle()
    await add(LIST)
    const { arc, issues } = await detail(LIST)
    expect(arc).toMatchObject({ ordered_by: 'list', source_label: 'Metron', CV_ArcID: null })
    expect(issues.map((row) => [row.ComicID, row.IssueNumber, row.matched_by, row.listed.book_type])).toEqual([
      [null, '2', null, 'Print'],
      ['101000', '10', 'id', 'Print'],
      [null, '1', null, 'TPB'],
      [null, '1', null, 'Print'],
      ['101000', '3', 'id', 'Print'],
    ])
  })

  test.each([
    ['abc', 'abc is not a story arc id. Use an id from a search.'],
    ['C0009', 'C0009 is not a story arc id. Use an id from a search.'],
  ])('is not added by %p', async (arcid, sentence) => {
    expect((await running.post<{ detail: string }>('/api/storyarcs', { arcid }, 400)).detail).toBe(sentence)
  })

  test('needs an id or a name', async () => {
    const refused = await running.post<{ detail: string }>('/api/storyarcs', {}, 400)
    expect(refused.detail).toStartWith('arcid or name is required')
  })

  test('that its provider does not have is reported in the timeline', async () => {
    await add('5')
    expect(await timeline()).toEqual(['add.started ComicVine 5', 'add.failed ComicVine 5'])
    expect(await get<ArcSummary[]>('/api/storyarcs')).toEqual([])
  })

  test('waits for a limit to end', async () => {
    running.metron.fail('limit', 1)
    await add(LIST)
    expect(await rows(LIST)).toHaveLength(5)
  })
})

describe('a refresh', () => {
  beforeEach(() => add(NIGHT))
  const arcAt = (number: string) => {
    issueOf(running.data, `harbor-2012/${number}`).arcs = [{ name: 'The Long Night', id: NIGHT }]
  }

  test('adds new issues by date, and updates changed fields', async () => {
    arcAt('1')
    issueOf(running.data, 'harbor-2012/4').title = 'Another title'
    await refresh()
    expect(await rows()).toEqual(['1', '3', '4', '5'].map((number) => `Harbor Lights 2012 #${number}`))
    expect((await detail()).issues[2]!.IssueName).toBe('Another title')
    expect(await timeline()).toEqual([
      'add.started ComicVine 101900',
      'add.succeeded The Long Night',
      'refresh.started The Long Night',
      'refresh.succeeded The Long Night',
    ])
  })

  test('undoes neither an order of the user nor a deletion', async () => {
    const [first, second, third] = (await detail()).issues.map(({ IssueArcID }) => IssueArcID)
    await running.put(`/api/storyarcs/${NIGHT}/order`, { issue_arc_ids: [third, first, second] })
    await running.post(`/api/storyarcs/${NIGHT}/issues/remove`, { issue_arc_ids: [first] })
    arcAt('1')
    await refresh()
    expect(await rows()).toEqual(['5', '4', '1'].map((number) => `Harbor Lights 2012 #${number}`))
    expect((await detail()).arc.ordered_by).toBe('user')
  })

  test('keeps the row of an issue whose id changed', async () => {
    const before = (await detail()).issues.map(({ IssueArcID }) => IssueArcID)
    issueOf(running.data, 'harbor-2012/4').ids.comicvine = '1019999'
    await refresh()
    expect((await detail()).issues.map(({ IssueArcID }) => IssueArcID)).toEqual(before)
  })

  test.each(['id', 'user'] as const)('matches an issue again when its id changed, but not one that the user chose (%s)', async (by) => {
    await running.post('/api/series', { id: '101000' })
    await running.idle()
    await running.app.clock.advance('2 s')
    await running.idle()
    const row = (await detail()).issues[1]!
    expect(row).toMatchObject({ IssueNumber: '4', matched_by: 'id' })
    const { IssueArcID, IssueID } = row
    if (by === 'user')
      await running.put(`/api/storyarcs/${NIGHT}/issues/${IssueArcID}/match`, { issue_id: IssueID })
    issueOf(running.data, 'harbor-2012/4').ids.comicvine = '1019999'
    await refresh()
    const after = (await detail()).issues[1]!
    expect(after).toMatchObject(by === 'user' ? { IssueID, matched_by: 'user' } : { IssueID: null, matched_by: null, reason: 'issue_missing' })
  }) // biome-ignore format: one line

  test('keeps the name that the user gave the arc', async () => {
    await running.patch(`/api/storyarcs/${NIGHT}`, { name: 'Night' })
    await refresh()
    expect((await detail()).arc.StoryArc).toBe('Night')
  })

  test('keeps issues that the provider leaves out, and all issues of an arc that the provider no longer has', async () => {
    issueOf(running.data, 'harbor-2012/3').arcs = []
    await refresh()
    expect(await rows()).toHaveLength(3)
    for (const issue of seriesOf(running.data, 'harbor-2012').issues) issue.arcs = []
    await refresh()
    expect(await rows()).toHaveLength(3)
    expect((await timeline()).at(-1)).toBe('refresh.failed The Long Night')
  })

  test('with invalid data changes nothing', async () => {
    running.comicvine.fail('web page')
    await refresh()
    running.comicvine.fail()
    expect(await rows()).toHaveLength(3)
  })

  test('fills in a year that was unknown', async () => {
    const { series } = running.data
    addFakeIssue(running.data, 'harbor-2012', '13', { arcs: [{ name: 'The Long Night', id: NIGHT }] })
    series.find(({ key }) => key === 'harbor-2012')!.year = 2011
    await refresh()
    expect(await rows()).toContain('Harbor Lights 2011 #3')
  })
})

test('removed rows are restored by their ids', async () => {
  await add(NIGHT)
  const ids = (await detail()).issues.map(({ IssueArcID }) => IssueArcID)
  await running.post(`/api/storyarcs/${NIGHT}/issues/remove`, { issue_arc_ids: ids.slice(1) })
  const restored = await running.post(`/api/storyarcs/${NIGHT}/issues/restore`, { issue_arc_ids: ids.slice(2) })
  expect(restored).toMatchObject({ message: '1 issue is back.' })
  expect((await detail()).issues.map(({ IssueArcID }) => IssueArcID)).toEqual([ids[0]!, ids[2]!])
})

test('either all rows are removed or none', async () => {
  await add(NIGHT)
  const [row] = (await detail()).issues
  const remove = (issue_arc_ids: string[], status: number) =>
    running.post(`/api/storyarcs/${NIGHT}/issues/remove`, { issue_arc_ids }, status)
  await remove([row!.IssueArcID, 'other'], 404)
  expect(await rows()).toHaveLength(3)
  await remove([row!.IssueArcID], 200)
  expect(await rows()).toHaveLength(2)
})
