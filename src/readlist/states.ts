/** The status of an entry as existing tools read it. */
export const entryStatuses = ['Added', 'Downloaded', 'Read'] as const
export type EntryStatus = (typeof entryStatuses)[number]
