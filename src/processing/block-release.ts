import { blockRelease } from '../downloads/journal/stage-changes'
import { findItem } from '../downloads/store'
import type { Instant } from '../platform/ports'
import type { Tx } from '../storage/database'
import { lastPlacementOf } from './store'

/** A file was removed from the library: its release is not grabbed again. */
export function blockReleaseOf(tx: Tx, fileId: string, at: Instant): void {
  const itemId = lastPlacementOf(tx, fileId)?.item_id
  const item = itemId === undefined ? undefined : findItem(tx, itemId)
  if (item) blockRelease(tx, item, 'Its file was removed from the library.', at)
}
