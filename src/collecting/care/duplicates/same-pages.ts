import { type ArchiveDeps, openArchive } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { fingerprint } from '../../../base/formats/fingerprint'
import type { Files } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import { readCheck } from '../read-check'
import type { Copy } from './choose-copy'

export type Archives = ArchiveDeps & { files: Files }

/**
 * Throws Refusal unless the copy can stand in for the file: both are read now, since either may have changed after the
 * check. Two paths to one file on disk are no copies.
 */
export async function verifyCopy(file: Copy, copy: Copy, archives: Archives): Promise<void> {
  const { files } = archives
  const [here, there] = [await files.real(file.path), await files.real(copy.path)]
  if (there === undefined) throw new Refusal('conflict', 'The copy to keep is gone, so the file was not removed.')
  if (here === there) throw new Refusal('conflict', 'Both paths lead to the same file, so it was not removed.')
  try {
    if (file.digest !== null && file.digest === copy.digest) {
      const [one, other] = [await readCheck(file, archives), await readCheck(copy, archives)]
      if (one.page_digest !== undefined && one.page_digest === other.page_digest) return
    } else if (file.hash !== null && file.hash === copy.hash) {
      if ((await fingerprint(file.path, files)) === (await fingerprint(copy.path, files))) return
    } else if (file.issue_ids.every((id) => copy.issue_ids.includes(id))) {
      await (await openArchive(copy.path, archives)).close()
      return
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new Refusal('conflict', `A copy cannot be read, so the file was not removed: ${error.detail}`)
  }
  throw new Refusal('conflict', 'The files are no longer copies of each other, so the file was not removed.')
}
