import { afterEach, beforeEach, expect, test } from 'bun:test'
import { issueSourcesOf } from '../../library/metadata/store'
import { describeSeries } from '../../library/series/describe-store'
import { findIssue, issuesOf } from '../../library/series/store'
import { addFakeIssue, issueOf, seriesOf } from '../../testing/fakes/provider-data'
import { makeIssues, makeSeries } from '../../testing/make'
import { appAmongProviders } from '../../testing/metadata/providers'
import type { ReleasesReply } from './schema'

type Among = Awaited<ReturnType<typeof appAmongProviders>>

const DAY = '2026-11-25'
const LISTED = '101000'
let at: Among
let comicId: string

beforeEach(async () => {
  // The weekly list has an issue that the provider of the series does not list yet.
  const only = {
    weekly_metron: 'false',
    weekly_comicvine: 'false',
    weekly_mangadex: 'false',
    walksoftly_enabled: 'true',
  }
  at = await appAmongProviders({ settings: only })
  await follow()
})
afterEach(() => at.app.close())

async function follow(): Promise<void> {
  const { comicid } = await at.post<{ comicid: string }>('/api/search/add', { id: LISTED })
  await at.idle()
  comicId = comicid
}

const refresh = async () => {
  await at.post('/api/weekly/refresh', {}, 202)
  await at.idle()
}
const releases = async () => (await at.get<ReleasesReply>(`/api/releases?first=${DAY}`)).releases
const next = () => String(Number(seriesOf(at.data, 'harbor-2012').issues.at(-1)!.number) + 1)
const announced = () => issuesOf(at.app.db.read, comicId).find(({ announced_by }) => announced_by !== null)

/** Adds an issue to the weekly list, but not at the provider. */
function announce(number: string, release_date = DAY) {
  const issue = addFakeIssue(at.data, 'harbor-2012', number, { release_date })
  issue.ids = { comicvine: undefined } as never
  return issue
}

test('an issue that the provider does not list yet can be wanted and searched for', async () => {
  const number = next()
  announce(number)
  await refresh()
  const [release] = await releases()
  expect(release).toMatchObject({ comic_id: comicId, number, is_announced: true, sources: [{ source: 'walksoftly' }] })
  const issue = announced()!
  expect(issue).toMatchObject({ issue_id: release!.issue_id!, release_date: DAY, announced_by: 'walksoftly' })
  await at.put(`/api/series/issues/${issue.issue_id}/queue`, {})
  expect(findIssue(at.app.db.read, issue.issue_id)?.intent).toBe('wanted')
})

test('the provider that lists it later completes the same issue, by its number', async () => {
  const number = next()
  const fake = announce(number)
  await refresh()
  const before = announced()!
  await at.put(`/api/series/issues/${before.issue_id}/queue`, {})
  // A week later than in the list, under the provider's own id.
  fake.ids = { comicvine: '1010999' }
  fake.release_date = '2026-12-02'
  at.data.series.find(({ key }) => key === 'harbor-2012')!.changed = '2026-12-01T00:00:00.000Z'
  await at.post(`/api/series/${comicId}/refresh`)
  await at.idle()
  const after = findIssue(at.app.db.read, before.issue_id)!
  expect(after).toMatchObject({ announced_by: null, release_date: '2026-12-02', intent: 'wanted', number })
  expect(issuesOf(at.app.db.read, comicId).filter((issue) => issue.number === number)).toHaveLength(1)
  // No file is involved, so there are no facts from a file.
  expect(issueSourcesOf(at.app.db.read, before.issue_id).map(({ source }) => source as string)).toEqual(['comicvine'])
})

test('a list that changes the day moves an issue that only the list has', async () => {
  const fake = announce(next())
  await refresh()
  fake.release_date = '2026-11-18'
  await refresh()
  expect(announced()?.release_date).toBe('2026-11-18')
  expect(await releases()).toEqual([])
})

test('an issue that its list drops is removed, unless the user wants it', async () => {
  const fake = announce(next())
  at.app.db.write((tx) => describeSeries(tx, comicId, { want_new: false }, at.app.clock.now()))
  await refresh()
  expect(announced()).toBeDefined()
  // Another release of that week, so that the list is not empty.
  addFakeIssue(at.data, 'paper', '9', { release_date: DAY })
  at.data.series.find(({ key }) => key === 'harbor-2012')!.issues.splice(-1)
  await refresh()
  expect(announced()).toBeUndefined()
  at.data.series.find(({ key }) => key === 'harbor-2012')!.issues.push(fake)
  await refresh()
  const { issue_id } = announced()!
  await at.put(`/api/series/issues/${issue_id}/queue`, {})
  at.data.series.find(({ key }) => key === 'harbor-2012')!.issues.splice(-1)
  await refresh()
  expect(findIssue(at.app.db.read, issue_id)).toMatchObject({ intent: 'wanted' })
  const kept = (await releases()).find((release) => release.issue_id === issue_id)
  expect(kept).toMatchObject({ is_announced: true, sources: [] })
})

test('an issue that its list drops stays in a reading list', async () => {
  announce(next())
  at.app.db.write((tx) => describeSeries(tx, comicId, { want_new: false }, at.app.clock.now()))
  await refresh()
  const { issue_id } = announced()!
  await at.post('/api/readlist', { issue_id })
  addFakeIssue(at.data, 'paper', '9', { release_date: DAY })
  at.data.series.find(({ key }) => key === 'harbor-2012')!.issues.splice(-1)
  await refresh()
  expect(announced()?.issue_id).toBe(issue_id)
})

test('a number that does not follow, a paused series and a series that is not followed get no issue', async () => {
  const following = next()
  const fake = announce('90')
  await refresh()
  expect(announced()).toBeUndefined()
  fake.number = '1'
  await refresh()
  expect(announced()).toBeUndefined()
  fake.number = following
  await at.put(`/api/series/${comicId}/pause`, {})
  await refresh()
  expect(announced()).toBeUndefined()
  await at.put(`/api/series/${comicId}/resume`, {})
  await refresh()
  expect(announced()).toBeDefined()
})

test('a series made from files gets no issue, since no provider would ever list it', async () => {
  makeSeries(at.app.db, { comic_id: 'paper', name: 'Paper Wolves', year: 2003 })
  makeIssues(at.app.db, 'paper', [1, 2, 3, 4, 5, 6, 7, 8])
  addFakeIssue(at.data, 'paper', '9', { release_date: DAY })
  await refresh()
  expect(issuesOf(at.app.db.read, 'paper')).toHaveLength(8)
  expect(await releases()).toMatchObject([{ comic_id: 'paper', issue_id: null, number: '9', status: 'Mismatched' }])
})

test('an issue of the library is listed once, under its own date, with the list that names it', async () => {
  const known = issueOf(at.data, 'harbor-2012/3')
  const issue = issuesOf(at.app.db.read, comicId).find(({ number }) => number === '3')!
  known.release_date = '2026-11-18'
  at.data.series.find(({ key }) => key === 'harbor-2012')!.changed = '2026-12-01T00:00:00.000Z'
  known.changed = '2026-12-01T00:00:00.000Z'
  await at.post(`/api/series/${comicId}/refresh`)
  await at.idle()
  known.release_date = '2026-11-20'
  await refresh()
  const { releases: listed } = await at.get<ReleasesReply>('/api/releases')
  expect(listed.map(({ day, issue_id, sources }) => [day, issue_id, sources.length])).toEqual([
    ['2026-11-18', issue.issue_id, 1],
  ])
})
