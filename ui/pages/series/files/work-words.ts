import type { Operation } from '../../../api/operation'
import { numberWords } from '../../../parts/text/format'

const DOING: Record<string, string> = {
  series_add: 'Getting its issues',
  series_refresh: 'Asking its providers',
  rename_files: 'Renaming files',
  move_series: 'Moving files',
  tag_files: 'Writing tags',
  convert_files: 'Converting files',
  undo_files: 'Taking changes of files back',
}

/** The text of a running task; undefined for tasks that this page does not show. */
export function doingWords({ kind, detail, ...rest }: Operation): string | undefined {
  const doing = DOING[kind]
  if (!doing) return undefined
  const until = fieldOf(detail, 'waiting_until')
  const waits = typeof until === 'string' ? `, waits until ${clockOf(until)} because its provider limits questions` : ''
  return doing + doneOf({ kind, detail, ...rest }) + waits
}

/** ": 3 of 12" for a task that counts; '' otherwise. */
export function doneOf(operation: Operation | undefined): string {
  const [done, total] = [
    count(operation?.detail, 'added') ?? count(operation?.detail, 'done'),
    count(operation?.detail, 'total'),
  ]
  return done === undefined || !total ? '' : `: ${numberWords(done)} of ${numberWords(total)}`
}

function clockOf(instant: string): string {
  const at = new Date(instant)
  return `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
}

const fieldOf = (detail: unknown, name: string): unknown =>
  typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>)[name] : undefined

function count(detail: unknown, name: string): number | undefined {
  const value = fieldOf(detail, name)
  return typeof value === 'number' ? value : undefined
}
