import type { Instant } from '../../../base/platform/ports'
import { type ProviderName, providerNames } from '../../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { describeSeries, type SeriesDescription } from '../../series/describe-store'
import { findSeries, insertSeries, type SeriesRow } from '../../series/store'
import type { CrossIds, SeriesRecord } from '../providers/provider'
import * as store from '../store'
import { readSeriesId, refId, writeSeriesId } from '../wire-ids'
import { effectiveSeries, filledFields, type KnownSeries } from './merge'

/** Saves the metadata of sources: each source's own values, and the merged values in the rows. */

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
 * The series of that record, created when the library does not have it. A series linked to the same id, or to another
 * provider's id of the same series, is that series. New series are loading until their issues are saved.
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

/**
 * The library's series for a record: by the record's own id, by the ids of others that it names, or by the id that it
 * would get.
 */
export function comicOfRecord(tx: ReadHandle, record: SeriesRecord): string | undefined {
  const own = store.comicOf(tx, record.provider, record.provider_id)
  if (own) return own
  for (const provider of providerNames) {
    const id = record.ids[provider]
    const comicId = id && provider !== record.provider ? store.comicOf(tx, provider, id) : undefined
    // Two series of one provider stay two: a series has at most one id of each provider.
    if (comicId && !store.seriesSourceOf(tx, comicId, record.provider)) return comicId
  }
  return comicOfId(tx, writeSeriesId(record), record)
}

/** Older series have a provider's id without any data of that provider. */
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
 * Saves a provider's record of an existing series, and the merged values. `markIssuesSaved` records that the issues
 * were fetched as well; until then the provider's mark of change stays empty, so that a crash costs nothing.
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
 * A mark that changes with the series at its provider: the provider's own mark, or else one computed from other fields.
 */
export function changeMark(record: SeriesRecord): string {
  const { changed, last_issue_id, facts } = record
  return changed ?? JSON.stringify([last_issue_id, facts.issue_count, facts.last_chapter, facts.last_volume])
}

/** Records that all issues of the series are saved: they are fetched again when the mark of change differs. */
export function markIssuesSaved(tx: Tx, comicId: string, record: SeriesRecord): void {
  store.markSeriesSource(tx, comicId, record.provider, { changed: changeMark(record) })
}

/**
 * Call before the first data from another source is stored for a series from files: its row is saved as the files'
 * data.
 */
export function saveFileSeriesFacts(tx: Tx, row: SeriesRow, at: Instant): void {
  if (store.seriesSourcesOf(tx, row.comic_id).length > 0) return
  store.putSeriesSource(tx, { comic_id: row.comic_id, source: 'file', facts: fileSeriesFacts(row), said_at: at })
}

export function fileSeriesFacts(row: SeriesRow): KnownSeries {
  const { name, sort_title, aliases, year, end_year, publisher, imprint, volume, description, language, genres } = row
  const age_rating = row.stated_age_rating
  const book_type = row.book_type === 'Print' ? null : row.book_type
  const facts = {
    name,
    sort_title,
    aliases,
    year,
    end_year,
    publisher,
    imprint,
    volume,
    book_type,
    description,
    language,
  }
  return filledFields<KnownSeries>({ ...facts, age_rating, genres, ids: idsInName(row.comic_id) })
}

function idsInName(comicId: string): KnownSeries['ids'] | null {
  const ref = readSeriesId(comicId)
  return ref ? { [ref.provider]: ref.provider_id } : null
}

/** Updates the row from the sources. Kind and reading direction belong to the user from the start. */
export function mergeSeriesSources(tx: Tx, comicId: string, at: Instant, order?: readonly ProviderName[]): void {
  const row = findSeries(tx, comicId)
  if (!row) return
  const sources = store.seriesSourcesOf(tx, comicId)
  const { facts, from } = effectiveSeries(sources, order)
  const linked = sources.filter(({ provider_id }) => provider_id !== null)
  const isRemoved = linked.length > 0 && linked.every(({ removed_at }) => removed_at !== null)
  const primary = linked.find(({ source }) => source === row.source) ?? linked[0]
  const change: SeriesDescription = {
    ...seriesColumns(facts),
    name: facts.name ?? row.name,
    age_rating_chosen: from.age_rating === 'user',
    source: primary?.source ?? 'local',
    removed_upstream_at: isRemoved ? (row.removed_upstream_at ?? at) : null,
  }
  describeSeries(tx, comicId, change, at)
}

/** The data that the row of a series stores. */
export const seriesColumns = (facts: KnownSeries) => ({
  sort_title: facts.sort_title ?? null,
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
  stated_age_rating: facts.age_rating ?? null,
  genres: facts.genres ?? null,
  image_url: facts.image_url ?? null,
})

/** The ids of a series at the services that know it. */
export function knownIds(db: ReadHandle, comicId: string): CrossIds {
  return effectiveSeries(store.seriesSourcesOf(db, comicId)).facts.ids ?? {}
}
