import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makePlanReader } from '../../testing/harness/query-plans'
import { makeLibrary } from '../../testing/make'
import { recount } from './counts-store'
import { filesOf } from './file-store'
import * as lists from './list-store'
import { seriesSorts, wantedSorts } from './states'
import * as store from './store'
import { listWantedView } from './wanted-store'

// A small library: query plans do not depend on the size while nothing has been analyzed.
let db: Database
let plans: ReturnType<typeof makePlanReader>
beforeEach(() => {
  db = testDatabase()
  plans = makePlanReader(db)
  makeLibrary(db, { series: 20, issuesPerSeries: 20 })
})
afterEach(() => db.close())

/** Issues and files may be read by key, or in index order until the page is full; never all of them. */
const WHOLE = /^SCAN (issues|files|issue_files)(?! USING (COVERING )?INDEX (issues_wanted|files_by_added)\b)/
const page = { limit: 50, offset: 0 }

describe('no list reads all issues or files:', () => {
  const cases: [string, () => unknown][] = [
    ...seriesSorts.flatMap((sort): [string, () => unknown][] => [
      [`series by ${sort}`, () => lists.listSeries(db.read, {}, { sort, descending: false }, page)],
      [
        `all series by ${sort}`,
        () => [...lists.stepSeries(db.snapshot(), { key: 'lights' }, { sort, descending: true })],
      ],
    ]),
    ['the count of series', () => lists.countSeriesIn(db.read, { progress: { is: 'missing', today: '2026-11-21' } })],
    ['facets', () => lists.listFacets(db.read, '2026-11-21')],
    ['wanted', () => lists.listWanted(db.read, { key: undefined, annuals: true }, page)],
    ['all that is wanted', () => [...lists.stepWanted(db.snapshot(), { key: undefined, annuals: true })]],
    ['wanted of a common name', () => lists.listWanted(db.read, { key: 'o', annuals: true }, { limit: 1, offset: 0 })],
    ['wanted of a rare name', () => lists.listWanted(db.read, { key: 'copperlights', annuals: true }, page)],
    ...wantedSorts.map((sort): [string, () => unknown] => [
      `wanted by ${sort}`,
      () =>
        listWantedView(
          db.read,
          { key: undefined, annuals: true, when: 'missing', kind: 'comic', sort, today: '2026-11-21' },
          page,
        ),
    ]),
    ['issues of a series', () => store.issuesOf(db.read, 's1')],
    ['files of a series', () => filesOf(db.read, 's1')],
    ['recount', () => db.write((tx) => recount(tx, 's1'))],
    ['wanting an issue', () => db.write((tx) => store.setIntent(tx, 's1-1', 'wanted', '2026-11-21T08:00:00.000Z'))],
    ['removing a series', () => db.write((tx) => store.deleteSeries(tx, 's3'))],
  ]
  test.each(cases)('%s', (_name, work) => {
    const steps = plans(work)
    expect(steps).not.toBeEmpty()
    expect(steps.filter((step) => WHOLE.test(step))).toEqual([])
  })
})

test('alphabetical order comes from the index, page by page', () => {
  const steps = plans(() => lists.listSeries(db.read, {}, { sort: 'title', descending: false }, page))
  expect(steps).toContain('SCAN series USING COVERING INDEX series_by_name')
})

test('the wanted list reads only wanted issues, or only those of the series with that name', () => {
  expect(plans(() => lists.listWanted(db.read, { key: undefined, annuals: true }, page))).toContain(
    'SCAN issues USING COVERING INDEX issues_wanted',
  )
  const few = plans(() => lists.listWanted(db.read, { key: 'copperlights', annuals: true }, page))
  expect(few).toContain('SEARCH issues USING COVERING INDEX issues_wanted_of_series (comic_id=?)')
  const many = plans(() => lists.listWanted(db.read, { key: 'o', annuals: true }, { limit: 1, offset: 0 }))
  expect(many).toContain('SCAN issues USING COVERING INDEX issues_wanted')
})

test('wanted by series reads the series in the order of their names, also without statistics', () => {
  const view = { key: undefined, annuals: true, when: undefined, kind: undefined, sort: 'series', today: '' } as const
  const steps = plans(() => listWantedView(db.read, view, page))
  expect(steps.filter((step) => /^SCAN series\b.*series_by_name/.test(step))).toHaveLength(1)
  expect(steps).toContain('USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY')
})
