import { afterEach, expect, test } from 'bun:test'
import type { TestApp } from '../../../testing/app'
import {
  fillLibrary,
  grab,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
} from '../../../testing/indexers/interactive-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { issuesOfItem, itemsInFlight } from '../../downloads/store'
import type { SessionView } from './schema'

let harness: InteractiveHarness
let app: TestApp
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const printed = (number: number) => `Copper Winter ${String(number).padStart(3, '0')} (2016) (Digital)`
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** A series with this many missing issues, and an indexer with these releases. */
async function open(count: number, titles: readonly string[], more: Record<string, string> = {}): Promise<SessionView> {
  const releases = titles.map((title, at) => ({ title, guid: `g${at}`, size: 40_000_000 + at * 2_000_000 }))
  harness = makeInteractiveHarness({ a: { releases } })
  app = await startApp(harness, { settings: more })
  fillLibrary(app, harness)
  makeSeries(app.db, { comic_id: 'copper', name: 'Copper Winter', year: 2016, allow_packs: true })
  const out = { release_date: '2016-05-04', intent: 'wanted' as const }
  makeIssues(app.db, 'copper', upTo(count).map((number) => ({ ...out, number: String(number) }))) // biome-ignore format: one line
  makeIssues(app.db, 'copper', [{ ...out, number: '99', intent: 'skipped' }])
  makeFile(app.db, { issues: ['copper-99'] })
  return searchToEnd(app, 'series', 'copper')
}

const of = ({ candidates }: SessionView, title: string) =>
  candidates.find(({ candidate }) => candidate.title === title)!
const grabbed = () =>
  itemsInFlight(app.db.read).map(({ entity_id, item_id }) => [entity_id, issuesOfItem(app.db.read, item_id)])
const numbersOf = (view: SessionView, title: string) => of(view, title).satisfies.map(({ issue_number }) => Number(issue_number)) // biome-ignore format: one line

test.each([16, 60])('with %d missing issues each release is accepted for its own', async (count) => {
  const view = await open(count, upTo(count).map(printed)) // biome-ignore format: one line
  expect(upTo(count).flatMap((number) => numbersOf(view, printed(number)))).toEqual(upTo(count))
  expect(view.candidates.filter(({ verdict }) => !verdict.accepted)).toEqual([])
  expect((await grab(app, view, printed(count))).status).toBe(200)
  expect(grabbed()).toEqual([[`copper-${count}`, [`copper-${count}`]]])
})

test.each([16, 60])("with %d missing issues an override is for the one in the release's name", async (count) => {
  const large = { use_maxsize: 'true', maxsize: '1' }
  const view = await open(count, upTo(count).map(printed), large) // biome-ignore format: one line
  const last = printed(count - 1)
  expect(of(view, last)).toMatchObject({ verdict: { overrideable: true, reason_code: 'rejected.size_above_max' } })
  expect((await grab(app, view, last, { override: true })).status).toBe(200)
  expect(grabbed()).toEqual([[`copper-${count - 1}`, [`copper-${count - 1}`]]])
})

test.each([
  ['Copper Winter 099 (2016)', 'Wrong number: 99 (none of the 16 missing issues)'],
  ['Copper Winter 170-180 (2016)', 'The pack contains none of the 16 missing issues'],
  ['Copper Winter Annual 003 (2016)', 'Annual; a regular issue is wanted'],
  ['Copper Winter (2016)', 'No number in the name'],
])('%s is not a missing issue of the series, and no override makes it one', async (title, sentence) => {
  const view = await open(16, [title])
  expect(of(view, title)).toMatchObject({ state: 'unavailable', verdict: { overrideable: false } })
  expect(of(view, title).verdict.reasons.map(({ message }) => message)).toContain(sentence)
  const refused = await grab(app, view, title, { override: true })
  expect([refused.status, grabbed()]).toEqual([409, []])
})

test('a pack covers all of its issues among sixty missing ones', async () => {
  const pack = 'Copper Winter 030-055 (2016)'
  const view = await open(60, [pack])
  expect(numbersOf(view, pack)).toEqual(upTo(60).slice(29, 55))
})

test('in the search for one issue an override of another is for that other, or impossible', async () => {
  await open(16, [printed(9), printed(99)])
  const view = await searchToEnd(app, 'issue', 'copper-3')
  expect(of(view, printed(99))).toMatchObject({ verdict: { overrideable: false } })
  expect(numbersOf(view, printed(9))).toEqual([9])
  expect((await grab(app, view, printed(99), { override: true })).status).toBe(409)
  expect((await grab(app, view, printed(9), { override: true })).status).toBe(200)
  expect(grabbed()).toEqual([['copper-9', ['copper-9']]])
})

const WHOLE = upTo(60)
test.each([
  ['Cloud Bridge v03 (2016) (Digital)', WHOLE.slice(24, 36), 'Matches chapter 25'],
  ['Cloud Bridge v01-v04 (2016)', WHOLE.slice(0, 48), 'Pack with 48 missing issues'],
  ['Cloud Bridge Volumes 2 through 4', WHOLE.slice(12, 48), 'Pack with 36 missing issues'],
  ['Cloud Bridge v01-02 + 25-40', WHOLE.slice(0, 40), 'Pack with 40 missing issues'],
  ['Cloud Bridge c010-c030', WHOLE.slice(9, 30), 'Pack with 21 missing issues'],
])('%s of a manga covers all chapters in it', async (title, brought, reason) => {
  harness = makeInteractiveHarness({ a: { releases: [{ title }] } })
  app = await startApp(harness)
  fillLibrary(app, harness)
  makeSeries(app.db, { comic_id: 'cloud', name: 'Cloud Bridge', content_type: 'manga', year: 2016, allow_packs: true })
  const chapter = (number: number) => ({ number: String(number), unit: 'chapter' as const, volume_number: String(Math.ceil(number / 12)), release_date: '2016-05-04', intent: 'wanted' as const }) // biome-ignore format: one line
  makeIssues(app.db, 'cloud', upTo(60).map(chapter)) // biome-ignore format: one line
  const view = await searchToEnd(app, 'series', 'cloud')
  expect(numbersOf(view, title)).toEqual(brought)
  expect(of(view, title).verdict.reasons.map(({ message }) => message)).toEqual([reason])
})
