import { html, type VNode } from '../../../html'
import type { Column } from '../../../parts/lists/table'
import { arcPath } from '../../../parts/text/arc-path'
import { dayWords, numberWords } from '../../../parts/text/format'
import { issuePath, seriesPath } from '../../../parts/text/series-path'
import type { ResultRow } from '../wire'

/** Fields that another column shows, or that only name the page of a row. */
const HIDDEN = new Set(['percent', 'ContentType', 'LatestIssue', 'Total', 'Missing'])
const TITLES: Record<string, string> = {
  ComicPublisher: 'Publisher',
  Have: 'Owned',
  MissingNumbers: 'Missing issues',
  LatestDate: 'Latest issue',
  IssueDate: 'Date',
  ReleaseDate: 'Release date',
  DateAdded: 'Added',
  Wanted: 'Wanted',
}
/** Beside a long list of numbers there is no room for more. */
const WITHOUT_ROOM = ['ComicPublisher', 'LatestDate', 'Wanted', 'Status']
const MOST_COLUMNS = 4

/** The columns of a table of rows: what each row is, with a link to its page, and what is known of it. */
export function columnsOf(rows: readonly ResultRow[]): Column<ResultRow>[] {
  const subject = subjectOf(rows)
  const isFilled = (key: string) => rows.some((row) => filled(row[key]))
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (key) => !subject.keys.includes(key) && !isId(key) && !HIDDEN.has(key) && isFilled(key),
  )
  const shown = keys.includes('MissingNumbers') ? keys.filter((key) => !WITHOUT_ROOM.includes(key)) : keys
  const others = shown.slice(0, MOST_COLUMNS).map((key, at) => columnOf(key, rows, at > 1))
  return [{ key: 'subject', title: subject.title, cell: subject.cell }, ...others]
}

const filled = (value: unknown) => value !== null && value !== undefined && value !== ''
const isId = (key: string) => /(?:ID|_id)$/.test(key)

type Subject = { title: string; keys: readonly string[]; cell: (row: ResultRow) => VNode | string }

/** What the rows are: issues, series, arcs, or whatever their first field names. */
function subjectOf(rows: readonly ResultRow[]): Subject {
  const has = (key: string) => rows.some((row) => filled(row[key]))
  if (has('Issue_Number') || has('IssueID')) return { title: 'Issue', keys: ISSUE_KEYS, cell: issueCell }
  if (has('ComicName')) return { title: 'Series', keys: ['ComicName', 'ComicYear'], cell: seriesCell }
  if (has('StoryArc')) return { title: 'Story arc', keys: ['StoryArc'], cell: arcCell }
  const [first = ''] = Object.keys(rows[0] ?? {}).filter((key) => !isId(key))
  return { title: titleOf(first), keys: [first], cell: (row) => cellOf(row[first]) }
}

const ISSUE_KEYS = ['ComicName', 'ComicYear', 'Issue_Number', 'IssueName']

function issueCell(row: ResultRow) {
  const number = filled(row.Issue_Number) ? ` #${text(row.Issue_Number)}` : ''
  const label = text(row.ComicName) + number || text(row.IssueName)
  const [comicId, issueId] = [text(row.ComicID), text(row.IssueID)]
  const path = comicId && issueId ? issuePath(comicId, issueId) : comicId ? seriesPath(comicId) : undefined
  return linked(label, path)
}

function seriesCell(row: ResultRow) {
  const comicId = text(row.ComicID)
  const name = linked(text(row.ComicName), comicId ? seriesPath(comicId) : undefined)
  return filled(row.ComicYear) ? html`${name} <small>${text(row.ComicYear)}</small>` : name
}

function arcCell(row: ResultRow) {
  const arcId = text(row.StoryArcID)
  return linked(text(row.StoryArc), arcId ? arcPath(arcId) : undefined)
}

const linked = (label: string, path: string | undefined) => (path ? html`<a href=${path}>${label}</a>` : label)

function columnOf(key: string, rows: readonly ResultRow[], wide: boolean): Column<ResultRow> {
  if (key === 'Have' && rows.some(({ Total }) => filled(Total)))
    return { key, title: 'Owned', cell: ({ Have, Total }) => `${cellOf(Have)} of ${cellOf(Total)}`, number: true }
  const number = rows.every((row) => !filled(row[key]) || typeof row[key] === 'number')
  return { key, title: titleOf(key), cell: (row) => cellOf(row[key]), number, wide }
}

/** `IssueDate` → "Issue date". */
const titleOf = (key: string) => {
  const words = key
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return TITLES[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const text = (value: unknown): string => (filled(value) ? String(value) : '')

function cellOf(value: unknown): string {
  if (typeof value === 'number') return numberWords(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const words = text(value)
  return /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(words) ? dayWords(words) : words
}
