import { expect, test } from 'bun:test'
import type { MetadataProvider } from '../../../library/metadata/providers/provider'
import { putSeriesSource } from '../../../library/metadata/store'
import { testDatabase } from '../../../testing/database'
import { makeSeries } from '../../../testing/make'
import { calendarWeekOf } from '../calendar'
import { providerListings } from './provider-listing'

/** The listings of these providers; `asked` records the queries to Metron. */
function makeListings(options: Record<string, unknown>, blocked?: object) {
  const db = testDatabase()
  const asked: unknown[] = []
  const releases = async (...of: unknown[]) => {
    asked.push(of)
    return { ok: [] }
  }
  const all = [{ name: 'metron', label: 'Metron', releases }, { name: 'comicvine', label: 'ComicVine' }, { name: 'anilist', label: 'AniList', releases }] as unknown as MetadataProvider[] // biome-ignore format: one line
  const providers = { all: () => all, disabledReason: () => blocked } as never
  const config = { get: (name: string) => options[name] } as never
  return { db, asked, listings: providerListings({ db, config, providers }) }
}

test('only providers that list releases are sources', () => {
  expect(makeListings({}).listings.map(({ source, label }) => `${source} ${label}`)).toEqual(['metron Metron'])
})

test.each([
  [true, undefined, undefined],
  [false, undefined, 'disabled'],
  [false, { failure: 'auth' }, 'disabled'],
  [true, { failure: 'auth' }, 'auth'],
])(
  'one whose releases are on (%p), and that is blocked as %j, is not queried because: %p',
  (isOn, blocked, failure) => {
    const [listing] = makeListings({ weekly_metron: isOn }, blocked).listings
    expect(listing!.reasonUnused()?.failure as unknown).toBe(failure)
  },
)

test('one is queried for a week, with the series that are followed there', async () => {
  const { db, asked, listings } = makeListings({})
  makeSeries(db)
  makeSeries(db, { comic_id: 'fog', name: 'Fog' })
  db.write((tx) => {
    for (const [comic_id, source] of [['harbor', 'metron'], ['fog', 'comicvine']] as const) putSeriesSource(tx, { comic_id, source, provider_id: `${comic_id} there`, facts: {}, said_at: '', checked_at: null }) // biome-ignore format: one line
  })
  const { signal } = new AbortController()
  await listings[0]!.fetch(calendarWeekOf('2026-11-18'), { signal })
  expect(asked).toEqual([[{ first: '2026-11-15', last: '2026-11-21', followed: ['harbor there'] }, { signal, fresh: true }]]) // biome-ignore format: one line
})
