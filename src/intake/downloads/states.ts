/** How a release reaches us. */
export const protocols = ['usenet', 'torrent', 'ddl'] as const
export type Protocol = (typeof protocols)[number]

/**
 * Where a grabbed release is on its way to being a file. A stage only moves on; the last four are final, and only a
 * resolution is stamped on them afterwards.
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

/** Counted as in flight. */
export const openStages = ['reserved', 'snatched', 'downloaded', 'post_processing', 'moved'] as const satisfies Stage[]

/** What a person decided about an item that ended badly. */
export const resolutions = ['retried', 'ignored', 'imported'] as const
export type Resolution = (typeof resolutions)[number]

/** What can be wanted and grabbed. */
export const entityTypes = ['issue', 'annual', 'story_arc_issue', 'series'] as const
export type EntityType = (typeof entityTypes)[number]

/** Origin of an item: a grab of ours, a watched folder, or a folder named in a request. */
export const origins = ['grab', 'folder', 'request'] as const
export type Origin = (typeof origins)[number]

/**
 * Cleanup of an ended item in its client. `waiting`: to be removed; `dropping`: with its files; `seeding`: stays until
 * its goal is met.
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

/** What a client does with something of ours now. */
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

/** The priorities of usenet clients, the lowest first. Torrent clients have places in a queue instead. */
export const jobPriorities = ['very low', 'low', 'normal', 'high', 'very high', 'force'] as const
export type JobPriority = (typeof jobPriorities)[number]

/**
 * What a user can have a client do with one download. `first` and `last` are its place in the client's queue; `up` and
 * `down` change its priority by a step, or its place where the client has no priorities.
 */
export const itemControls = ['pause', 'resume', 'first', 'up', 'down', 'last'] as const
export type ItemControl = (typeof itemControls)[number]

/** Of a direct download, in the words of existing tools. */
const ddlStatuses = ['Queued', 'Downloading', 'Completed', 'Failed'] as const
export type DdlStatus = (typeof ddlStatuses)[number]

/** Kinds of operations. */
export const PROCESS_DOWNLOAD = 'process_download'

/** Every download is for a series of the library. */
export const NO_ONE_OFFS = 'One-off downloads are not supported. Add the series to the library and leave oneoff out.'
