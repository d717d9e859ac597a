/** What becomes of one file of a finished download. Each is written before the disk is touched. */
export const placementStates = [
  /** Found, and not looked at. */
  'found',
  /** Opened, every page checked, and it is known where it belongs. */
  'ready',
  /** It is being imported: the next start checks how far. */
  'placing',
  /** It is in its place and in the library. */
  'placed',
  /** The library keeps what it has. */
  'kept',
  /** It is damaged, or no comic. */
  'damaged',
  /** It is unknown, or not wanted. */
  'unmatched',
  /** It says that it is something else than what was wanted. */
  'contrary',
  /** The disk or we could not; it may be tried again. */
  'failed',
] as const
export type PlacementState = (typeof placementStates)[number]

/** Why it is placed, or is not. */
export const placementReasons = ['new', 'upgrade', 'fixed', 'duplicate', 'worse', 'unwanted'] as const
export type PlacementReason = (typeof placementReasons)[number]
