import { chmod, link, symlink } from 'node:fs/promises'
import { errorCode } from './error-code'

/** A second name for the file on the same disk; false when something has it. Throws EXDEV, EPERM and the like where it cannot be. */
export const linkFile = (from: string, to: string): Promise<boolean> => unlessTaken(link(from, to))

/** A link at `to` that leads to the whole path `from`; false when something is there. */
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
