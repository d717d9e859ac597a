/** How a release is downloaded. */
export const protocols = ['usenet', 'torrent', 'ddl'] as const
export type Protocol = (typeof protocols)[number]

/**
 * The stages of a grabbed release. A stage only moves forward. The last four are final; only a resolution is recorded
 * afterwards.
 */
export const stages = [
  'reserved',
  'snatched',
  'downloaded',
  'post_processing',
  'moved',
  'post_processed',
  'manual_review',
  'failed',
  'cancelled',
] as const
export type Stage = (typeof stages)[number]

/** The stages as existing tools name them in the history. */
export const historyStatuses = ['Snatched', 'Downloaded', 'Post-Processed', 'Failed'] as const
export type HistoryStatus = (typeof historyStatuses)[number]

/** The stages of an open item. */
export const openStages = ['reserved', 'snatched', 'downloaded', 'post_processing', 'moved'] as const satisfies Stage[]

/** The user's decision about a failed item. */
export const resolutions = ['retried', 'ignored', 'imported'] as const
export type Resolution = (typeof resolutions)[number]

/** What can be wanted and grabbed. */
export const entityTypes = ['issue', 'annual', 'story_arc_issue', 'series'] as const
export type EntityType = (typeof entityTypes)[number]

/** Origin of an item: a grab, the watched folder, or a folder named in a request. */
export const origins = ['grab', 'folder', 'request'] as const
export type Origin = (typeof origins)[number]

/**
 * Cleanup of an ended item in its client. `waiting`: to be removed; `dropping`: to be removed with its files;
 * `seeding`: stays until its goal is met; `gone`: the client's row was deleted.
 */
export const cleanupStates = ['waiting', 'dropping', 'seeding', 'gone'] as const
export type CleanupState = (typeof cleanupStates)[number]

export const clientTypes = [
  'sabnzbd',
  'nzbget',
  'qbittorrent',
  'transmission',
  'deluge',
  'rtorrent',
  'aria2',
  'blackhole',
] as const
export type ClientType = (typeof clientTypes)[number]

/** The state of an item in its client. */
export const clientItemStates = [
  'queued',
  'paused',
  'downloading',
  'stalled',
  'checking',
  'unpacking',
  'done',
  'seeding',
  'failed',
] as const
export type ClientItemState = (typeof clientItemStates)[number]

/** The priorities of usenet clients, lowest first. Torrent clients have queue positions instead. */
export const jobPriorities = ['very low', 'low', 'normal', 'high', 'very high', 'force'] as const
export type JobPriority = (typeof jobPriorities)[number]

/**
 * The controls of a download in its client. `first` and `last` set its position in the client's queue; `up` and `down`
 * change its priority by one step, or its position if the client has no priorities.
 */
export const itemControls = ['pause', 'resume', 'first', 'up', 'down', 'last'] as const
export type ItemControl = (typeof itemControls)[number]

/** Status of a direct download, in the words of existing tools. */
const ddlStatuses = ['Queued', 'Downloading', 'Completed', 'Failed'] as const
export type DdlStatus = (typeof ddlStatuses)[number]

/** Kinds of operations. */
export const PROCESS_DOWNLOAD = 'process_download'

/** Every download belongs to a series of the library. */
export const NO_ONE_OFFS = 'One-off downloads are not supported. Add the series to the library and leave oneoff out.'
