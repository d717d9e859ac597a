import { describe, expect, test } from 'bun:test'
import { type ProjectionFacts, project, statusWord } from './projection'
import {
  type DisplayState,
  type Fulfillment,
  fulfillments,
  type Intent,
  intents,
  type LegacyStatus,
  type OwnershipEvidence,
} from './states'

const TODAY = '2026-11-21'
const facts = (change: Partial<ProjectionFacts> = {}): ProjectionFacts => ({
  intent: 'policy',
  fulfillment: 'missing',
  hasFile: false,
  series: 'active',
  release_date: '2015-05-06',
  digital_date: null,
  issue_date: null,
  today: TODAY,
  ...change,
})

type Row = [Fulfillment, hasFile: boolean, Intent, LegacyStatus, DisplayState, OwnershipEvidence, reason: string]

// Every fulfillment with and without a file, under every intent.
const TABLE: Row[] = [
  ['unknown', false, 'policy', 'Downloaded', 'Unknown', 'unverified_downloaded', 'unverified'],
  ['unknown', false, 'wanted', 'Downloaded', 'Unknown', 'unverified_downloaded', 'unverified'],
  ['unknown', false, 'skipped', 'Downloaded', 'Unknown', 'unverified_downloaded', 'explicit_skip'],
  ['unknown', false, 'ignored', 'Downloaded', 'Unknown', 'unverified_downloaded', 'explicit_ignore'],
  ['missing', false, 'policy', 'Skipped', 'Missing', 'none', 'eligible'],
  ['missing', false, 'wanted', 'Wanted', 'Wanted', 'none', 'eligible'],
  ['missing', false, 'skipped', 'Skipped', 'Skipped', 'none', 'explicit_skip'],
  ['missing', false, 'ignored', 'Ignored', 'Ignored', 'none', 'explicit_ignore'],
  ['reserved', false, 'policy', 'Reserved', 'Reserved', 'legacy_status', 'in_flight'],
  ['reserved', false, 'wanted', 'Reserved', 'Reserved', 'legacy_status', 'in_flight'],
  ['reserved', false, 'skipped', 'Reserved', 'Reserved', 'legacy_status', 'in_flight'],
  ['reserved', false, 'ignored', 'Reserved', 'Reserved', 'legacy_status', 'in_flight'],
  ['snatched', false, 'policy', 'Snatched', 'Snatched', 'legacy_status', 'in_flight'],
  ['snatched', false, 'wanted', 'Snatched', 'Snatched', 'legacy_status', 'in_flight'],
  ['snatched', false, 'skipped', 'Snatched', 'Snatched', 'legacy_status', 'in_flight'],
  ['snatched', false, 'ignored', 'Snatched', 'Snatched', 'legacy_status', 'in_flight'],
  ['downloaded', false, 'policy', 'Downloaded', 'Unknown', 'unverified_downloaded', 'unverified'],
  ['downloaded', false, 'wanted', 'Downloaded', 'Unknown', 'unverified_downloaded', 'unverified'],
  ['downloaded', false, 'skipped', 'Downloaded', 'Unknown', 'unverified_downloaded', 'explicit_skip'],
  ['downloaded', false, 'ignored', 'Downloaded', 'Unknown', 'unverified_downloaded', 'explicit_ignore'],
  ['archived', false, 'policy', 'Archived', 'Archived', 'legacy_status', 'owned'],
  ['archived', false, 'wanted', 'Archived', 'Archived', 'legacy_status', 'owned'],
  ['archived', false, 'skipped', 'Archived', 'Archived', 'legacy_status', 'owned'],
  ['archived', false, 'ignored', 'Archived', 'Archived', 'legacy_status', 'owned'],
  ['archived', true, 'policy', 'Archived', 'Archived', 'verified_location', 'owned'],
  ['archived', true, 'wanted', 'Archived', 'Archived', 'verified_location', 'owned'],
  ['archived', true, 'skipped', 'Archived', 'Archived', 'verified_location', 'owned'],
  ['archived', true, 'ignored', 'Archived', 'Archived', 'verified_location', 'owned'],
  ['failed', false, 'policy', 'Failed', 'Failed', 'legacy_status', 'eligible'],
  ['failed', false, 'wanted', 'Failed', 'Failed', 'legacy_status', 'eligible'],
  ['failed', false, 'skipped', 'Skipped', 'Skipped', 'legacy_status', 'explicit_skip'],
  ['failed', false, 'ignored', 'Ignored', 'Ignored', 'legacy_status', 'explicit_ignore'],
  ['covered', false, 'policy', 'Archived', 'Covered', 'legacy_status', 'covered'],
  ['covered', false, 'wanted', 'Archived', 'Covered', 'legacy_status', 'covered'],
  ['covered', false, 'skipped', 'Archived', 'Covered', 'legacy_status', 'covered'],
  ['covered', false, 'ignored', 'Archived', 'Covered', 'legacy_status', 'covered'],
  // A complete file on disk wins over the row; only an archived issue stays archived.
  ...fulfillments
    .filter((fulfillment) => fulfillment !== 'archived')
    .flatMap((fulfillment) =>
      intents.map(
        (intent): Row => [
          fulfillment,
          true,
          intent,
          'Downloaded',
          'Downloaded',
          'verified_location',
          'owned', // biome-ignore format: a table
        ],
      ),
    ),
]

