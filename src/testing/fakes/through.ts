import type { FakeClock } from './clock'

/** Lets time pass, a second at a time, until the work is done: what keeps a pace would wait for ever on a still clock. */
export async function through<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let done = false
  const ended = work.then(
    () => {
      done = true
    },
    () => {
      done = true
    },
  )
  for (let seconds = 0; !done; seconds++) {
    if (seconds > 3600) throw new Error('The work was not done within an hour of the test.')
    await clock.advance('1 s')
  }
  await ended
  return work
}
