import { html } from '../../../html'
import type { TableColumn } from '../../../parts/lists/table'
import { ISSUE_STATES } from '../../../parts/status/issue-states'
import { Mark, type MarkState } from '../../../parts/status/mark'
import { dayWords, numberWords, percentWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import type { QueryResult, ResultRow } from '../wire'
import { isFilled, rowSubject, type Subject, textIn } from './subjects'
import { HEADINGS, TABLES } from './tables'

/** The most fields shown for an unknown query. */
const MOST = 4

/** The columns of a result: the subject of each row, then its fields. Fields without any value are left out. */
export function resultColumns({ pattern_id, data }: QueryResult): TableColumn<ResultRow>[] {
  const look = TABLES[pattern_id]
  const names = [...new Set(data.flatMap((row) => Object.keys(row)))]
  const named = look?.subject ?? names.find((name) => !isId(name)) ?? ''
  const subject: Subject = (look?.subject ? undefined : rowSubject(data)) ?? {
    title: headingOf(named),
    fields: [named],
    cell: (row) => wordsOf(row[named]),
  }
  const others = names.filter((name) => !subject.fields.includes(name) && !isId(name)).slice(0, MOST)
  const fields = (look?.fields ?? others).filter((name) => data.some((row) => isFilled(row[name])))
  return [
    { key: 'subject', title: subject.title, cell: subject.cell },
    ...fields.map((field, at) => columnOf(field, data, at > 1)),
  ]
}

const isId = (field: string) => /(?:ID|_id)$/.test(field)

function columnOf(key: string, rows: readonly ResultRow[], wide: boolean): TableColumn<ResultRow> {
  const title = headingOf(key)
  if (key === 'Have' && rows.some(({ Total }) => isFilled(Total)))
    return { key, title, cell: ({ Have, Total }) => `${wordsOf(Have)} of ${wordsOf(Total)}`, number: true, wide }
  if (key === 'percent') return { key, title, cell: ({ percent }) => percentWords(Number(percent)), number: true, wide }
  if (key === 'Status' || key === 'State') return { key, title, cell: (row) => stateCell(row[key]), wide }
  const number = rows.every((row) => !isFilled(row[key]) || typeof row[key] === 'number')
  return { key, title, cell: (row) => cellOf(row[key]), number, wide }
}

const STATES: Record<string, { state: MarkState; word: string }> = {
  ...ISSUE_STATES,
  'Post-Processed': { state: 'have', word: 'In the library' },
  Incomplete: { state: 'attention', word: 'Download failed' },
  Mismatched: { state: 'unknown', word: 'No matching issue' },
  Read: { state: 'have', word: 'Read' },
  read: { state: 'have', word: 'Read' },
  reading: { state: 'unknown', word: 'Reading' },
  unread: { state: 'unknown', word: 'Unread' },
}

function stateCell(value: unknown) {
  const look = STATES[textIn(value)]
  return look ? html`<${Mark} ...${look} />` : textIn(value)
}

/** `IssueDate` → "Issue date". */
function headingOf(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return HEADINGS[field] ?? capital(words)
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function cellOf(value: unknown) {
  const text = textIn(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? html`<${TimeText} at=${text} />` : wordsOf(value)
}

function wordsOf(value: unknown): string {
  if (typeof value === 'number') return numberWords(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = textIn(value)
  if (/^\d{4}-\d\d(?:-\d\d)?(?: |$)/.test(text)) return dayWords(text)
  return /^[a-z]+$/.test(text) ? capital(text) : text
}
