import { type FSWatcher, type Stats, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { errorCode } from './error-code'

/** Temporary names of ours and other programs; the finished file gets another name. */
const PASSING = /(?:^|[\\/])\.[^\\/]*$/

/** How often to check that the folder is still the watched one. */
const STILL_THERE_MS = 15_000

/** The folder is missing, or replaced by another one, as when a disk is unmounted. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost'
}

/**
 * Calls `onChange` after every change at or below `folder`, often many times for one change. Resolves when `signal`
 * aborts. Rejects with FolderLost when the folder does not exist or no longer exists, and with the system's error when
 * it cannot be watched, for example at the system's limit of watched folders. Disks of other machines report nothing.
 */
export function watchFolder(
  folder: string,
  onChange: () => void,
  signal: AbortSignal,
  everyMs = STILL_THERE_MS,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    const watcher = begin(folder, onChange)
    const end = (settle: () => void) => {
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
      watcher.close()
      settle()
    }
    const stop = () => end(resolve)
    const first = identity(statSync(folder, { throwIfNoEntry: false }))
    // The system reports neither the removal of the folder itself nor a disk mounted over it.
    const timer = nowAndThen(everyMs, async () => {
      const now = identity(await stat(folder).catch(() => undefined))
      if ((now !== undefined && now === first) || signal.aborted) return
      end(() => reject(new FolderLost(`The folder ${folder} is gone or was replaced by another.`)))
    })
    signal.addEventListener('abort', stop, { once: true })
    watcher.on('error', (error) => end(() => reject(error)))
  })
}

function begin(folder: string, onChange: () => void): FSWatcher {
  try {
    return watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !PASSING.test(name)) onChange()
    })
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new FolderLost(`There is no folder at ${folder}.`, { cause: error })
    throw error
  }
}

/** Distinguishes two folders at the same path; undefined when the folder is missing. */
const identity = (facts: Stats | undefined) => facts && `${facts.dev} ${facts.ino}`

/** Never runs twice at the same time: a network disk may be slow. */
function nowAndThen(everyMs: number, scan: () => Promise<void>): ReturnType<typeof setInterval> {
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void scan().finally(() => {
      looking = false
    })
  }, everyMs)
  timer.unref()
  return timer
}
