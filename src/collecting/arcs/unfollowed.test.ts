import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import { findIssue, findSeries } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { advanceUntil } from '../../testing/fakes/advance-until'
import {
  fillLibrary,
  grab,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
} from '../../testing/indexers/interactive-harness'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ArcDetail, ImportResult } from './schema'

/** Issues of story arcs whose series the library does not follow. */

const BOOKS: Parameters<typeof cblDocument>[0]['books'] = [
  { series: 'Harbor Lights', volume: 2015, number: '1', ids: [] },
  { series: 'Copper Orchard', volume: 2014, number: '7', year: 2015, ids: [{ source: 'comicvine', issue: '77' }] },
  { series: 'Copper Orchard', volume: 2014, number: '8', year: 2015, ids: [] },
]
const RELEASES = [{ title: 'Copper Orchard 007 (2015) (Digital)' }, { title: 'Copper Orchard 008 (2015) (Digital)' }]

let harness: InteractiveHarness
let app: TestApp

async function begin(settings: Record<string, string> = {}) {
  app = await startApp(harness, { settings })
  fillLibrary(app, harness)
  await importList('Night Tide')
}
beforeEach(async () => {
  harness = makeInteractiveHarness({ a: { releases: [...RELEASES] } })
  await begin()
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const importList = (name: string, books = BOOKS) =>
  app.reader.json<ImportResult>(
    200,
    app.reader.post('/api/storyarcs/import', { document: cblDocument({ name, books }) }),
  )
const detail = (arcId = 'C0001') => app.reader.json<ArcDetail>(200, app.reader.get(`/api/storyarcs/${arcId}`))
const statuses = async (arcId?: string) => (await detail(arcId)).issues.map(({ Status }) => Status)
const set = (row: string, status: string) =>
  app.reader.json(200, app.reader.put(`/api/storyarcs/C0001/issues/${row}/status`, { status }))
/** Advances the clock until all work is done. */
const settled = () => advanceUntil(app.clock, app.idle())
/** Waits until rows are matched again, soon after the library changed. */
async function matched() {
  await app.clock.advance('2 s')
  await settled()
}
const journal = () =>
  app.db.read.all<{ entity_type: string; entity_id: string; title: string }>(
    'select entity_type, entity_id, title from journal order by title' as never,
  )
const wanted = () =>
  app.db.read.all<{ entity_type: string }>('select entity_type, entity_id, state from search_items' as never)

describe('an issue of a series that is not in the library', () => {
  test('is searched for and grabbed as soon as it is wanted', async () => {
    await set('C0001_2', 'Wanted')
    expect(await statuses()).toEqual(['Wanted', 'Wanted', 'Added'])
    await settled()
    expect(await statuses()).toEqual(['Wanted', 'Snatched', 'Added'])
    const item = { entity_type: 'story_arc_issue', entity_id: 'C0001_2' }
    expect(journal()).toEqual([{ ...item, title: RELEASES[0]!.title }])
    expect(wanted()).toEqual([{ ...item, state: 'succeeded' }] as never)
  })

  test('is in no list of series, and not counted', async () => {
    const lists = () =>
      Promise.all(
        ['/api/series', '/api/series/facets', '/api/dashboard/library'].map((path) =>
          app.reader.get(path).then((reply) => reply.text()),
        ),
      )
    const before = await lists()
    await app.reader.post('/api/storyarcs/C0001/want-all', {})
    expect(await lists()).toEqual(before)
    const { arc, issues } = await detail()
    expect(arc.unmatched).toBe(2)
    expect(issues[1]).toMatchObject({ ComicID: null, IssueID: null, reason: 'series_missing', Status: 'Wanted' })
  })

  test('all missing issues are searched for in one call', async () => {
    const reply = await app.reader.json(200, app.reader.post('/api/storyarcs/C0001/want-all', {}))
    expect(reply).toEqual({ success: true, data: { queued: 2, skipped: 1 } })
    await settled()
    expect(journal().map(({ entity_id }) => entity_id)).toEqual(['C0001_2', 'C0001_3'])
  })

  test('is created by an interactive search when it was not wanted before', async () => {
    const session = await searchToEnd(app, 'story_arc_issue', 'C0001_3')
    expect(await statuses()).toEqual(['Wanted', 'Added', 'Added'])
    expect((await grab(app, session, RELEASES[1]!.title)).status).toBe(200)
    expect(await statuses()).toEqual(['Wanted', 'Added', 'Snatched'])
    expect(journal()[0]).toMatchObject({ entity_type: 'story_arc_issue', entity_id: 'C0001_3' })
  })

  test('is one issue for all arcs that have it', async () => {
    await set('C0001_2', 'Wanted')
    await importList('Second Tide', [BOOKS[1]!])
    await settled()
    expect(await statuses('C0002')).toEqual(['Snatched'])
    expect(journal()).toHaveLength(1)
  })

  test('is not the issue of another run that began in the same year', async () => {
    await set('C0001_2', 'Wanted')
    await importList('Second Tide', [{ ...BOOKS[1]!, ids: [{ source: 'comicvine', issue: '99' }] }])
    expect(await statuses('C0002')).toEqual(['Added'])
  })

  test('that the library may have is not searched for before the user chooses', async () => {
    makeSeries(app.db, { comic_id: 'copper', name: 'Copper Orchard' })
    makeIssues(app.db, 'copper', [7, 8])
    await importList('Second Tide', BOOKS.slice(1))
    const search = { entity_type: 'story_arc_issue', entity_id: 'C0002_1' }
    await app.reader.json(409, app.reader.post('/api/search/interactive', search))
    await app.reader.post('/api/storyarcs/C0002/want-all', {})
    await settled()
    expect(journal()).toEqual([])
    expect(await statuses('C0002')).toEqual(['Wanted', 'Wanted'])
  })
})

describe('scheduled searches', () => {
  const scheduled = async (settings: Record<string, string>) => {
    await app.close()
    await begin({ search_interval: '60', ...settings })
    harness.indexers.a!.releases = []
    await set('C0001_2', 'Wanted')
    await settled()
    app.db.write((tx) => void tx.run('delete from search_runs' as never))
    app.db.write((tx) => void tx.run('delete from search_last' as never))
    await app.reader.json(202, app.reader.post('/api/system/jobs/search/run', {}))
    await settled()
    return wanted().map(({ entity_type }) => entity_type)
  }

  test('include it when the settings say so', async () => {
    expect(await scheduled({ search_storyarcs: 'true' })).toContain('story_arc_issue')
  })

  test('leave it out otherwise', async () => {
    expect(await scheduled({})).not.toContain('story_arc_issue')
  })
})

describe('upcoming releases', () => {
  const coming = async (settings: Record<string, string>) => {
    await app.close()
    await begin(settings)
    harness.indexers.a!.releases = []
    await set('C0001_2', 'Wanted')
    const today = app.clock.now().slice(0, 10)
    app.db.write((tx) => void tx.run(`update issues set release_date = '${today}' where issue_id = 'C0001_2'` as never))
    const rows = await app.reader.json<{ IssueID: string }[]>(200, app.reader.get('/api/upcoming'))
    return rows.map(({ IssueID }) => IssueID)
  }

  test('include issues of story arcs when the settings say so', async () => {
    expect(await coming({ upcoming_storyarcs: 'true' })).toEqual(['C0001_2'])
  })

  test('leave them out otherwise', async () => {
    expect(await coming({})).toEqual([])
  })
})

describe('when the series joins the library', () => {
  const join = async () => {
    makeSeries(app.db, { comic_id: 'copper', name: 'Copper Orchard', year: 2014 })
    makeIssues(app.db, 'copper', [7, 8])
    await matched()
  }

  test('files, wanted issues and downloads move to its issues', async () => {
    await set('C0001_2', 'Wanted')
    await settled()
    await set('C0001_3', 'Skipped')
    await set('C0001_3', 'Wanted')
    const comicId = findIssue(app.db.read, 'C0001_3')!.comic_id
    makeFile(app.db, { issues: ['C0001_3'] })
    const list = '/api/readlists/default'
    await app.reader.json(200, app.reader.post(`${list}/issues`, { issue_ids: ['C0001_3'] }))
    const progress = { page: 1, completed: true }
    await app.reader.json(200, app.reader.put('/api/reading/issues/C0001_3/progress', progress))
    await join()
    expect(await app.reader.json(200, app.reader.get(list))).toMatchObject({ entries: [{ issue_id: 'copper-8' }] })
    expect(findSeries(app.db.read, comicId)).toBeUndefined()
    const { arc, issues } = await detail()
    expect(arc.unmatched).toBe(0)
    expect(issues.map(({ IssueID, Status }) => [IssueID, Status])).toEqual([
      ['harbor-1', 'Wanted'],
      ['copper-7', 'Snatched'],
      ['copper-8', 'Downloaded'],
    ])
    expect(issues[2]).toMatchObject({ state: 'read', matched_by: 'name' })
    expect(journal()[0]).toMatchObject({ entity_type: 'issue', entity_id: 'copper-7' })
  })

  test('a wanted issue stays wanted', async () => {
    harness.indexers.a!.releases = []
    await set('C0001_2', 'Wanted')
    await settled()
    await join()
    expect(findIssue(app.db.read, 'copper-7')).toMatchObject({ intent: 'wanted', fulfillment: 'missing' })
    expect(await statuses()).toEqual(['Wanted', 'Wanted', 'Added'])
  })
})

describe('a deleted row', () => {
  test('is no longer wanted, and is wanted again after a restore', async () => {
    harness.indexers.a!.releases = []
    await set('C0001_2', 'Wanted')
    await settled()
    const { comic_id } = findIssue(app.db.read, 'C0001_2')!
    await app.reader.json(200, app.reader.delete('/api/storyarcs/C0001/issues/C0001_2'))
    expect(findSeries(app.db.read, comic_id)).toBeUndefined()
    await app.reader.json(200, app.reader.post('/api/storyarcs/C0001/issues/restore', {}))
    await matched()
    expect(findIssue(app.db.read, 'C0001_2')).toMatchObject({ intent: 'wanted' })
  })

  test.each(['reserved', 'snatched'])('keeps a running download in the library (%s)', async (fulfillment) => {
    await set('C0001_3', 'Wanted')
    app.db.write((tx) => void tx.run(`update issues set fulfillment = '${fulfillment}' where issue_id = 'C0001_3'` as never)) // biome-ignore format: one line
    const { comic_id } = findIssue(app.db.read, 'C0001_3')!
    await app.reader.json(200, app.reader.delete('/api/storyarcs/C0001'))
    expect(findSeries(app.db.read, comic_id)).toMatchObject({ name: 'Copper Orchard', status: 'active' })
  })

  test('keeps a file in the library, where it is listed from then on', async () => {
    await set('C0001_3', 'Wanted')
    makeFile(app.db, { issues: ['C0001_3'] })
    await app.reader.json(200, app.reader.delete('/api/storyarcs/C0001'))
    const list = await app.reader.json<{ series: { ComicName: string }[] }>(200, app.reader.get('/api/series?limit=50'))
    expect(JSON.stringify(list)).toContain('Copper Orchard')
  })
})
