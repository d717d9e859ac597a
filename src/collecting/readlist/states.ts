/** The id of the owner's list that always exists (`defaultList`). */
export const DEFAULT_LIST = 'default'

/** The status of an entry as existing tools read it. */
export const entryStatuses = ['Added', 'Downloaded', 'Read'] as const
export type EntryStatus = (typeof entryStatuses)[number]

/** Maximum number of issues in one list. */
export const MOST_LIST_ENTRIES = 10_000
