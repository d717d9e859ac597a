import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { blockRelease } from '../downloads/journal/stage-changes'
import { findDownload } from '../downloads/store'
import { lastPlacementOf } from './store'

/** Blocks the release of a file that was removed from the library, so that it is not grabbed again. */
export function blockReleaseOf(tx: Tx, fileId: string, at: Instant): void {
  const itemId = lastPlacementOf(tx, fileId)?.item_id
  const item = itemId === undefined ? undefined : findDownload(tx, itemId)
  if (item) blockRelease(tx, item, 'Its file was removed from the library.', at)
}
