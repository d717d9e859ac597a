import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import * as store from './store'

let app: TestApp
let reader: Client
beforeEach(async () => {
  app = await testApp()
  reader = app.reader
  makeSeries(app.db)
  app.events()
})
afterEach(() => app.close())

const row = (id = 'harbor') => store.findSeries(app.db.read, id)!
const changed = { type: 'series.changed', comic_id: 'harbor' } as const

describe('search settings', () => {
  const patch = (body: unknown, id = 'harbor') => reader.patch(`/api/series/${id}/search-settings`, body)

  test('change the given fields, keep the rest and return all four', async () => {
    const first = await reader.json(200, patch({ allow_packs: true }))
    expect(first).toEqual({
      success: true,
      settings: { allow_packs: true, ignore_type: false, bare_number_mode: 'auto', monitor_mode: 'blended' },
    })
    const second = await reader.json(
      200,
      patch({ ignore_type: true, monitor_mode: 'Volumes', bare_number_mode: 'CHAPTERS' }),
    )
    expect(second.settings).toEqual({
      allow_packs: true,
      ignore_type: true,
      bare_number_mode: 'chapters',
      monitor_mode: 'volumes',
    })
    expect(row()).toMatchObject({ allow_packs: true, ignore_type: true, monitor_mode: 'volumes' })
    expect(row().updated_at).toBe(app.clock.now())
    expect(app.events()).toEqual([changed, changed])
  })

  test.each([
    {},
    { packs: true },
    { allow_packs: 'false' },
    { allow_packs: 1 },
    { ignore_type: null },
    { bare_number_mode: 'both' },
    { bare_number_mode: 7 },
    { monitor_mode: 'auto' },
    { monitor_mode: 'volumes', ignore_type: 'yes' },
    'true',
  ])('refuse %j with 400 and change nothing', async (body) => {
    const { detail } = await reader.json<{ detail: unknown }>(400, patch(body))
    expect(typeof detail).toBe('string')
    expect(row()).toMatchObject({ allow_packs: false, ignore_type: false, monitor_mode: 'blended' })
    expect(app.events()).toEqual([])
  })

  test('of an unknown series are 404', async () => {
    await reader.json(404, patch({ allow_packs: true }, 'unknown'))
  })
})

describe('the kind of a series', () => {
  const patch = (body: unknown, id = 'harbor') => reader.patch(`/api/series/${id}/content-kind`, body)

  test('can be set by the user and is marked as chosen', async () => {
    expect(await reader.json(200, patch({ content_type: 'manga' }))).toEqual({ success: true, content_type: 'manga' })
    expect(row()).toMatchObject({ content_type: 'manga', content_type_chosen: true, reading_direction: 'ltr' })
    expect(app.events()).toEqual([changed])
  })

  test.each([
    {},
    { content_type: 'novel' },
    { content_type: 'Manga' },
    { content_type: 7 },
    { content_type: null },
    { content_type: ['manga'] },
  ])('is not %j: 400', async (body) => {
    await reader.json(400, patch(body))
    expect(row()).toMatchObject({ content_type: 'comic', content_type_chosen: false })
  })

  test('of an unknown series is 404', async () => {
    await reader.json(404, patch({ content_type: 'manga' }, 'unknown'))
  })
})

describe('a pause', () => {
  test('pauses a series, and resuming continues it', async () => {
    expect(await reader.json(200, reader.put('/api/series/harbor/pause'))).toEqual({ success: true })
    expect(row().status).toBe('paused')
    expect(await reader.json(200, reader.put('/api/series/harbor/resume'))).toEqual({ success: true })
    expect(row().status).toBe('active')
    expect(app.events()).toEqual([changed, changed])
  })

  test('of an unknown series is 404 and creates none', async () => {
    for (const verb of ['pause', 'resume']) await reader.json(404, reader.put(`/api/series/unknown/${verb}`))
    expect(store.findSeries(app.db.read, 'unknown')).toBeUndefined()
  })
})

