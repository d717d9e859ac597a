/** Actions on many series at once. */
export const bulkActions = [
  'monitor',
  'unmonitor',
  'search',
  'match',
  'refresh',
  'rename',
  'write_metadata',
  'convert',
  'move',
  'mark_read',
  'mark_unread',
  'delete',
] as const
export type BulkAction = (typeof bulkActions)[number]

/**
 * `unchanged`: nothing had to be done. `unsure`: the user has to choose a match. `undoing`: the undo is running or was
 * interrupted.
 */
export const bulkItemStates = [
  'waiting',
  'running',
  'done',
  'unchanged',
  'unsure',
  'failed',
  'undoing',
  'undone',
] as const
export type BulkItemState = (typeof bulkItemStates)[number]

/** Kinds of operations. */
export const BULK = 'bulk'
export const BULK_UNDO = 'bulk_undo'
/** One bulk operation runs at a time. */
export const BULK_SUBJECT = 'library'

/** The payload of a bulk operation. */
export interface BulkPayload {
  action: BulkAction
  /** `move`: the library folder. */
  folder?: string
  /** `delete`: the files go into the recycle folder. */
  with_files?: boolean
  /** Whose progress `mark_read` and `mark_unread` change; absent: the owner's. */
  user_id?: string
}

/** Progress of a bulk operation; `name` is the current series. */
export interface BulkProgress {
  action: BulkAction
  total: number
  done: number
  unchanged: number
  unsure: number
  failed: number
  name: string | null
}

/** The data for undoing one series of a bulk operation. */
export type ItemUndo =
  | { status: 'active' | 'paused' }
  | { provider: string }
  | { batch_id: string }
  | { deleted: true; batch_id: string | null }
