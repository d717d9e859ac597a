import { expect, test } from 'bun:test'
import { Waiters } from './waiters'

/** Whether the wait has ended. */
async function ended(wait: Promise<void>): Promise<boolean> {
  let isDone = false
  void wait.then(() => {
    isDone = true
  })
  await Promise.resolve()
  await Promise.resolve()
  return isDone
}

test('every wait ends with the next wake, and not with an earlier one', async () => {
  const waiters = new Waiters()
  waiters.wake()
  const { signal } = new AbortController()
  const [one, two] = [waiters.next(signal), waiters.next(signal)]
  expect([await ended(one), await ended(two)]).toEqual([false, false])
  waiters.wake()
  expect([await ended(one), await ended(two)]).toEqual([true, true])
  expect(await ended(waiters.next(signal))).toBe(false)
})

test('a wait ends when its signal aborts, also when it was aborted before', async () => {
  const waiters = new Waiters()
  const abort = new AbortController()
  const [mine, other] = [waiters.next(abort.signal), waiters.next(new AbortController().signal)]
  abort.abort()
  expect([await ended(mine), await ended(other)]).toEqual([true, false])
  expect(await ended(waiters.next(abort.signal))).toBe(true)
})
