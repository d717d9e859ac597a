import { constants } from 'node:os'
import { errorCode } from './error-code'

/** System error codes and the sentences that people read. Every refusal of a disk is worded here and nowhere else. */
const REASONS: readonly [codes: readonly string[], sentence: string][] = [
  [['EBUSY', 'ETXTBSY'], 'The file is open in another program. Close it there, then try again.'],
  [['EACCES', 'EPERM'], 'Permission denied. Give the user that runs Panelkeep access, then try again.'],
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

/** How the runtime's messages begin: `EBUSY: resource busy or locked, rename …`. */
const RAW = new RegExp(`\\b(?:${[...Object.keys(constants.errno), 'E?UNKNOWN'].join('|')})(?=: )`)
const UNKNOWN = 'The disk refused it.'

/**
 * Why something failed, as a sentence for people. The runtime's own message for a disk fault never reaches a reply,
 * page or notice; messages of other errors stay.
 */
export function diskReason(error: unknown): string {
  const known = BY_CODE.get(codeIn(error) ?? '')
  if (known !== undefined) return known
  return isOfDisk(error) ? UNKNOWN : textOf(error)
}

/** Whether the error comes from the system and not from our own code. */
export const isOfDisk = (error: unknown): boolean =>
  BY_CODE.has(codeIn(error) ?? '') || RAW.test(textOf(error)) || (error instanceof Error && 'syscall' in error)

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of a disk fault, even when only its text came from another process. */
export function codeIn(error: unknown): string | undefined {
  const own = errorCode(error) ?? RAW.exec(textOf(error))?.[0]
  if (own !== undefined && BY_CODE.has(own)) return own
  return (error instanceof Error && error.cause !== undefined ? codeIn(error.cause) : undefined) ?? own
}

/** Another program has the file open and prevents changes. */
export const isInUse = (error: unknown): boolean => ['EBUSY', 'ETXTBSY'].includes(codeIn(error) ?? '')
