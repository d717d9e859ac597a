import type { ReadHandle } from '../../base/storage/database'
import { ownerOf } from '../series/folder-store'
import type { NamingSettings } from './naming'
import { templateUses } from './templates'

/**
 * The folder for a series, or the first of `folder (2)`, `folder (3)` … that no other series has. Where the template
 * leaves out the name of the series, several series share one folder.
 */
export function freeHome(
  db: ReadHandle,
  home: string,
  { folder_format }: NamingSettings,
  comicId: string | null,
): string {
  const isShared = !templateUses(folder_format, 'folder', 'Series') && !templateUses(folder_format, 'folder', 'series')
  if (isShared) return home
  for (let count = 1; ; count++) {
    const folder = count === 1 ? home : `${home} (${count})`
    if (ownerOf(db, folder, comicId) === undefined) return folder
  }
}
