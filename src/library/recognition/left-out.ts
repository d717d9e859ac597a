import { basename, extname, join } from 'node:path'
import { pageEntries } from '../../base/formats/archives/pages'
import type { FileEntry, Files } from '../../base/platform/ports'
import type { ComicFolder } from './folder-facts'
import { ASIDE, FEWEST_PAGES } from './pictures'

/** Files and folders that a scan met and does not add, although a user may expect them in the library. */
export interface LeftOut {
  place: ComicFolder
  path: string
  /** Why, and what to do, as sentences. */
  reason: string
  /** The number of pages in a folder of loose pictures, which can be packed into a CBZ; else absent. */
  pictures?: number
}

/** Book formats of comics that no reader here opens. */
const UNREAD: Readonly<Record<string, string>> = {
  '.cba': 'ACE archives',
  '.azw': 'Kindle books',
  '.azw3': 'Kindle books',
  '.kfx': 'Kindle books',
  '.mobi': 'Kindle books',
  '.prc': 'Kindle books',
  '.djvu': 'DjVu books',
}

/** Folders with such names beside comics contain pictures that belong to the comics. */
const EXTRAS =
  /^(?:art(?:works?)?|bonus|covers?|credits?|extras?|fan ?art|gallery|posters?|scans?|thumb(?:nail)?s?|variants?|wallpapers?)$/i

interface Surroundings {
  links: Pick<Files, 'real' | 'stat'>
  /** Whether a folder is scanned anyway, by its real path. */
  isWalked: (path: string) => boolean
}

/** Linked folders, and books that cannot be read. */
export async function leftOutOf(
  place: ComicFolder,
  entries: readonly FileEntry[],
  { links, isWalked }: Surroundings,
): Promise<LeftOut[]> {
  const found: LeftOut[] = []
  for (const { name, kind } of entries) {
    if (kind === 'folder') continue
    const path = join(place.path, name)
    const format = UNREAD[extname(name).toLowerCase()]
    const target = kind === 'link' ? await linkedFolder(path, links) : undefined
    if (format !== undefined) found.push({ place, path, reason: unreadSentence(format) })
    else if (target !== undefined && !isWalked(target)) found.push({ place, path, reason: linkSentence(target) })
  }
  return found
}

/**
 * The folder itself, when its pictures are the pages of an unpacked comic. `beside` are the names next to it: a CBZ of
 * the same name is the same comic, and pictures beside other comics may be their extras.
 */
export function loosePages(
  place: ComicFolder,
  entries: readonly FileEntry[],
  { beside, amongComics }: { beside: ReadonlySet<string>; amongComics: boolean },
): LeftOut[] {
  const name = basename(place.path)
  const pictures = pageEntries(entries.map(asEntry)).length
  if (pictures < FEWEST_PAGES || ASIDE.test(name) || (amongComics && EXTRAS.test(name))) return []
  if (place.parts.length === 0) return [{ place, path: place.path, reason: rootSentence(pictures) }]
  if (beside.has(`${name}.cbz`)) return []
  return [{ place, path: place.path, reason: picturesSentence(pictures), pictures }]
}

const asEntry = ({ name, kind }: FileEntry) => ({ name, folder: kind === 'folder', encrypted: false, size: 0 })

async function linkedFolder(path: string, files: Pick<Files, 'real' | 'stat'>): Promise<string | undefined> {
  const real = await files.real(path).catch(() => undefined)
  const facts = real === undefined ? undefined : await files.stat(real).catch(() => undefined)
  return facts?.kind === 'folder' ? real : undefined
}

const unreadSentence = (format: string) => `${format} cannot be read. Convert the file to EPUB, PDF or CBZ.`

const linkSentence = (target: string) =>
  `This is a link to ${target}. Links to folders are not followed: add that folder as a library folder.`

const picturesSentence = (pictures: number) =>
  `This folder holds ${pictures} loose pictures. Pack them as a CBZ to add them to the library.`

const rootSentence = (pictures: number) =>
  `${pictures} loose pictures are directly in the library folder. Move them into a folder of their own.`
