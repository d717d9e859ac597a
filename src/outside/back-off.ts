const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/** Trouble with a service, as far as it says how long to stay away. */
export type Trouble = 'auth' | 'banned' | 'limit' | 'unreachable' | 'unavailable' | 'unreadable' | 'refused'

/**
 * How long to leave a service alone, in milliseconds; undefined: it may be asked at once. `failuresInRow` counts this
 * one; `limitMs` is for a limit that does not say when it ends.
 */
export function leftAloneMs(trouble: Trouble, { failuresInRow, limitMs }: { failuresInRow: number; limitMs: number }) {
  switch (trouble) {
    // Tried again now and then: the trouble with the key may be theirs.
    case 'auth':
      return 6 * HOUR
    // Asking on makes it longer.
    case 'banned':
      return DAY
    case 'limit':
      return limitMs
    case 'unreachable':
    case 'unavailable':
    case 'unreadable':
      return backOffMs(failuresInRow)
    case 'refused':
      return undefined
  }
}

/** Trouble on the way or on its side: longer each time in a row. */
function backOffMs(failuresInRow: number): number {
  const steps = [1, 5, 15, 60].map((minutes) => minutes * MINUTE)
  return steps[Math.min(Math.max(failuresInRow, 1), steps.length) - 1]!
}
