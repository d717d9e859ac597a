import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import { fulfillments } from '../../library/series/states'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ArcDetail, ArcSummary, ImportResult } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db, { year: 2015, publisher: 'Northgate' })
  makeIssues(app.db, 'harbor', [{ number: '1', issue_date: '2015-05-01', title: 'Low Tide' }, 2, 3])
  makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road', year: 2016, publisher: 'Northgate' })
  makeIssues(app.db, 'fern', [{ number: '1', issue_date: '2016-02-01' }])
  makeFile(app.db, { issues: ['harbor-1'] })
})
afterEach(() => app.close())

const arcs = (query = '') => app.reader.json<ArcSummary[]>(200, app.reader.get(`/api/storyarcs${query}`))
const detail = (arcId = 'C0001') => app.reader.json<ArcDetail>(200, app.reader.get(`/api/storyarcs/${arcId}`))
const make = (name: string, issue_ids?: string[], status = 200) =>
  app.reader.json<{ arc_id: string; detail: string }>(status, app.reader.post('/api/storyarcs', { name, issue_ids }))
const labels = async (arcId?: string) => (await detail(arcId)).issues.map((row) => `${row.ComicName} ${row.label}`)
const statuses = async () => (await detail()).issues.map(({ Status }) => Status)
const at = (path: string) => `/api/storyarcs/C0001${path}`
const ok = (reply: Promise<Response>) => app.reader.json(200, reply)
const order = (issue_arc_ids: string[], status = 200) =>
  app.reader.json<{ detail: string }>(status, app.reader.put(at('/order'), { issue_arc_ids }))

const BOOKS = [
  { series: 'Harbor Lights', volume: 2015, number: '1', ids: [] },
  { series: 'Fern Gully Road', volume: 2016, number: '1', ids: [] },
  { series: 'Copper Orchard', volume: 2014, number: '1.MU', year: 2015, ids: [{ source: 'comicvine', issue: '77' }] },
]
const listed = (books: Parameters<typeof cblDocument>[0]['books'], name = 'Night Tide') => cblDocument({ name, books })
const importList = (document: string, more = {}, status = 200) =>
  app.reader.json<ImportResult & { detail: string }>(
    status,
    app.reader.post('/api/storyarcs/import', { document, ...more }),
  )

