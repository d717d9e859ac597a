import { diskIdle } from '../disks/disk'
import type { FakeClock, Span } from './clock'

/** A busy machine may need this long for an hour of test time. */
const SLOW_MS = 20_000

/**
 * Advances the clock a second at a time until the work is done; rate-limited work would never end on a stopped clock.
 * With `within`, time passes only while a timer is due within that span, and not while the machine is slow.
 */
export async function advanceUntil<T>(clock: FakeClock, work: Promise<T>, within?: Span): Promise<T> {
  let done = false
  const ended = work.then(
    () => {
      done = true
    },
    () => {
      done = true
    },
  )
  const since = performance.now()
  for (let seconds = 0; !done; ) {
    const isLate = seconds > 3600
    if (isLate && performance.now() - since > SLOW_MS)
      throw new Error('The work was not done within an hour of the test.')
    // Late work may still be on a slow disk, without a timer.
    if ((within || isLate) && !clock.isAwaited(within ?? '1 h')) {
      await diskIdle()
      continue
    }
    await clock.advance('1 s')
    seconds++
  }
  await ended
  return work
}
