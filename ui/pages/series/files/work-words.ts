import type { Operation } from '../../../api/operation'
import { clockOf } from '../../../parts/text/clock-words'
import { numberWords } from '../../../parts/text/format'

const DOING: Record<string, string> = {
  series_add: 'Loading issues',
  series_refresh: 'Refreshing metadata',
  rename_files: 'Renaming files',
  move_series: 'Moving files',
  tag_files: 'Writing metadata',
  convert_files: 'Converting files',
  undo_files: 'Undoing file changes',
}

/** The text of a running task; undefined for tasks that this page does not show. */
export function doingWords({ kind, detail, ...rest }: Operation): string | undefined {
  const doing = DOING[kind]
  if (!doing) return undefined
  const until = fieldOf(detail, 'waiting_until')
  const waits = typeof until === 'string' ? `, paused until ${clockOf(until)} by the rate limit of the source` : ''
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

const fieldOf = (detail: unknown, name: string): unknown =>
  typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>)[name] : undefined

function count(detail: unknown, name: string): number | undefined {
  const value = fieldOf(detail, name)
  return typeof value === 'number' ? value : undefined
}
