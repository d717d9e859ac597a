import { beforeEach, expect, test } from 'bun:test'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { plus } from '../platform/clock'
import { PacedQueue } from './paced-queue'

let clock: FakeClock
let queue: PacedQueue
let gone: string[]
beforeEach(() => {
  clock = fakeClock()
  queue = new PacedQueue(clock, 1000)
  gone = []
})

const turn = (name: string, asking: { urgent?: boolean; signal?: AbortSignal } = {}) =>
  queue.turn(asking).then(
    () => void gone.push(name),
    (reason) => void gone.push(`${name} ${reason}`),
  )
const hold = (ms: number) => queue.hold(plus(clock.now(), ms))

test('requests go one at a time, with the gap between them, urgent ones first', async () => {
  for (const name of ['a', 'b', 'c']) void turn(name)
  void turn('now', { urgent: true })
  await clock.advance('0 s')
  expect(gone).toEqual(['a'])
  await clock.advance('1 s')
  expect(gone).toEqual(['a', 'now'])
  await clock.advance('2 s')
  expect(gone).toEqual(['a', 'now', 'b', 'c'])
})

test.each<[ms: number, released: string[]]>([
  [6000, []],
  [6001, ['urgent']],
  [90_000, ['urgent']],
  [90_001, ['urgent', 'routine']],
])('a pause of %d ms releases %j, which would wait too long', async (ms, released) => {
  void turn('first')
  void turn('routine')
  void turn('urgent', { urgent: true })
  await clock.advance('0 s')
  hold(ms)
  await clock.advance('0 s')
  expect(gone).toEqual(['first', ...released])
})

test('a pause does not end a longer one', () => {
  hold(5000)
  hold(2000)
  expect(queue.waitMs()).toBe(5000)
})

test('an abandoned request leaves the queue with its reason, and the others keep their turns', async () => {
  const giving = new AbortController()
  void turn('a')
  void turn('b', { signal: giving.signal })
  void turn('c')
  giving.abort('given up')
  await clock.advance('1 s')
  expect(gone.toSorted()).toEqual(['a', 'b given up', 'c'])
  void turn('d', { signal: giving.signal })
  await clock.advance('1 s')
  expect(gone).toContain('d given up')
})
