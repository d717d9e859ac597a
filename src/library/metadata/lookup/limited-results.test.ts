import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hidesSeries } from '../../../base/auth/limits'
import type { Limits } from '../../../base/auth/states'
import { Config } from '../../../base/config/config'
import { asCaller } from '../../../base/platform/caller'
import { systemFiles } from '../../../base/platform/files'
import { systemRandom } from '../../../base/platform/random'
import { testDatabaseAt } from '../../../testing/database'
import {
  addProviderSeries,
  type FakeProvider,
  fakeProvider,
  fakeProviders,
} from '../../../testing/fakes/metadata-provider'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { NO_LIMITS } from '../../../testing/users'
import { hidingViews } from '../../series/visibility'
import type { SeriesFacts, SeriesRecord } from '../providers/provider'
import type { SearchBody } from '../schema'
import { ArcSearch } from './arc-search'
import { isBeyondLimits } from './limited-results'
import { Lookup } from './lookup'

const limits = (some: Partial<Limits>): Limits => ({ ...NO_LIMITS, ...some })

describe('limits that hide series', () => {
  test.each([
    [{ max_age: 12 }],
    [{ collections: [] }],
    [{ tags_any: ['kids'] }],
    [{ tags_none: ['gore'] }],
    [{ kinds: ['comic' as const] }],
    [{ kinds: [] }],
  ])('%j', (some) => {
    expect(hidesSeries(limits(some))).toBe(true)
  })

  test.each([[null], [NO_LIMITS], [limits({ may_download: false, may_request: false, unrated: 'deny' })]])(
    'are not %j',
    (some) => {
      expect(hidesSeries(some)).toBe(false)
    },
  )
})

describe('a record', () => {
  const record = (facts: SeriesFacts, more: Partial<SeriesRecord> = {}): SeriesRecord => ({
    provider: 'comicvine',
    provider_id: '1',
    ids: {},
    facts,
    ...more,
  })
  test.each<[string, SeriesRecord, Partial<Limits>, boolean]>([
    ['with a rating above', record({ age_rating: 'Mature 17+' }), { max_age: 16 }, true],
    ['with a rating at the limit', record({ age_rating: 'Mature 17+' }), { max_age: 17 }, false],
    ['without a rating', record({}), { max_age: 0, unrated: 'deny' }, false],
    ['with an unknown word', record({ age_rating: 'House rating' }), { max_age: 0 }, false],
    ['with a rating of its content', record({}, { content_rating: 'erotica' }), { max_age: 17 }, true],
    ['whose stricter word is above', record({ age_rating: 'Everyone' }, { content_rating: 'suggestive' }), { max_age: 12 }, true],
    ['of the other kind', record({ content_type: 'manga' }), { kinds: ['comic'] }, true],
    ['of the usual kind of its provider', record({}), { kinds: ['manga'] }, true],
    ['of the kind', record({}), { kinds: ['comic'] }, false],
  ])('%s', (_says, of, some, isBeyond) => {
    expect(isBeyondLimits(of, limits(some))).toBe(isBeyond)
    expect(isBeyondLimits(of, null)).toBe(false)
  }) // biome-ignore format: one row a case
})

describe('a search of a reader', () => {
  let folder: string
  let comicvine: FakeProvider
  let harness: ReturnType<typeof metadataHarness>
  let lookup: Lookup
  beforeEach(() => {
    comicvine = fakeProvider('comicvine')
    // Users with limits read over a connection of their own, which a database in memory cannot have.
    folder = mkdtempSync(join(tmpdir(), 'panelkeep-lookup-'))
    const db = testDatabaseAt(join(folder, 'panelkeep.db'))
    db.hideWith(hidingViews)
    harness = metadataHarness([comicvine], db)
    const config = new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { text: '', args: {} })
    lookup = new Lookup({ ...harness, config, providers: fakeProviders(comicvine) })
    const add = (id: string, facts: SeriesFacts) =>
      addProviderSeries(comicvine, id, {
        issues: 1,
        facts: { description: 'Long ago.', image_url: 'https://comicvine.gamespot.com/a.jpg', ...facts },
      })
    add('1', { name: 'Harbor Lights' })
    add('2', { name: 'Harbor Nights', age_rating: 'Mature 17+' })
  })
  afterEach(() => {
    harness.db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const as = <T>(of: Limits | null, work: () => T) => asCaller({ user_id: 'ada', role: 'reader', limits: of }, work)
  const search = (of: Limits | null, body: SearchBody) => as(of, () => lookup.search(body))

  test('shows everything without limits', async () => {
    const { results } = await search(null, { name: 'harbor' })
    expect(results.map(({ comicid, description }) => [comicid, description])).toEqual([
      ['1', 'Long ago.'],
      ['2', 'Long ago.'],
    ])
  })

  test('hides what is known to be above the limit, and pictures and texts of the rest', async () => {
    const { results, pagination } = await search(limits({ max_age: 12 }), { name: 'harbor', limit: 10 })
    expect(pagination?.total).toBe(1)
    expect(results).toMatchObject([
      { comicid: '1', name: 'Harbor Lights', comicimage: null, comicthumb: null, description: null, deck: null },
    ])
  })

  test('by id hides it too', async () => {
    expect(await search(limits({ max_age: 12 }), { name: '4050-2' })).toEqual({ results: [] })
    expect((await search(null, { name: '4050-2' })).results).toHaveLength(1)
  })

  test('ends after 30 in an hour', async () => {
    for (let at = 0; at < 30; at++) await search(null, { name: `name ${at}` })
    const refusal = await search(null, { name: 'harbor' }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'throttled' })
  })

  test('finds no story arcs', async () => {
    const config = new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { text: '', args: {} })
    const arcs = new ArcSearch({ config, providers: fakeProviders(comicvine), hasArc: () => false })
    const refusal = await as(null, () => arcs.search({ name: 'night' })).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'forbidden', detail: 'Readers can search for series only.' })
  })
})
