import { diskReason, isInUse } from '../../base/platform/disk-reason'
import { errorCode } from '../../base/platform/error-code'
import { isLockFault } from '../../base/platform/lock'
import { DatabaseError } from '../../base/storage/migrate'
import { isLocked } from '../../base/storage/write-errors'
import type { Layout } from './data-directory'

/** Panelkeep cannot start; `message` is one sentence that says why and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    message: string,
    readonly code = 1,
    options?: ErrorOptions,
  ) {
    super(message.replaceAll(/\s*\n\s*/g, ': '), options) // SQLite reports damage on several lines
  }
}

/** The error of a disk or database, as a sentence for the console. */
export function asStartError(error: unknown, at: Layout): StartError {
  if (error instanceof StartError) return error
  if (error instanceof DatabaseError) return new StartError(error.message, 1, { cause: error })
  const code = errorCode(error) ?? errorCode(error instanceof Error ? error.cause : undefined) ?? ''
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)) {
    return new StartError(
      `No free space on the disk of ${at.dataDir}. Free some space, or choose another folder with --data-dir.`,
      1,
      { cause: error },
    )
  }
  if (
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'].includes(code)
  ) {
    return new StartError(
      `${at.dataDir} cannot be written. Make it writable for you, or choose another with --data-dir.`,
      1,
      { cause: error },
    )
  }
  if (isLockFault(error) || isLockFault(error instanceof Error ? error.cause : undefined)) {
    return new StartError(
      `The disk of ${at.dataDir} cannot lock files, which the library database needs. Choose a folder on a disk of this machine with --data-dir: your comics can stay where they are. A network disk may lock files when it is mounted as SMB with nobrl, or as NFS 4.`,
      1,
      { cause: error },
    )
  }
  if (isLocked(error)) {
    return new StartError(
      `Another program has locked the library database ${at.database}. Close it there, then start Panelkeep again.`,
      1,
      { cause: error },
    )
  }
  if (['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(code)) {
    return new StartError(
      `The library database ${at.database} is damaged. Replace it with a backup, or move it away to start with an empty library.`,
      1,
      { cause: error },
    )
  }
  if (isInUse(error)) {
    return new StartError(
      `Another program has a file in ${at.dataDir} open. Close it there, then start Panelkeep again.`,
      1,
      { cause: error },
    )
  }
  return new StartError(`Panelkeep cannot start: ${diskReason(error)}`, 1, {
    cause: error,
  })
}
