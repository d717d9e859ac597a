import { expect, test } from 'bun:test'
import type { DownloadItem } from '../../downloads/store'
import { grabOutcomeOf, grabRefusal, grabReply, savedReplyOf } from './grab-outcome'

test.each<[string, string | null, object | undefined]>([
  ['reserved', 'x: y', undefined],
  ['failed', 'submission_rejected: It is no NZB.', { state: 'failed', code: 'handoff_rejected', detail: 'It is no NZB.' }],
  ['failed', null, { state: 'failed', code: 'handoff_rejected', detail: 'It ended without a result.' }],
  ['manual_review', 'It may have it.', { state: 'manual_review', code: 'handoff_outcome_ambiguous', detail: 'It may have it.', release_key: 'k' }],
  ['snatched', null, { state: 'submitted', release_key: 'k' }],
  ['imported', 'x: y', { state: 'submitted', release_key: 'k' }],
])('a grab with the journal at %s for %p has the outcome %j', (stage, reason, outcome) => {
  expect(grabOutcomeOf({ stage, reason, release_key: 'k' } as DownloadItem)).toEqual(outcome as never)
}) // biome-ignore format: a row each

test('a repeated request gets the same reply, marked as repeated', () => {
  const sent = savedReplyOf('c', { state: 'submitted', release_key: 'k' })
  const base = { candidate_id: 'c', status: 'submitted', journal_release_key: 'k', journal_managed: true }
  expect(grabReply(sent, false)).toEqual({ ...base, success: true, idempotent: false } as never)
  expect(grabReply(sent, true)).toEqual({ ...base, success: true, idempotent: true } as never)
  const failed = savedReplyOf('c', { state: 'failed', code: 'handoff_rejected', detail: 'No.' })
  const why = { code: 'handoff_rejected', error: 'No.', detail: 'No.' }
  expect(grabReply(failed, false)).toEqual({ candidate_id: 'c', status: 'failed', ...why, success: false, idempotent: false } as never) // biome-ignore format: one reply
})

test.each([
  ['conflict', 'conflict', 'conflict'],
  ['maintenance', 'locked', 'blocked'],
  ['candidate_changed', 'conflict', 'conflict'],
  ['revalidation_failed', 'upstream', 'failed'],
  ['handoff_rejected', 'upstream', 'failed'],
  ['grab_busy', 'conflict', 'blocked'],
])('a refusal with %s is a %s with the status %s', (code, kind, status) => {
  const { kind: is, extra, detail } = grabRefusal('c', code, 'No.')
  expect([is, detail, extra]).toEqual([kind as never, 'No.', { success: false, status, code, error: 'No.', candidate_id: 'c' }]) // biome-ignore format: one glance
})

test('a grab refused for a verdict is refused with a sentence', () => {
  const said = 'This release cannot be downloaded. Wrong number: 99.'
  const refusal = grabRefusal('c', 'not_overrideable', said.slice(0, -1))
  expect(refusal).toMatchObject({ detail: said, extra: { error: said } })
})
