import { describe, expect, test } from 'bun:test'
import { openStages, stages } from '../../intake/downloads/states'
import { fulfillments, intents } from '../../library/series/states'
import { derive, type IssueEvidence } from './derive'

const OUT: IssueEvidence = {
  intent: 'policy',
  fulfillment: 'missing',
  release_date: '2020-05-06',
  digital_date: null,
  issue_date: null,
  series: 'active',
  today: '2026-11-21',
  file: null,
  download: null,
}

const found = (facts: Partial<IssueEvidence>) => derive({ ...OUT, ...facts })
const FILE = { path: '/library/a.cbz', on_disk: true, marked_gone: false }
const rest = fulfillments.filter((each) => each !== 'archived')

describe('an issue with a file on disk', () => {
  test.each(rest)('that is stored as %s is downloaded', (fulfillment) => {
    const change = fulfillment === 'downloaded' ? null : { fulfillment: 'downloaded' as const }
    expect(found({ fulfillment, file: FILE })).toMatchObject({ reason: 'verified_file', change, optional: false })
  })

  test('that was marked as gone gets its file back', () => {
    expect(found({ file: { ...FILE, marked_gone: true } }).change).toEqual({
      fulfillment: 'downloaded',
      location: '/library/a.cbz',
    })
  })
})

test('archived stays archived, with any evidence', () => {
  for (const file of [null, FILE])
    expect(found({ fulfillment: 'archived', file })).toMatchObject({ reason: 'archived', change: null })
})

test.each(openStages)('a download in %s makes the issue count as in flight', (stage) => {
  const fulfillment = stage === 'reserved' ? 'reserved' : 'snatched'
  expect(found({ download: { stage, resolution: null } })).toMatchObject({
    reason: `journal_${stage}`,
    fulfillment,
    change: { fulfillment },
  })
  expect(found({ fulfillment, download: { stage, resolution: null } }).change).toBeNull()
})

describe('an issue that is in flight without a download', () => {
  const ended = stages.filter((stage) => !(openStages as readonly string[]).includes(stage))

  test.each(['reserved', 'snatched'] as const)('and was %s is missing again', (fulfillment) => {
    expect(found({ fulfillment })).toMatchObject({
      reason: `legacy_${fulfillment}`,
      change: { fulfillment: 'missing' },
    })
  })

  test.each(ended)('whose download ended in %s', (stage) => {
    const { reason, change } = found({ fulfillment: 'snatched', download: { stage, resolution: null } })
    if (stage === 'manual_review') expect([reason, change]).toEqual(['journal_manual_review', null])
    else expect(change).toEqual({ fulfillment: 'missing' })
    if (stage === 'failed') expect(reason).toBe('journal_failed')
  })

  test('is missing again once the user decided about its download', () => {
    const download = { stage: 'manual_review', resolution: 'ignored' } as const
    expect(found({ fulfillment: 'snatched', download }).change).toEqual({ fulfillment: 'missing' })
  })
})

describe('an issue that is stored as downloaded', () => {
  test('and has no file is unknown, and never wanted', () => {
    expect(found({ fulfillment: 'downloaded' })).toMatchObject({
      reason: 'legacy_downloaded',
      change: { fulfillment: 'unknown' },
      optional: false,
    })
    expect(found({ fulfillment: 'unknown' })).toMatchObject({ reason: 'legacy_downloaded', change: null })
  })

  test('and whose file is not found now does not change: its disk may be disconnected', () => {
    for (const fulfillment of ['downloaded', 'missing', 'unknown'] as const)
      expect(found({ fulfillment, file: { ...FILE, on_disk: false } }).change).toBeNull()
  })

  test.each([
    ['downloaded', { fulfillment: 'unknown' }],
    ['reserved', { fulfillment: 'missing' }],
    ['missing', { intent: 'wanted' }],
    ['covered', null],
  ] as const)('and is %s has no file once a scan marked it as gone', (fulfillment, change) => {
    expect(found({ fulfillment, file: { ...FILE, on_disk: false, marked_gone: true } }).change).toEqual(change)
  })
})

describe('a missing issue', () => {
  test('that is released may become wanted, if the user chose nothing else', () => {
    expect(found({})).toMatchObject({ reason: 'released_missing', change: { intent: 'wanted' }, optional: true })
    expect(found({ intent: 'wanted' })).toMatchObject({ reason: 'released_missing', change: null, optional: false })
    expect(found({ intent: 'skipped' })).toMatchObject({ reason: 'legacy_skipped', change: null, optional: false })
    expect(found({ intent: 'ignored' })).toMatchObject({ reason: 'legacy_ignored', change: null, optional: false })
  })

  test.each([
    ['paused', { series: 'paused' }],
    ['future', { release_date: '2027-01-01' }],
    ['missing_date', { release_date: null }],
    ['invalid_date', { release_date: '0000-00-00' }],
  ] as const)('does not change when it is %s', (reason, facts) => {
    expect(found(facts)).toMatchObject({ reason, change: null, optional: false })
  })

  test('names the date that decided', () => {
    expect(found({ release_date: null, digital_date: '2019-02-03' })).toMatchObject({
      date: '2019-02-03',
      date_source: 'digitalDate',
    })
  })
})

test('a choice of the user is changed only by an optional proposal', () => {
  for (const intent of intents)
    for (const fulfillment of fulfillments)
      for (const file of [null, FILE, { ...FILE, on_disk: false }]) {
        const { change, optional } = found({ intent, fulfillment, file })
        if (change?.intent !== undefined) expect([optional, intent]).toEqual([true, 'policy'])
      }
})