describe('a story arc of the user', () => {
  test('is listed with its library state, under the names that tools know', async () => {
    expect(await arcs()).toEqual([])
    await make('Night Tide', ['harbor-1', 'fern-1', 'harbor-2'])
    const summary = {
      StoryArcID: 'C0001',
      StoryArc: 'Night Tide',
      TotalIssues: 3,
      Have: 1,
      Total: 3,
      percent: 33.3,
      SpanYears: '2015 - 2016',
      CV_ArcID: null,
      Publisher: 'Northgate',
      ArcImage: expect.stringContaining('/api/covers/issues/harbor-1?v='),
      source: 'own',
      ordered_by: 'user',
      unmatched: 0,
      updated_at: app.clock.now(),
    }
    expect(await arcs()).toEqual([summary] as ArcSummary[])
    expect(await arcs('?customOnly=true')).toHaveLength(1)
    const { arc, issues } = await detail()
    const more = { can_undo_order: false, description: null, page: null, source_label: null }
    expect(arc).toEqual({ ...summary, ...more } as ArcDetail['arc'])
    expect(issues[0]).toMatchObject({
      IssueArcID: 'C0001_1',
      ReadingOrder: 1,
      ComicID: 'harbor',
      ComicName: 'Harbor Lights',
      IssueNumber: '1',
      IssueID: 'harbor-1',
      Status: 'Downloaded',
      IssueDate: '2015-05-01',
      IssueName: 'Low Tide',
      IssuePublisher: 'Northgate',
      Location: '/library/harbor-1.cbz',
      readable: true,
    })
    expect(issues.map(({ Status }) => Status)).toEqual(['Downloaded', 'Added', 'Added'])
    expect(app.events()).toContainEqual({ type: 'arc.changed', arc_id: 'C0001' })
  })

  test('counts all its rows, including those that another program called downloaded', async () => {
    const states = fulfillments.map((fulfillment, at) => ({ number: `${10 + at}`, fulfillment }))
    makeIssues(app.db, 'harbor', states)
    const ids = ['harbor-1', 'harbor-2', ...states.map(({ number }) => `harbor-${number}`)]
    await make('Night Tide', ids)
    const { arc, issues } = await detail()
    const had = issues.filter(({ Status }) => Status === 'Downloaded' || Status === 'Archived')
    expect(arc).toMatchObject({ Have: had.length, Total: ids.length })
    expect(had.length).toBe(4)
  })

  test('needs a free name and known issues', async () => {
    await make('Night Tide')
    expect((await make(' night tide ', [], 409)).detail).toBe('A story arc named night tide already exists.')
    expect((await make('   ', [], 400)).detail).toBe('A story arc needs a name.')
    expect((await make('Other', ['nothing'], 404)).detail).toBe('There is no issue nothing.')
    await ok(app.reader.patch(at(''), { name: 'Night Tide, whole' }))
    expect((await arcs()).map(({ StoryArc }) => StoryArc)).toEqual(['Night Tide, whole'])
  })

  test('takes each issue once, and removes an issue for good', async () => {
    await make('Night Tide', ['harbor-1'])
    await ok(app.reader.post(at('/issues'), { issue_ids: ['fern-1', 'harbor-1', 'fern-1'] }))
    expect(await labels()).toEqual(['Harbor Lights #1', 'Fern Gully Road #1'])
    await ok(app.reader.delete(at('/issues/C0001_2')))
    await ok(app.reader.post(at('/issues/restore'), {}))
    expect(await labels()).toEqual(['Harbor Lights #1'])
    await ok(app.reader.post(at('/issues'), { issue_ids: ['harbor-3'] }))
    expect((await detail()).issues.map(({ IssueArcID }) => IssueArcID)).toEqual(['C0001_1', 'C0001_3'])
  })

  test('is deleted with its rows, and the library does not change', async () => {
    await make('Night Tide', ['harbor-1'])
    await ok(app.reader.delete(at('')))
    await app.reader.json(404, app.reader.delete(at('')))
    await app.reader.json(404, app.reader.get(at('')))
    await app.reader.json(200, app.reader.get('/api/series/harbor'))
  })
})

test('issues that the user added are removed together, and can be restored in their places for a day', async () => {
  await make('Night Tide', ['harbor-1', 'fern-1', 'harbor-2'])
  const ids = ['C0001_1', 'C0001_2']
  await ok(app.reader.post(at('/issues/remove'), { issue_arc_ids: ids }))
  await ok(app.reader.post(at('/issues/restore'), { issue_arc_ids: ids }))
  expect((await detail()).issues.map(({ IssueArcID }) => IssueArcID)).toEqual(['C0001_1', 'C0001_2', 'C0001_3'])
  await ok(app.reader.post(at('/issues/remove'), { issue_arc_ids: ids }))
  app.clock.jump('25 h')
  await ok(app.reader.post(at('/issues/remove'), { issue_arc_ids: ['C0001_3'] }))
  await ok(app.reader.post(at('/issues/restore'), { issue_arc_ids: ids }))
  expect((await detail()).issues).toEqual([])
})

