import { Refusal } from '../../../base/refusal'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import * as store from '../store'
import { pathBelowRoot } from './recompute'
import * as rows from './store'

/** Guards of corrections, which refuse those that are not possible. */

export function needGroup(db: ReadHandle, groupId: string): store.GroupRow {
  const group = store.findGroup(db, groupId)
  if (!group) throw new Refusal('missing', `Proposal not found: ${groupId}. Open the newest scan.`)
  return group
}

/** A proposal that can still be changed. */
export function needOpenGroup(tx: Tx, groupId: string): store.GroupRow {
  const group = needGroup(tx, groupId)
  if (group.imported_at !== null) throw new Refusal('conflict', `${group.series_name} was imported already.`)
  refuseBusy(store.findScan(tx, group.scan_id))
  return group
}

export function refuseBusy(scan: store.ScanRow | undefined): void {
  if (scan?.state !== 'completed')
    throw new Refusal('conflict', 'A scan or import is running. Wait until it has finished, then review its results.')
}

export function sameScan(one: store.GroupRow, other: store.GroupRow): void {
  if (one.scan_id !== other.scan_id)
    throw new Refusal('conflict', `${other.series_name} is of another scan. Comics and manga are not mixed.`)
}

export function refuseHeld(tx: Tx, group: store.GroupRow): void {
  if (rows.filesOfGroup(tx, group.group_id).some(({ in_library }) => in_library))
    throw new Refusal(
      'conflict',
      `Files of ${group.series_name} are already in the library. Move the new ones out of it.`,
    )
}

export function openFileAt(
  files: readonly store.ScannedFileRow[],
  path: string,
  group: store.GroupRow,
): store.ScannedFileRow {
  const found = files.filter((file) => file.path === path || pathBelowRoot(file) === path)
  const [file] = found
  if (!file) throw new Refusal('missing', `${path} is no file of ${group.series_name}.`)
  if (found.length > 1)
    throw new Refusal('invalid', `${path} is there in several library folders. Give its whole path.`)
  if (file.in_library) throw new Refusal('conflict', `${path} is already in the library; change it there.`)
  return file
}
