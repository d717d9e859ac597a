import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import { filesOf } from '../series/file-store'
import type { SeriesRow } from '../series/store'
import type { Reader } from '../storage/database'

export interface Naming {
  folder_format: string
  replace_spaces: boolean
}

export interface Homes {
  db: Reader
  files: Files
  /** Library folders of the kind of the series. */
  roots: readonly string[]
  naming: Naming
}

/**
 * The folder that a file of the series belongs into; it is made when it is not there. Throws Refusal 'conflict' when it
 * lies on a disk that is not connected: an empty folder in its place would hide the disk.
 */
export async function homeOf(series: SeriesRow, { db, files, roots, naming }: Homes): Promise<string> {
  const [first] = filesOf(db, series.comic_id).values()
  const known = series.location ?? (first && dirname(first.path))
  if (known !== undefined && (await isFolder(files, known))) return known
  const root = known === undefined ? roots[0] : roots.find((each) => isInside(each, known))
  if (root === undefined) {
    if (known !== undefined) throw new Refusal('conflict', `There is no folder at ${known}. Connect its disk.`)
    const what = series.content_type === 'manga' ? 'manga' : 'comics'
    throw new Refusal('conflict', `No folder for ${what} is configured. Choose one in the settings first.`)
  }
  if (!(await isFolder(files, root))) throw new Refusal('conflict', `There is no folder at ${root}. Connect its disk.`)
  const home = known ?? join(root, ...folderName(series, naming))
  await files.makeFolder(home)
  return home
}

async function isFolder(files: Files, path: string): Promise<boolean> {
  const real = await files.real(path).catch(() => undefined)
  return real !== undefined && (await files.stat(real).catch(() => undefined))?.kind === 'folder'
}

function isInside(root: string, path: string): boolean {
  const way = relative(resolve(root), resolve(path))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

type Named = Pick<SeriesRow, 'name' | 'publisher' | 'imprint' | 'year' | 'volume' | 'book_type'>

/** The parts of a new folder's path below its library folder, as the settings want it. */
function folderName(series: Named, { folder_format, replace_spaces }: Naming): string[] {
  const words: Record<string, string> = {
    Series: series.name,
    series: series.name.toLowerCase(),
    Publisher: series.publisher ?? '',
    publisher: (series.publisher ?? '').toLowerCase(),
    Imprint: series.imprint ?? '',
    Year: series.year === null ? '' : String(series.year),
    VolumeY: series.year === null ? '' : `V${series.year}`,
    VolumeN: series.volume === null ? '' : `V${series.volume}`,
    Type: series.book_type === 'Print' ? '' : series.book_type,
  }
  const parts = folder_format.split(/[\\/]/).map((part) => {
    const filled = part.replace(/\$([A-Za-z]+)/g, (whole, word: string) => words[word] ?? whole)
    const safe = safeName(filled)
    return replace_spaces ? safe.replaceAll(' ', '_') : safe
  })
  const said = parts.filter((part) => part !== '')
  return said.length > 0 ? said : [safeName(series.name) || 'Unnamed']
}

/** Windows knows these as devices, whatever follows the dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const LONGEST_BYTES = 200

/** A name that every system can hold; empty when nothing is left. */
function safeName(name: string): string {
  const plain = [...name].map((letter) => (letter < ' ' || '<>"|?*\\/:\u007f'.includes(letter) ? ' ' : letter)).join('')
  const tidy = plain
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
    .trim()
  return DEVICES.test(tidy) ? `_${tidy}` : cut(tidy)
}

function cut(name: string): string {
  let short = name
  while (Buffer.byteLength(short) > LONGEST_BYTES) short = [...short].slice(0, -1).join('')
  return short.trim()
}

/** `name` in the folder, or the first of `name (2)`, `name (3)` … that nothing has. */
export async function freePath(files: Files, folder: string, name: string): Promise<string> {
  const extension = extname(name)
  const stem = name.slice(0, name.length - extension.length)
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? name : `${stem} (${count})${extension}`)
    if ((await files.stat(path)) === undefined) return path
  }
}
