import { afterEach, expect, test } from 'bun:test'
import type { OptionName } from '../../base/config/options'
import { issuesOf } from '../../library/series/store'
import { addFakeIssue } from '../../testing/fakes/provider-data'
import { appAmongProviders } from '../../testing/metadata/providers'
import type { ReleasesReply } from './schema'

let at: Awaited<ReturnType<typeof appAmongProviders>>
afterEach(() => at.app.close())

/** A new issue of a series that the library does not have, from the sources in these settings. */
async function releases(settings: Partial<Record<OptionName, string>> = {}) {
  at = await appAmongProviders({ settings })
  addFakeIssue(at.data, 'harbor-2019', '113', { release_date: '2026-11-18' })
  await at.post('/api/weekly/refresh', {}, 202)
  await at.idle()
  return listed()
}
const listed = async () => (await at.get<ReleasesReply>('/api/releases')).releases
const follow = (id: number | null, body: unknown, status = 200) =>
  at.post<{ comicid: string; message: string; detail: string }>(`/api/releases/${id}/follow`, body, status)

test('one click follows the series and wants the issue, which shows as soon as it is loaded', async () => {
  const [release] = await releases()
  expect(release).toMatchObject({ comic_id: null, want: false })
  const countOnHome = async () => (await at.get<{ total: number }>('/api/dashboard/upcoming')).total
  expect(await countOnHome()).toBe(0)
  const { comicid } = await follow(release!.release_id, { want: true })
  await at.idle()
  expect(await listed()).toMatchObject([{ comic_id: comicid, number: '113', status: 'Wanted', want: false }])
  expect(await countOnHome()).toBe(1)
  const wanted = issuesOf(at.app.db.read, comicid).filter(({ intent }) => intent === 'wanted')
  expect(wanted.map(({ number }) => number)).toContain('113')
})

test('a series that its list does not name is found by its issue', async () => {
  const only = { weekly_comicvine: 'false', weekly_mangadex: 'false', comicvine_enabled: 'false' }
  const [release] = await releases(only)
  const { message } = await follow(release!.release_id, {})
  expect(message).toContain('Metron')
  await at.idle()
  // Metron states its number at ComicVine, which is the library's id.
  expect(await listed()).toMatchObject([{ comic_id: '102000', number: '113', sources: [{ source: 'metron' }] }])
})

test('an issue of a followed series is wanted by the same click', async () => {
  const [release] = await releases({ autowant_upcoming: 'false' })
  await follow(release!.release_id, {})
  await at.idle()
  const [here] = await listed()
  expect(here).toMatchObject({ status: 'Skipped' })
  await follow(here!.release_id, { want: true })
  expect(await listed()).toMatchObject([{ status: 'Wanted' }])
})

test('a deleted release, and a series that no source names, are refused with a sentence', async () => {
  const [release] = await releases({ weekly_metron: 'false', weekly_comicvine: 'false', walksoftly_enabled: 'true' })
  expect((await follow(99_999, {}, 404)).detail).toContain('no longer listed')
  await follow(0, {}, 400)
  await at.put('/api/config', { comicvine_enabled: false, metron_enabled: false })
  expect((await follow(release!.release_id, {}, 409)).detail).toBe(
    'No metadata source lists Harbor Lights. Search for the series to follow it.',
  )
})
