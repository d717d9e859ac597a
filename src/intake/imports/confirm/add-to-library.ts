import { join } from 'node:path'
import { orderedId } from '../../../base/platform/ordered-id'
import type { Instant, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import { saveCheckOf } from '../../../library/checks/store'
import type { SeriesRecord } from '../../../library/metadata/providers/provider'
import { changeFileSeriesFacts } from '../../../library/metadata/sync/facts-from-files'
import { hasEnded } from '../../../library/metadata/sync/monitoring'
import { comicOfRecord, makeSeries } from '../../../library/metadata/sync/save-series'
import { moveReadingState } from '../../../library/reading/content-change-store'
import { numberKey, numbersOf, unitFor } from '../../../library/recognition/service'
import { raiseTotal, recount } from '../../../library/series/counts-store'
import { fileAt, linkFileToIssue, saveFile } from '../../../library/series/file-store'
import type { ContentType } from '../../../library/series/states'
import {
  changeSeries,
  findSeries,
  insertIssue,
  insertSeries,
  issuesOf,
  type SeriesRow,
} from '../../../library/series/store'
import { saveDetails } from '../known/file-details'
import { addSharedFacts } from '../known/shared-series-facts'
import { findSidecarStatement } from '../known/statement-store'
import { chosenOf } from '../proposals/chosen-proposal'
import { proposalsOf } from '../proposals/store'
import { findCachedFile } from '../scan/cache-store'
import type { GroupRow, ScannedFileRow } from '../store'
import type { ReadFacts } from '../tables'
import { joinedSeries } from './joined-series'
import { type MadeRow, raisedTotal } from './made-store'

/** The user's corrections of a proposed series. */
export interface SeriesCorrection {
  name?: string
  year?: number | null
  content_type?: ContentType
}

export interface AddRequest {
  group: GroupRow
  correction: SeriesCorrection
  /** New issues become wanted if the import creates the series. */
  want_new?: boolean | undefined
  at: Instant
  /** Providers, the preferred one first. */
  order: readonly ProviderName[]
  /** Called with each new row. */
  made: (row: MadeRow) => void
}

/**
 * Adds files of a group to the library, and the series and issues that they need. Safe to repeat. Undefined when the
 * series that the scan found is gone.
 */
export function addToLibrary(
  tx: Tx,
  request: AddRequest,
  files: readonly ScannedFileRow[],
  random: Pick<Random, 'id'>,
): SeriesRow | undefined {
  const kinds = new Set<MadeRow['kind']>()
  const made = (row: MadeRow) => {
    kinds.add(row.kind)
    request.made(row)
  }
  const wanted = { ...request, made }
  const series = seriesFor(tx, wanted)
  if (!series) return undefined
  const { comic_id } = series
  const known = new Map(issuesOf(tx, comic_id).map((issue) => [numberKey(issue), issue.issue_id]))
  for (const file of files) {
    const fresh_id = orderedId(random, wanted.at)
    const before = fileAt(tx, file.path)
    if (before)
      moveReadingState(tx, before.file_id, { content_hash: file.content_hash, page_count: file.page_count ?? 0 })
    const file_id = saveFile(tx, fileOf(file, fresh_id, wanted.at))
    if (file_id === fresh_id) wanted.made({ kind: 'file', id: file_id })
    const read = readFactsAt(tx, file)
    const unit = unitFor(series.content_type, file.unit)
    const kind = isOfAnnuals(series) ? 'issue' : file.kind
    for (const number of numbersOf(file)) {
      const key = numberKey({ kind, unit, number })
      let issue_id = known.get(key)
      if (issue_id === undefined) {
        issue_id = orderedId(random, wanted.at)
        known.set(key, issue_id)
        insertIssue(tx, { ...issueOf(file, read), kind, issue_id, comic_id, unit, number, added_at: wanted.at })
        wanted.made({ kind: 'issue', id: issue_id })
      }
      if (linkFileToIssue(tx, issue_id, file_id)) wanted.made({ kind: 'link', id: issue_id, file_id })
    }
    if (read) saveDetails(tx, file_id, read, wanted)
    saveCheckOf(tx, file_id, read?.check)
  }
  addSharedFacts(tx, comic_id, wanted)
  // A new series is undone with its total, and an import that made nothing cannot be undone.
  const raised = raiseTotalOf(tx, series, wanted.group)
  if (raised && kinds.size > 0 && !kinds.has('series')) made(raised)
  recount(tx, comic_id)
  return series
}

/** Raises the total to that of the files; undefined when it was not lower. */
function raiseTotalOf(tx: Tx, { comic_id, said_total }: SeriesRow, { total_issues }: GroupRow): MadeRow | undefined {
  if (total_issues === null) return undefined
  raiseTotal(tx, comic_id, total_issues)
  const isRaised = findSeries(tx, comic_id)?.said_total !== said_total
  return isRaised ? raisedTotal(comic_id, said_total, total_issues) : undefined
}

function seriesFor(tx: Tx, wanted: AddRequest): SeriesRow | undefined {
  const { group, correction, want_new, at, made } = wanted
  const proposed = proposedFor(tx, group, correction)
  if (proposed) return ofProvider(tx, wanted, proposed)
  const there = findSeries(tx, group.existing_comic_id ?? group.comic_id)
  if (there || group.existing_comic_id !== null) return there
  const name = correction.name ?? group.series_name
  const year = correction.year === undefined ? group.year : correction.year
  const content_type = correction.content_type ?? group.content_type
  const joined = joinedSeries(tx, group, correction)
  if (joined) return joined
  const turned =
    content_type === group.content_type ? group.reading_direction : content_type === 'manga' ? 'rtl' : 'ltr'
  insertSeries(tx, {
    comic_id: group.comic_id,
    name,
    content_type,
    content_type_chosen: correction.content_type !== undefined || group.content_type_chosen,
    source: 'local',
    year,
    publisher: group.publisher,
    imprint: group.imprint,
    volume: group.volume,
    description: group.description,
    language: group.language,
    ...(group.book_type ? { book_type: group.book_type } : {}),
    reading_direction: turned,
    location: group.location,
    bare_number_mode: group.bare_number_mode,
    want_new: want_new ?? false,
    added_at: at,
  })
  made({ kind: 'series', id: group.comic_id })
  return withSidecarRating(tx, group.comic_id, wanted)
}

/** Providers list the annuals of a series as a series of their own, with ordinary issues. */
const isOfAnnuals = ({ source, name }: SeriesRow) => source !== 'local' && /\bannuals?\b/i.test(name)

/** The user corrected the name or year, so the series is not the provider's. */
export const isDescribed = ({ name, year }: SeriesCorrection) => name !== undefined || year !== undefined

function proposedFor(tx: Tx, group: GroupRow, correction: SeriesCorrection): SeriesRecord | undefined {
  if (isDescribed(correction)) return undefined
  return chosenOf(group, proposalsOf(tx, group.comic_id))?.record
}

/**
 * The provider's series, created under its id unless the library has it. Its issues follow when the provider lists
 * them.
 */
function ofProvider(tx: Tx, wanted: AddRequest, record: SeriesRecord): SeriesRow | undefined {
  const { group, correction, want_new, at, made } = wanted
  const before = comicOfRecord(tx, record)
  const content_type = correction.content_type ?? group.content_type
  const wantNew = want_new === true && !hasEnded(record.facts.publication)
  const comic_id = makeSeries(tx, { record, at, content_type, want_new: wantNew, location: group.location })
  if (before !== undefined) return findSeries(tx, comic_id)
  made({ kind: 'series', id: comic_id })
  const { bare_number_mode } = group
  // Files only say right to left or nothing; a vertical direction comes from a provider.
  const reading_direction = record.facts.reading_direction === 'down' ? 'down' : group.reading_direction
  changeSeries(tx, comic_id, { reading_direction, bare_number_mode }, at)
  return withSidecarRating(tx, comic_id, wanted)
}

/** The new series with the rating in the series.json of its folder. */
function withSidecarRating(tx: Tx, comicId: string, { group, ...context }: AddRequest): SeriesRow | undefined {
  const row = findSeries(tx, comicId)
  const beside = group.location === null ? undefined : findSidecarStatement(tx, join(group.location, 'series.json'))
  const age_rating = beside?.age_rating
  if (!row || age_rating === undefined) return row
  changeFileSeriesFacts(tx, row, { change: { age_rating }, ...context })
  return findSeries(tx, comicId)
}

/** The facts that the scan read from the file. */
function readFactsAt(tx: Tx, { path, content_hash }: ScannedFileRow): ReadFacts | undefined {
  const read = findCachedFile(tx, path)
  return read?.content_hash === content_hash ? read.facts : undefined
}

function fileOf(file: ScannedFileRow, file_id: string, at: Instant) {
  const { path, size, modified_ms } = file
  return {
    file_id,
    path,
    size,
    modified_ms,
    format: file.format ?? 'cbz',
    page_count: file.page_count ?? 0,
    cover_page: file.cover_page ?? 0,
    content_hash: file.content_hash,
    added_at: at,
  } as const
}

/** Most files have one date, the cover date. */
function issueOf({ title, release_date, year, writer, summary }: ScannedFileRow, read: ReadFacts | undefined) {
  const issue_date = read?.details.issue_date ?? release_date ?? (year === null ? null : String(year))
  return { title, release_date, issue_date, writer, summary, age_rating: read?.details.age_rating ?? null }
}
