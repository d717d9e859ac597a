import { expect, test } from 'bun:test'
import { Refusal } from '../../base/refusal'
import { WEEKLY_REFRESH } from './refresh'
import { RefreshRequests } from './refresh-requests'

/** `begun` holds the enqueued refreshes. */
function makeRequests({ isRunning = false, sources = 1, job = {} as { next_at?: string | null; is_paused?: boolean } | null } = {}) {
  const begun: unknown[] = []
  const requests = new RefreshRequests({
    operations: {
      active: (kind: string, subject: string) => (isRunning && kind === WEEKLY_REFRESH && subject === 'weekly' ? [{}] : []),
      enqueue(operation: unknown) {
        begun.push(operation)
        return { operation_id: 'o1' }
      },
    } as never,
    usable: () => Array.from({ length: sources }) as never,
    schedule: () => (job ?? undefined) as never,
  })
  return { requests, begun }
} // biome-ignore format: one glance

const NEXT = '2026-11-21T09:00:00.000Z'
const PAUSED = 'The refresh of releases is paused. Resume it under System, Jobs.'

test.each<[string, Parameters<typeof makeRequests>[0], object, number]>([
  ['is accepted', {}, { accepted: true, state: 'queued', operation_id: 'o1' }, 1],
  ['says when the next one runs', { job: { next_at: NEXT } }, { accepted: true, state: 'queued', operation_id: 'o1', next_run_time: NEXT }, 1],
  ['is accepted without a job', { job: null }, { accepted: true, state: 'queued', operation_id: 'o1' }, 1],
  ['is refused during another', { isRunning: true, job: { next_at: NEXT } }, { accepted: false, state: 'running', next_run_time: NEXT }, 0],
  ['reports another run before a pause', { isRunning: true, job: { is_paused: true } }, { accepted: false, state: 'running' }, 0],
  ['is refused while the job is paused', { job: { is_paused: true, next_at: null } }, { accepted: false, state: 'paused', error: PAUSED }, 0],
  ['reports a paused job before a missing source', { sources: 0, job: { is_paused: true } }, { accepted: false, state: 'paused', error: PAUSED }, 0],
])('a request to refresh %s', (_what, world, reply, count) => {
  const { requests, begun } = makeRequests(world)
  expect(requests.request({ day: '2026-11-18' }) as object).toEqual(reply)
  const operation = { kind: WEEKLY_REFRESH, subject: 'weekly', payload: { day: '2026-11-18' } }
  expect(begun).toEqual(Array.from({ length: count }, () => operation))
}) // biome-ignore format: a table

test('a request without a source is refused with a sentence', () => {
  const { requests, begun } = makeRequests({ sources: 0 })
  expect(() => requests.request()).toThrow(Refusal)
  expect(begun).toEqual([])
})

test.each([
  [{}, 1],
  [{ isRunning: true }, 0],
  [{ sources: 0 }, 0],
])('the scheduled run when %j begins %p', (world, count) => {
  const { requests, begun } = makeRequests(world)
  requests.routine()
  expect(begun).toHaveLength(count)
})
