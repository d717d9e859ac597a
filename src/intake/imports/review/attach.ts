import { Refusal } from '../../../base/refusal'
import type { Tx } from '../../../base/storage/database'
import { needSeries } from '../../../library/series/need'
import type * as store from '../store'
import { refuseHeld } from './guards'
import * as rows from './store'

/** Assigns the proposal to a series of the library. Throws Refusal 'missing' and 'conflict'. */
export function attachToSeries(tx: Tx, group: store.GroupRow, comicId: string): void {
  const series = needSeries(tx, comicId)
  if (group.existing_comic_id !== null && group.existing_comic_id !== comicId) refuseHeld(tx, group)
  const other = rows.groupOfSeries(tx, group.scan_id, comicId)
  // The imported group already became that series. Its row is set aside, and undo restores it under its own name.
  if (other && other.imported_at !== null)
    rows.updateGroup(tx, other.group_id, { comic_id: `local-${other.group_id.slice(0, 16)}` })
  else if (other && other.group_id !== group.group_id)
    throw new Refusal('conflict', `Another proposal is ${series.name} already. Merge this one into it.`)
  rows.updateGroup(tx, group.group_id, {
    comic_id: comicId,
    existing_comic_id: comicId,
    series_name: series.name,
    sort_name: series.sort_name,
    year: series.year,
    content_type: series.content_type,
    reading_direction: series.reading_direction,
    said: true,
  })
  if (series.content_type !== group.content_type) rows.recountUnits(tx, group.group_id, series.content_type)
}
