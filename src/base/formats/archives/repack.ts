import { fromMs } from '../../platform/clock'
import { crc32 } from '../../platform/digest'
import type { Files } from '../../platform/ports'
import { ZipWriter } from '../zip/writer'
import { type ArchiveDeps, openArchive } from './archive'
import { ArchiveError } from './archive-error'
import type { ReadableEntry } from './content'

/** What was written, so that the new file can be checked against it. */
export interface PackedPage {
  name: string
  crc: number
  size: number
}

/**
 * Writes entries into a new ZIP at `to`, replacing an existing file. Entries keep their order, names and dates, and are
 * stored. Entries without a date get `modifiedMs`. Throws the errors of reading an entry and of the disk.
 */
export async function packZip(
  entries: readonly ReadableEntry[],
  { to, modifiedMs }: { to: string; modifiedMs: number },
  files: Pick<Files, 'create'>,
): Promise<PackedPage[]> {
  const written: PackedPage[] = []
  const names = new Set<string>()
  await files.create(to, async (write) => {
    const zip = new ZipWriter(write)
    for (const entry of entries) {
      const bytes = await entry.read()
      const name = ownName(entry.name, names)
      await zip.add(name, bytes, entry.modified ?? fromMs(modifiedMs))
      written.push({ name, crc: crc32(bytes), size: bytes.length })
    }
    await zip.end()
  })
  return written
}

/** Most readers show two entries of one name as one file; the second stays right behind the first. */
function ownName(name: string, names: Set<string>): string {
  const extension = /\.[^./]*$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  let own = name
  for (let count = 2; names.has(own); count++) own = `${stem}_${count}${extension}`
  names.add(own)
  return own
}

/**
 * Reads the new file from end to end. Throws ArchiveError unless every entry has the same bytes and the pages are
 * `pages`, in that order.
 */
export async function verifyPacked(
  path: string,
  { written, pages }: { written: readonly PackedPage[]; pages: readonly string[] },
  archives: ArchiveDeps,
): Promise<void> {
  const archive = await openArchive(path, archives)
  try {
    const entries = archive.entries
    let same = entries.length === written.length && archive.format === 'cbz'
    for (const [at, { name, crc, size }] of written.entries()) {
      const entry = entries[at]
      if (!same || entry?.name !== name || entry.size !== size) same = false
      else same = crc32(await entry.read()) === crc
    }
    const inOrder = archive.pages.length === pages.length && archive.pages.every(({ name }, at) => name === pages[at])
    if (!same || !inOrder)
      throw new ArchiveError('damaged', 'The new file is not the same as the old one, which was left as it is.')
  } finally {
    await archive.close()
  }
}
