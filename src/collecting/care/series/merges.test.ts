import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { OWNER_ID } from '../../../base/platform/caller'
import { addItem, findDownload } from '../../../intake/downloads/store'
import { issueSourcesOf, putIssueSource } from '../../../library/metadata/store'
import { readingDays, readingTotals } from '../../../library/reading/tables'
import { fileAt, fileOf } from '../../../library/series/file-store'
import { removeFile } from '../../../library/series/removed-file-store'
import { findIssue, findSeries, issuesOf } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { requests } from '../../requests/tables'
import type { CareSummary, MergePreview, PairPage } from '../schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

function fill(comicId: string, row: object, numbers: number[]): void {
  makeSeries(app.db, { comic_id: comicId, year: 2015, ...row })
  const ids = makeIssues(app.db, comicId, numbers)
  for (const id of ids) makeFile(app.db, { issues: [id], path: `/library/${comicId}/${id}.cbz` })
}
async function check(): Promise<void> {
  await app.reader.json(202, app.reader.post('/api/care/check'))
  await app.idle()
}
const pairs = async () => (await app.reader.json<PairPage>(200, app.reader.get('/api/care/pairs'))).pairs
const merge = (keep_id: string, other_id: string) =>
  app.reader.json<{ merge_id: string }>(200, app.reader.post('/api/care/merges', { keep_id, other_id }))
