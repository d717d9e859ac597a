import { join } from 'node:path'
import type { Files } from './ports'

type Disk = Pick<Files, 'list' | 'stat' | 'remove' | 'removeEmptyFolder'>

/**
 * Removes a folder with its content, entry by entry: the runtime's recursive removal fails on some disks (Windows,
 * exFAT, SMB) without naming the entry. Links are removed, never followed. Entries that cannot be removed do not stop
 * the rest; then the first error is thrown with its path. A missing path is not an error.
 */
export async function removeTree(files: Disk, folder: string): Promise<void> {
  const failures: { path: string; cause: unknown }[] = []
  await removeAt(files, folder, (path, cause) => failures.push({ path, cause }))
  const [first] = failures
  if (first) throw new RemovalFailed(first.path, failures.length, first.cause)
}

/** Part of a folder could not be removed; `cause` is the first error of the disk. */
export class RemovalFailed extends Error {
  override readonly name = 'RemovalFailed'

  constructor(
    readonly path: string,
    count: number,
    cause: unknown,
  ) {
    super(`${path}${count > 1 ? ` and ${count - 1} more` : ''} cannot be removed`, { cause })
  }
}

async function removeAt(files: Disk, path: string, failed: (path: string, cause: unknown) => void): Promise<void> {
  try {
    const facts = await files.stat(path)
    if (!facts) return
    if (facts.kind !== 'folder') return await removeEntry(files, path, facts.kind === 'link')
    let left = 0
    const count = (at: string, cause: unknown) => {
      left += 1
      failed(at, cause)
    }
    for (const { name } of await files.list(path)) await removeAt(files, join(path, name), count)
    if (left === 0 && !(await files.removeEmptyFolder(path)) && (await files.stat(path)) !== undefined)
      failed(path, new Error('the folder does not stay empty'))
  } catch (error) {
    failed(path, error)
  }
}

async function removeEntry(files: Disk, path: string, isLink: boolean): Promise<void> {
  try {
    await files.remove(path)
  } catch (error) {
    // Links to folders are folders on Windows.
    const isGone = isLink && (await files.removeEmptyFolder(path).catch(() => false))
    if (!isGone) throw error
  }
}
