import { basename, dirname, join } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { ReadableEntry } from '../../base/formats/archives/content'
import { pageEntries } from '../../base/formats/archives/pages'
import { packZip, verifyPacked } from '../../base/formats/archives/repack'
import { comparePaths } from '../../base/formats/natural'
import { fromMs } from '../../base/platform/clock'
import type { Files } from '../../base/platform/ports'
import { checkRoom } from '../filing/room'

/** Names of samples and covers that come beside comics. */
export const ASIDE = /(?:^|[^a-z])sample(?:[^a-z]|$)|\bcovers?[ ._-]*only\b|[([]covers?[)\]]/i

/** Fewer pictures are covers or samples, not a comic. */
export const FEWEST_PAGES = 4
/** Files that taggers write beside the pages. */
const NOTES = /^(?:comicinfo|metroninfo)\.xml$/i

/**
 * Folders of a download whose pictures are the pages of a comic, from the paths of all files and of the comics among
 * them.
 */
export function pictureFolders(paths: readonly string[], comics: readonly string[]): string[] {
  const comicFolders = new Set(comics.map((path) => dirname(path)))
  const byFolder = Map.groupBy(paths, (path) => dirname(path))
  return [...byFolder]
    .filter(([folder, own]) => pagesAmong(own.map(named)).length >= FEWEST_PAGES && !ASIDE.test(basename(folder)))
    .map(([folder]) => folder)
    .filter((folder) => !isBeside(folder, comicFolders))
    .sort(comparePaths)
}

/** Pictures beside comics, and in folders next to comics, are covers and extras. */
function isBeside(folder: string, comicFolders: ReadonlySet<string>): boolean {
  return comicFolders.has(folder) || (dirname(folder) !== folder && isBeside(dirname(folder), comicFolders))
}

const named = (path: string) => ({ name: basename(path), folder: false, encrypted: false, size: 0 })

const pagesAmong = <E extends ReturnType<typeof named>>(entries: readonly E[]): E[] => pageEntries(entries)

interface Pictures {
  /** The pages in order, then the taggers' files. */
  entries: ReadableEntry[]
  pages: readonly string[]
  size: number
  /** When the last of them changed. */
  modified_ms: number
}

/** The files of a folder that go into its comic. */
export async function picturesIn(folder: string, files: Files): Promise<Pictures> {
  const listed: (ReadableEntry & { modifiedMs: number })[] = []
  for (const { name, kind } of await files.list(folder)) {
    const path = join(folder, name)
    const facts = kind === 'file' ? await files.stat(path) : undefined
    if (facts?.kind !== 'file') continue
    const { size, modifiedMs } = facts
    listed.push({ ...named(path), size, modifiedMs, modified: fromMs(modifiedMs), read: () => files.read(path) })
  }
  const pages = pagesAmong(listed)
  const entries = [...pages, ...listed.filter(({ name }) => NOTES.test(name))]
  return {
    entries,
    pages: pages.map(({ name }) => name),
    size: entries.reduce((sum, { size }) => sum + size, 0),
    modified_ms: Math.max(0, ...entries.map(({ modifiedMs }) => modifiedMs)),
  }
}

/**
 * Packs the pictures of a folder into a CBZ at `path`, which is created whole or not at all. Throws ArchiveError,
 * Refusal for a full disk, and the errors of the disk.
 */
export async function packPictures(
  folder: string,
  path: string,
  archives: ArchiveDeps & { files: Files },
): Promise<void> {
  const { files } = archives
  const { entries, pages, size, modified_ms } = await picturesIn(folder, files)
  await files.makeFolder(dirname(path))
  await checkRoom(files, dirname(path), size)
  const part = `${path}.part`
  try {
    const written = await packZip(entries, { to: part, modifiedMs: modified_ms }, files)
    await verifyPacked(part, { written, pages }, archives)
    await files.rename(part, path)
  } catch (error) {
    await files.remove(part).catch(() => undefined)
    throw error
  }
}
