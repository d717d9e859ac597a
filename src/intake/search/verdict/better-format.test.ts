import { expect, test } from 'bun:test'
import { betterFormatOnly, refusedVerdict } from './better-format'
import type { ReleaseVerdict } from './judge'

const accepted: ReleaseVerdict = {
  accepted: true,
  reason_code: 'accepted.issue',
  overrideable: false,
  reasons: [{ code: 'accepted.issue', message: 'Matches issue 7' }],
  match_kind: 'issue',
  satisfies: ['7'],
  score: 10,
}
const other: ReleaseVerdict = {
  ...accepted,
  accepted: false,
  reason_code: 'rejected.issue_mismatch',
  match_kind: 'none',
}

test.each([
  ['Harbor Lights 007.cbz', ['cbz'], undefined],
  ['Harbor Lights 007.cbz', ['cb7', 'cbz'], undefined],
  ['Harbor Lights 007.cbr', [], undefined],
  ['Harbor Lights 007', [], undefined],
  ['Harbor Lights 007.cbr', ['cbz'], 'Wrong format: CBR (wanted: CBZ)'],
  ['Harbor Lights 007.pdf', ['cb7', 'cbz'], 'Wrong format: PDF (wanted: CB7 or CBZ)'],
  ['Harbor Lights 007', ['cbz'], 'Format not stated (wanted: CBZ)'],
] as const)('in place of a file in a worse format, %s is good for %j unless %p', (title, better, message) => {
  const verdict = betterFormatOnly(accepted, title, better)
  if (message === undefined) return expect(verdict).toBe(accepted)
  expect(verdict).toEqual({
    accepted: false,
    reason_code: 'rejected.format_unwanted',
    overrideable: true,
    reasons: [{ code: 'rejected.format_unwanted', message }],
    match_kind: 'none',
    satisfies: [],
    score: 10,
  })
})

test('a release rejected for another reason keeps its reason', () => {
  expect(betterFormatOnly(other, 'Harbor Lights 008.cbr', ['cbz'])).toBe(other)
})

test('an accepted release that is rejected later covers nothing, and may be grabbed by the user', () => {
  const reason = { code: 'rejected.packs_disabled', message: 'Packs do not replace files' } as const
  const verdict = refusedVerdict(accepted, reason)
  expect(verdict).toMatchObject({ accepted: false, overrideable: true, match_kind: 'none', satisfies: [] })
  expect([verdict.reason_code, verdict.reasons]).toEqual([reason.code, [reason]])
})
