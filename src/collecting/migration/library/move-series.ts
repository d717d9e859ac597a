import { matchKey } from '../../../base/names/titles'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { SeriesFacts } from '../../../library/metadata/providers/provider'
import { putSeriesSource } from '../../../library/metadata/store'
import { writeSeriesId } from '../../../library/metadata/wire-ids'
import { localId } from '../../../library/recognition/service'
import { raiseTotal, recount } from '../../../library/series/counts-store'
import { findSeries, insertSeries } from '../../../library/series/store'
import { earlierIds } from '../store'
import type { LibraryMove } from './library-move'
import { matchSeries, numberSign, providersOf, type SeriesSigns } from './match-series'
import type { SourceSeries } from './rows'
import { isIdTaken, takeIntoSeries } from './take-series'

/** Makes the series that the library lacks. Existing series get what they lack. */
export function moveSeries(moving: LibraryMove): void {
  const { move, library, label, twins } = moving
  const { tally } = move
  const alive = seriesWithIssues(moving)
  const all = [...library.series()]
  const rows = all.filter((row) => !row.trashed || alive.has(row.id))
  const known = matchSeries(move.tx, signsOf(moving, rows), {
    homes: seriesOfFiles(moving),
    earlier: earlierIds(move.tx, move.run_id, 'series'),
    isInLibrary: move.isInLibrary,
  })
  for (const row of all.filter((each) => each.trashed && !alive.has(each.id)))
    tally.left(row.id, row.name, `It is in the trash of ${label}: its folder is gone.`)
  for (const row of rows.filter(({ id }) => !twins.has(id))) {
    const comicId = known.get(row.id)
    if (comicId === undefined) tally.taken()
    else tally.merged(row.id, row.name, takeIntoSeries(moving, comicId, row))
    linkSeries(moving, row, comicId ?? makeSeries(moving, row))
  }
  for (const row of rows) {
    const comicId = move.ownId('series', twins.get(row.id) ?? '')
    if (comicId === undefined) continue
    tally.merged(row.id, row.name, `${label} has this series twice. Files of both folders are its files.`)
    linkSeries(moving, row, comicId)
  }
}

function linkSeries({ move }: LibraryMove, row: SourceSeries, comicId: string): void {
  move.renamed('series', row.id, comicId)
  if (row.folder !== null && !row.trashed) move.list(comicId, [move.localPath(row.folder)])
}

function signsOf({ move, library }: LibraryMove, rows: readonly SourceSeries[]): SeriesSigns[] {
  const numbers = new Map<string, Set<string>>()
  for (const issue of library.issues())
    numbers.getOrInsertComputed(issue.series_id, () => new Set()).add(numberSign(issue))
  return rows.map((row) => ({
    ...row,
    folder: row.folder === null ? null : move.localPath(row.folder),
    numbers: numbers.get(row.id) ?? new Set(),
  }))
}

/** For each series, the series of the library that has most of its files. */
function seriesOfFiles({ library, matches }: LibraryMove): Map<string, string> {
  const seriesOf = new Map<string, string>()
  for (const { id, series_id } of library.issues()) seriesOf.set(id, series_id)
  const votes = new Map<string, Map<string, number>>()
  for (const { id, issue_ids } of library.files()) {
    const comicId = matches.get(id)?.own.issues[0]?.comic_id
    const seriesId = seriesOf.get(issue_ids[0] ?? '')
    if (comicId === undefined || seriesId === undefined) continue
    const counts = votes.get(seriesId) ?? new Map<string, number>()
    votes.set(seriesId, counts.set(comicId, (counts.get(comicId) ?? 0) + 1))
  }
  return new Map([...votes].map(([id, counts]) => [id, [...counts].sort((a, b) => b[1] - a[1])[0]![0]]))
}

/** Series with an issue worth keeping. */
function seriesWithIssues({ library, worthKeeping }: LibraryMove): Set<string> {
  const alive = new Set<string>()
  for (const { id, series_id, trashed } of library.issues()) if (!trashed || worthKeeping.has(id)) alive.add(series_id)
  return alive
}

function makeSeries({ move, library }: LibraryMove, row: SourceSeries): string {
  const { tx, at, localPath } = move
  // When two series of the source have one id, the second gets no id.
  const provider = providersOf(row).find((name) => !isIdTaken(tx, name, row.ids[name]!))
  const comic_id = provider === undefined ? freeLocalId(move, row) : idOfProvider(row, provider)
  const facts = { ...row.facts, ...(Object.keys(row.ids).length > 0 ? { ids: row.ids } : {}) }
  const { publisher, volume, description, language, aliases, publication, age_rating, genres, book_type } = row.facts
  insertSeries(tx, {
    comic_id,
    name: row.name,
    content_type: row.content_type,
    status: row.monitored === false ? 'paused' : 'active',
    source: provider ?? 'local',
    year: row.year,
    publisher: publisher ?? null,
    volume: volume ?? null,
    book_type: book_type ?? 'Print',
    description: description ?? null,
    language: language ?? null,
    aliases: aliases ?? null,
    publication: publication ?? null,
    stated_age_rating: age_rating ?? null,
    age_rating_chosen: age_rating !== undefined && row.locked.includes('age_rating'),
    genres: genres ?? null,
    reading_direction: row.reading_direction ?? (row.content_type === 'manga' ? 'rtl' : 'ltr'),
    location: row.folder === null || row.trashed ? null : localPath(row.folder),
    listed: library.describedByService && provider !== undefined,
    want_new: row.want_new,
    added_at: at,
  })
  const about = { comic_id, said_at: at, checked_at: null }
  if (provider !== undefined)
    putSeriesSource(tx, {
      ...about,
      source: provider,
      provider_id: row.ids[provider]!,
      facts: library.describedByService ? facts : { ids: row.ids },
    })
  if (provider === undefined || !library.describedByService) putSeriesSource(tx, { ...about, source: 'file', facts })
  const edited = lockedFacts(row)
  if (Object.keys(edited).length > 0) putSeriesSource(tx, { ...about, source: 'user', facts: edited })
  if (row.total !== null) raiseTotal(tx, comic_id, row.total)
  recount(tx, comic_id)
  return comic_id
}

/** Treats fields that the user changed in the source as changed in Panelkeep. */
function lockedFacts({ facts, locked }: SourceSeries): SeriesFacts {
  return Object.fromEntries(locked.flatMap((field) => (facts[field] === undefined ? [] : [[field, facts[field]]])))
}

const idOfProvider = ({ ids }: SourceSeries, provider: ProviderName) =>
  writeSeriesId({ provider, provider_id: ids[provider]!, ids })

/** The id that a scan of the files would give the series. */
function freeLocalId({ tx }: LibraryMove['move'], { name, year, volume, content_type }: SourceSeries): string {
  for (let nth = 1; ; nth++) {
    const run = { year: year ?? undefined, ordinal: volume ?? undefined }
    const id = localId({ kind: content_type, key: matchKey(name), ...run }, nth)
    if (!findSeries(tx, id)) return id
  }
}
