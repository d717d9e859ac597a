import { type ArchiveDeps, openArchive } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import type { Files } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import { readCheck } from '../read-check'
import type { CopyKind } from '../states'
import type { Copy } from './choose-copy'

export type Archives = ArchiveDeps & { files: Files }

/**
 * Throws Refusal unless the copy can stand in for the file: both are read now, since either may have changed after the
 * check. Another copy of the same issue does so only when the user removes such copies. Two paths to one file on disk
 * are no copies.
 */
export async function verifyCopy(kind: CopyKind, file: Copy, copy: Copy, archives: Archives): Promise<void> {
  const { files } = archives
  const [here, there] = [await files.real(file.path), await files.real(copy.path)]
  if (there === undefined) throw new Refusal('conflict', 'The copy to keep is gone, so the file was not removed.')
  if (here === there) throw new Refusal('conflict', 'Both paths lead to the same file, so it was not removed.')
  try {
    if (file.digest !== null && file.digest === copy.digest) {
      const [one, other] = [await readCheck(file, archives), await readCheck(copy, archives)]
      if (one.page_digest !== undefined && one.page_digest === other.page_digest) return await readPages(copy, archives)
    } else if (file.hash !== null && file.hash === copy.hash) {
      if (await hasSameBytes(file.path, copy.path, files)) return
    } else if (kind === 'issue' && file.issue_ids.every((id) => copy.issue_ids.includes(id))) {
      await (await openArchive(copy.path, archives)).close()
      return
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new Refusal('conflict', `A copy cannot be read, so the file was not removed: ${error.detail}`)
  }
  throw new Refusal('conflict', 'The files are no longer copies of each other, so the file was not removed.')
}

/** A directory says nothing about the bytes: throws ArchiveError for a page of a ZIP that differs from its checksum. */
async function readPages({ path, format }: Copy, archives: Archives): Promise<void> {
  if (format !== 'cbz') return
  const archive = await openArchive(path, archives)
  try {
    for (const page of archive.pages.keys()) await archive.page(page)
  } finally {
    await archive.close()
  }
}

const PIECE = 1024 * 1024

/** Fingerprints cover the ends of files, and a PDF states no checksums there. */
async function hasSameBytes(path: string, other: string, files: Files): Promise<boolean> {
  const [one, two] = [await files.open(path), await files.open(other)]
  try {
    if (one.size !== two.size) return false
    for (let at = 0; at < one.size; at += PIECE) {
      const length = Math.min(PIECE, one.size - at)
      const [a, b] = await Promise.all([one.read(at, length), two.read(at, length)])
      if (a.length !== length || !Buffer.from(a.buffer, a.byteOffset, a.length).equals(b)) return false
    }
    return true
  } finally {
    await one.close()
    await two.close()
  }
}
