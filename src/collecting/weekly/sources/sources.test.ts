import { expect, test } from 'bun:test'
import type { FetchRow } from '../store'
import type { ReleaseListing } from './listing'
import { sourceStates, sundaysOf } from './sources'

const OFF = { failure: 'disabled', detail: 'It is off.' } as const
const listing = (source: 'metron' | 'comicvine', off?: typeof OFF) => ({ source, label: source, reasonUnused: () => off }) as ReleaseListing // biome-ignore format: one line
const fetched = (fetched_at: string | null, failure: FetchRow['failure'] = null, source: FetchRow['source'] = 'metron') => ({ source, first: '', fetched_at, tried_at: '', failure, detail: failure && `${failure}.`, count: 0 }) as FetchRow // biome-ignore format: one line
const [EARLY, LATE] = ['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z']

test.each<[string, FetchRow[], typeof OFF | undefined, object]>([
  ['was never fetched', [], undefined, { enabled: true, fetched_at: null, failure: null, detail: null }],
  ['is off and was never fetched', [], OFF, { enabled: false, fetched_at: null, ...OFF }],
  ['was fetched', [fetched(LATE)], undefined, { enabled: true, fetched_at: LATE, failure: null }],
  ['was fetched for two weeks', [fetched(LATE), fetched(EARLY)], undefined, { fetched_at: EARLY, failure: null }],
  ['lacks one of two weeks', [fetched(LATE), fetched(null)], undefined, { fetched_at: null, failure: null }],
  ['failed for the second week', [fetched(LATE), fetched(EARLY, 'limit')], undefined, { fetched_at: EARLY, failure: 'limit', detail: 'limit.' }],
  ['failed, and is off now', [fetched(EARLY, 'limit')], OFF, { enabled: false, fetched_at: EARLY, ...OFF }],
  ['works while another one failed', [fetched(LATE), fetched(null, 'limit', 'comicvine')], undefined, { fetched_at: LATE, failure: null }],
])('a source that %s says so', (_what, fetches, off, state) => {
  expect(sourceStates([listing('metron', off)], fetches)).toMatchObject([{ source: 'metron', label: 'metron', ...state }] as never)
}) // biome-ignore format: a table

test('the weeks of a span begin with the Sundays of its ends', () => {
  expect(sundaysOf({ first: '2026-11-18', last: '2026-11-29' })).toEqual({ first: '2026-11-15', last: '2026-11-29' })
})
