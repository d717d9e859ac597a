import { dirname } from 'node:path'
import { errorCode } from './error-code'
import type { Files } from './ports'
import { removeTree } from './remove-tree'

/** Milliseconds to wait before each retry: indexers and virus scanners release a file within a second or two. */
export const WAITS_MS = [50, 100, 200, 400, 800, 1600] as const

interface Deps {
  wait: (ms: number) => Promise<void>
  /** Windows also reports a file that is open elsewhere as forbidden to change. */
  isWindows: boolean
}

/**
 * Another program has the file open. The code is always the system's code for that, whichever one the system used this
 * time.
 */
class FileInUse extends Error {
  override readonly name = 'FileInUse'
  readonly code = 'EBUSY'

  constructor(path: string, cause: unknown) {
    super(`${path} is open in another program`, { cause })
  }
}

/**
 * Retries changes for three seconds while another program has the file open, then fails with FileInUse. Other failures
 * are thrown at once.
 */
export function patientFiles(files: Files, deps: Deps): Files {
  const patient =
    <Args extends [string, ...unknown[]], T>(change: (...args: Args) => Promise<T>, paths: 1 | 2 = 1) =>
    async (...args: Args): Promise<T> => {
      for (const wait of [...WAITS_MS, undefined]) {
        try {
          return await change(...args)
        } catch (error) {
          const path = await sharedPath(error, args.slice(0, paths) as string[], files, deps.isWindows)
          if (path === undefined) throw error
          if (wait === undefined) throw error instanceof FileInUse ? error : new FileInUse(path, error)
          await deps.wait(wait)
        }
      }
      throw new Error('unreachable: the last try returns or throws')
    }
  const changes = {
    ...files,
    write: patient(files.write),
    link: patient(files.link, 2),
    place: patient(files.place, 2),
    rename: patient(files.rename, 2),
    remove: patient(files.remove),
    removeEmptyFolder: patient(files.removeEmptyFolder),
  }
  return { ...changes, removeFolder: (folder) => removeTree(changes, folder) }
}

/**
 * The path that another program has open, if that is what the error means; undefined for a read-only disk or folder.
 */
async function sharedPath(
  error: unknown,
  paths: readonly string[],
  files: Files,
  isWindows: boolean,
): Promise<string | undefined> {
  const code = errorCode(error)
  if (code === 'EBUSY' || code === 'ETXTBSY') return paths[0]
  if (!isWindows || (code !== 'EPERM' && code !== 'EACCES')) return undefined
  const there: string[] = []
  for (const path of paths) if (await files.stat(path).catch(() => undefined)) there.push(path)
  for (const path of there) if (await isReadOnly(files, path)) return undefined
  return there[0]
}

/** Whether the file or folder is marked read-only, or is in a folder without write access. */
async function isReadOnly(files: Files, path: string): Promise<boolean> {
  if (!(await files.isWritable(path))) return true
  return files.tryRoom(dirname(path), 0).then(
    () => false,
    () => true,
  )
}
