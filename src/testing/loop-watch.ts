/** The longest time, in milliseconds, that one turn of the event loop took while `work` ran. */
export interface LongestTurn<T> {
  value: T
  /** Of the processor: other programs on the machine do not count. */
  cpuMs: number
}

/** Runs `work` and measures every turn of the event loop until it ends. */
export async function watchLoop<T>(work: () => Promise<T>): Promise<LongestTurn<T>> {
  let cpuMs = 0
  let watching = true
  let since = usedMs()
  const watch = () => {
    const now = usedMs()
    cpuMs = Math.max(cpuMs, now - since)
    since = now
    if (watching) setImmediate(watch)
  }
  setImmediate(watch)
  try {
    const value = await work()
    // What ran since the last look belongs to it.
    cpuMs = Math.max(cpuMs, usedMs() - since)
    return { value, cpuMs }
  } finally {
    watching = false
  }
}

/** Milliseconds of processor time that this thread has had: what waits beside other programs does not count. */
export function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
