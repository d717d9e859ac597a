import { basename } from 'node:path'
import { readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import type { ReadHandle } from '../../base/storage/database'
import { fileOf } from '../series/file-store'
import type { ContentType, IssueKind, Unit } from '../series/states'
import { findIssue, issuesOf } from '../series/store'
import { seriesByKey } from './library-store'
import { numberKey } from './runs'

interface Suggestion {
  comic_id: string
  name: string
  confidence: number
}

interface Asked extends Item {
  content_type: ContentType
  name: string
  year: number | null
}

interface Item {
  kind: IssueKind
  unit: Unit
  number: string
}

/**
 * A series of this name: the one with the year, else the only one, else the only one with the number. The first is
 * certain, the second likely unless a year contradicts it.
 */
export function suggestSeries(db: ReadHandle, query: Asked): Suggestion | undefined {
  const same = seriesByKey(db, query.content_type, matchKey(query.name))
  const sure = (found: { comic_id: string; name: string } | undefined, confidence: number) =>
    found && { comic_id: found.comic_id, name: found.name, confidence }
  const ofYear = same.filter(({ year }) => query.year !== null && year === query.year)
  if (ofYear.length === 1) return sure(ofYear[0], 96)
  if (same.length === 1) return sure(same[0], query.year === null || same[0]!.year === null ? 80 : 40)
  const knowing = same.filter(({ comic_id }) => issueFor(db, comic_id, query) !== undefined)
  return knowing.length === 1 ? sure(knowing[0], 45) : undefined
}

/** A suggestion as stored in rows, with the matching issue of that series. */
export function suggestionColumns(db: ReadHandle, suggestion: Suggestion | undefined, item: Item) {
  return {
    suggested_comic_id: suggestion?.comic_id ?? null,
    suggested_name: suggestion?.name ?? null,
    suggested_issue_id: suggestion ? (issueFor(db, suggestion.comic_id, item) ?? null) : null,
    confidence: suggestion?.confidence ?? null,
  }
}

/** The issue of a series that matches the item; when the series uses only another unit, the issue with that number. */
export function issueFor(db: ReadHandle, comicId: string, item: Item): string | undefined {
  const issues = issuesOf(db, comicId).filter(({ kind }) => kind === item.kind)
  const wanted = numberKey(item)
  const exact = issues.find((issue) => numberKey(issue) === wanted)
  if (issues.some(({ unit }) => unit === item.unit)) return exact?.issue_id
  const alike = issues.filter(
    (issue) => numberKey({ ...issue, unit: item.unit }) === wanted && !isChapterOf(item, issue),
  )
  return alike.length === 1 ? alike[0]!.issue_id : undefined
}

/** A volume contains chapters with other numbers than its own. */
const isChapterOf = (item: Item, issue: Item) => item.unit === 'volume' && issue.unit === 'chapter'

/**
 * The issue that a file of the item becomes. An issue in another unit is skipped when the file states its unit: "volume
 * 2" is not a copy of issue 2, and as the thicker file it would be preferred for reading.
 */
export function issueForFile(db: ReadHandle, comicId: string, item: Item): string | undefined {
  const found = issueFor(db, comicId, item)
  const issue = found === undefined ? undefined : findIssue(db, found)
  if (!issue || item.unit !== 'volume' || issue.unit === 'volume') return found
  const held = fileOf(db, issue.issue_id)
  return held && !isBook(basename(held.path)) ? undefined : found
}

/** Names are read the same in any year, for volumes and formats. */
const ANY_YEAR = 2200

function isBook(name: string): boolean {
  const { volume, issue, format } = readName(name, { kind: 'comic', year: ANY_YEAR })
  return issue === '' && (volume !== '' || format !== '')
}
