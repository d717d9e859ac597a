import type { ServiceErrorKind } from './service-error'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/**
 * How many milliseconds to send nothing to a service; undefined: the next request may follow at once. `failuresInRow`
 * counts this one; `limitMs` is for a limit without an end.
 */
export function backOffMs(
  kind: ServiceErrorKind,
  { failuresInRow, limitMs }: { failuresInRow: number; limitMs: number },
) {
  switch (kind) {
    // Retried now and then: the fault may be at the service.
    case 'auth':
      return 6 * HOUR
    // Further requests would extend the limit.
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

/** A fault of the network or the service: the pause grows with each failure in a row. */
function stepMs(failuresInRow: number): number {
  const steps = [1, 5, 15, 60].map((minutes) => minutes * MINUTE)
  return steps[Math.min(Math.max(failuresInRow, 1), steps.length) - 1]!
}
