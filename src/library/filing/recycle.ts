import { basename, dirname, join } from 'node:path'
import { isInUse } from '../../base/platform/disk-reason'
import { isReadOnly } from '../../base/platform/disk-sentence'
import type { Files } from '../../base/platform/ports'
import { rootAbove } from './folders'
import type { FileChangeRow } from './store'

/** Scans skip names that begin with a dot. */
export const RECYCLE = '.panelkeep-recycle'

/**
 * Creates a folder for the change and returns a path in it for the old file: in the library folder when that is on the
 * same disk and writable, otherwise beside the file, so that no copy is needed.
 */
export async function makeRoomToKeep(
  files: Files,
  { path, changeId, roots }: { path: string; changeId: string; roots: readonly string[] },
): Promise<string> {
  const root = rootAbove(roots, path)
  const own = join(dirname(path), RECYCLE, changeId)
  const device = (await files.stat(path))?.device
  if (root !== undefined && (await isOnDisk(files, root, device))) {
    const shared = join(root, RECYCLE, changeId)
    const made = await files.makeFolder(shared).then(
      () => true,
      () => false, // the library folder itself is read-only
    )
    if (made) return join(shared, basename(path))
  }
  await files.makeFolder(own)
  return join(own, basename(path))
}

async function isOnDisk(files: Files, folder: string, device: number | undefined): Promise<boolean> {
  const real = await files.real(folder).catch(() => undefined)
  return real !== undefined && (await files.stat(real))?.device === device
}

/** Removes the folders of a kept file after the file has left them. */
export async function tidyRecycle(files: Files, kept: string): Promise<void> {
  if (kept === '') return
  const own = dirname(kept)
  // An empty folder does no harm; a failing disk does.
  const isGone = (folder: string) =>
    files.removeEmptyFolder(folder).catch((error: unknown) => {
      if (isInUse(error) || isReadOnly(error)) return false
      throw error
    })
  if ((await isGone(own)) && basename(dirname(own)) === RECYCLE) await isGone(dirname(own))
}

/** Removes the folders that were created to keep a file, for a change that did not happen. */
export async function removeRoomToKeep(
  files: Files,
  { change_id, from_path, kept_path }: FileChangeRow,
): Promise<void> {
  if (kept_path !== null) return tidyRecycle(files, kept_path)
  // A crash happened before the path was recorded.
  for (let folder = dirname(from_path); ; folder = dirname(folder)) {
    const recycle = join(folder, RECYCLE)
    for (const made of [join(recycle, change_id), recycle]) await files.removeEmptyFolder(made).catch(() => false)
    if (folder === dirname(folder)) return
  }
}
