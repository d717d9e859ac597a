import type { Files } from '../../base/platform/ports'
import { FolderLost } from '../../base/platform/watch'

export interface FakeWatch {
  watch: Files['watch']
  /** Reports a change below the folder. */
  change(folder: string): void
  /** Makes watching the folder fail. */
  fail(folder: string): void
  mend(folder: string): void
  /** The folder disappears while it is watched. */
  lose(folder: string): void
  /** Folders that are being watched, sorted. */
  watching(): string[]
}

/** A file watcher that the test controls. */
export function fakeWatch(): FakeWatch {
  const watched = new Map<string, Set<() => void>>()
  const losing = new Map<string, Set<() => void>>()
  const broken = new Set<string>()
  return {
    watch: (folder, onChange, signal) =>
      new Promise((resolve, reject) => {
        if (broken.has(folder)) return reject(new Error(`no space left to watch ${folder}`))
        const listeners = watched.get(folder) ?? new Set()
        watched.set(folder, listeners.add(onChange))
        const lose = () => {
          listeners.delete(onChange)
          reject(new FolderLost(`There is no folder at ${folder}.`))
        }
        losing.set(folder, (losing.get(folder) ?? new Set()).add(lose))
        signal.addEventListener('abort', () => {
          listeners.delete(onChange)
          resolve()
        })
      }),
    change: (folder) => {
      for (const onChange of watched.get(folder) ?? []) onChange()
    },
    fail: (folder) => void broken.add(folder),
    lose: (folder) => {
      for (const lose of losing.get(folder) ?? []) lose()
      losing.delete(folder)
    },
    mend: (folder) => void broken.delete(folder),
    watching: () => [...watched].flatMap(([folder, listeners]) => (listeners.size > 0 ? [folder] : [])).sort(),
  }
}
