import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { toolHarness } from '../../../testing/assistant/library-tools'
import { testDatabase } from '../../../testing/database'
import { makePlanReader } from '../../../testing/harness/query-plans'
import { makeLibrary } from '../../../testing/make'

// A small library: a plan does not depend on the size until the database is analyzed.
let db: Database
let plansOf: ReturnType<typeof makePlanReader>
let harness: ReturnType<typeof toolHarness>
beforeAll(() => {
  db = testDatabase()
  makeLibrary(db, { series: 20, issuesPerSeries: 20 })
  plansOf = makePlanReader(db)
  harness = toolHarness(db)
})
afterAll(() => db.close())

const plans = (name: string, args: unknown) => plansOf(() => harness.run(name, args))

/** Issues and files may be read by key, or in index order up to a limit; never all of them. */
const WHOLE = /^SCAN (issues|files|issue_files|journal|reading_progress|weekly_releases)(?! USING (COVERING )?INDEX )/

/** Each tool with the arguments that make it read the most. */
const CASES: [string, Record<string, unknown>][] = [
  ['search_series', { name: 'o' }],
  ['completion_filter', {}],
  ['series_with_gaps', { limit: 100 }],
  ['series_by_publisher', { publisher: 'o' }],
  ['series_by_year', {}],
  ...[
    'Wanted',
    'Missing',
    'Skipped',
    'Ignored',
    'Snatched',
    'Downloaded',
    'Archived',
    'Failed',
    'Unknown',
    'Covered',
  ].map((status): [string, Record<string, unknown>] => ['issues_by_status', { status, limit: 100 }]),
  ['series_issues', { series_id: 's1', limit: 100 }],
  ['series_issues', { series_id: 's1', part: 'missing', limit: 1 }],
  ['recently_added', { limit: 100 }],
  ['why_missing', { issue_id: 's1-9' }],
  ['why_missing', { series_id: 's1', number: '9' }],
  ['download_history', { limit: 100 }],
  ['story_arcs', {}],
  ['incomplete_arcs', {}],
  ['arc_issues', { arc_id: 'C0001' }],
  ['find_names', { name: 'o' }],
  ['issues_of_name', { kind: 'publisher', name: 'Northgate', part: 'missing', limit: 100 }],
  ['reading_lists', {}],
  ['reading_list_issues', { list_id: 'default' }],
  ['reading_progress', { view: 'continue' }],
  ['reading_progress', { view: 'next' }],
  ['reading_progress', { view: 'finished' }],
  ['series_progress', { series_id: 's1' }],
  ['weekly_releases', { all: true }],
  ['library_overview', {}],
  ['publishers', {}],
]

test('every tool is measured here', () => {
  expect(new Set(CASES.map(([name]) => name))).toEqual(new Set(harness.tools.map(({ name }) => name)))
})

describe('no tool reads all issues or files:', () => {
  test.each(CASES)('%s %j', (name, args) => {
    const steps = plans(name, args)
    expect(steps).not.toBeEmpty()
    expect(steps.filter((step) => WHOLE.test(step))).toEqual([])
  })
})

test('rare states of issues come from their own index', () => {
  for (const status of ['Skipped', 'Ignored', 'Snatched', 'Archived', 'Failed', 'Unknown', 'Covered'])
    expect(plans('issues_by_status', { status }).join('\n')).toMatch(
      /(SEARCH|SCAN) issues USING COVERING INDEX issues_in_rare_states/,
    )
})
