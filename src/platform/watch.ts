import { watch } from 'node:fs'

/** Names that we and other programs write for a moment; what becomes of them gets another name. */
const PASSING = /(?:^|[\\/])\.[^\\/]*$/

/**
 * Calls `onChange` whenever something changes at or below `folder`, often many times for one change. Resolves when
 * `signal` aborts; rejects when the folder cannot be watched, or not any more: it is gone, or the system's limit of
 * watched folders is reached. Disks of other machines send nothing.
 */
export function watchFolder(folder: string, onChange: () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !PASSING.test(name)) onChange()
    })
    const end = () => {
      watcher.close()
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
    watcher.on('error', (error) => {
      signal.removeEventListener('abort', end)
      watcher.close()
      reject(error)
    })
  })
}
