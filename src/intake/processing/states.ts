/** The states of a file of a finished download. Each is written before the disk is touched. */
export const placementStates = [
  /** Found, not yet inspected. */
  'found',
  /** Opened, every page checked, and identified. */
  'ready',
  /** Being imported: the next start checks how far it got. */
  'placing',
  /** In its place and in the library. */
  'placed',
  /** The library keeps its own file. */
  'kept',
  /** Damaged, or not a comic. */
  'damaged',
  /** Unidentified, or not wanted. */
  'unmatched',
  /** Not the wanted issue, by its own evidence. */
  'contrary',
  /** The disk or Panelkeep failed; the file may be tried again. */
  'failed',
] as const
export type PlacementState = (typeof placementStates)[number]

/** Why the file is placed or not. */
export const placementReasons = ['new', 'upgrade', 'fixed', 'duplicate', 'worse', 'unwanted'] as const
export type PlacementReason = (typeof placementReasons)[number]
