import { diskIdle } from '../disk'
import type { FakeClock, Span } from './clock'

/**
 * Advances the clock a second at a time until the work is done; rate-limited work would never end on a still clock. With
 * `within` time only passes while a timer is due within that span, not while the machine is slow.
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
  for (let seconds = 0; !done; ) {
    if (seconds > 3600) throw new Error('The work was not done within an hour of the test.')
    if (within && !clock.isAwaited(within)) {
      await diskIdle()
      continue
    }
    await clock.advance('1 s')
    seconds++
  }
  await ended
  return work
}