describe('the order of a story arc', () => {
  beforeEach(() => make('Night Tide', ['harbor-1', 'fern-1', 'harbor-2']))

  test('follows the user, and each change can be undone', async () => {
    await order(['C0001_3', 'C0001_1'])
    expect(await labels()).toEqual(['Harbor Lights #2', 'Harbor Lights #1', 'Fern Gully Road #1'])
    await order(['C0001_2'])
    expect(await labels()).toEqual(['Fern Gully Road #1', 'Harbor Lights #2', 'Harbor Lights #1'])
    await ok(app.reader.post(at('/order/undo'), {}))
    expect(await labels()).toEqual(['Harbor Lights #2', 'Harbor Lights #1', 'Fern Gully Road #1'])
    await ok(app.reader.post(at('/order/undo'), {}))
    expect(await labels()).toEqual(['Harbor Lights #1', 'Fern Gully Road #1', 'Harbor Lights #2'])
    await app.reader.json(409, app.reader.post(at('/order/undo'), {}))
  })

  test('refuses issues that are not in the arc, and repeated issues', async () => {
    expect((await order(['C0001_9'], 400)).detail).toBe('Issue C0001_9 is not in this story arc.')
    expect((await order(['C0001_1', 'C0001_1'], 400)).detail).toBe('The order lists an issue twice.')
  })
})

