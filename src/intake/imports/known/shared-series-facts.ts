import type { Tx } from '../../../base/storage/database'
import { fileFactsOfIssues } from '../../../library/metadata/file-facts-store'
import { changeFileSeriesFacts, type FactsChange } from '../../../library/metadata/sync/facts-from-files'
import { filledFields, type KnownSeries } from '../../../library/metadata/sync/merge'
import { sharedFacts } from '../../../library/metadata/sync/shared-facts'
import { findSeries, type SeriesRow } from '../../../library/series/store'
import type { ChangeContext } from './rewrite'
import type { FileStatement } from './statement'
import { statementsOfSeries } from './statement-store'

/** Fields of a file that describe its series. */
const OF_SERIES = ['series', 'publisher', 'imprint', 'language', 'volume'] as const satisfies (keyof FileStatement)[]
type SeriesField = (typeof OF_SERIES)[number]

/** Fields of files that the facts of the series are counted from. */
const OF_ISSUES = ['details', 'credits', 'genres', 'tags'] as const satisfies (keyof FileStatement)[]

type Statements = readonly (FileStatement | undefined)[]

/** Updates a series with the changed metadata of its files, once half of them agree. */
export function followFiles(
  tx: Tx,
  comicId: string,
  fields: ReadonlySet<keyof FileStatement>,
  context: ChangeContext,
): void {
  const row = findSeries(tx, comicId)
  const changed = OF_SERIES.filter((field) => fields.has(field))
  const isShared = OF_ISSUES.some((field) => fields.has(field))
  if (!row || (changed.length === 0 && !isShared)) return
  const statements = changed.length > 0 ? statementsOfSeries(tx, comicId) : []
  const change: FactsChange<KnownSeries> = Object.assign(
    isShared ? sharedFacts(fileFactsOfIssues(tx, comicId), row).facts : {},
    ...changed.map((field) => changeOf(field, statements, row)),
  )
  if (Object.keys(change).length > 0) changeFileSeriesFacts(tx, row, { change, ...context })
}

/** Adds to a series the values that half of its issues share; issues without a value remove nothing. */
export function addSharedFacts(tx: Tx, comicId: string, context: ChangeContext): void {
  const row = findSeries(tx, comicId)
  if (!row) return
  const change = filledFields<KnownSeries>(sharedFacts(fileFactsOfIssues(tx, comicId), row).facts)
  if (Object.keys(change).length > 0) changeFileSeriesFacts(tx, row, { change, ...context })
}

function changeOf(field: SeriesField, statements: Statements, row: SeriesRow): FactsChange<KnownSeries> {
  const stated = mostOf(statements, field, current(row, field))
  if (!stated) return {}
  const { value } = stated
  if (field === 'volume') return row.content_type === 'manga' ? {} : runOfVolume(value as number | undefined)
  if (field === 'series') return value === undefined ? {} : { name: value as string }
  return { [field]: value }
}

/** ComicVine's taggers write the start year of the run as its volume. */
function runOfVolume(volume: number | undefined): FactsChange<KnownSeries> {
  if (volume === undefined) return { volume }
  return volume >= 1000 ? { year: volume } : { volume }
}

const current = (row: SeriesRow, field: SeriesField) => (field === 'series' ? row.name : row[field])

/** The value that half of the files agree on, which may be an empty one. With two halves, the new value. */
function mostOf(statements: Statements, field: SeriesField, now: unknown) {
  const counts = new Map<FileStatement[SeriesField], number>()
  for (const stated of statements) if (stated) counts.set(stated[field], (counts.get(stated[field]) ?? 0) + 1)
  const halves = [...counts].flatMap(([value, count]) => (count * 2 >= statements.length ? [{ value }] : []))
  return halves.find(({ value }) => value !== (now ?? undefined)) ?? halves[0]
}
