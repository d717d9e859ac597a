import { basename, dirname, extname, join, resolve } from 'node:path'
import { type ArchiveDeps, NESTED, openPacked } from '../formats/archive'
import { ArchiveError } from '../formats/archive-fault'
import { compareNatural } from '../formats/natural'
import { isLitter, pageEntries } from '../formats/pages'
import { isBelow } from '../imports/library-folders'
import type { FileFacts, Files } from '../platform/ports'

type Deps = ArchiveDeps & { files: Files }

/** A file of a download that may be a comic. */
export interface Found {
  source_path: string
  /** Its path inside the archive at `source_path`; empty for a file of its own. */
  inner: string
  size: number
  modified_ms: number
}

const COMICS = new Set(['.cbz', '.cbr', '.cb7', '.cbt', '.pdf', '.epub', '.zip', '.rar', '.7z', '.tar'])
/** What comes with releases and is none. */
const BESIDE = new Set(
  '.nfo .sfv .par2 .nzb .txt .url .srr .srs .md5 .sha1 .xml .json .jpg .jpeg .png .gif .webp .db .ini .html .htm .exe .lnk .part .tmp .torrent'.split(
    ' ',
  ),
)
const ASIDE = /(?:^|[^a-z])sample(?:[^a-z]|$)|\bcovers?[ ._-]*only\b|[([]covers?[)\]]/i
/** Deeper folders are no release. */
const DEEPEST = 12

/**
 * The comics of a finished download, in natural order: those that lie in `content`, a file or a folder, and those that
 * are packed several in one archive. Samples and covers do not count beside others, links that lead out of it never.
 */
export async function survey(content: string, deps: Deps): Promise<Found[]> {
  const facts = await deps.files.stat(content)
  const real = facts?.kind === 'link' ? await deps.files.real(content) : content
  const there = real === undefined ? undefined : await deps.files.stat(real)
  if (there?.kind === 'file') return unpacked(content, there, deps)
  const all = there?.kind === 'folder' ? await filesBelow(resolve(content), deps.files) : []
  const named = all.filter(({ path }) => COMICS.has(extname(path).toLowerCase()))
  // Names that were made unreadable on purpose say nothing: then what lies there is opened.
  const likely = named.length > 0 ? named : all.filter(({ path }) => !BESIDE.has(extname(path).toLowerCase()))
  const proper = likely.filter(({ path }) => !ASIDE.test(basename(path)))
  const found: Found[] = []
  for (const { path, facts } of proper.length > 0 ? proper : likely) found.push(...(await unpacked(path, facts, deps)))
  return found
}

interface Lying {
  path: string
  facts: FileFacts
}

async function filesBelow(top: string, files: Files, folder = top, depth = 0): Promise<Lying[]> {
  const entries = (await files.list(folder)).filter(({ name }) => !isLitter(name))
  entries.sort((a, b) => compareNatural(a.name, b.name))
  const found: Lying[] = []
  for (const { name, kind } of entries) {
    const path = join(folder, name)
    if (kind === 'folder' && depth < DEEPEST) found.push(...(await filesBelow(top, files, path, depth + 1)))
    const real = kind === 'link' ? await linkedInside(path, top, files) : path
    const facts = kind === 'folder' || real === undefined ? undefined : await files.stat(real)
    if (facts?.kind === 'file' && facts.size > 0) found.push({ path, facts })
  }
  return found
}

/** Whoever filled the folder may not have other files of this machine taken for comics. */
async function linkedInside(path: string, top: string, files: Files): Promise<string | undefined> {
  const [real, home] = [await files.real(path), await files.real(top)]
  return real !== undefined && home !== undefined && isBelow(real, home) ? real : undefined
}

/** The file itself, or the comics that are packed in it. */
async function unpacked(path: string, { size, modifiedMs }: FileFacts, deps: Deps): Promise<Found[]> {
  const whole = { source_path: path, inner: '', size, modified_ms: modifiedMs }
  if (/\.(?:pdf|epub)$/i.test(path)) return [whole]
  const inside = await comicsIn(path, deps)
  return inside.length === 0 ? [whole] : inside.map(({ name, size }) => ({ ...whole, inner: name, size }))
}

async function comicsIn(path: string, deps: Deps): Promise<{ name: string; size: number }[]> {
  try {
    const { entries, close } = await openPacked(path, deps)
    await close()
    const isComic = ({ name }: { name: string }) => NESTED.test(name) && !isLitter(name) && !ASIDE.test(basename(name))
    const nested = entries.filter((entry) => !entry.folder && !entry.encrypted && isComic(entry))
    // A comic with another one as an extra is still a comic.
    if (pageEntries(entries).length > nested.length + 2) return []
    return nested.sort((a, b) => compareNatural(a.name, b.name))
  } catch (error) {
    if (error instanceof ArchiveError) return [] // whoever looks at the file says what is wrong
    throw error
  }
}

/** What its name says: of a file that is packed, inside its archive. */
export const nameOf = ({ source_path, inner }: Pick<Found, 'source_path' | 'inner'>): string =>
  basename(inner === '' ? source_path : inner)

export const folderOf = ({ source_path }: Pick<Found, 'source_path'>): string => dirname(source_path)
