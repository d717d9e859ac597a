import type { HealthFinding } from './check'

/** Milliseconds by which the clock of a service is ahead of ours. */
export interface ClockFact {
  host: string
  aheadMs: number
}

const MINUTE = 60_000
const MOST_MS = 5 * MINUTE

/** Compares the clock of this machine with those of services: the median decides, since one of them may be wrong. */
export function clockFindings(services: readonly ClockFact[]): HealthFinding[] {
  const ahead = services.map(({ aheadMs }) => aheadMs).sort((a, b) => a - b)
  const middle = ahead[Math.floor((ahead.length - 1) / 2)]
  if (middle === undefined || Math.abs(middle) <= MOST_MS) return []
  const minutes = Math.round(Math.abs(middle) / MINUTE)
  return [
    {
      subject: '',
      gravity: 'warning',
      message: `The clock of this machine is ${minutes} minutes ${middle > 0 ? 'behind' : 'ahead of'} those of the services it asks.`,
      remedy: 'Set the date and time of this machine, or set them to update automatically.',
    },
  ]
}