test('the table names every fulfillment, with and without a file, under every intent once', () => {
  const cases = new Set(TABLE.map(([fulfillment, hasFile, intent]) => `${fulfillment} ${hasFile} ${intent}`))
  expect(cases.size).toBe(TABLE.length)
  expect(TABLE.length).toBe(fulfillments.length * intents.length * 2)
})

test.each(TABLE)(
  '%s, file %p, %s: %s, shown as %s, decided by %s, %s',
  (fulfillment, hasFile, intent, status, displayState, fulfillmentEvidence, reason) => {
    const seen = project(facts({ fulfillment, hasFile, intent }))
    expect(seen).toMatchObject({ status, displayState, fulfillmentEvidence })
    expect(seen.eligibility).toMatchObject({ reason, eligible: reason === 'eligible' })
  },
)

test('owned, active and covered issues are not missing, and all others are', () => {
  for (const [fulfillment, hasFile, intent] of TABLE) {
    const seen = project(facts({ fulfillment, hasFile, intent }))
    expect(seen.missing).toBe(!seen.owned && !seen.inFlight && !seen.covered)
    expect(seen.owned).toBe(seen.physicalOwned || seen.archived)
    expect(seen.physicalOwned && seen.archived).toBe(false)
    expect(seen.monitored).toBe(intent === 'policy' || intent === 'wanted')
    if (seen.eligibility.eligible) expect(seen.missing && seen.monitored).toBe(true)
  }
})

test('the status of a stored row and of a projected one agree where no file says otherwise', () => {
  for (const fulfillment of fulfillments) {
    for (const intent of intents) {
      expect(project(facts({ fulfillment, intent })).status).toBe(statusWord(intent, fulfillment))
    }
  }
})

describe('dates', () => {
  const eligibility = (change: Partial<ProjectionFacts>) =>
    project(facts({ release_date: null, ...change })).eligibility

  test('the release date wins over the digital date, the digital date over the cover date', () => {
    const all = { release_date: '2015-01-01', digital_date: '2015-02-02', issue_date: '2015-03-03' }
    expect(eligibility(all)).toMatchObject({ date: '2015-01-01', source: 'releaseDate' })
    expect(eligibility({ ...all, release_date: null })).toMatchObject({ date: '2015-02-02', source: 'digitalDate' })
    expect(eligibility({ issue_date: '2015-03-03' })).toMatchObject({ date: '2015-03-03', source: 'issueDate' })
    expect(eligibility({})).toEqual({ eligible: false, reason: 'missing_date', date: null, source: null })
  })

  test.each([
    ['2026-11-20', 'eligible'],
    ['2026-11-21', 'eligible'],
    ['2026-11-22', 'future'],
    ['2026-11', 'eligible'],
    ['2026-12', 'future'],
    ['2026', 'eligible'],
    ['2027', 'future'],
    ['0000-00-00', 'invalid_date'],
    ['2015-13-01', 'invalid_date'],
    ['2015-00-10', 'invalid_date'],
    ['soon', 'invalid_date'],
  ])('an issue of %s is %s on 2026-11-21', (release_date, reason) => {
    expect(eligibility({ release_date }).reason as string).toBe(reason)
  })

  test('an unreleased issue waits, and so does one of a paused series', () => {
    const coming = project(facts({ release_date: '2027-01-01', intent: 'wanted' }))
    expect(coming).toMatchObject({ future: true, deferred: true, displayState: 'Wanted' })
    const paused = project(facts({ series: 'paused', intent: 'wanted' }))
    expect(paused).toMatchObject({ future: false, deferred: true })
    expect(paused.eligibility.reason).toBe('paused')
  })

  test('a skipped or owned issue does not wait', () => {
    expect(project(facts({ release_date: '2027-01-01', intent: 'skipped' }))).toMatchObject({ deferred: false })
    const early = project(facts({ release_date: '2027-01-01', hasFile: true }))
    expect(early).toMatchObject({ future: false, deferred: false, owned: true })
  })
})
