import type { FileFacts, Files } from '../../platform/ports'
import { ArchiveError } from './archive-error'

/** Facts about the file at the path; links are followed. Throws ArchiveError when the path is not a file. */
export async function fileFacts(files: Files, path: string): Promise<FileFacts> {
  const facts = await files.stat(path)
  if (facts?.kind === 'file') return facts
  const real = facts?.kind === 'link' ? await files.real(path) : undefined
  const target = real === undefined ? undefined : await files.stat(real)
  if (target?.kind === 'file') return target
  throw new ArchiveError('unreadable', facts ? 'It is a link without a file.' : absent(path))
}

/** Replaces bytes that are not UTF-8. */
const UNREADABLE = '\ufffd'

function absent(path: string): string {
  if (!path.includes(UNREADABLE)) return 'The file no longer exists.'
  return 'Its name uses an encoding that this system cannot read. Rename it.'
}
