import type { Files } from '../../platform/ports'

export interface FakeWatch {
  watch: Files['watch']
  /** Something changed below the folder. */
  change(folder: string): void
  /** The folder cannot be watched any more. */
  fail(folder: string): void
  mend(folder: string): void
  /** Folders that are being watched, sorted. */
  watching(): string[]
}

/** A disk that tells of changes when the test says so. */
export function fakeWatch(): FakeWatch {
  const watched = new Map<string, Set<() => void>>()
  const broken = new Set<string>()
  return {
    watch: (folder, onChange, signal) =>
      new Promise((resolve, reject) => {
        if (broken.has(folder)) return reject(new Error(`no space left to watch ${folder}`))
        const heard = watched.get(folder) ?? new Set()
        watched.set(folder, heard.add(onChange))
        signal.addEventListener('abort', () => {
          heard.delete(onChange)
          resolve()
        })
      }),
    change: (folder) => {
      for (const onChange of watched.get(folder) ?? []) onChange()
    },
    fail: (folder) => void broken.add(folder),
    mend: (folder) => void broken.delete(folder),
    watching: () => [...watched].flatMap(([folder, heard]) => (heard.size > 0 ? [folder] : [])).sort(),
  }
}
