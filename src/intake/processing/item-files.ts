import type { ReadHandle } from '../../base/storage/database'
import { fileWithId } from '../../library/series/file-store'
import type { ItemFiles } from '../downloads/schema'
import { shownInside } from './downloaded-file'
import { importOfferOf } from './offers'
import { placementsOf } from './store'

/** The files of a download, the outcome of each, and the files that the library has now. */
export function itemFiles(db: ReadHandle, itemId: string): ItemFiles {
  const placed = placementsOf(db, itemId)
  const files = new Map<string, string>()
  for (const { file_id } of placed) {
    const file = file_id === null ? undefined : fileWithId(db, file_id)
    if (file) files.set(file.file_id, file.path)
  }
  return {
    placements: placed.map((row) => {
      const { placement_id, source_path: source, size, target, state, decision, detail: why } = row
      const offer = importOfferOf(db, row) ?? null
      return { placement_id, source, inner: shownInside(row), size, target, state, decision, why, offer }
    }),
    files: [...files].map(([file_id, path]) => ({ file_id, path })),
  }
}
