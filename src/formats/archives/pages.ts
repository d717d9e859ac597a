import type { Instant } from '../../platform/ports'
import type { ComicInfo } from '../documents/comicinfo'
import { comparePaths } from '../natural'

/** What every kind of archive can say about an entry. */
export interface ListedEntry {
  /** Path inside the archive with `/`. */
  name: string
  folder: boolean
  encrypted: boolean
  /** Bytes unpacked, as the archive says. */
  size: number
  /** When it was last changed, if the archive has that. Local times count as UTC. */
  modified?: Instant
}

const IMAGE = /\.(?:jpe?g|png|webp|gif|avif|bmp|jxl|tiff?)$/i
/** What systems and file managers leave behind: resource forks, thumbnails of a NAS, its recycle bin. */
const LITTER = new Set(['__macosx', '@eadir', '#recycle', 'thumbs.db', 'desktop.ini'])

export function isLitter(path: string): boolean {
  return path
    .split('/')
    .some((part) => (part.startsWith('.') && part !== '.' && part !== '..') || LITTER.has(part.toLowerCase()))
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The entries that are pages by their name, in reading order. */
export function pageEntries<E extends ListedEntry>(entries: readonly E[]): E[] {
  const pages = entries.filter((entry) => !entry.folder && IMAGE.test(entry.name) && !isLitter(entry.name))
  return pages.sort((a, b) => comparePaths(a.name, b.name))
}

/**
 * The file of that name nearest to the root, since some packers put everything, it too, into a folder; of several there
 * the one that is spelt like `name`, else the first in any case.
 */
export function sidecarEntry<E extends ListedEntry>(entries: readonly E[], name: string): E | undefined {
  const farness = (entry: E) => entry.name.split('/').length * 2 + (baseName(entry.name) === name ? 0 : 1)
  return entries
    .filter((entry) => !entry.folder && isSpelt(baseName(entry.name), name) && !isLitter(entry.name))
    .reduce<E | undefined>((best, entry) => (best && farness(best) <= farness(entry) ? best : entry), undefined)
}

export function isSpelt(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted.toLowerCase()
}

const CREDITS = /\b(?:credits?|recruit(?:ing|ment)?)\b/i

/**
 * Which page is the cover: the one that ComicInfo calls FrontCover, else the first that is not named as the scanners'
 * credits. 0 when every page is.
 */
export function coverIndex(names: readonly string[], info?: Pick<ComicInfo, 'pages'>): number {
  const marked = info?.pages?.find((page) => page.type === 'FrontCover')?.image
  if (marked !== undefined && marked < names.length) return marked
  const first = names.findIndex((name) => !CREDITS.test(baseName(name).replaceAll('_', ' ')))
  return Math.max(0, first)
}
