import type { ReadHandle } from '../../../base/storage/database'
import { isFullPath } from '../path-map'
import { type FileInLibrary, filesExpectedByOthers, filesInLibrary } from './own-files-store'

/**
 * The files of the library, after those that earlier moves named and that are not found yet: another program may name
 * the same files.
 */
export function knownFiles(db: ReadHandle, runId: string): FileInLibrary[] {
  const found = new Map<string, FileInLibrary>()
  for (const { path: named, folder, issue_id, comic_id } of filesExpectedByOthers(db, runId)) {
    const path = isFullPath(named) || folder === null ? named : `${folder.replace(/[\\/]+$/, '')}/${named}`
    const file = found.getOrInsertComputed(path, () => ({
      file_id: null,
      path,
      size: 0,
      page_count: 0,
      digest: null,
      issues: [],
    }))
    if (!file.issues.some((issue) => issue.issue_id === issue_id)) file.issues.push({ issue_id, comic_id })
  }
  return [...found.values(), ...filesInLibrary(db)]
}
