import { html, type VNode } from '../../../html'
import { arcPath } from '../../../parts/text/arc-path'
import { listPath } from '../../../parts/text/list-path'
import { issuePath, seriesPath } from '../../../parts/text/series-path'
import type { ResultRow } from '../wire'

/** The subject of each row, with a link to its page. `fields` are the fields that the link already shows. */
export type Subject = { title: string; fields: readonly string[]; cell: (row: ResultRow) => VNode | string }

export const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
export const textIn = (value: unknown): string => (isFilled(value) ? String(value) : '')

const NUMBERS = ['label', 'Issue_Number', 'IssueNumber']

const SUBJECTS: readonly (Subject & { sign: readonly string[] })[] = [
  {
    title: 'Issue',
    sign: [...NUMBERS, 'IssueID'],
    fields: ['ComicName', 'ComicYear', 'IssueName', ...NUMBERS],
    cell: issueCell,
  },
  { title: 'Series', sign: ['ComicName'], fields: ['ComicName', 'ComicYear'], cell: seriesCell },
  { title: 'Story arc', sign: ['StoryArc'], fields: ['StoryArc'], cell: arcCell },
  { title: 'Reading list', sign: ['ListID'], fields: ['Name'], cell: listCell },
]

/** The first kind whose fields the rows have; undefined for rows without a page. */
export const rowSubject = (rows: readonly ResultRow[]): Subject | undefined =>
  SUBJECTS.find(({ sign }) => rows.some((row) => sign.some((field) => isFilled(row[field]))))

function issueCell(row: ResultRow) {
  const [comicId, issueId] = [textIn(row.ComicID), textIn(row.IssueID)]
  const path = comicId && issueId ? issuePath(comicId, issueId) : comicId ? seriesPath(comicId) : undefined
  return linked(issueName(row), path)
}

/** "Harbor Lights #3", "Harbor Lights Annual #1" */
function issueName(row: ResultRow): string {
  const [series, label] = [textIn(row.ComicName), textIn(row.label)]
  const number = textIn(row.Issue_Number) || textIn(row.IssueNumber)
  if (label.startsWith(series) && label !== '') return label
  return [series, label || (number && `#${number}`) || textIn(row.IssueName)].filter(Boolean).join(' ')
}

function seriesCell(row: ResultRow) {
  const comicId = textIn(row.ComicID)
  const name = linked(textIn(row.ComicName), comicId ? seriesPath(comicId) : undefined)
  return isFilled(row.ComicYear) ? html`${name} <small>${textIn(row.ComicYear)}</small>` : name
}

function arcCell(row: ResultRow) {
  const arcId = textIn(row.StoryArcID)
  return linked(textIn(row.StoryArc), arcId ? arcPath(arcId) : undefined)
}

function listCell(row: ResultRow) {
  return linked(textIn(row.Name), listPath({ list_id: textIn(row.ListID) }))
}

const linked = (label: string, path: string | undefined) => (path ? html`<a href=${path}>${label}</a>` : label)
