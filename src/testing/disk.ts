import { systemFiles } from '../platform/files'
import type { Files } from '../platform/ports'

/** The disk of this machine, and when it is at rest: a clock of a test that ran ahead of it would tell of its speed. */

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

/** Counts until the answer is called. */
function underWayUntil(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  underWay.add(promise)
  return () => {
    underWay.delete(promise)
    resolve()
  }
}

/** `watch` lasts as long as its caller likes and `create` as long as what it writes is in the making: neither counts. */
const { blob, create, extend, watch, open, ...brief } = systemFiles
const accesses = Object.entries(brief).map(([name, access]) => [name, counted(access as () => Promise<unknown>)])

export const disk: Files = {
  ...(Object.fromEntries(accesses) as typeof brief),
  blob,
  create,
  /** Counts but for the time in which what it writes is in the making. */
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

/** Lets everything run that is ready to, until no access to `disk` is under way. */
export async function diskIdle(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    if (underWay.size === 0) return
    await Promise.all(underWay)
  }
}
