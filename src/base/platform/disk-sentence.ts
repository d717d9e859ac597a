import { dirname } from 'node:path'
import { Refusal } from '../refusal'
import { codeIn, diskReason, isInUse, isOfDisk } from './disk-reason'

const MAY_NOT = 'Give the user that runs Panelkeep write access, then try again.'

const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The disk or the folder allows no changes. */
export const isReadOnly = (error: unknown): boolean => READ_ONLY.has(codeIn(error) ?? '') && !isInUse(error)

/** A disk's refusal as a sentence for the user; `path` is the file to be written or moved. */
export function diskSentence(error: unknown, path: string): string {
  if (error instanceof Refusal) return error.detail
  const folder = dirname(path)
  if (isReadOnly(error)) return `${folder} is read-only. ${MAY_NOT}`
  switch (codeIn(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full. Free some space, then try again.`
    case 'ENAMETOOLONG':
      return `${path} is longer than this disk allows.`
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is nothing at ${path} any more.`
    default:
      return isOfDisk(error) ? diskReason(error) : `It could not be done: ${diskReason(error)}`
  }
}
