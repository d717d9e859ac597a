import { beforeEach, expect, test } from 'bun:test'
import { timelinePage } from '../../../base/activity/timeline-store'
import { addProviderSeries, type FakeProvider, fakeProvider } from '../../../testing/fakes/metadata-provider'
import { metadataHarness } from '../../../testing/metadata/metadata'

let comicvine: FakeProvider
let harness: ReturnType<typeof metadataHarness>
beforeEach(() => {
  comicvine = fakeProvider('comicvine')
  harness = metadataHarness([comicvine])
  addProviderSeries(comicvine, '18705', { facts: { name: 'Harbor Lights' }, issues: 3 })
})

async function add(id: string) {
  harness.adding.add(id, {})
  await harness.operations.idle()
}
/** In order of time. */
const lines = () =>
  timelinePage(harness.db.read, undefined, { limit: 50, offset: 0 })
    .rows.toReversed()
    .map((row) => `${row.activity} ${row.status} ${row.subject_type} ${row.subject_label}`)

test('adding and refreshing a series is reported', async () => {
  await add('18705')
  harness.refreshing.refresh('18705')
  await harness.operations.idle()
  expect(lines()).toEqual([
    'add started series Harbor Lights',
    'add succeeded series Harbor Lights',
    'refresh started series Harbor Lights',
    'refresh succeeded series Harbor Lights',
  ])
})

test('a series unknown to its provider is reported with a sentence', async () => {
  await add('99')
  expect(lines()).toEqual(['add started series ComicVine 99', 'add failed series ComicVine 99'])
  const [row] = timelinePage(harness.db.read, undefined, { limit: 1, offset: 0 }).rows
  expect(row).toMatchObject({ reason_code: 'add_failed', reason_detail: 'ComicVine has no series 99.' })
})

test('an addition that its provider refuses is reported from its start, at each attempt', async () => {
  const told = ['add started series ComicVine 18705', 'add failed series ComicVine 18705']
  for (let turn = 1; turn <= 2; turn++) {
    comicvine.failures.push({ failure: 'banned', detail: 'ComicVine has shut us out.' })
    await add('18705')
    expect(lines()).toEqual(Array.from({ length: turn }, () => told).flat())
  }
  await add('18705')
  expect(lines().slice(4)).toEqual(['add started series Harbor Lights', 'add succeeded series Harbor Lights'])
})

test('an addition that fails after its series was created is reported as started once', async () => {
  comicvine.failures = [undefined, { failure: 'auth', detail: 'ComicVine rejected the API key.' }]
  await add('18705')
  expect(lines()).toEqual(['add started series Harbor Lights', 'add failed series Harbor Lights'])
})

test('a refresh that fails is reported, and the daily pass only when it adds issues', async () => {
  await add('18705')
  comicvine.failures.push({ failure: 'banned', detail: 'ComicVine has shut us out.' })
  harness.refreshing.refresh('18705')
  await harness.operations.idle()
  expect(lines().slice(2)).toEqual(['refresh started series Harbor Lights', 'refresh failed series Harbor Lights'])
  for (const issues of [3, 4]) {
    addProviderSeries(comicvine, '18705', { facts: { name: 'Harbor Lights' }, issues, changed: `change ${issues}` })
    await harness.clock.advance('1 d')
    harness.pass.begin()
    await harness.operations.idle()
  }
  expect(lines().slice(4)).toEqual(['refresh succeeded series Harbor Lights'])
})
