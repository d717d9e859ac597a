import { type ArchiveDeps, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { isSpelt } from '../../base/formats/archives/pages'
import { type ArchiveFormat, FORMATS } from '../../base/formats/formats'
import { rewriteZip, type ZipEdit } from '../../base/formats/zip/writer'
import type { Files, Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { sameEntries } from './same-entries'

/** The metadata documents in a comic. */

const DOCUMENTS = ['ComicInfo.xml', 'MetronInfo.xml'] as const
export type DocumentName = (typeof DOCUMENTS)[number]

/** A larger file is not a metadata document and is ignored. */
const MOST_DOCUMENT = 1024 * 1024

export interface KeptDocument {
  /** The document nearest to the root; undefined when there is none. */
  bytes: Uint8Array | undefined
  /** Entries of that name at the root, in any case: strict readers only find the exact name. */
  atRoot: { name: string; bytes: Uint8Array }[]
}

interface TaggableFile {
  format: ArchiveFormat
  /** The pages are in an archive inside the file. */
  nested: boolean
  pages: number
  /** The cover page, unless a document names another one. */
  cover: number
  documents: Record<DocumentName, KeptDocument>
}

/** Opens a comic and reads its documents. Throws ArchiveError, also for a document of more than 1 MiB. */
export async function openDocuments(path: string, archives: ArchiveDeps): Promise<TaggableFile> {
  const archive = await openArchive(path, archives)
  try {
    const kept = async (name: DocumentName, read: () => Promise<Uint8Array | undefined>): Promise<KeptDocument> => {
      const bytes = await read()
      const atRoot: KeptDocument['atRoot'] = []
      for (const entry of archive.entries) {
        const isOurs = !entry.folder && isSpelt(entry.name, name) && entry.size <= MOST_DOCUMENT
        const isNew = !atRoot.some((each) => each.name === entry.name)
        if (isOurs && isNew) atRoot.push({ name: entry.name, bytes: await entry.read() })
      }
      return { bytes, atRoot }
    }
    return {
      format: archive.format,
      nested: archive.nested,
      pages: archive.pages.length,
      cover: archive.coverIndex(),
      documents: {
        'ComicInfo.xml': await kept('ComicInfo.xml', archive.comicInfo),
        'MetronInfo.xml': await kept('MetronInfo.xml', archive.metronInfo),
      },
    }
  } finally {
    await archive.close()
  }
}

/** Only a ZIP can be rewritten without repacking its pages. Throws Refusal for other formats. */
export function refuseOthers({ format, nested }: Pick<TaggableFile, 'format' | 'nested'>): void {
  if (format === 'cbz' && !nested) return
  if (nested) throw new Refusal('invalid', 'The comic is in an archive inside the file. Convert it to CBZ first.')
  const name = FORMATS[format].name
  if (format === 'pdf' || format === 'epub')
    throw new Refusal('invalid', `The file is ${name}, which cannot hold comic metadata. It was not changed.`)
  throw new Refusal('invalid', `The file is ${name}, which cannot be written. Convert it to CBZ first.`)
}

/** Writes a copy of the comic at `path` with changed documents to `temp`. Throws ArchiveError. */
export async function writeDocuments(
  files: Files,
  paths: { path: string; temp: string },
  edits: readonly ZipEdit[],
  at: Instant,
): Promise<void> {
  const file = await files.open(paths.path)
  try {
    await files.create(paths.temp, (write) => rewriteZip(file, edits, at, write))
  } finally {
    await file.close()
  }
}

/** Throws ArchiveError unless the copy has all entries of the comic, byte for byte, and the new documents. */
export async function verifyDocuments(
  files: Files,
  paths: { path: string; temp: string },
  edits: readonly ZipEdit[],
): Promise<void> {
  const [before, after] = [await files.open(paths.path), await files.open(paths.temp)]
  try {
    const differs = await sameEntries(before, after, edits)
    if (differs) throw new ArchiveError('damaged', `${differs} The file was left as it is; the disk may be failing.`)
  } finally {
    await before.close()
    await after.close()
  }
}

const AS_BYTES = 'data:;base64,'

/** A document as text for a row; one that is not UTF-8 is stored in base64. */
export function documentText(bytes: Uint8Array | undefined): string | null {
  if (!bytes) return null
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return Buffer.from(text).equals(bytes) ? text : AS_BYTES + Buffer.from(bytes).toString('base64')
}

function contentOf(note: string | null): Uint8Array | null {
  if (note === null) return null
  return note.startsWith(AS_BYTES) ? Buffer.from(note.slice(AS_BYTES.length), 'base64') : Buffer.from(note)
}

/** Restores earlier documents, for undo. */
export function makeMetadataRestorer(files: Files, now: () => Instant) {
  return async (path: string, notes: Record<string, string | null>, temp: string): Promise<void> => {
    const edits = Object.entries(notes).map(([name, note]) => ({ name, content: contentOf(note) }))
    await writeDocuments(files, { path, temp }, edits, now())
    await verifyDocuments(files, { path, temp }, edits)
  }
}
