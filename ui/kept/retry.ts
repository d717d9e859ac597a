const LONGEST_MS = 60_000

export type Retry = {
  later: () => void
  /** The next wait is the first one again. */
  reset: () => void
}

/** Repeats work that found no answer, after `first` milliseconds and then at growing intervals. */
export function retryOf(work: () => unknown, first: number): Retry {
  let wait = first
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    later: () => {
      clearTimeout(timer)
      timer = setTimeout(work, wait)
      wait = Math.min(wait * 2, LONGEST_MS)
    },
    reset: () => {
      wait = first
    },
  }
}
