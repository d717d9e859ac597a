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

/** Counted as in flight. */
export const openStages = ['reserved', 'snatched', 'downloaded', 'post_processing', 'moved'] as const satisfies Stage[]

/** What a person decided about an item that ended badly. */
export const resolutions = ['retried', 'ignored', 'imported'] as const
export type Resolution = (typeof resolutions)[number]

/** What can be wanted and grabbed. */
export const entityTypes = ['issue', 'annual', 'story_arc_issue', 'series'] as const
export type EntityType = (typeof entityTypes)[number]
