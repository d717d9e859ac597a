export const contentTypes = ['comic', 'manga'] as const
export type ContentType = (typeof contentTypes)[number]

/**
 * `loading`: the issues are still being fetched from the provider. `unfollowed`: the series has only the issues that
 * story arcs want, and is listed nowhere else.
 */
const seriesStatuses = ['active', 'paused', 'loading', 'unfollowed'] as const
export type SeriesStatus = (typeof seriesStatuses)[number]

/** How a series is read. `down`: a webtoon, whose pages are pieces of one strip. */
export const readingDirections = ['ltr', 'rtl', 'down'] as const
export type ReadingDirection = (typeof readingDirections)[number]

export const bareNumberModes = ['auto', 'volumes', 'chapters'] as const
export type BareNumberMode = (typeof bareNumberModes)[number]

export const monitorModes = ['blended', 'volumes', 'chapters'] as const
export type MonitorMode = (typeof monitorModes)[number]

/** Names of the metadata that the library is filtered by (`library/credits`). */
export const filteredNames = ['person', 'character', 'team', 'location', 'imprint', 'arc'] as const
export type FilteredName = (typeof filteredNames)[number]

export const issueKinds = ['issue', 'annual'] as const
export type IssueKind = (typeof issueKinds)[number]

export const units = ['issue', 'chapter', 'volume'] as const
export type Unit = (typeof units)[number]

/** The user's choice. `policy`: no choice, the series' settings decide. */
export const intents = ['policy', 'wanted', 'skipped', 'ignored'] as const
export type Intent = (typeof intents)[number]

/** The library's state. */
export const fulfillments = [
  'unknown',
  'missing',
  'reserved',
  'snatched',
  'downloaded',
  'archived',
  'failed',
  'covered',
] as const
export type Fulfillment = (typeof fulfillments)[number]

/** The older status word, derived from `intent` and `fulfillment`. */
export const legacyStatuses = [
  'Wanted',
  'Skipped',
  'Ignored',
  'Reserved',
  'Snatched',
  'Downloaded',
  'Archived',
  'Failed',
] as const
export type LegacyStatus = (typeof legacyStatuses)[number]

export const displayStates = [
  'Unknown',
  'Missing',
  'Wanted',
  'Skipped',
  'Ignored',
  'Reserved',
  'Snatched',
  'Downloaded',
  'Archived',
  'Failed',
  'Covered',
] as const
export type DisplayState = (typeof displayStates)[number]

export const ownershipEvidences = ['verified_location', 'unverified_downloaded', 'legacy_status', 'none'] as const
export type OwnershipEvidence = (typeof ownershipEvidences)[number]

export const eligibilityReasons = [
  'eligible',
  'owned',
  'covered',
  'in_flight',
  'explicit_skip',
  'explicit_ignore',
  'unverified',
  'paused',
  'missing_date',
  'invalid_date',
  'future',
] as const
export type EligibilityReason = (typeof eligibilityReasons)[number]

export const dateSources = ['releaseDate', 'digitalDate', 'issueDate'] as const
export type DateSource = (typeof dateSources)[number]

/**
 * How much of a series is owned: all, some, nothing, or all known issues of a series of unknown length. Each series has
 * exactly one.
 */
export const progresses = ['complete', 'missing', 'empty', 'unknown'] as const
export type SeriesProgress = (typeof progresses)[number]

/** How much of a series was read. */
export const readFilters = ['unread', 'in_progress', 'read'] as const
export type ReadFilter = (typeof readFilters)[number]

/** Whether more issues will be released; the rest is unknown. */
export const runFilters = ['ongoing', 'ended'] as const
export type RunFilter = (typeof runFilters)[number]

/** The cover that the user chose: an issue's, a provider's picture, or an uploaded one by its hash. */
export type CoverChoice = { issue_id: string } | { url: string } | { picture: string }

export const seriesSorts = [
  'title',
  'publisher',
  'year',
  'status',
  'progress',
  'added',
  'latest',
  'size',
  'unread',
  'next',
  'publication',
  'rating',
] as const
export type SeriesSort = (typeof seriesSorts)[number]

/** Wanted issues that are released, announced ones, and owned ones in a worse format than preferred. */
export const wantedWhens = ['missing', 'upcoming', 'upgrades'] as const
export type WantedWhen = (typeof wantedWhens)[number]

/** By release date, or by series and then by date. */
export const wantedSorts = ['newest', 'oldest', 'series'] as const
export type WantedSort = (typeof wantedSorts)[number]
