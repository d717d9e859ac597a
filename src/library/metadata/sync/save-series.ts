import type { Instant } from '../../../base/platform/ports'
import { type ProviderName, providerNames } from '../../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { describeSeries, type SeriesDescription } from '../../series/describe-store'
import { findSeries, insertSeries, type SeriesRow } from '../../series/store'
import type { CrossIds, SeriesRecord } from '../providers/provider'
import * as store from '../store'
import { readSeriesId, refId, writeSeriesId } from '../wire-ids'
import { effectiveSeries, filledFields, type KnownSeries } from './merge'

/** Saves the metadata of sources: each one's own values, and the merged ones in the rows. */

interface Making {
  record: SeriesRecord
  at: Instant
  comic_id?: string
  location?: string | null
  want_new?: boolean
  allow_packs?: boolean
  content_type?: SeriesRow['content_type']
  order?: readonly ProviderName[]
}

/**
 * The series of that record, made when the library does not have it: a series that the provider, or another provider
 * that is known to mean the same, is linked to is that one. New series are loading until their issues are there.
 */
export function makeSeries(tx: Tx, making: Making): string {
  const { record, at, location, want_new, allow_packs, order } = making
  const existing = comicOfRecord(tx, record) ?? takenId(tx, making.comic_id)
  const comic_id = existing ?? making.comic_id ?? freeId(tx, record)
  if (existing === undefined) {
    const { facts } = record
    const content_type = making.content_type ?? facts.content_type ?? 'comic'
    insertSeries(tx, {
      comic_id,
      ...seriesColumns(facts),
      name: facts.name ?? refId(record),
      content_type,
      content_type_chosen: making.content_type !== undefined && making.content_type !== facts.content_type,
      status: 'loading',
      source: record.provider,
      reading_direction: facts.reading_direction ?? (content_type === 'manga' ? 'rtl' : 'ltr'),
      location: location ?? null,
      want_new: want_new ?? false,
      allow_packs: allow_packs ?? false,
      added_at: at,
    })
  }
  saveSeriesRecord(tx, { comic_id, record, at, order, made: existing === undefined })
  return comic_id
}

function freeId(tx: Tx, record: SeriesRecord): string {
  const id = writeSeriesId(record)
  return findSeries(tx, id) ? refId(record) : id
}

function takenId(tx: Tx, comicId: string | undefined): string | undefined {
  return comicId !== undefined && findSeries(tx, comicId) ? comicId : undefined
}

/** The series of the library that a record is: by its own id, by the ids of others that it names, or by the id it would get. */
export function comicOfRecord(tx: ReadHandle, record: SeriesRecord): string | undefined {
  const own = store.comicOf(tx, record.provider, record.provider_id)
  if (own) return own
  for (const provider of providerNames) {
    const id = record.ids[provider]
    const comicId = id && provider !== record.provider ? store.comicOf(tx, provider, id) : undefined
    // One provider's two series stay two: a series has at most one of each.
    if (comicId && !store.seriesSourceOf(tx, comicId, record.provider)) return comicId
  }
  return comicOfId(tx, writeSeriesId(record), record)
}

/** Older series carry a provider's id without anything being known of the provider. */
function comicOfId(db: ReadHandle, id: string, { provider }: SeriesRecord) {
  return findSeries(db, id) && !store.seriesSourceOf(db, id, provider) ? id : undefined
}

interface Keeping {
  comic_id: string
  record: SeriesRecord
  at: Instant
  order?: readonly ProviderName[]
  /** The series was just created from this record, so its row has no other source. */
  made?: boolean
}

/**
 * Saves a provider's record of an existing series and the merged values. `markIssuesSaved` notes that its issues were
 * fetched, too; until then the provider's mark of change is empty, so that a crash costs nothing.
 */