describe('the status of an issue', () => {
  beforeEach(() => make('Night Tide', ['harbor-1', 'harbor-2', 'fern-1']))
  const set = (row: number, status: unknown, code = 200) =>
    app.reader.json<{ detail: string }>(code, app.reader.put(at(`/issues/C0001_${row}/status`), { status }))

  test('becomes the state of the issue in the library', async () => {
    await set(2, 'Wanted')
    await set(3, 'Skipped')
    expect(await statuses()).toEqual(['Downloaded', 'Wanted', 'Skipped'])
    const { issues } = await app.reader.json<{ issues: { IssueID: string }[] }>(200, app.reader.get('/api/wanted'))
    expect(issues.map(({ IssueID }) => IssueID)).toEqual(['harbor-2'])
  })

  test.each(['', '&limit=50', '&limit=50&sort=oldest'])('is listed among wanted issues when the settings include arcs: %p', async (page) => {
    await set(2, 'Wanted')
    const wanted = (query: string) => app.reader.json<{ story_arcs?: object[] }>(200, app.reader.get(`/api/wanted?${query}`))
    expect(await wanted(`story_arcs=true${page}`)).not.toHaveProperty('story_arcs')
    await ok(app.reader.put('/api/config', { upcoming_storyarcs: true }))
    expect(await wanted(page)).not.toHaveProperty('story_arcs')
    const { story_arcs } = await wanted(`story_arcs=true${page}`)
    expect(story_arcs).toEqual([
      {
        StoryArc: 'Night Tide', StoryArcID: 'C0001', IssueArcID: 'C0001_2', ComicName: 'Harbor Lights', IssueNumber: '2',
        IssueName: null, ReleaseDate: null, IssueDate: null, DigitalDate: null,
        Status: 'Wanted', ComicID: 'harbor', IssueID: 'harbor-2', DateAdded: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
  }) // biome-ignore format: a table

  test('may be read outside Panelkeep', async () => {
    await set(2, 'Read')
    expect(await statuses()).toEqual(['Downloaded', 'Read', 'Added'])
    await set(2, 'Skipped')
    expect(await statuses()).toEqual(['Downloaded', 'Skipped', 'Added'])
  })

  test.each([['Downloaded'], ['wanted'], [1], [null], [undefined]])('%p is refused', async (status) => {
    expect((await set(2, status, 400)).detail).toBe('status must be one of Wanted, Read, Skipped.')
  })

  test('of an unknown row or arc is not found', async () => {
    await set(9, 'Wanted', 404)
    await app.reader.json(404, app.reader.put('/api/storyarcs/C9/issues/C0001_1/status', { status: 'Wanted' }))
  })

  test('all missing issues become wanted in one call', async () => {
    await set(2, 'Wanted')
    expect(await ok(app.reader.post(at('/want-all'), {}))).toEqual({ success: true, data: { queued: 1, skipped: 1 } })
    expect(await statuses()).toEqual(['Downloaded', 'Wanted', 'Wanted'])
    await app.reader.json(404, app.reader.post('/api/storyarcs/C9/want-all', {}))
  })
})

describe('a reading list', () => {
  test('becomes an arc in its order, with the matched and unmatched rows', async () => {
    const result = await importList(listed([...BOOKS, BOOKS[0]!]))
    expect(result).toEqual({
      success: true,
      arc_id: 'C0001',
      name: 'Night Tide',
      issues: 3,
      matched: 2,
      ambiguous: 0,
      duplicates: ['Harbor Lights (2015) #1'],
      added: true,
    } as never)
    const { arc, issues } = await detail()
    expect(arc).toMatchObject({ source: 'list', ordered_by: 'list', unmatched: 1, Have: 1, Total: 3 })
    expect(issues.map(({ matched_by, reason }) => matched_by ?? reason)).toEqual(['name', 'name', 'series_missing'])
    expect(issues[2]).toMatchObject({
      ComicID: null,
      ComicName: 'Copper Orchard',
      IssueNumber: '1.MU',
      IssueID: null,
      Status: 'Added',
      IssueDate: '2015',
      listed: { series: 'Copper Orchard', volume: 2014, number: '1.MU', year: 2015 },
    })
  })

  test('without any issue of the library is listed with the years from the list', async () => {
    const fog = [1999, 2004].map((year, at) => ({ series: 'Fog', volume: 1999, number: String(at), year, ids: [] }))
    await importList(listed(fog))
    expect(await arcs()).toMatchObject([{ SpanYears: '1999 - 2004', Have: 0, Total: 2, unmatched: 2, Publisher: null }])
  })

  test('exported as a file imports the same books', async () => {
    await importList(listed(BOOKS))
    const reply = await app.reader.get(at('/export'))
    expect(reply.headers.get('content-disposition')).toContain('Night Tide.cbl')
    const document = await reply.text()
    await ok(app.reader.delete(at('')))
    await importList(document)
    expect(await labels('C0001')).toEqual(['Harbor Lights #1', 'Fern Gully Road #1', 'Copper Orchard #1.MU'])
    expect(await (await app.reader.get(at('/export'))).text()).toBe(document)
  })

  test('in JSON is also read', async () => {
    const issueList = [
      { seriesName: 'Harbor Lights', seriesStartYear: 2015, issueNumber: '1', issueCoverDate: '2015-05-01' },
      { seriesName: 'Copper Orchard', seriesStartYear: '2014', issueNumber: 2, id: [{ name: 'comicvine', issue: 5 }] },
    ]
    await importList(JSON.stringify({ listDetails: { name: 'Night Tide' }, issueList }))
    expect(await labels()).toEqual(['Harbor Lights #1', 'Copper Orchard #2'])
  })

  test('without a name gets the name of its file, and is refused without either', async () => {
    const document = '<ReadingList><Books><Book Series="Fog" Number="1"/></Books></ReadingList>'
    expect((await importList(document, { file_name: 'My list.cbl' })).name).toBe('My list')
    expect((await importList(document, {}, 400)).detail).toBe('The list has no name, and no file name was given.')
  })

  test.each([
    ['<ComicInfo/>', 'The file is not a reading list. The document is <ComicInfo>, not <ReadingList>.'],
    ['no list', 'The file is not a reading list. The document is not XML: it has no element.'],
    ['{', 'The file is not a reading list. The document is not well-formed JSON.'],
    ['{}', 'The file is not a reading list. The document is JSON, but it has no issueList.'],
    ['<ReadingList><Name>x</Name></ReadingList>', 'The list has no issues.'],
    ['<ReadingList><Matchers><M/></Matchers></ReadingList>', 'The list is a search without issues.'],
    [
      '<!DOCTYPE a [<!ENTITY b "c">]><ReadingList/>',
      'The file is not a reading list. The document declares its own entities or document type, which is not read.',
    ],
  ])('%s is refused with a sentence', async (document, sentence) => {
    expect((await importList(document, {}, 400)).detail).toBe(sentence)
    expect(await arcs()).toEqual([])
  })

  test('imported again adds new issues, and undoes neither a deletion nor an order', async () => {
    await importList(listed(BOOKS))
    await ok(app.reader.delete(at('/issues/C0001_2')))
    await order(['C0001_3', 'C0001_1'])
    const more = [{ series: 'Harbor Lights', volume: 2015, number: '3', ids: [] }, ...BOOKS]
    expect(await importList(listed(more))).toMatchObject({ added: false, issues: 3 })
    expect(await labels()).toEqual(['Copper Orchard #1.MU', 'Harbor Lights #1', 'Harbor Lights #3'])
    await ok(app.reader.post(at('/issues/restore'), {}))
    expect(await labels()).toContain('Fern Gully Road #1')
  })

  test('with a changed id keeps the row, with the issue that the new id means', async () => {
    const book = (issue: string) => ({ ...BOOKS[0]!, ids: [{ source: 'comicvine', issue }] })
    await importList(listed([book('11'), BOOKS[1]!]))
    expect(await importList(listed([BOOKS[1]!, book('12')]))).toMatchObject({ issues: 2, added: false })
    expect((await detail()).issues.map(({ IssueArcID }) => IssueArcID)).toEqual(['C0001_2', 'C0001_1'])
    const text = await (await app.reader.get(at('/export'))).text()
    expect(text).toContain('12')
    // Two books of that number are two rows, as long as the list names both.
    expect(await importList(listed([BOOKS[1]!, book('12'), book('13')]))).toMatchObject({ issues: 3 })
  })

  test('issues that were added after an undone order stay at the end', async () => {
    await importList(listed(BOOKS.slice(0, 2)))
    await order(['C0001_2', 'C0001_1'])
    await importList(listed([BOOKS[2]!, ...BOOKS.slice(0, 2)]))
    await order(['C0001_3', 'C0001_2', 'C0001_1'])
    await ok(app.reader.post(at('/order/undo'), {}))
    expect((await detail()).arc.ordered_by).toBe('user')
    await ok(app.reader.post(at('/order/undo'), {}))
    const { arc, issues } = await detail()
    expect(issues.map(({ IssueArcID }) => IssueArcID)).toEqual(['C0001_1', 'C0001_2', 'C0001_3'])
    expect(arc).toMatchObject({ ordered_by: 'list', can_undo_order: false })
  })

  test('imported again follows the new order of the list until the user orders the arc', async () => {
    await importList(listed(BOOKS))
    await importList(listed(BOOKS.toReversed()))
    expect(await labels()).toEqual(['Copper Orchard #1.MU', 'Fern Gully Road #1', 'Harbor Lights #1'])
  })

  test('of the same name without a common issue becomes another arc, and each list finds its own again', async () => {
    const other = [{ series: 'Saltmarsh', volume: 1984, number: '1', ids: [] }]
    await importList(listed(BOOKS))
    expect(await importList(listed(other))).toMatchObject({ arc_id: 'C0002', name: 'Night Tide (2)', added: true })
    expect(await importList(listed(other))).toMatchObject({ arc_id: 'C0002', added: false })
    expect(await importList(listed(BOOKS))).toMatchObject({ arc_id: 'C0001', issues: 3, added: false })
  })

  test('never replaces an arc that the user made', async () => {
    await make('Night Tide', ['harbor-1'])
    await importList(listed(BOOKS), {}, 409)
    expect(await labels()).toEqual(['Harbor Lights #1'])
  })
})

describe('the review of a list', () => {
  beforeEach(async () => {
    makeSeries(app.db, { comic_id: 'fog-a', name: 'Fog', year: 2010 })
    makeSeries(app.db, { comic_id: 'fog-b', name: 'Fog', year: 2010 })
    for (const comicId of ['fog-a', 'fog-b']) makeIssues(app.db, comicId, [1, 2])
    const fog = (number: string) => ({ series: 'Fog', volume: 2010, number, ids: [] })
    await importList(listed([fog('1'), fog('2'), fog('3')]))
  })
  const matches = async () => (await detail()).issues.map(({ IssueID, reason }) => IssueID ?? reason)

  test('shows the candidates of a row and keeps the choice', async () => {
    const [first] = (await detail()).issues
    expect(first).toMatchObject({ reason: 'several', candidates: [{ issue_id: 'fog-a-1', year: 2010, label: '#1' }, { issue_id: 'fog-b-1' }] }) // biome-ignore format: one line
    await ok(app.reader.put(at('/issues/C0001_1/match'), { issue_id: 'fog-b-1' }))
    await ok(app.reader.put(at('/issues/C0001_2/match'), { issue_id: null }))
    await ok(app.reader.post(at('/refresh'), {}))
    await app.idle()
    expect(await matches()).toEqual(['fog-b-1', null, 'issue_missing'])
    await app.reader.json(404, app.reader.put(at('/issues/C0001_1/match'), { issue_id: 'nothing' }))
  })

  test('shows no candidate that has left the library', async () => {
    await ok(app.reader.delete('/api/series/fog-b'))
    expect((await detail()).issues[0]!.candidates).toMatchObject([{ issue_id: 'fog-a-1' }])
  })

  test('uses the same series for all rows of the name, in this list and in future lists', async () => {
    await ok(app.reader.put(at('/issues/C0001_2/match'), { issue_id: 'fog-a-2' }))
    const rule = { issue_arc_id: 'C0001_1', comic_id: 'fog-b' }
    expect(await ok(app.reader.post(at('/rules'), rule))).toEqual({ success: true, matched: 1, unmatched: 1 })
    expect(await matches()).toEqual(['fog-b-1', 'fog-a-2', 'issue_missing'])
    await importList(listed([{ series: 'FOG', volume: 2010, number: '2', ids: [] }], 'Another'))
    expect((await detail('C0002')).issues[0]).toMatchObject({ IssueID: 'fog-b-2', matched_by: 'rule' })
    await app.reader.json(404, app.reader.post(at('/rules'), { ...rule, comic_id: 'nothing' }))
  })
})

describe('lists of annuals and of runs', () => {
  test('a row "X-Men Annual #1" is the annual only, also by a rule for X-Men', async () => {
    makeSeries(app.db, { comic_id: 'x-men', name: 'X-Men', year: 1991 })
    const [, annual] = makeIssues(app.db, 'x-men', ['1', { number: '1', kind: 'annual' }])
    const book = { series: 'X-Men Annual', volume: 1992, ids: [] }
    await importList(listed([{ ...book, number: '1' }, { ...book, number: '2' }])) // biome-ignore format: one line
    await ok(app.reader.post(at('/rules'), { issue_arc_id: 'C0001_1', comic_id: 'x-men' }))
    expect((await detail()).issues).toMatchObject([
      { IssueID: annual!, matched_by: 'rule' },
      { IssueID: null, reason: 'issue_missing' },
    ])
  })

  test('a title "Batman (2016)" is that run', async () => {
    for (const year of [2011, 2016]) {
      makeSeries(app.db, { comic_id: `batman-${year}`, name: 'Batman', year })
      makeIssues(app.db, `batman-${year}`, ['1'])
    }
    await importList(listed([{ series: 'Batman (2016)', number: '1', ids: [] }]))
    expect((await detail()).issues[0]).toMatchObject({ IssueID: 'batman-2016-1', matched_by: 'name' })
  })
})

describe('rows without an issue', () => {
  beforeEach(() => importList(listed(BOOKS)))

  test('get their issue when the series joins the library, and stay wanted', async () => {
    await ok(app.reader.post(at('/want-all'), {}))
    expect(await statuses()).toEqual(['Downloaded', 'Wanted', 'Wanted'])
    makeSeries(app.db, { comic_id: 'copper', name: 'Copper Orchard', year: 2014 })
    makeIssues(app.db, 'copper', ['1.MU'])
    await app.clock.advance('2 s')
    await app.idle()
    const [, , row] = (await detail()).issues
    expect(row).toMatchObject({ IssueID: 'copper-1.MU', matched_by: 'name', Status: 'Wanted' })
    const { issues } = await app.reader.json<{ issues: { IssueID: string }[] }>(200, app.reader.get('/api/wanted'))
    expect(issues.map(({ IssueID }) => IssueID).sort()).toEqual(['copper-1.MU', 'fern-1'])
  })

  test('are kept when a series leaves the library, and match again when it returns', async () => {
    await ok(app.reader.delete('/api/series/fern'))
    await app.clock.advance('2 s')
    expect((await detail()).issues[1]).toMatchObject({ ComicName: 'Fern Gully Road', IssueID: null })
    makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road', year: 2016 })
    makeIssues(app.db, 'fern', [1])
    await ok(app.reader.post(at('/refresh'), {}))
    await app.idle()
    expect((await detail()).issues[1]).toMatchObject({ IssueID: 'fern-1' })
  })

  test('a refresh is recorded in the timeline', async () => {
    const reply = await ok(app.reader.post(at('/refresh'), {}))
    expect(reply).toEqual({ success: true, message: 'Night Tide is being refreshed.' })
    await app.idle()
    const { results } = await app.reader.json<{ results: Record<string, unknown>[] }>(
      200,
      app.reader.get('/api/activity/timeline'),
    )
    const ofArc = results.filter(({ subject_type }) => subject_type === 'arc')
    expect(ofArc.map(({ activity, status }) => `${activity}.${status}`).reverse()).toEqual([
      'add.succeeded',
      'refresh.started',
      'refresh.succeeded',
    ])
    await app.reader.json(404, app.reader.post('/api/storyarcs/C9/refresh', {}))
  })
})

test('an issue of an arc is searched for by the id of its row', async () => {
  await importList(listed(BOOKS))
  const search = async (status: number, entity_id: string) => {
    const body = { entity_type: 'story_arc_issue', entity_id }
    return (await app.reader.json<{ detail: string }>(status, app.reader.post('/api/search/interactive', body))).detail
  }
  expect(await search(409, 'C0001_1')).toBe('Harbor Lights 1 is already in your library or downloading.')
  // The series is not in the library, so the fields of the list are searched for.
  expect(await search(409, 'C0001_3')).toBe('No indexer is enabled. Add or enable one in Settings, Indexers.')
  expect(await search(404, 'C0001_9')).toBe('There is no issue of a story arc C0001_9.')
})

test('the reader continues from issue to issue of an arc, across series', async () => {
  await app.close()
  app = await testApp({ library: true })
  makeSeries(app.db, { year: 2015 })
  makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road' })
  makeIssues(app.db, 'harbor', [1, 2])
  makeIssues(app.db, 'fern', [1])
  for (const issue of ['harbor-1', 'fern-1']) addFile(app, [issue], `${issue}.cbz`, makeCbz(makePages(3)), { page_count: 3 }) // biome-ignore format: one line
  await make('Night Tide', ['fern-1', 'harbor-2', 'harbor-1'])
  const reply = app.reader.get('/api/reading/issues/fern-1?list=C0001')
  const issue = await app.reader.json<{ next: unknown; previous: unknown; list: unknown }>(200, reply)
  expect(issue.next).toMatchObject({ issue_id: 'harbor-1' })
  expect(issue.previous).toBeNull()
  expect(issue.list).toEqual({ list_id: 'C0001', name: 'Night Tide', position: 1, count: 2 })
})
