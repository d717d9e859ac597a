import { Refusal } from '../refusal'
import type { SettingsView } from './annex'
import type { OptionKind } from './option'
import { readAs } from './read-value'

/** A key of existing tools that maps to one field of a row, such as a download client or a notification target. */
export interface RowKey<Row, Change> {
  kind: OptionKind
  /** The value for this row, if there is one; for a secret, whether it is set. */
  read(row: Row | undefined): unknown
  /** The change to the row. `soFar` holds what the other keys of the request already change. */
  write(value: never, at: { row: Row | undefined; soFar: Partial<Change> }): Partial<Change>
}

export type RowKeys<Row, Change> = Record<string, RowKey<Row, Change>>

/** The keys that most kinds of rows share. */
export const line = { type: 'text', default: '' } as const
export const yesNo = { type: 'switch', default: false } as const
export const secret = { type: 'secret', default: '' } as const

/** The values of the keys for a row. */
export function shownOf<Row, Change>(keys: RowKeys<Row, Change>, row: Row | undefined): SettingsView {
  const entries = Object.entries(keys).map(([key, { kind, read }]) => [
    kind.type === 'secret' ? `${key}_set` : key,
    read(row),
  ])
  return Object.fromEntries(entries)
}

/** The change that a request makes to a row; undefined when nothing changes. Throws Refusal. */
export function rowChange<Row, Change>(
  keys: RowKeys<Row, Change>,
  row: Row | undefined,
  change: SettingsView,
): Partial<Change> | undefined {
  const values = Object.entries(keys)
    // An empty field keeps a secret, null clears it.
    .filter(([key, { kind }]) => Object.hasOwn(change, key) && !(kind.type === 'secret' && change[key] === ''))
    .map(([key, rowKey]) => ({ ...rowKey, value: parsedAs(rowKey.kind, key, change[key]) }))
  const changed = values.filter(
    ({ kind, read, value }) => value !== (kind.type === 'secret' && !read(row) ? '' : read(row)),
  )
  if (changed.length === 0) return undefined
  // A new row gets every value, since its defaults may differ from those of the keys.
  const asksFor: Partial<Change> = {}
  for (const { write, value } of row ? changed : values)
    Object.assign(asksFor, write(value as never, { row, soFar: asksFor }))
  return asksFor
}

/** The parsed value of `key`. Throws Refusal when it has the wrong type. */
export function parsedAs(kind: OptionKind, key: string, input: unknown): unknown {
  const read = readAs(kind, input)
  if ('expected' in read) throw new Refusal('invalid', `${key} must be ${read.expected}.`)
  return read.value
}
