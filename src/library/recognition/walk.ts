import { basename, extname, join, resolve } from 'node:path'
import { PACKED_TAR } from '../../base/formats/formats'
import { compareNatural } from '../../base/formats/natural'
import { errorCode } from '../../base/platform/error-code'
import type { FileEntry, Files } from '../../base/platform/ports'
import { isBelow } from '../filing/folders'
import type { ComicFolder } from './folder-facts'
import { type LeftOut, leftOutOf, loosePages } from './left-out'
import { findSidecars, inheritSidecars } from './sidecars'

/** A file with the name of a comic. */
export interface CandidateFile {
  place: ComicFolder
  name: string
}

export interface WalkRoots {
  /** Library folders of the kind, as configured. */
  roots: readonly string[]
  /** Library folders of the other content type: one inside ours is left to that type. */
  others: readonly string[]
}

/** Called with a folder that cannot be listed. */
export type UnlistedHandler = (path: string, error?: unknown) => void

export interface WalkHandlers {
  unlisted: UnlistedHandler
  /** Called with everything that a user may expect in the library and the walk does not yield. */
  leftOut?: (found: LeftOut) => void
  /** Resolves links, even out of the library folders. Absent: uses the files being walked. */
  links?: Pick<Files, 'real' | 'stat'>
}

const COMICS = new Set(['.cbz', '.cbr', '.cb7', '.cbt', '.pdf', '.epub'])
/** Extensions that other files have too: only files with pages are comics. */
const ANYTHING = new Set(['.zip', '.rar', '.7z', '.tar'])
/** System folders: their files were deleted or are not comics. */
const LEFT_OUT = new Set([
  '@eadir',
  '__macosx',
  'lost+found',
  '#recycle',
  '@recycle',
  '@recently-snapshot',
  '#snapshot',
  '$recycle.bin',
  'recycler',
  'recycled',
  'system volume information',
])

/**
 * Files that may be comics below the library folders, folder by folder in natural order. Links to folders are not
 * followed, but a library folder itself may be a link. Folders that cannot be opened are passed to `unlisted` and left
 * out.
 */
export async function* walk(
  files: Files,
  { roots, others }: WalkRoots,
  handlers: WalkHandlers,
): AsyncGenerator<CandidateFile[], void> {
  const elsewhere = new Set(await reals(files, others))
  const places = await outermost(files, roots, handlers.unlisted)
  const walked = [...places.map(({ real }) => real), ...elsewhere]
  const isWalked = (path: string) => walked.some((root) => root === path || isBelow(path, root))
  for (const root of places) {
    const isForeign = (parts: readonly string[]) => parts.length > 0 && elsewhere.has(join(root.real, ...parts))
    const place = { root: root.path, path: root.path, parts: [] }
    yield* below(place, NOTHING_BESIDE, { files, isForeign, isWalked, ...handlers })
  }
}

interface Walk extends WalkHandlers {
  files: Files
  /** Whether a folder is left to the other content type. */
  isForeign: (parts: readonly string[]) => boolean
  /** Whether a real path is in a library folder of either type. */
  isWalked: (path: string) => boolean
}

interface FolderSurroundings {
  /** Names next to the folder. */
  beside: ReadonlySet<string>
  /** A folder above this one contains comics. */
  amongComics: boolean
}

const NOTHING_BESIDE: FolderSurroundings = { beside: new Set(), amongComics: false }

async function* below(
  place: ComicFolder,
  around: FolderSurroundings,
  walking: Walk,
): AsyncGenerator<CandidateFile[], void> {
  const { files, isForeign, unlisted } = walking
  if (isForeign(place.parts)) return
  let entries: FileEntry[]
  try {
    entries = await files.list(place.path)
  } catch (error) {
    unlisted(place.path, error)
    return
  }
  place.beside = findSidecars(place, entries)
  // Names in an encoding other than the system's look alike, and none of these files can be opened.
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const visible = [...byName.values()].filter(({ name }) => !name.startsWith('.'))
  visible.sort((a, b) => compareNatural(a.name, b.name))
  const found = visible.filter(({ name, kind }) => (kind === 'file' || kind === 'link') && isComicName(name))
  if (found.length > 0) yield found.map(({ name }) => ({ place, name }))
  await reportLeftOut(place, visible, { around, hasComics: found.length > 0 }, walking)
  const inner = { beside: new Set(byName.keys()), amongComics: around.amongComics || found.length > 0 }
  for (const { name, kind } of visible) {
    if (kind !== 'folder' || isSystemFolder(name)) continue
    const beside = inheritSidecars(place.beside, name)
    const inside = { root: place.root, path: join(place.path, name), parts: [...place.parts, name], beside }
    yield* below(inside, inner, walking)
  }
}

async function reportLeftOut(
  place: ComicFolder,
  visible: readonly FileEntry[],
  { around, hasComics }: { around: FolderSurroundings; hasComics: boolean },
  { leftOut, files, links = files, isWalked }: Walk,
): Promise<void> {
  if (!leftOut) return
  const others = visible.filter(({ name }) => !isComicName(name))
  // Pictures next to comics are their covers.
  const loose = hasComics ? [] : loosePages(place, others, around)
  for (const found of [...loose, ...(await leftOutOf(place, others, { links, isWalked }))]) leftOut(found)
}

/** The extension is that of a comic or of an archive. */
export function isComicName(name: string): boolean {
  const extension = extname(name).toLowerCase()
  return COMICS.has(extension) || isGenericArchiveName(name)
}

export const isSystemFolder = (name: string): boolean => LEFT_OUT.has(name.toLowerCase())

/** The sentence about a skipped folder. */
export function unlistedSentence(path: string, error?: unknown): string {
  const code = errorCode(error)
  // The system returns names in another encoding with replacement characters, under which no file can be opened.
  if (basename(path).includes('\ufffd'))
    return `The folder ${path} cannot be opened: its name uses an encoding that this system cannot read. Rename it. Its files were left out.`
  const why = code === 'EACCES' || code === 'EPERM' ? ': Panelkeep has no permission to read it' : ''
  return `The folder ${path} cannot be opened${why}. Its files were left out.`
}

/** The name only shows that the file is an archive. */
export const isGenericArchiveName = (name: string): boolean =>
  ANYTHING.has(extname(name).toLowerCase()) || PACKED_TAR.test(name)

/** Library folders that are not inside another one. */
async function outermost(files: Files, roots: readonly string[], unlisted: UnlistedHandler) {
  const places: { path: string; real: string }[] = []
  for (const path of roots) {
    let real: string | undefined
    try {
      real = await files.real(path)
    } catch (error) {
      unlisted(path, error)
      continue
    }
    if (real === undefined) unlisted(path)
    else if (!places.some((place) => place.real === real)) places.push({ path: resolve(path), real })
  }
  return places.filter(({ real }) => !places.some((other) => other.real !== real && isBelow(real, other.real)))
}

async function reals(files: Files, paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => files.real(path).catch(() => undefined)))
  return found.filter((path) => path !== undefined)
}
