import { chmod, link, symlink } from 'node:fs/promises'
import { errorCode } from './error-code'

/**
 * Creates a second name for the file on the same disk; false when the name is taken. Throws EXDEV, EPERM and the like
 * when links are not possible.
 */
export const linkFile = (from: string, to: string): Promise<boolean> => unlessTaken(link(from, to))

/** Creates a link at `to` that leads to the absolute path `from`; false when the name is taken. */
export const pointTo = (from: string, to: string): Promise<boolean> => unlessTaken(symlink(from, to, 'file'))

export const permit = (path: string, mode: number): Promise<void> => chmod(path, mode)

async function unlessTaken(made: Promise<void>): Promise<boolean> {
  try {
    await made
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}
