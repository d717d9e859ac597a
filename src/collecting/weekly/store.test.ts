import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { setWant } from './binding-store'
import { type NewRelease, releasesIn, replaceReleases } from './store'

const week = { first: '2026-11-15', last: '2026-11-21' }
const row = (more: Partial<NewRelease>): NewRelease => ({
  source: 'metron',
  source_id: '7',
  day: '2026-11-18',
  series: 'Harbor Lights',
  match_key: 'harborlights',
  kind: 'issue',
  unit: 'issue',
  number: '1',
  series_ids: { metron: '70' },
  issue_ids: {},
  fetched_at: '2026-11-18T08:00:00.000Z',
  ...more,
})

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  put({})
  app.db.write((tx) => setWant(tx, releasesIn(app.db.read, week)[0]!.release_id, true))
})
afterEach(() => app.close())

const put = (more: Partial<NewRelease>) => app.db.write((tx) => replaceReleases(tx, 'metron', week, [row(more)]))
const wanted = () => releasesIn(app.db.read, week).map(({ series, want }) => [series, want])

test("the user's choice for a release stays when its source fetches it again, also under another number or name", () => {
  put({ number: '1A', day: '2026-11-19' })
  put({ series: 'Harbor Lights (2026)', match_key: 'harborlights2026' })
  expect(wanted()).toEqual([['Harbor Lights (2026)', true]])
})

test('an id that its source reused for another series does not keep the choice', () => {
  put({ series: 'Night Tide', match_key: 'nighttide', series_ids: { metron: '71' } })
  expect(wanted()).toEqual([['Night Tide', false]])
})
