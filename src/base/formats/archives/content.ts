import type { OpenFile } from '../../platform/ports'
import type { ArchiveFormat } from '../formats'
import type { DocumentInfo, HelperKind, Pixels } from '../helper/library'
import type { Unpacker } from '../helper/unpacker'
import { openTar, type TarEntry } from '../tar/tar'
import type { ZipEntry } from '../zip/directory'
import { isRareMethod } from '../zip/methods'
import { openZip, type Zip, type ZipLimits } from '../zip/zip'
import { ArchiveError } from './archive-error'
import { epubPages, isEpub } from './epub'
import { filePart } from './memory-file'
import { baseName, type ListedEntry, pageEntries } from './pages'
import { type FileFormat, HEAD_BYTES, sniffFormat } from './sniff'

/** The format of a file. A ZIP is opened to tell CBZ from EPUB. */
type ContentFormat =
  | { format: 'cbz' | 'epub'; zip: Zip }
  | { format: 'cbt' }
  | { format: 'cbr' | 'cb7' | 'pdf' | 'cbt'; kind: HelperKind }

export interface ReadableEntry extends ListedEntry {
  read(): Promise<Uint8Array>
  /**
   * The bytes that `length` packed bytes unpack to, not verified; only where a part can be read for less than the
   * whole.
   */
  head?(length: number): Promise<Uint8Array>
  /** The entry as a file, when it is stored uncompressed. The archive must stay open. */
  open?(): Promise<OpenFile | undefined>
  /** The page's pixels, where they are known without reading the picture. */
  measure?(): Promise<Pixels | undefined>
}

export interface ArchiveContent {
  entries: readonly ReadableEntry[]
  /** In reading order; undefined for a book that is not a comic. */
  pages: readonly ReadableEntry[] | undefined
  /** The file is one part of a multi-part archive: it can be unpacked, but it is incomplete. */
  inParts?: boolean
  /** The pages are in an archive inside the archive. */
  nested?: boolean
  /** What was left out of the archive and why, as a sentence. */
  remark?: string
  /** The comment of a ZIP or RAR. */
  comment?: string
  /** The information dictionary of a PDF. */
  documentInfo?: DocumentInfo
}

/** Throws ArchiveError 'not_an_archive', 'unsupported' or 'damaged' when the file has none of the known formats. */
export async function detectContent(file: OpenFile, limits?: ZipLimits): Promise<ContentFormat> {
  const zip = await openZip(file, limits)
  // A ZIP may also be the last entry of another archive, or follow data that is not an archive.
  if (zip?.entries.some((entry) => entry.offset === 0)) return zipFormat(zip)
  const what = sniffFormat(await file.read(0, HEAD_BYTES))
  const other = (OTHERS as Partial<Record<FileFormat, ContentFormat>>)[what]
  if (other) return other
  if (zip) return zipFormat(zip)
  throw new ArchiveError(...REFUSED[what as keyof typeof REFUSED])
}

function zipFormat(zip: Zip): ContentFormat {
  return { format: isEpub(zip.entries) ? 'epub' : 'cbz', zip }
}

const OTHERS = {
  rar: { format: 'cbr', kind: 'rar' },
  '7z': { format: 'cb7', kind: '7z' },
  pdf: { format: 'pdf', kind: 'pdf' },
  tar: { format: 'cbt' },
  gzip: { format: 'cbt', kind: 'tar' },
  zstd: { format: 'cbt', kind: 'tar' },
} as const satisfies Partial<Record<FileFormat, ContentFormat>>

const packedTar = (how: string): ConstructorParameters<typeof ArchiveError> => [
  'unsupported',
  `The file is packed with ${how}, which is not read. Unpack it: a TAR that is not packed, or with gzip, is read.`,
]
const REFUSED: Record<Exclude<FileFormat, keyof typeof OTHERS>, ConstructorParameters<typeof ArchiveError>> = {
  zip: ['damaged', 'The file was cut off: the end of the ZIP is missing.'],
  bzip2: packedTar('bzip2'),
  xz: packedTar('xz'),
  html: ['not_an_archive', 'The file is a web page, not a comic: the download brought an error page or a login.'],
  unknown: ['not_an_archive', 'Unknown format: not a ZIP, a RAR or another archive of comics.'],
}

