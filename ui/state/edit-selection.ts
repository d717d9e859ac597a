import { numberWords } from '../parts/text/format'

/** What the table to edit shows: kept in this tab, since an address has no room for it. */
export type EditSelection = {
  of: 'series' | 'issues'
  /** All issues of the series, when there are no ids. */
  comic_id?: string
  ids?: readonly string[]
  /** "12 series", "3 issues of Saga": the heading after "Edit". Default: the number of issues. */
  title?: string
  /** The page that it came from: its name and address. */
  from: string
  back: string
}

export const EDIT_TABLE = '/edit-table'
/** The most rows of the table. */
export const MOST_EDITED = 1000
/** The entry of a menu; a selection that is too large says so. */
export const editTableLabel = (count: number): string =>
  count > MOST_EDITED ? `Edit as a table: at most ${numberWords(MOST_EDITED)}` : 'Edit as a table'

const SELECTION = 'panelkeep.edit-selection'
const DRAFTS = 'panelkeep.edit-drafts'

export function storeEditSelection(selection: EditSelection): void {
  sessionStorage.setItem(SELECTION, JSON.stringify(selection))
}

export function storedEditSelection(): EditSelection | undefined {
  return stored<EditSelection>(SELECTION)
}

type StoredDrafts = Record<string, Record<string, unknown>>

/** Unsaved values by row; a reload or another page keeps them. */
export function storedDrafts(of: EditSelection['of']): StoredDrafts {
  return stored<Record<string, StoredDrafts>>(DRAFTS)?.[of] ?? {}
}

/** Stores the unsaved values of the shown rows, and keeps those of others. */
export function storeDrafts(of: EditSelection['of'], shown: readonly string[], drafts: StoredDrafts): void {
  const others = Object.fromEntries(Object.entries(storedDrafts(of)).filter(([id]) => !shown.includes(id)))
  const all = { ...stored<Record<string, StoredDrafts>>(DRAFTS), [of]: { ...others, ...drafts } }
  try {
    sessionStorage.setItem(DRAFTS, JSON.stringify(all))
  } catch {
    return // the browser has no room: they stay on the page
  }
}

function stored<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
