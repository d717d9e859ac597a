import type { ServiceErrorKind } from './service-error'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/**
 * How long to send a service nothing, in milliseconds; undefined: the next request may follow at once. `failuresInRow`
 * counts this one; `limitMs` is for a limit that does not say when it ends.
 */
export function backOffMs(
  kind: ServiceErrorKind,
  { failuresInRow, limitMs }: { failuresInRow: number; limitMs: number },
) {
  switch (kind) {
    // Tried again now and then: the fault may be at the service.
    case 'auth':
      return 6 * HOUR
    // More requests would make it longer.
    case 'banned':
      return DAY
    case 'limit':
    case 'grab_limit':
      return limitMs
    case 'unreachable':
    case 'unavailable':
    case 'unreadable':
      return stepMs(failuresInRow)
    case 'refused':
    case 'unsupported':
      return undefined
  }
}

/** A fault of the network or the service: longer each time in a row. */
function stepMs(failuresInRow: number): number {
  const steps = [1, 5, 15, 60].map((minutes) => minutes * MINUTE)
  return steps[Math.min(Math.max(failuresInRow, 1), steps.length) - 1]!
}
