import { dirname } from 'node:path'
import { errorCode } from './error-code'
import type { Files } from './ports'
import { removeTree } from './remove-tree'

/** Pauses before another try, in milliseconds: indexers and virus scanners let go of a file within a second or two. */
export const WAITS_MS = [50, 100, 200, 400, 800, 1600] as const

interface Deps {
  wait: (ms: number) => Promise<void>
  /** Windows says of a file that is open elsewhere also that it may not be changed. */
  isWindows: boolean
}

/** Another program has the file open. Its code is that of the system for it, whatever the system said this time. */
class FileInUse extends Error {
  override readonly name = 'FileInUse'
  readonly code = 'EBUSY'

  constructor(path: string, cause: unknown) {
    super(`${path} is open in another program`, { cause })
  }
}

/**
 * Files whose changes are tried again for three seconds while another program has the file open, and then fail with
 * FileInUse. Other failures are thrown at once.
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

/** The path that another program has open, where the error means that; undefined for a disk or a folder that is read-only. */
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

/** A file or folder with the read-only mark, or in a folder where nothing may be made. */
async function isReadOnly(files: Files, path: string): Promise<boolean> {
  if (!(await files.isWritable(path))) return true
  return files.tryRoom(dirname(path), 0).then(
    () => false,
    () => true,
  )
}
