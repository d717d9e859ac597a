import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'

/**
 * The real disk, with a way to wait until it is idle: otherwise the fake clock would run ahead of slow disk accesses.
 */

const underWay = new Set<Promise<unknown>>()

function counted<Args extends unknown[], T>(access: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  return (...args) => {
    const work = access(...args)
    const settled: Promise<unknown> = work.then(forget, forget)
    function forget() {
      underWay.delete(settled)
    }
    underWay.add(settled)
    return work
  }
}

/** Counts one access, or work of another process, until the returned function is called. */
export function underWayUntil(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  underWay.add(promise)
  return () => {
    underWay.delete(promise)
    resolve()
  }
}

/**
 * Clears the accesses that a test file left in progress: files of one worker share the list, and the clock of the
 * next file would wait.
 */
export function forgetAccesses(): void {
  underWay.clear()
}

/** `watch` and `create` last as long as their caller, so they are not counted. */
const { blob, create, extend, watch, open, ...brief } = systemFiles
const accesses = Object.entries(brief).map(([name, access]) => [name, counted(access as () => Promise<unknown>)])

export const disk: Files = {
  ...(Object.fromEntries(accesses) as typeof brief),
  blob,
  create,
  /** Not counted while the caller produces the bytes. */
  async extend(path, from, make) {
    let ended = underWayUntil()
    try {
      await extend(path, from, async (write) => {
        ended()
        try {
          await make(counted(write))
        } finally {
          ended = underWayUntil()
        }
      })
    } finally {
      ended()
    }
  },
  watch,
  open: counted(async (path) => {
    const { size, read, close } = await open(path)
    return { size, read: counted(read), close: counted(close) }
  }),
}

/** Lets pending callbacks run until no access to `disk` is in progress. */
export async function diskIdle(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    if (underWay.size === 0) return
    await Promise.all(underWay)
  }
}