/** The helper process, and the path under which it finds the file. */
interface Helper {
  path: string
  unpacker: Unpacker
}

/** Lists the entries. `file` has to stay open for a ZIP, an EPUB and a TAR; the helper reads the other formats. */
export async function contentOf(found: ContentFormat, file: OpenFile, helper: Helper): Promise<ArchiveContent> {
  return 'kind' in found ? helperContent(found, helper) : ownContent(found, file, helper)
}

/** Without a `helper`, formats that only the helper can unpack are 'unsupported'. */
export async function ownContent(
  found: Exclude<ContentFormat, { kind: HelperKind }>,
  file: OpenFile,
  helper?: Helper,
): Promise<ArchiveContent> {
  if ('zip' in found) return zipContent(found, file, helper && rareReader(helper))
  const tar = await openTar(file)
  const head = (entry: TarEntry) => (length: number) => tar.head(entry, length)
  const open = (entry: TarEntry) => async () => filePart(file, entry)
  return archiveContent(
    tar.entries.map((entry) => ({ ...entry, read: () => tar.read(entry), head: head(entry), open: open(entry) })),
  )
}

/** The helper reads by path, and opens the file itself. */
export const staysOpen = (found: ContentFormat) => !('kind' in found)

type ReadRare = (index: number) => Promise<Uint8Array>

/** Entries of a ZIP by their index in its directory. The helper reads them and lists the file only once. */
function rareReader({ path, unpacker }: Helper): ReadRare {
  let listing: Promise<{ stamp: string }> | undefined
  return async (index) => {
    listing ??= unpacker.list('zip', path).catch((error: unknown) => {
      listing = undefined // after a crash the next helper may succeed
      throw error
    })
    return unpacker.read('zip', path, (await listing).stamp, index)
  }
}

async function zipContent(
  { format, zip }: Extract<ContentFormat, { zip: Zip }>,
  file: OpenFile,
  readRare: ReadRare | undefined,
): Promise<ArchiveContent> {
  const readable = (entry: ZipEntry, index: number) => {
    if (readRare && isRareMethod(entry.method) && !entry.encrypted) return { ...entry, read: () => readRare(index) }
    return {
      ...entry,
      read: () => zip.read(entry),
      head: (length: number) => zip.head(entry, length),
      open: async () => {
        const place = await zip.place(entry)
        return place && filePart(file, place)
      },
    }
  }
  const all = zip.entries.map(readable)
  const entries = all.filter(({ link }) => !link)
  const links = pageEntries(all.filter(({ link }) => link))
  const remark = links.length > 0 ? { remark: linksSentence(links.map(({ name }) => name)) } : {}
  const about = { ...remark, ...(zip.comment.length > 0 ? { comment: new TextDecoder().decode(zip.comment) } : {}) }
  if (format === 'cbz') return { ...archiveContent(entries), ...about }
  return { entries, pages: await epubPages(entries, (entry) => entry.read()), ...about }
}

function linksSentence(names: readonly string[]): string {
  const first = `"${baseName(names[0]!)}"`
  if (names.length === 1) return `${first} is a link to another file, not a page, and was left out.`
  return `${names.length} entries, such as ${first}, are links to other files, not pages, and were left out.`
}

async function helperContent(
  { format, kind }: { format: ArchiveFormat; kind: HelperKind },
  { path, unpacker: from }: Helper,
) {
  const { entries: listed, stamp, inParts, comment, documentInfo } = await from.list(kind, path)
  const entries = listed.map((entry) => ({ ...entry, read: () => from.read(kind, path, stamp, entry.index) }))
  if (format !== 'pdf')
    return { ...archiveContent(entries), ...(inParts ? { inParts } : {}), ...(comment ? { comment } : {}) }
  const pages = entries.map((entry) => ({ ...entry, measure: () => from.measure(kind, path, stamp, entry.index) }))
  return { entries: pages, pages, ...(documentInfo ? { documentInfo } : {}) }
}

function archiveContent(entries: readonly ReadableEntry[]): ArchiveContent {
  return { entries, pages: pageEntries(entries) }
}