describe('bulk commands', () => {
  beforeEach(() => {
    makeSeries(app.db, { comic_id: 'tide' })
    makeSeries(app.db, { comic_id: 'wolves' })
    app.events()
  })

  test('pause and resume existing series, counting each once', async () => {
    const paused = await reader.json(
      200,
      reader.post('/api/series/bulk-pause', { ids: ['harbor', 'tide', 'tide', 'unknown'] }),
    )
    expect(paused).toEqual({ success: true, count: 2 })
    expect([row(), row('tide'), row('wolves')].map((series) => series.status)).toEqual(['paused', 'paused', 'active'])
    expect(app.events()).toEqual([changed, { type: 'series.changed', comic_id: 'tide' }])
    await reader.json(200, reader.post('/api/series/bulk-resume', { ids: ['tide'] }))
    expect(row('tide').status).toBe('active')
  })

  test('delete existing series and report for each id whether it existed', async () => {
    const reply = await reader.json(
      200,
      reader.post('/api/series/bulk-delete', { ids: ['harbor', 'unknown', 'tide', 'tide'] }),
    )
    expect(reply).toEqual({
      success: false,
      deleted: 2,
      total: 3,
      results: [
        { id: 'harbor', success: true },
        { id: 'unknown', success: false },
        { id: 'tide', success: true },
      ],
    })
    expect(app.events()).toEqual([{ type: 'library.changed' }])
    const rest = await reader.json(200, reader.post('/api/series/bulk-delete', { ids: ['wolves'] }))
    expect(rest).toMatchObject({ success: true, deleted: 1, total: 1 })
    expect(await reader.json<unknown>(200, reader.get('/api/series'))).toEqual([])
  })

  test('accept a hundred ids', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `id-${n}`)
    expect(await reader.json(200, reader.post('/api/series/bulk-pause', { ids }))).toEqual({ success: true, count: 0 })
  })

  const many = Array.from({ length: 101 }, (_, n) => `id-${n}`)
  test.each([{}, { ids: [] }, { ids: many }, { ids: [7] }, { ids: ['tide', null] }, { ids: 'tide' }, { ids: null }])(
    'refuse anything but a list of 1 to 100 ids with 400',
    async (body) => {
      for (const verb of ['delete', 'pause', 'resume']) {
        const { detail } = await reader.json<{ detail: unknown }>(400, reader.post(`/api/series/bulk-${verb}`, body))
        expect(typeof detail).toBe('string')
      }
      expect(app.events()).toEqual([])
    },
  )

  test('without a body are refused with 400', async () => {
    await reader.json(400, reader.post('/api/series/bulk-delete'))
  })
})

describe('an issue', () => {
  beforeEach(() => {
    makeIssues(app.db, 'harbor', [1, { number: '2', fulfillment: 'failed' }])
    app.events()
  })
  const issueChanged = { type: 'issue.changed', issue_id: 'harbor-1', comic_id: 'harbor' } as const

  test('is wanted and in the wanted list once it is queued', async () => {
    const reply = await reader.json(200, reader.put('/api/series/issues/harbor-1/queue'))
    expect(reply).toEqual({ success: true, run_id: null })
    const { issues } = await reader.json<{ issues: { IssueID: string }[] }>(200, reader.get('/api/wanted'))
    expect(issues.map((issue) => issue.IssueID)).toEqual(['harbor-1'])
    expect(app.events()).toEqual([issueChanged, changed])
  })

  test('that failed is wanted again when it is queued', async () => {
    await reader.json(200, reader.put('/api/series/issues/harbor-2/queue'))
    const { issues } = await reader.json<{ issues: { IssueID: string; Status: string }[] }>(
      200,
      reader.get('/api/wanted'),
    )
    expect(issues[0]).toMatchObject({ IssueID: 'harbor-2', Status: 'Wanted' })
  })

  test('that is unqueued is skipped and leaves the wanted list', async () => {
    await reader.json(200, reader.put('/api/series/issues/harbor-1/queue'))
    app.events()
    expect(await reader.json(200, reader.put('/api/series/issues/harbor-1/unqueue'))).toEqual({ success: true })
    expect(await reader.json(200, reader.get('/api/wanted'))).toEqual({ issues: [], annuals: [] })
    expect(store.findIssue(app.db.read, 'harbor-1')?.intent).toBe('skipped')
    expect(app.events()).toEqual([issueChanged, changed])
  })

  test('can be wanted, skipped, ignored, or left to its series again', async () => {
    const put = (status: string) => reader.put('/api/series/issues/harbor-1/status', { status })
    for (const word of ['Wanted', 'skipped', 'IGNORED', 'policy'] as const) {
      const status = word.toLowerCase()
      expect(await reader.json<unknown>(200, put(word))).toEqual({ success: true, status })
      expect<string | undefined>(store.findIssue(app.db.read, 'harbor-1')?.intent).toBe(status)
    }
    expect((await reader.json(400, put('downloaded'))).detail).toBe(
      'status must be one of policy, wanted, skipped, ignored.',
    )
    await reader.json(404, reader.put('/api/series/issues/unknown/status', { status: 'wanted' }))
  })

  test('that is unknown is 404 and is not created', async () => {
    for (const verb of ['queue', 'unqueue']) {
      await reader.json(404, reader.put(`/api/series/issues/unknown/${verb}`))
    }
    expect(store.findIssue(app.db.read, 'unknown')).toBeUndefined()
  })
})
