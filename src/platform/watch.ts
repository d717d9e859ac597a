import { type FSWatcher, type Stats, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { errorCode } from './error-code'

/** Names that we and other programs write for a moment; what becomes of them gets another name. */
const PASSING = /(?:^|[\\/])\.[^\\/]*$/

/** How often a look is taken at whether the folder still is the one that is watched. */
const STILL_THERE_MS = 15_000

/** The folder is not there, or another one has taken its place, as when a disk comes and goes. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost'
}

/**
 * Calls `onChange` whenever something changes at or below `folder`, often many times for one change. Resolves when
 * `signal` aborts; rejects with FolderLost when it is not there or not any more, and with what the system says when it
 * cannot be watched, as when its limit of watched folders is reached. Disks of other machines send nothing.
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
    // The system says nothing when the folder itself goes, and goes on watching one that a disk was put over.
    const timer = nowAndThen(everyMs, async () => {
      const now = identity(await stat(folder).catch(() => undefined))
      if ((now !== undefined && now === first) || signal.aborted) return
      end(() => reject(new FolderLost(`The folder ${folder} is gone, or another one is in its place.`)))
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

/** Tells a folder from another one of the same name; undefined when it cannot be asked. */
const identity = (facts: Stats | undefined) => facts && `${facts.dev} ${facts.ino}`

/** Never twice at once: a disk that is far away may take its time. */
function nowAndThen(everyMs: number, look: () => Promise<void>): ReturnType<typeof setInterval> {
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look().finally(() => {
      looking = false
    })
  }, everyMs)
  timer.unref()
  return timer
}
