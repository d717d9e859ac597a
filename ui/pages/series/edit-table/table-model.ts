import type { Column } from './columns'
import type { WireRow } from './wire'

/** The edits of a table before they are saved: pure. */

/** New values by row and field; null gives a field back to its sources. */
export type Drafts = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export type CellText = { row: WireRow; column: Column; text: string }
export type LeftCell = CellText & { why: string }
export type Edited = { drafts: Drafts; changed: number; left: LeftCell[] }

const isSame = (one: unknown, other: unknown) => (one === other ? true : JSON.stringify(one) === JSON.stringify(other))
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** The value that a cell shows: a field that is given back has the value of its sources. */
export function shownValue(row: WireRow, drafts: Drafts, field: string): unknown {
  const draft = drafts.get(row.id)
  if (!draft || !(field in draft)) return row.values[field] ?? null
  return draft[field] === null ? (row.under[field] ?? null) : draft[field]
}

export const cellText = (row: WireRow, drafts: Drafts, column: Column): string =>
  column.read(shownValue(row, drafts, column.field))

/** Whether the cell has an unsaved value; of a field with several columns, only those whose part changed. */
export function isChanged(row: WireRow, drafts: Drafts, column: Column): boolean {
  if (!(column.field in (drafts.get(row.id) ?? {}))) return false
  return !column.clear || cellText(row, drafts, column) !== column.read(row.values[column.field])
}

/** Whether the user's value would count after saving. */
export function isLocked(row: WireRow, drafts: Drafts, field: string): boolean {
  const draft = drafts.get(row.id)
  if (draft && field in draft) return draft[field] !== null
  return row.locked.includes(field)
}

/** Sets cells. Texts that are no values, and empty ones of fields that the user did not edit, are left with the reason. */
export function setCells(drafts: Drafts, cells: readonly CellText[]): Edited {
  const next = new Map(drafts)
  const left: LeftCell[] = []
  let changed = 0
  for (const { row, column, text } of cells) {
    const typed = text.trim()
    if (typed === cellText(row, next, column)) continue
    const value = valueOfText(row, next, column, typed)
    if (value === undefined) {
      left.push({ row, column, text: typed, why: typed === '' ? ONLY_EDITS : (column.wrong ?? '') })
      continue
    }
    changed += 1
    putDraft(next, row, column.field, value)
  }
  return { drafts: next, changed, left }
}

const ONLY_EDITS = 'Only your own edits can be removed. To replace the value of a source, enter another one.'

function valueOfText(row: WireRow, drafts: Drafts, column: Column, typed: string): unknown {
  const before = shownValue(row, drafts, column.field)
  if (typed !== '') return column.parse(typed, before)
  const rest = column.clear?.(before)
  if (!isEmpty(rest)) return rest
  return isLocked(row, drafts, column.field) && row.values[column.field] !== undefined ? null : undefined
}

function putDraft(drafts: Map<string, Readonly<Record<string, unknown>>>, row: WireRow, field: string, value: unknown) {
  const { [field]: _before, ...others } = drafts.get(row.id) ?? {}
  const isBack = value === null && !row.locked.includes(field)
  const isAsSaved = isBack || isSame(value, row.values[field] ?? null)
  const draft = isAsSaved ? others : { ...others, [field]: value }
  if (Object.keys(draft).length === 0) drafts.delete(row.id)
  else drafts.set(row.id, draft)
}

/** Gives the fields of cells back to their sources. */
export function unlockCells(drafts: Drafts, cells: readonly Omit<CellText, 'text'>[]): Edited {
  const next = new Map(drafts)
  let changed = 0
  for (const { row, column } of cells) {
    if (!isLocked(row, next, column.field)) continue
    putDraft(next, row, column.field, null)
    changed += 1
  }
  return { drafts: next, changed, left: [] }
}

export type ReplaceOptions = { find: string; replace: string; matchCase: boolean; whole: boolean }

/** The text with every occurrence replaced. */
export function replaced(text: string, { find, replace, matchCase, whole }: ReplaceOptions): string {
  if (find === '') return text
  const pattern = find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const flags = matchCase ? 'gu' : 'giu'
  return text.replace(new RegExp(whole ? `^${pattern}$` : pattern, flags), () => replace)
}

/** The cells that find and replace would change, with the new texts. */
export function replacements(
  drafts: Drafts,
  cells: readonly Omit<CellText, 'text'>[],
  how: ReplaceOptions,
): CellText[] {
  return cells.flatMap(({ row, column }) => {
    const text = cellText(row, drafts, column)
    const next = replaced(text, how)
    return next === text ? [] : [{ row, column, text: next }]
  })
}

export type Change = { id: string; set: Record<string, unknown>; seen: Record<string, unknown> }

/** The changes as they are sent, each with the values that the table showed. */
export function changesIn(rows: readonly WireRow[], drafts: Drafts): Change[] {
  return rows.flatMap((row) => {
    const set = drafts.get(row.id)
    if (!set) return []
    const seen = Object.fromEntries(Object.keys(set).map((field) => [field, row.values[field] ?? null]))
    return [{ id: row.id, set: { ...set }, seen }]
  })
}

/** Drafts of rows that exist, without those that the rows have by now. */
export function draftsFor(
  rows: readonly WireRow[],
  drafts: Iterable<[string, Readonly<Record<string, unknown>>]>,
): Drafts {
  const known = new Map(rows.map((row) => [row.id, row]))
  const next = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [id, draft] of drafts) {
    const row = known.get(id)
    if (row) for (const [field, value] of Object.entries(draft)) putDraft(next, row, field, value)
  }
  return next
}
