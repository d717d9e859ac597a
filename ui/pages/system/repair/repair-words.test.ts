import { describe, expect, test } from 'bun:test'
import {type CanaryPermit, 
  isChange, isPermitOpen, isRollingBack, isWorking, itemMark,
  itemOutcome, outcomeWords, proposedWords, type RepairItem, type RepairRun, repairReasonWords, repairRunWords, shareOf, storedWords,
} from './repair-words' // biome-ignore format: one glance

const run = (more: Partial<RepairRun>): RepairRun =>
  ({
    state: 'applying',
    applied_count: 0,
    conflict_count: 0,
    rollback_count: 0,
    rollback_conflict_count: 0,
    selected_count: 0,
    ...more,
  }) as RepairRun
const item = (more: object): RepairItem =>
  ({
    reason: 'released_missing',
    fulfillment: 'missing',
    intent: 'policy',
    conflict: null,
    selected: false,
    optional: false,
    proposed_values: {},
    evidence: { file: null, stored: { fulfillment: 'unknown', AcquisitionIntent: 'policy' } },
    ...more,
  }) as unknown as RepairItem

describe('a repair', () => {
  test.each<[run: Partial<RepairRun>, share: number]>([
    [{ selected_count: 4, applied_count: 1, conflict_count: 1 }, 0.5],
    [{ selected_count: 0 }, 1],
    [
      { state: 'rolling_back', applied_count: 4, rollback_count: 1, rollback_conflict_count: 2, selected_count: 9 },
      0.75,
    ],
    [{ state: 'rollback_waiting_for_drain', applied_count: 4, selected_count: 9 }, 0],
  ])('%j is at %p', (more, share) => {
    expect(shareOf(run(more))).toBe(share)
  })

  test.each<[run: Partial<RepairRun>, words: string]>([
    [{ state: 'previewed', selected_count: 1 }, '1 correction proposed.'],
    [{ state: 'confirmed', selected_count: 2 }, '2 issues to change.'],
    [{ state: 'applying', applied_count: 1, selected_count: 2 }, '1 of 2 issues changed.'],
    [
      { state: 'completed', applied_count: 1, conflict_count: 1, selected_count: 2 },
      '1 of 2 issues changed. 1 issue had changed and stayed.',
    ],
    [{ state: 'rolling_back', rollback_count: 2 }, '2 issues restored.'],
    [
      { state: 'rolled_back', rollback_count: 2, rollback_conflict_count: 2, conflict_count: 9 },
      '2 issues restored. 2 issues had changed and stayed.',
    ],
  ])('%j says %p', (more, words) => {
    expect(repairRunWords(run(more))).toBe(words)
  })

  test.each([
    ['waiting_for_drain', true, false],
    ['applying', true, false],
    ['rollback_waiting_for_drain', true, true],
    ['rolling_back', true, true],
    ['previewed', false, false],
    ['completed', false, false],
    ['rolled_back', false, false],
  ] as const)('that is %s is working: %p, rolling back: %p', (state, works, isBack) => {
    expect([isWorking(run({ state })), isRollingBack(run({ state }))]).toEqual([works, isBack])
  })
})

describe('an issue of a repair', () => {
  test.each([
    [{ conflict: 'changed', fulfillment: 'downloaded' }, 'attention'],
    [{ fulfillment: 'downloaded' }, 'have'],
    [{ fulfillment: 'archived' }, 'have'],
    [{ fulfillment: 'covered' }, 'have'],
    [{ fulfillment: 'unknown' }, 'unknown'],
    [{ reason: 'legacy_downloaded' }, 'unknown'],
    [{ fulfillment: 'failed' }, 'attention'],
    [{ fulfillment: 'reserved' }, 'way'],
    [{ fulfillment: 'snatched' }, 'way'],
    [{ intent: 'wanted' }, 'wanted'],
    [{}, 'skipped'],
  ])('%j has the mark %p', (more, mark) => {
    expect(itemMark(item(more))).toBe(mark as never)
  })

  test.each([
    [{ selected: true }, true],
    [{ optional: true }, true],
    [{}, false],
  ])('%j is a change: %p', (more, isOne) => {
    expect(isChange(item(more))).toBe(isOne)
  })

  test.each([
    [{}, ''],
    [{ selected: true }, ''],
    [{ selected: true, optional: true }, ''],
    [{ optional: true }, 'Not chosen'],
    [{ apply_state: 'applied', optional: true }, 'Changed'],
    [{ apply_state: 'conflict' }, 'Conflict'],
    [{ apply_state: 'applied', rollback_state: 'conflict' }, 'Conflict'],
    [{ apply_state: 'applied', rollback_state: 'rolled_back' }, 'Restored'],
  ])('%j ended as %p', (more, outcome) => {
    expect(itemOutcome(item(more))).toBe(outcome)
  })

  test('shows the stored and the proposed state', () => {
    const stored = (fulfillment: string, AcquisitionIntent: string) =>
      item({ evidence: { file: null, stored: { fulfillment, AcquisitionIntent } } })
    expect(storedWords(stored('missing', 'wanted'))).toBe('Wanted')
    expect(storedWords(stored('missing', 'policy'))).toBe('Missing')
    expect(storedWords(stored('downloaded', 'wanted'))).toBe('Downloaded')
    expect(proposedWords(item({ proposed_values: { AcquisitionIntent: 'wanted' } }))).toBe('Wanted')
    expect(proposedWords(item({ intent: 'wanted' }))).toBe('Wanted')
    expect(proposedWords(item({}))).toBe('Missing')
  })

  test('with a missing file may be on a missing disk', () => {
    expect(repairReasonWords(item({ reason: 'legacy_downloaded' }))).toBe(
      'Recorded as downloaded, but no file was found.',
    )
    expect(repairReasonWords(item({ reason: 'legacy_downloaded', evidence: { file: '/x.cbz' } }))).toContain(
      'Its disk may be away.',
    )
    expect(repairReasonWords(item({ reason: 'paused', evidence: { file: '/x.cbz' } }))).toBe(
      'Its series is not monitored.',
    )
  })
})

test.each([
  ['submitted', 'The release was sent to the download client. Grabs work.'],
  [null, 'The permit has ended.'],
  ['elsewhere', 'The permit has ended.'],
])('the outcome %p of a permit is %p', (outcome, words) => {
  expect(outcomeWords({ outcome } as CanaryPermit)).toBe(words)
})

test.each([
  ['open', true],
  ['completed', false],
  ['cancelled', false],
])('a permit that is %s is open: %p', (state, isOpen) => {
  expect(isPermitOpen({ state } as CanaryPermit)).toBe(isOpen)
})
