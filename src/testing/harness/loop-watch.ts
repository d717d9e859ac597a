/** The longest turn of the event loop while `work` ran, in milliseconds. */
export interface LongestTurn<T> {
  value: T
  /** Processor time: other programs on the machine do not count. */
  cpuMs: number
}

/** Runs `work` and measures every turn of the event loop until it ends. */
export async function watchLoop<T>(work: () => Promise<T>): Promise<LongestTurn<T>> {
  let cpuMs = 0
  let watching = true
  let since = threadCpuMs()
  const watch = () => {
    const now = threadCpuMs()
    cpuMs = Math.max(cpuMs, now - since)
    since = now
    if (watching) setImmediate(watch)
  }
  setImmediate(watch)
  try {
    const value = await work()
    // Includes the work since the last measurement.
    cpuMs = Math.max(cpuMs, threadCpuMs() - since)
    return { value, cpuMs }
  } finally {
    watching = false
  }
}

/** Processor time of this thread in milliseconds. Time spent waiting for other programs does not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
