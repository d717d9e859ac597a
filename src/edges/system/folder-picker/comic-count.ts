import { join } from 'node:path'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Files } from '../../../base/platform/ports'
import { isComicName, isSystemFolder } from '../../../library/recognition/service'

export interface ComicCount {
  comics: number
  /** Counting stopped at its limit, so there may be more. */
  more: boolean
}

/** From this count on, the picker shows "5,000+". */
export const MOST_COMICS = 5_000
/** Maximum number of files and folders listed, so that a whole disk without comics also ends. */
export const MOST_LISTED_ENTRIES = 20_000
const SLICE = 500

/** Counts comic files below a folder, by their names. Folders that cannot be read count as empty. */
export async function countComics(files: Pick<Files, 'list'>, root: string, signal: AbortSignal): Promise<ComicCount> {
  const waiting = [root]
  let comics = 0
  let looked = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await files.list(folder).catch(() => [])
    for (const { name, kind } of entries) {
      if (signal.aborted) return { comics, more: true }
      if (comics >= MOST_COMICS || looked >= MOST_LISTED_ENTRIES) return { comics, more: true }
      looked += 1
      if (looked % SLICE === 0) await nextTurn()
      if (name.startsWith('.')) continue
      if (kind === 'folder') {
        if (!isSystemFolder(name)) waiting.push(join(folder, name))
      } else if (kind !== 'other' && isComicName(name)) comics += 1
    }
  }
  return { comics, more: false }
}
