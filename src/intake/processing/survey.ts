import { basename, extname, join, resolve } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { isLitter } from '../../base/formats/archives/pages'
import { HEAD_BYTES, sniffFormat } from '../../base/formats/archives/sniff'
import { PACKED_TAR } from '../../base/formats/formats'
import { compareNatural } from '../../base/formats/natural'
import type { FileFacts, Files } from '../../base/platform/ports'
import { isBelow } from '../../library/filing/folders'
import { ASIDE, pictureFolders, picturesIn } from '../../library/recognition/service'
import type { DownloadedFile } from './downloaded-file'
import { comicsIn } from './packed'
import { otherParts } from './parts'

interface Deps {
  archives: ArchiveDeps & { files: Files }
  /** Folder for unpacking archives. */
  folder: string
  signal: AbortSignal
}

const COMICS = new Set(['.cbz', '.cbr', '.cb7', '.cbt', '.pdf', '.epub', '.zip', '.rar', '.7z', '.tar'])
/** Files that come with releases and are not comics. */
const BESIDE = new Set(
  '.nfo .sfv .par2 .nzb .txt .url .srr .srs .md5 .sha1 .xml .json .jpg .jpeg .png .gif .webp .avif .bmp .jxl .tif .tiff .db .ini .html .htm .exe .lnk .part .tmp .torrent'.split(
    ' ',
  ),
)
/** Deeper folders are not scanned. */
const DEEPEST = 12

/**
 * The comics of a finished download, in natural order: those in `content`, a file or a folder, several packed in one
 * archive, and folders of loose pages. Samples and covers do not count when there are other files. Links that lead out
 * of the download never count.
 */
export async function survey(content: string, deps: Deps): Promise<DownloadedFile[]> {
  const { files } = deps.archives
  const facts = await files.stat(content)
  const real = facts?.kind === 'link' ? await files.real(content) : content
  const there = real === undefined ? undefined : await files.stat(real)
  if (there?.kind === 'file') return comicsIn(fileFound(content, there), deps)
  const all = there?.kind === 'folder' ? await filesBelow(resolve(content), files) : []
  const { comics, folders } = await sorted(all, files)
  const proper = comics.filter(({ path }) => !ASIDE.test(basename(path)))
  const found: DownloadedFile[] = []
  const sizes = new Map(all.map(({ path, facts }) => [path, facts.size]))
  for (const { path, facts, parts } of proper.length > 0 ? proper : comics) {
    const bytes = parts.reduce((sum, part) => sum + (sizes.get(part) ?? 0), facts.size)
    found.push(...(await comicsIn(fileFound(path, facts), deps, bytes)))
  }
  for (const folder of folders) found.push(await picturesFound(folder, files))
  return found.sort((a, b) => compareNatural(a.source_path, b.source_path))
}

interface Lying {
  path: string
  facts: FileFacts
  /** Paths of the other volumes. */
  parts: string[]
}

const paths = (list: readonly Lying[]) => list.map(({ path }) => path)

async function sorted(all: readonly Lying[], files: Files): Promise<{ comics: Lying[]; folders: string[] }> {
  const endsLike = (endings: ReadonlySet<string>) => (each: Lying) => endings.has(extname(each.path).toLowerCase())
  const others = new Set(all.flatMap(({ parts }) => parts))
  const isComic = (each: Lying) => endsLike(COMICS)(each) || PACKED_TAR.test(each.path)
  const named = all.filter((each) => isComic(each) && !others.has(each.path))
  const nameless = named.length > 0 ? [] : all.filter((each) => !endsLike(BESIDE)(each))
  const folders = (comics: readonly Lying[]) => pictureFolders(paths(all), paths(comics))
  if (named.length > 0) return { comics: named, folders: folders(named) }
  // Deliberately obfuscated names say nothing, so the files are opened.
  if (folders([]).length === 0) return { comics: nameless, folders: [] }
  const comics: Lying[] = []
  for (const each of nameless) if (await beginsLikeComic(each.path, files)) comics.push(each)
  return { comics, folders: folders(comics) }
}

async function beginsLikeComic(path: string, files: Files): Promise<boolean> {
  const file = await files.open(path)
  try {
    return ['zip', 'rar', '7z', 'tar', 'pdf'].includes(sniffFormat(await file.read(0, HEAD_BYTES)))
  } finally {
    await file.close()
  }
}

async function filesBelow(top: string, files: Files, folder = top, depth = 0): Promise<Lying[]> {
  const entries = (await files.list(folder)).filter(({ name }) => !isLitter(name))
  const names = entries.map(({ name }) => name)
  const found: Lying[] = []
  for (const { name, kind } of entries) {
    const path = join(folder, name)
    if (kind === 'folder' && depth < DEEPEST) found.push(...(await filesBelow(top, files, path, depth + 1)))
    const real = kind === 'link' ? await linkedInside(path, top, files) : path
    const facts = real === undefined ? undefined : await files.stat(real)
    if (facts?.kind === 'file' && facts.size > 0) found.push({ path, facts, parts: otherParts(path, names) })
  }
  return found
}

/** Links to files outside of the download are refused: those files would be imported as comics. */
async function linkedInside(path: string, top: string, files: Files): Promise<string | undefined> {
  const [real, home] = [await files.real(path), await files.real(top)]
  return real !== undefined && home !== undefined && isBelow(real, home) ? real : undefined
}

const fileFound = (source_path: string, { size, modifiedMs }: FileFacts): DownloadedFile => {
  return { source_path, pictures: false, packed_in: null, inner: '', size, modified_ms: modifiedMs }
}

async function picturesFound(folder: string, files: Files): Promise<DownloadedFile> {
  const { size, modified_ms } = await picturesIn(folder, files)
  return { source_path: folder, pictures: true, packed_in: null, inner: '', size, modified_ms }
}
