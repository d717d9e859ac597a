import { between } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'
import type { HealthFinding } from './check'

const MINUTE = 60_000
const MOST_MS = 5 * MINUTE
/** Jobs that were scheduled by the earlier time have run by then. */
const TOLD_MS = 60 * MINUTE

/** Detects that the clock was set while Panelkeep ran or since its last run. */
export class ClockJumps {
  private last: { at: Instant; uptime: number }
  private jumped: { ms: number; uptime: number } | undefined

  /** `lastNoted`: the time of the last check, possibly in an earlier run. */
  constructor(
    private readonly clock: Pick<Clock, 'now' | 'uptime'>,
    lastNoted: Instant | null,
  ) {
    this.last = { at: clock.now(), uptime: clock.uptime() }
    // Time moves forward between two runs, so only a jump back counts.
    this.storeJump(Math.min(0, lastNoted === null ? 0 : between(lastNoted, this.last.at)))
  }

  /** The jump of the last hour, unless it was corrected. */
  findings(): HealthFinding[] {
    const now = { at: this.clock.now(), uptime: this.clock.uptime() }
    const jump = between(this.last.at, now.at) - (now.uptime - this.last.uptime)
    this.last = now
    if (this.jumped && now.uptime - this.jumped.uptime >= TOLD_MS) this.jumped = undefined
    // Small corrections are not jumps.
    if (Math.abs(jump) > MOST_MS) this.storeJump((this.jumped?.ms ?? 0) + jump)
    return this.jumped ? [finding(this.jumped.ms)] : []
  }

  private storeJump(ms: number): void {
    this.jumped = Math.abs(ms) > MOST_MS ? { ms, uptime: this.last.uptime } : undefined
  }
}

const finding = (ms: number): HealthFinding => ({
  subject: 'jump',
  gravity: 'warning',
  message: `The clock of this machine jumped ${spanOf(Math.abs(ms))} ${ms < 0 ? 'back' : 'ahead'}.`,
  remedy: 'Check the date and time of this machine, or set them to update automatically.',
})

function spanOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
