import { expect, test } from 'bun:test'
import { jobLook, roundWords, type ScheduledJob, tookWords } from './job-words'

test.each([
  ['interval[0:01:00]', 'every minute'],
  ['interval[1:00:00]', 'every hour'],
  ['interval[1 day, 0:00:00]', 'once a day'],
  ['interval[7 days, 0:00:00]', 'once a week'],
  ['interval[0:30:00]', 'every 30 minutes'],
  ['interval[6:00:00]', 'every 6 hours'],
  ['interval[1 day, 12:00:00]', 'every 36 hours'],
  ['manual', undefined],
])('%s is %p', (trigger, words) => {
  expect(roundWords(trigger)).toBe(words as never)
})

test.each([
  [{ status: 'Running', paused: true }, 'Running'],
  [{ status: 'Queued', paused: true }, 'Queued'],
  [{ paused: true, dispatch: { state: 'error' } }, 'Paused'],
  [{ dispatch: { state: 'error' }, trigger: 'manual' }, 'Failed'],
  [{ trigger: 'manual' }, 'Manual only'],
  [{ dispatch: { state: 'pending' } }, 'Not run yet'],
  [{}, 'OK'],
])('the job %j is %p', (more, word) => {
  const job = { status: 'Waiting', paused: false, dispatch: { state: 'ok' }, trigger: 'interval[1:00:00]', ...more }
  expect(jobLook(job as unknown as ScheduledJob).word).toBe(word)
})

test.each([
  [null, undefined],
  [999, undefined],
  [1000, 'took 1 second'],
  [3000, 'took 3 seconds'],
])('%p ms: %p', (ms, words) => {
  expect(tookWords(ms)).toBe(words as never)
})
