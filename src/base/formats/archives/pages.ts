import type { Instant } from '../../platform/ports'
import type { ComicInfo } from '../documents/comicinfo'
import { comparePaths } from '../natural'

/** What every kind of archive states about an entry. */
export interface ListedEntry {
  /** Path inside the archive with `/`. */
  name: string
  folder: boolean
  encrypted: boolean
  /** Unpacked bytes, as stated by the archive. */
  size: number
  /** CRC-32 of the unpacked bytes, as stated by the archive; absent or 0 where it states none. */
  crc?: number
  /** When the entry was last changed, if the archive says so. Local times count as UTC. */
  modified?: Instant
}

const IMAGE = /\.(?:jpe?g|png|webp|gif|avif|bmp|jxl|tiff?)$/i
/**
 * Files that operating systems and file managers leave behind: resource forks, thumbnails of a NAS, its recycle bin.
 */
const LITTER = new Set(['__macosx', '@eadir', '#recycle', 'thumbs.db', 'desktop.ini'])

export function isLitter(path: string): boolean {
  return path
    .split('/')
    .some((part) => (part.startsWith('.') && part !== '.' && part !== '..') || LITTER.has(part.toLowerCase()))
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The entries that are pages by their name, in reading order. A picture called cover is the first of its folder. */
export function pageEntries<E extends ListedEntry>(entries: readonly E[]): E[] {
  const pages = entries.filter((entry) => !entry.folder && IMAGE.test(entry.name) && !isLitter(entry.name))
  const order = pages.some(({ name }) => isCoverName(name)) ? coversFirst : comparePaths
  return pages.sort((a, b) => order(a.name, b.name))
}

const COVER = /^(?:front[\s_-]*)?cover\.[^.]+$/i

const isCoverName = (path: string): boolean => COVER.test(baseName(path))
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

function coversFirst(a: string, b: string): number {
  if (isCoverOver(a, b)) return -1
  return isCoverOver(b, a) ? 1 : comparePaths(a, b)
}

/** Whether `cover` is the cover of the folder that contains `path`. */
function isCoverOver(cover: string, path: string): boolean {
  if (!isCoverName(cover) || !path.startsWith(folderOf(cover))) return false
  return !isCoverName(path) || folderOf(path) !== folderOf(cover)
}

/**
 * The place of each page in the plain order of `names`, which other programs and earlier versions of Panelkeep use;
 * undefined when `names` are already in that order.
 */
export function placesOfPlainOrder(names: readonly string[]): number[] | undefined {
  if (!names.some(isCoverName)) return undefined
  const places = new Map(names.map((name, place) => [name, place]))
  const plain = names.toSorted(comparePaths).map((name) => places.get(name)!)
  return plain.every((place, at) => place === at) ? undefined : plain
}

/**
 * The file with that name nearest to the root, since some packers put everything into a folder. Of several at the same
 * depth, the exact spelling wins, then the first in any case.
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
 * The index of the cover: the page that ComicInfo marks as FrontCover, else the first page that is not named like
 * scanner credits. 0 when every page is.
 */
export function coverIndex(names: readonly string[], info?: Pick<ComicInfo, 'pages'>): number {
  const marked = info?.pages?.find((page) => page.type === 'FrontCover')?.image
  // ComicInfo counts in the plain order. Taggers mark its first page by default, which is no evidence against a page
  // named cover.
  if (marked !== undefined && marked < names.length) return marked === 0 ? 0 : placesOfPlainOrder(names)?.[marked] ?? marked // biome-ignore format: one line
  const first = names.findIndex((name) => !CREDITS.test(baseName(name).replaceAll('_', ' ')))
  return Math.max(0, first)
}
