import { dirname, join } from 'node:path'
import { errorCode } from '../../base/platform/error-code'
import type { Files, Log } from '../../base/platform/ports'
import { removeEmptyFolders } from '../../library/filing/folders'
import type { PlaceMethod } from '../../library/filing/states'
import { picturesIn } from '../../library/recognition/service'
import { otherParts } from './parts'
import type { Placement } from './store'

/** Removes files that were moved into the library from the download, and the folders that are empty then. */
export async function removeSources(
  rows: readonly Placement[],
  content: string,
  placing: PlaceMethod,
  { files, log }: { files: Files; log: Log },
): Promise<void> {
  if (placing !== 'move') return
  for (const [path, own] of Map.groupBy(rows, ({ source_path }) => source_path)) {
    if (!own.every((row) => isInLibrary(row))) continue
    try {
      await takeOut(path, own, files)
      await removeEmptyFolders(files, dirname(path), [content])
    } catch (error) {
      log.warn('processing', 'moved file could not be removed from its download', { path, error })
    }
  }
  await files.removeEmptyFolder(content).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOTDIR')
      log.warn('processing', 'empty folder could not be removed', { path: content, error })
  })
}

const isInLibrary = ({ state, decision }: Placement) =>
  state === 'placed' || (state === 'kept' && decision === 'duplicate')

/** Removes a source only if it is unchanged since the import, and never inside the library. */
async function takeOut(path: string, rows: readonly Placement[], files: Files): Promise<void> {
  const [first] = rows
  if (first?.pictures) return takePictures(first, files)
  const now = await files.stat(path)
  if (!first || now?.modifiedMs !== first.modified_ms || (first.inner === '' && now.size !== first.size)) return
  for (const { target } of rows) {
    if (target !== null && (await files.real(target)) === (await files.real(path))) return
  }
  const parts = otherParts(
    path,
    (await files.list(dirname(path))).map(({ name }) => name),
  )
  for (const each of first.inner === '' ? [] : parts) await files.remove(each)
  await files.remove(path)
}

async function takePictures(row: Placement, files: Files): Promise<void> {
  const { entries, size, modified_ms } = await picturesIn(row.source_path, files)
  // The previous process may have removed some files. Files added or changed since are not ours.
  if (size > row.size || modified_ms > row.modified_ms) return
  for (const { name } of entries) await files.remove(join(row.source_path, name))
  await files.removeEmptyFolder(row.source_path)
}