/** Every row of every table that a merge may change, as text. */
function rows(): Record<string, string[]> {
  const tables = app.db.read
    .all<{ name: string }>(
      sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'care_%'
        and name not like 'name\\_%' escape '\\' and name not in ('search_queue', 'search_index', 'operations', 'jobs', 'sessions', 'users')`,
    )
    .map(({ name }) => name)
  return Object.fromEntries(
    tables.map((name) => [
      name,
      app.db.read
        .all(sql.raw(`select * from "${name}"`))
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  )
}

describe('series that look like one', () => {
  test.each<[string, object, object, string]>([
    ['the same name', { name: 'Harbor Lights' }, { name: 'The Harbor-Lights', match_key: 'harborlights' }, 'name'],
    ['one letter more', { name: 'Harbor Lights' }, { name: 'Harbour Lights' }, 'spelling'],
    ['one letter less in a short name', { name: 'Harbor Lights' }, { name: 'Harbor Light' }, 'spelling'],
    ['two letters swapped', { name: 'Copper Orchard Signals' }, { name: 'Copper Orchrad Signals' }, 'spelling'],
    ['another name', { name: 'Harbor Lights' }, { name: 'Port Story', aliases: ['Harbor Lights'] }, 'alias'],
  ])('by %s are listed', async (_, one, other, likeness) => {
    fill('one', one, [1, 2, 3])
    fill('two', other, [3, 4])
    await check()
    expect(await pairs()).toMatchObject([
      { keep: { comic_id: 'one', files: 3 }, other: { comic_id: 'two', files: 2 }, likeness, common: 1 },
    ])
    expect(await app.reader.json<CareSummary>(200, app.reader.get('/api/care'))).toMatchObject({ pairs: 1 })
  })

  test.each<[string, object]>([
    ['another year', { year: 2012 }],
    ['another volume', { volume: 2 }],
    ['another kind', { content_type: 'manga' }],
    ['another language', { language: 'fr' }],
    ['another number in the name', { name: 'Harbor Lights 2' }],
  ])('with %s are not', async (_, other) => {
    fill('one', { volume: 1, language: 'en' }, [1])
    fill('two', { name: 'Harbor Lights', ...other }, [2])
    await check()
    expect(await pairs()).toEqual([])
  })

  test('are no longer listed once they are ignored', async () => {
    fill('one', {}, [1])
    fill('two', { name: 'Harbour Lights' }, [2])
    await check()
    const body = { kind: 'pair', subjects: ['one\ntwo'], ignored: true }
    await app.reader.json(200, app.reader.post('/api/care/ignored', body))
    await check()
    expect(await pairs()).toEqual([])
  })
})

test('a series that exists for story arcs only is neither listed nor merged', async () => {
  fill('one', {}, [1])
  fill('two', { name: 'Harbour Lights', status: 'unfollowed' }, [1])
  await check()
  expect(await pairs()).toEqual([])
  const status = async (keep_id: string, other_id: string) =>
    (await app.reader.post('/api/care/merges', { keep_id, other_id })).status
  expect([await status('one', 'two'), await status('two', 'one')]).toEqual([404, 404])
})

describe('a merge', () => {
  beforeEach(() => {
    fill('one', {}, [1, 2, 3])
    fill('two', { name: 'Harbour Lights' }, [3, 4])
  })

  test('says first what it does', async () => {
    const reply = await app.reader.json<MergePreview>(
      200,
      app.reader.post('/api/care/merges/preview', { keep_id: 'one', other_id: 'two' }),
    )
    expect(reply).toMatchObject({ keep: { name: 'Harbor Lights' }, moved: 1, joined: 1, files: 2 })
  })

  test('moves issues and files, and the name becomes another name', async () => {
    await merge('one', 'two')
    expect(findSeries(app.db.read, 'two')).toBeUndefined()
    const issues = issuesOf(app.db.read, 'one')
    expect(issues.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
    expect(issues.every(({ issue_id }) => fileOf(app.db.read, issue_id))).toBe(true)
    expect(findSeries(app.db.read, 'one')).toMatchObject({ aliases: ['Harbour Lights'], file_count: 5, have: 4 })
  })

  test('moves progress, marks and list entries with it, and undo brings every row back', async () => {
    await app.reader.json(200, app.reader.post('/api/readlist', { issue_id: 'two-4' }))
    await app.reader.json(200, app.reader.patch('/api/series/two/marks', { favourite: true, tags: ['Sea'] }))
    const before = rows()
    const { merge_id } = await merge('one', 'two')
    expect(await (await app.reader.get('/api/series/one/marks')).json()).toMatchObject({ tags: ['Sea'] })
    expect(rows()).not.toEqual(before)
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    expect(rows()).toEqual(before)
    expect((await app.reader.post(`/api/care/merges/${merge_id}/undo`)).status).toBe(409)
  })

  test('of series that both have lists, marks, a collection and a tag is undone row by row', async () => {
    for (const id of ['one', 'two']) {
      await app.reader.json(200, app.reader.post('/api/readlist', { issue_id: `${id}-3` }))
      await app.reader.json(200, app.reader.put(`/api/reading/issues/${id}-3/progress`, { page: 2 }))
      await app.reader.json(200, app.reader.put(`/api/reading/issues/${id}-3/bookmarks/1`, {}))
    }
    await app.reader.json(200, app.reader.patch('/api/series/one/marks', { rating: 4, tags: ['Sea'] }))
    await app.reader.json(200, app.reader.patch('/api/series/two/marks', { favourite: true, rating: 2, tags: ['Sea'] }))
    const { collection } = await app.reader.json<{ collection: { collection_id: string } }>(
      200,
      app.reader.post('/api/collections', { name: 'Ports' }),
    )
    const { collection_id } = collection
    const body = { ids: ['one', 'two'] }
    await app.reader.json(200, app.reader.post(`/api/collections/${collection_id}/series`, body))
    await app.idle()
    const before = rows()
    const { merge_id } = await merge('one', 'two')
    expect(await (await app.reader.get('/api/series/one/marks')).json()).toMatchObject({ rating: 4, favourite: true })
    expect(app.db.read.all(sql`select issue_id from reading_list_entries`)).toEqual([{ issue_id: 'one-3' }])
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    await app.idle()
    expect(rows()).toEqual(before)
  })

  test('adds up what was read of both, for each user', async () => {
    const user_id = OWNER_ID
    const read = [
      ['2026-11-01', 'one', 10, 1, 60],
      ['2026-11-01', 'two', 5, 0, 30],
      ['2026-11-02', 'two', 7, 1, 20],
    ] as const
    app.db.write((tx) => {
      for (const [day, comic_id, pages, issues, seconds] of read)
        tx.insert(readingDays).values({ user_id, day, comic_id, pages, issues, seconds }).run()
      const total = { user_id, issues: 1, name: 'Harbor Lights' }
      tx.insert(readingTotals)
        .values({ ...total, comic_id: 'one', pages: 10, seconds: 60, last_day: '2026-11-01' })
        .run()
      tx.insert(readingTotals)
        .values({ ...total, comic_id: 'two', pages: 12, seconds: 50, last_day: '2026-11-02' })
        .run()
    })
    const before = rows()
    const { merge_id } = await merge('one', 'two')
    const days = sql`select day, comic_id, pages, issues, seconds from reading_days order by day`
    expect(app.db.read.all(days)).toEqual([
      { day: '2026-11-01', comic_id: 'one', pages: 15, issues: 1, seconds: 90 },
      { day: '2026-11-02', comic_id: 'one', pages: 7, issues: 1, seconds: 20 },
    ])
    expect(app.db.read.all(sql`select * from reading_totals`)).toEqual([
      { user_id, comic_id: 'one', name: 'Harbor Lights', pages: 22, issues: 2, seconds: 110, last_day: '2026-11-02' },
    ])
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    expect(rows()).toEqual(before)
  })

  test('gives a missing issue what the file of the other one says, and undo takes it away', async () => {
    makeIssues(app.db, 'one', ['4'])
    const said_at = app.clock.now()
    const facts = { title: 'Dusk', characters: ['Ada'], page_marks: [{ page: 2, bookmark: 'The storm' }] }
    app.db.write((tx) => {
      putIssueSource(tx, { issue_id: 'two-4', source: 'file', facts, said_at })
      putIssueSource(tx, { issue_id: 'one-4', source: 'metron', provider_id: '9', facts: { title: 'Night' }, said_at })
    })
    await app.idle()
    const before = rows()
    const { merge_id } = await merge('one', 'two')
    expect(issueSourcesOf(app.db.read, 'one-4').map(({ source, facts }) => [source, facts])).toEqual([
      ['file', facts],
      ['metron', { title: 'Night' }],
    ])
    expect(findIssue(app.db.read, 'one-4')).toMatchObject({ title: 'Night', fulfillment: 'downloaded' })
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    await app.idle()
    expect(rows()).toEqual(before)
  })

  test('keeps a joined issue wanted, and its download', async () => {
    makeIssues(app.db, 'one', ['5', '6'])
    makeIssues(app.db, 'two', [
      { number: '5', intent: 'wanted' },
      { number: '6', intent: 'wanted', fulfillment: 'snatched' },
    ])
    app.db.write((tx) =>
      addItem(
        tx,
        {
          item_id: 'item',
          release_key: 'two-6|Nine',
          digest: 'digest',
          entity_type: 'issue',
          entity_id: 'two-6',
          comic_id: 'two',
          title: 'Harbour Lights 006',
          indexer: 'Nine',
          protocol: 'usenet',
          grabbed_at: app.clock.now(),
        },
        ['two-6'],
      ),
    )
    await merge('one', 'two')
    expect(findIssue(app.db.read, 'one-5')).toMatchObject({ intent: 'wanted', fulfillment: 'missing' })
    expect(findIssue(app.db.read, 'one-6')).toMatchObject({ intent: 'wanted', fulfillment: 'snatched' })
    expect(findDownload(app.db.read, 'item')).toMatchObject({ entity_id: 'one-6', comic_id: 'one' })
  })

  test('keeps what users asked for, and what most files of the series say', async () => {
    const asked = { title: 'Harbour Lights', decision: 'asked', asked_at: app.clock.now() } as const
    app.db.write((tx) => {
      tx.insert(requests)
        .values({ ...asked, request_id: 'r1', kind: 'series', subject: 'two' })
        .run()
      tx.insert(requests)
        .values({ ...asked, request_id: 'r2', kind: 'issue', subject: 'two-3' })
        .run()
      for (const issue_id of ['two-4', 'one-1', 'one-2', 'one-3'])
        putIssueSource(tx, { issue_id, source: 'file', facts: { genres: ['Sea'] }, said_at: app.clock.now() })
    })
    const subjects = () => app.db.read.all(sql`select subject from requests order by request_id`)
    const { merge_id } = await merge('one', 'two')
    expect(subjects()).toEqual([{ subject: 'one' }, { subject: 'one-3' }])
    expect(findSeries(app.db.read, 'one')).toMatchObject({ genres: ['Sea'] })
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    expect(subjects()).toEqual([{ subject: 'two' }, { subject: 'two-3' }])
    expect(findSeries(app.db.read, 'one')).toMatchObject({ genres: null })
  })

  test('is undone after a copy that it brought together was removed, without that copy', async () => {
    const { merge_id } = await merge('one', 'two')
    const removed = fileAt(app.db.read, '/library/two/two-3.cbz')!
    app.db.write((tx) => removeFile(tx, removed.file_id, app.clock.now()))
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    expect(fileOf(app.db.read, 'two-3')).toBeUndefined()
    expect(fileOf(app.db.read, 'one-3')).toMatchObject({ path: '/library/one/one-3.cbz' })
    expect(fileOf(app.db.read, 'two-4')).toMatchObject({ path: '/library/two/two-4.cbz' })
    expect(findSeries(app.db.read, 'two')).toMatchObject({ file_count: 1 })
  })

  test('leaves what was read since with the file that was read', async () => {
    for (const id of ['one-3', 'two-3'])
      app.db.write((tx) => tx.run(sql`update files set content_hash = ${id} where path like ${`%${id}.cbz`}`))
    const { merge_id } = await merge('one', 'two')
    // The file of the merged series is the one that is opened.
    app.db.write((tx) => tx.run(sql`update files set page_count = 30 where content_hash = 'two-3'`))
    await app.reader.json(200, app.reader.put('/api/reading/issues/one-3/progress', { page: 2 }))
    await app.reader.json(200, app.reader.put('/api/reading/issues/one-3/bookmarks/4', {}))
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    const read = (table: string) => app.db.read.all(sql.raw(`select content_key, issue_id from ${table}`))
    expect(read('reading_progress')).toEqual([{ content_key: 'two-3', issue_id: 'two-3' }])
    expect(read('bookmarks')).toEqual([{ content_key: 'two-3', issue_id: 'two-3' }])
  })

  test('leaves earlier edits with the series that was edited', async () => {
    const of = (id: string) => ({ id, set: { publisher: 'Kestrel' }, seen: { publisher: null } })
    const { edit_id } = await app.reader.json<{ edit_id: string }>(
      200,
      app.reader.post('/api/series/edits', { series: [of('one'), of('two')] }),
    )
    const { merge_id } = await merge('one', 'two')
    expect(await (await app.reader.post(`/api/series/edits/${edit_id}/undo`)).json()).toMatchObject({
      undone: 1,
      left: [{ id: 'two', state: 'kept' }],
    })
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    await app.reader.json(200, app.reader.post(`/api/series/edits/${edit_id}/undo`))
    expect(findSeries(app.db.read, 'two')).toMatchObject({ publisher: null })
  })

  test('keeps what the user changed since when it is undone', async () => {
    const { merge_id } = await merge('one', 'two')
    await app.reader.json(200, app.reader.patch('/api/series/one/metadata', { publisher: 'Northgate' }))
    await app.reader.json(200, app.reader.post(`/api/care/merges/${merge_id}/undo`))
    expect(findSeries(app.db.read, 'one')).toMatchObject({ publisher: 'Northgate' })
    expect(findSeries(app.db.read, 'two')).toMatchObject({ name: 'Harbour Lights', file_count: 2 })
  })

  test('of another one is undone last', async () => {
    fill('three', { name: 'Harbor Light' }, [9])
    const first = await merge('one', 'two')
    await app.clock.advance('1 s')
    await merge('one', 'three')
    const reply = await app.reader.post(`/api/care/merges/${first.merge_id}/undo`)
    expect([reply.status, await reply.json()]).toMatchObject([409, { detail: expect.stringContaining('Undo those') }])
  })

  test.each<[string, object, number]>([
    ['with itself', { keep_id: 'one', other_id: 'one' }, 400],
    ['with a series that does not exist', { keep_id: 'one', other_id: 'nine' }, 404],
    ['without a series', { keep_id: 'one' }, 400],
  ])('%s is refused', async (_, body, status) => {
    expect((await app.reader.post('/api/care/merges', body)).status).toBe(status)
  })
})