export function saveSeriesRecord(tx: Tx, { comic_id, record, at, order, made }: Keeping): void {
  const row = findSeries(tx, comic_id)
  if (!row) return
  if (!made) saveFileSeriesFacts(tx, row, at)
  const old = store.seriesSourceOf(tx, comic_id, record.provider)
  const facts: KnownSeries = { ...record.facts, ids: { ...record.ids, [record.provider]: record.provider_id } }
  const same = old?.provider_id === record.provider_id && JSON.stringify(old.facts) === JSON.stringify(facts)
  if (same && old.changed === changeMark(record)) store.markChecked(tx, comic_id, record.provider, at)
  else {
    const { provider, provider_id } = record
    const said_at = same ? old.said_at : at
    store.putSeriesSource(tx, { comic_id, source: provider, provider_id, facts, said_at, checked_at: at })
  }
  mergeSeriesSources(tx, comic_id, at, order)
}

/**
 * A mark that changes when the series changes at its provider: the provider's own, or else one made of other fields.
 */
export function changeMark(record: SeriesRecord): string {
  const { changed, last_issue_id, facts } = record
  return changed ?? JSON.stringify([last_issue_id, facts.issue_count, facts.last_chapter, facts.last_volume])
}

/** All issues of the record's series are saved: they are fetched again when its mark of change differs. */
export function markIssuesSaved(tx: Tx, comicId: string, record: SeriesRecord): void {
  store.markSeriesSource(tx, comicId, record.provider, { changed: changeMark(record) })
}

/**
 * Before the first facts from another source are stored for a series that came from files: its row is saved as the
 * files' facts.
 */
export function saveFileSeriesFacts(tx: Tx, row: SeriesRow, at: Instant): void {
  if (store.seriesSourcesOf(tx, row.comic_id).length > 0) return
  store.putSeriesSource(tx, { comic_id: row.comic_id, source: 'file', facts: fileSeriesFacts(row), said_at: at })
}

export function fileSeriesFacts(row: SeriesRow): KnownSeries {
  const { name, aliases, year, end_year, publisher, imprint, volume, description, language, age_rating, genres } = row
  const book_type = row.book_type === 'Print' ? null : row.book_type
  const facts = { name, aliases, year, end_year, publisher, imprint, volume, book_type, description, language }
  return filledFields<KnownSeries>({ ...facts, age_rating, genres, ids: idsInName(row.comic_id) })
}

function idsInName(comicId: string): KnownSeries['ids'] | null {
  const ref = readSeriesId(comicId)
  return ref ? { [ref.provider]: ref.provider_id } : null
}

/** Updates the row from the sources. Kind and reading direction are the user's from the start. */
export function mergeSeriesSources(tx: Tx, comicId: string, at: Instant, order?: readonly ProviderName[]): void {
  const row = findSeries(tx, comicId)
  if (!row) return
  const sources = store.seriesSourcesOf(tx, comicId)
  const { facts } = effectiveSeries(sources, order)
  const linked = sources.filter(({ provider_id }) => provider_id !== null)
  const isRemoved = linked.length > 0 && linked.every(({ removed_at }) => removed_at !== null)
  const primary = linked.find(({ source }) => source === row.source) ?? linked[0]
  const change: SeriesDescription = {
    ...seriesColumns(facts),
    name: facts.name ?? row.name,
    source: primary?.source ?? 'local',
    removed_upstream_at: isRemoved ? (row.removed_upstream_at ?? at) : null,
  }
  describeSeries(tx, comicId, change, at)
}

/** The known facts that the row of a series stores. */
export const seriesColumns = (facts: KnownSeries) => ({
  aliases: facts.aliases ?? null,
  year: facts.year ?? null,
  end_year: facts.end_year ?? null,
  publisher: facts.publisher ?? null,
  imprint: facts.imprint ?? null,
  volume: facts.volume ?? null,
  book_type: facts.book_type ?? 'Print',
  description: facts.description ?? null,
  language: facts.language ?? null,
  publication: facts.publication ?? null,
  age_rating: facts.age_rating ?? null,
  genres: facts.genres ?? null,
  image_url: facts.image_url ?? null,
})

/** The ids of a series at the services that know it. */
export function knownIds(db: ReadHandle, comicId: string): CrossIds {
  return effectiveSeries(store.seriesSourcesOf(db, comicId)).facts.ids ?? {}
}
