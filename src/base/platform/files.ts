import {
  chmodSync,
  constants,
  type Dirent,
  fstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import {
  access,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { copyFile, createFile, extendFile, hashFile, placeFile } from './copy'
import { diskSpace } from './disk-space'
import { errorCode } from './error-code'
import { keepAccess, NEW_FILE, NEW_FOLDER } from './file-access'
import { linkFile, permit, pointTo } from './links'
import { ownForm } from './paths'
import type { FileKind, Files } from './ports'
import { isMisread, realPath } from './real-path'
import { removeTree } from './remove-tree'
import { watchFolder } from './watch'

/** Whether the error means that the path does not exist; a name too long for the disk cannot exist either. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(errorCode(error) ?? '')

function ignoreGone(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Makes an existing file readable for its owner only; some network drives keep no modes. */
export function makePrivate(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts || (facts.mode & 0o777) === 0o600) return
  try {
    chmodSync(path, 0o600)
  } catch {
    // the disk has no modes
  }
}

/** Creates a folder with its parents; for the few callers that cannot wait. */
export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true })
}

/** Removes files that may be missing; for callers that reopen the path in the next statement. */
export function removeFiles(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true })
}

/**
 * Lets `write` make a file under the name of a partial one, and gives the complete file its own name; for the few
 * callers that cannot wait. After a kill the next start removes the partial file.
 */
export function writeComplete(path: string, write: (partial: string) => void): void {
  const partial = partialName(path)
  try {
    write(partial)
    makePrivate(partial)
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

const partialName = (path: string) => join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)

/** Bytes at `path`, 0 when the path does not exist; for the few callers that cannot wait. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function kindOf(facts: Dirent | Stats): FileKind {
  if (facts.isFile()) return 'file'
  if (facts.isDirectory()) return 'folder'
  return facts.isSymbolicLink() ? 'link' : 'other'
}

async function resolved(path: string): Promise<string | undefined> {
  if (isMisread(path)) return undefined
  try {
    return await realpath(path)
  } catch (error) {
    // Windows reports the last code for a path that is too long.
    if (isMissing(error) || ['ELOOP', 'EUNKNOWN', 'UNKNOWN'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

export const systemFiles: Files = {
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
  },

  async stat(path) {
    try {
      const facts = await lstat(path)
      const { size, mtimeMs, dev } = facts
      return { kind: kindOf(facts), size, modifiedMs: Math.trunc(mtimeMs), device: dev }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },

  real: (path) => realPath(path, { resolve: resolved, stat: systemFiles.stat }),

  async open(path) {
    const handle = await open(path, 'r')
    // Synchronous: the system knows the size of a file that was just opened, and an asynchronous call costs ten times
    // as much.
    const { size } = fstatSync(handle.fd)
    return {
      size,
      async read(offset, length) {
        const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
        let filled = 0
        while (filled < buffer.length) {
          const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled)
          if (bytesRead === 0) break // the file was truncated while being read
          filled += bytesRead
        }
        return buffer.subarray(0, filled)
      },
      close: () => handle.close(),
    }
  },

  read: (path) => readFile(path),
  blob: (path) => Bun.file(path),

  async write(path, content, mode) {
    const beside = partialName(path)
    try {
      const handle = await open(beside, 'w', mode ?? NEW_FILE)
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await keepAccess(path, beside, mode === undefined ? 'all' : 'owner')
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  },

  async tryRoom(folder, bytes) {
    // Named like the partial files that a start removes. Disks report that they are full at the write or at the close.
    const path = join(folder, `.room.${process.pid}.tmp`)
    try {
      await writeFile(path, new Uint8Array(bytes), { mode: 0o600 })
    } finally {
      await rm(path, { force: true })
    }
  },

  copy: copyFile,
  create: createFile,
  extend: extendFile,
  hash: hashFile,
  place: placeFile,
  link: linkFile,
  point: pointTo,
  permit,
  keepAccess,
  rename,

  async same(path, other) {
    // As bigints: the inode numbers of NTFS do not fit into other numbers.
    const [one, two] = await Promise.all([path, other].map((each) => lstat(each, { bigint: true }).catch(ignoreGone)))
    return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev && one.ino !== 0n
  },

  touch: (path, modifiedMs) => utimes(path, modifiedMs / 1000, modifiedMs / 1000),
  watch: watchFolder,

  async makeFolder(folder, mode = NEW_FOLDER) {
    const made = await mkdir(folder, { recursive: true, mode })
    return made === undefined ? undefined : ownForm(made) // Windows returns its long form
  },

  async remove(path) {
    try {
      await unlink(path)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },

  removeFolder: (folder) => removeTree(systemFiles, folder),

  async removeEmptyFolder(folder) {
    try {
      await rmdir(folder)
      return true
    } catch (error) {
      // Solaris and some network drives report EEXIST for a folder that is not empty.
      if (isMissing(error) || errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return false
      throw error
    }
  },

  async isWritable(folder) {
    try {
      await access(folder, constants.W_OK | constants.X_OK)
      return true
    } catch {
      return false // for any error: no file can be created there
    }
  },

  freeSpace: diskSpace,
}
