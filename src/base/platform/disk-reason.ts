import { constants } from 'node:os'
import { errorCode } from './error-code'

/** Codes of the system, by what people read. Everything that a disk can refuse is put into words here and nowhere else. */
const REASONS: readonly [codes: readonly string[], sentence: string][] = [
  [['EBUSY', 'ETXTBSY'], 'The file is open in another program. Close it there, then try again.'],
  [['EACCES', 'EPERM'], 'Panelkeep has no permission for it. Grant it to its user, then try again.'],
  [['EROFS'], 'The disk is read-only.'],
  [['ENOSPC', 'EDQUOT'], 'The disk is full. Free some space, then try again.'],
  [['ENAMETOOLONG'], 'The path is longer than the disk allows.'],
  [['ENOENT', 'ENOTDIR'], 'The file or folder is no longer there.'],
  [['EEXIST'], 'Something else has that name.'],
  [['ENOTEMPTY'], 'The folder is not empty.'],
  [['EISDIR'], 'There is a folder in its place.'],
  [['ELOOP'], 'Links lead in a circle.'],
  [['EXDEV'], 'It is on another disk.'],
  [['EMFILE', 'ENFILE'], 'Too many files are open. Try again in a moment.'],
  [['EFBIG'], 'The file is larger than the disk allows.'],
  [['EINVAL', 'EILSEQ'], 'The disk does not allow this name.'],
  [['EIO', 'ENXIO', 'ENODEV'], 'The disk failed. Check it and its cable.'],
  [
    ['ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET'],
    'The network disk does not answer. Check its connection.',
  ],
]
const BY_CODE = new Map(REASONS.flatMap(([codes, sentence]) => codes.map((code) => [code, sentence] as const)))

/** How the runtime begins its messages: `EBUSY: resource busy or locked, rename …`. */
const RAW = new RegExp(`\\b(?:${[...Object.keys(constants.errno), 'E?UNKNOWN'].join('|')})(?=: )`)
const UNKNOWN = 'The disk refused it.'

/**
 * Why something failed, as a sentence for people. The words of the runtime for a fault of the disk are in no reply, page or
 * notice; what other errors say stays.
 */
export function diskReason(error: unknown): string {
  const known = BY_CODE.get(codeIn(error) ?? '')
  if (known !== undefined) return known
  return isOfDisk(error) ? UNKNOWN : textOf(error)
}

/** Whether the system said it, and not our own code. */
export const isOfDisk = (error: unknown): boolean =>
  BY_CODE.has(codeIn(error) ?? '') || RAW.test(textOf(error)) || (error instanceof Error && 'syscall' in error)

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of a fault of the disk, also where only its text came from another process. */
export function codeIn(error: unknown): string | undefined {
  const own = errorCode(error) ?? RAW.exec(textOf(error))?.[0]
  if (own !== undefined && BY_CODE.has(own)) return own
  return (error instanceof Error && error.cause !== undefined ? codeIn(error.cause) : undefined) ?? own
}

/** Another program has the file open, and lets nobody change it. */
export const isInUse = (error: unknown): boolean => ['EBUSY', 'ETXTBSY'].includes(codeIn(error) ?? '')
