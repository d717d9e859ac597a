import type { Tx } from '../../../base/storage/database'
import { changeFileSeriesFacts, type FactsChange } from '../../../library/metadata/sync/facts-from-files'
import type { KnownSeries } from '../../../library/metadata/sync/merge'
import { findSeries, type SeriesRow } from '../../../library/series/store'
import type { ChangeContext } from './rewrite'
import type { FileStatement } from './statement'
import { statementsOfSeries } from './statement-store'

/** Fields of a file that describe its series. */
const OF_SERIES = ['series', 'publisher', 'imprint', 'language', 'volume'] as const satisfies (keyof FileStatement)[]
type SeriesField = (typeof OF_SERIES)[number]

/** Lists of which a series gets each word that half of its files state. */
const SHARED = ['genres', 'tags'] as const satisfies (keyof FileStatement & keyof KnownSeries)[]
type SharedField = (typeof SHARED)[number]

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
  const shared = SHARED.filter((field) => fields.has(field))
  if (!row || changed.length + shared.length === 0) return
  const statements = statementsOfSeries(tx, comicId)
  const change = Object.assign(
    {},
    ...changed.map((field) => changeOf(field, statements, row)),
    ...shared.map((field) => ({ [field]: sharedWords(statements, field) })),
  )
  if (Object.keys(change).length > 0) changeFileSeriesFacts(tx, row, { change, ...context })
}

/** Gives a series the words that half of its files state. Files that state none take away none. */
export function addSharedWords(tx: Tx, comicId: string, context: ChangeContext): void {
  const row = findSeries(tx, comicId)
  const statements = row ? statementsOfSeries(tx, comicId) : []
  const change: FactsChange<KnownSeries> = {}
  for (const field of SHARED) {
    const words = sharedWords(statements, field)
    if (words) change[field] = words
  }
  if (row && Object.keys(change).length > 0) changeFileSeriesFacts(tx, row, { change, ...context })
}

/** The most stated ones first, in the spelling that was read first; undefined when there is none. */
function sharedWords(statements: Statements, field: SharedField): string[] | undefined {
  const counts = new Map<string, { word: string; count: number }>()
  for (const stated of statements)
    for (const [key, word] of new Map(stated?.[field]?.map((each) => [each.toLowerCase(), each]))) {
      const known = counts.get(key)
      if (known) known.count++
      else counts.set(key, { word, count: 1 })
    }
  const shared = [...counts.values()].filter(({ count }) => count * 2 >= statements.length)
  const words = shared.toSorted((a, b) => b.count - a.count).map(({ word }) => word)
  return words.length > 0 ? words : undefined
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
