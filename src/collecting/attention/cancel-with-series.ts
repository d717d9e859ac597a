import * as course from '../../intake/downloads/journal/stage-changes'
import { openStages } from '../../intake/downloads/states'
import { itemsAt } from '../../intake/downloads/store'
import { resolveStuckItem } from '../../intake/search/runs/item-store'
import type { SeriesLibrary } from '../../library/series/service'
import { obligations, waitingItems } from './obligation-store'

interface Deps {
  library: Pick<SeriesLibrary, 'beforeDelete'>
  cancelDownload: (itemId: string) => unknown
}

/** Deleting a series cancels its active work and resolves its items that need attention. */
export function cancelWithSeries({ library, cancelDownload }: Deps): void {
  library.beforeDelete.push((tx, comicId) => {
    for (const { item_id, comic_id } of itemsAt(tx, openStages)) if (comic_id === comicId) cancelDownload(item_id)
    for (const { run_id, ...due } of obligations(tx, { type: 'series', id: comicId }))
      if (run_id !== null) resolveStuckItem(tx, { ...due, run_id }, 'ignored')
    for (const itemId of waitingItems(tx, comicId)) course.resolveItem(tx, itemId, 'ignored')
  })
}
