import { dirname, resolve } from 'node:path'
import type { Files } from '../../platform/ports'
import { isBelow } from '../folders/library-folders'

/** Removes the folders above a path that nothing lies in any more, up to the import folder, which stays. */
export async function removeEmptyAbove(files: Files, path: string, inbox: string): Promise<void> {
  if (inbox === '') return
  let folder = dirname(path)
  while (isBelow(folder, resolve(inbox)) && (await files.removeEmptyFolder(folder))) folder = dirname(folder)
}
