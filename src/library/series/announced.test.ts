import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { WantedReply } from './issue-schema'
import type { FacetsReply, SeriesDetail, SeriesListItem } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db, { listed: true })
  makeIssues(app.db, 'harbor', [
    { number: '1', release_date: '2020-01-01' },
    { number: '2', release_date: '2099-01-01', intent: 'wanted' },
    { number: '3', issue_date: '2099' },
  ])
  makeFile(app.db, { issues: ['harbor-1'] })
})
afterEach(() => app.close())

const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
const list = (query = '') => get<SeriesListItem[]>(`/api/series${query}`)
const progress = async () => (await get<typeof FacetsReply.static>('/api/series/facets')).progress

test('announced issues are counted apart, and a series that lacks only them is complete', async () => {
  expect(await list()).toMatchObject([{ Total: 3, Have: 1, Announced: 2 }])
  expect((await get<SeriesDetail>('/api/series/harbor')).about.announced).toBe(2)
  expect(await progress()).toEqual({ complete: 1, missing: 0, empty: 0, unknown: 0 })
  expect(await list('?progress=complete')).toHaveLength(1)
  expect(await list('?progress=missing')).toEqual([])
})

test('an announced issue is missing from the day of its release, and so is one without a date', async () => {
  makeIssues(app.db, 'harbor', ['4'])
  expect(await list()).toMatchObject([{ Total: 4, Announced: 2 }])
  expect(await progress()).toEqual({ complete: 0, missing: 1, empty: 0, unknown: 0 })
  expect(await list('?progress=missing')).toHaveLength(1)
})

test('a manga counted in volumes does not count its announced chapters', async () => {
  makeSeries(app.db, { comic_id: 'tide', name: 'Tide', content_type: 'manga', listed: true, monitor_mode: 'volumes' })
  makeIssues(app.db, 'tide', [
    { number: '1', unit: 'volume' },
    { number: '2', unit: 'volume', release_date: '2099-01-01' },
    { number: '20', unit: 'chapter', release_date: '2099-01-01' },
  ])
  makeFile(app.db, { issues: ['tide-1'] })
  expect(await list('?q=tide')).toMatchObject([{ CountedIn: 'volume', Total: 2, Announced: 1 }])
  expect(await progress()).toMatchObject({ complete: 2 })
})

test('a wanted issue is upcoming by any of its dates, and missing otherwise', async () => {
  makeIssues(app.db, 'harbor', [
    { number: '4', issue_date: '2099-01', intent: 'wanted' },
    { number: '5', digital_date: '2099-01-01', intent: 'wanted' },
    { number: '6', intent: 'wanted' },
  ])
  const ids = async (when: string) => {
    const { issues } = await get<WantedReply>(`/api/wanted?limit=50&when=${when}`)
    return issues.map(({ IssueID }) => IssueID).toSorted()
  }
  expect(await ids('upcoming')).toEqual(['harbor-2', 'harbor-4', 'harbor-5'])
  expect(await ids('missing')).toEqual(['harbor-6'])
})
