import { Refusal } from '../refusal'
import type { SettingsView } from './annex'
import type { Kind } from './option'
import { readAs } from './read-value'

/** A key of existing tools that stands for a field of a row: of a download client, of somebody who is told. */
export interface RowKey<Row, Change> {
  kind: Kind
  /** What it says of the row, when there is one; of a secret whether it is kept. */
  read(row: Row | undefined): unknown
  /** What it asks for, beside what other keys ask for already. */
  write(value: never, at: { row: Row | undefined; soFar: Partial<Change> }): Partial<Change>
}

export type RowKeys<Row, Change> = Record<string, RowKey<Row, Change>>

/** Kinds that most of them have. */
export const line = { type: 'text', default: '' } as const
export const yesNo = { type: 'switch', default: false } as const
export const hidden = { type: 'secret', default: '' } as const

/** What the keys say of a row. */
export function shownOf<Row, Change>(keys: RowKeys<Row, Change>, row: Row | undefined): SettingsView {
  const said = Object.entries(keys).map(([key, { kind, read }]) => [
    kind.type === 'secret' ? `${key}_set` : key,
    read(row),
  ])
  return Object.fromEntries(said)
}

/** What is asked of a row; undefined where it is as it says. Throws Refusal. */
export function changeOf<Row, Change>(
  keys: RowKeys<Row, Change>,
  row: Row | undefined,
  asked: SettingsView,
): Partial<Change> | undefined {
  const given = Object.entries(keys)
    // An empty field leaves a secret alone, null clears it.
    .filter(([key, { kind }]) => Object.hasOwn(asked, key) && !(kind.type === 'secret' && asked[key] === ''))
    .map(([key, rowKey]) => ({ ...rowKey, value: takenAs(rowKey.kind, key, asked[key]) }))
  const changed = given.filter(
    ({ kind, read, value }) => value !== (kind.type === 'secret' && !read(row) ? '' : read(row)),
  )
  if (changed.length === 0) return undefined
  // A new row gets all of it: what it is as usual may be otherwise.
  const asksFor: Partial<Change> = {}
  for (const { write, value } of row ? changed : given)
    Object.assign(asksFor, write(value as never, { row, soFar: asksFor }))
  return asksFor
}

/** What `key` is given as. Throws Refusal when it is not of its kind. */
export function takenAs(kind: Kind, key: string, given: unknown): unknown {
  const read = readAs(kind, given)
  if ('expected' in read) throw new Refusal('invalid', `${key} takes ${read.expected}.`)
  return read.value
}
