/** Where the issues of an arc come from. */
export const arcSources = ['own', 'list', 'provider'] as const
export type ArcSource = (typeof arcSources)[number]

/** Source of the order: the user, or the imported reading list. `date` and `model`: by date, or by a model, unverified. */
export const arcOrders = ['user', 'list', 'date', 'model'] as const
export type ArcOrder = (typeof arcOrders)[number]

/** How a row of an arc was matched to an issue of the library. */
export const matchMethods = ['rule', 'id', 'name', 'user'] as const
export type MatchMethod = (typeof matchMethods)[number]

/**
 * Why a row has no match: the library lacks the series, the series lacks the issue, several issues match equally, or
 * the year that would decide is unknown.
 */
export const unmatchedReasons = ['series_missing', 'issue_missing', 'several', 'year_unknown'] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** The status words of `/api/storyarcs`, which existing tools read. */
export const arcIssueStatuses = ['Added', 'Wanted', 'Snatched', 'Downloaded', 'Archived', 'Skipped', 'Read'] as const
export type ArcIssueStatus = (typeof arcIssueStatuses)[number]

/** The status words that a client may set. */
export const settableStatuses = ['Wanted', 'Read', 'Skipped'] as const satisfies ArcIssueStatus[]
export type SettableStatus = (typeof settableStatuses)[number]

/** The kind of operation that imports the reading lists of a folder. */
export const ARC_FOLDER = 'arc_folder'

/** The kind of operation that adds an arc of a provider. */
export const ARC_ADD = 'arc_add'

/** The kind of operation that loads an arc from its provider again, and matches it. */
export const ARC_REFRESH = 'arc_refresh'

/** The kind of operation that puts files of the library into the folders of story arcs. */
export const ARC_FILES = 'arc_files'
