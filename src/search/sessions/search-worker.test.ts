import { expect, test } from 'bun:test'
import {
  fillLibrary,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
  withTimePassing,
} from '../../testing/interactive-harness'
import { withoutAddresses } from './redact'

test('a search keeps two hundred releases, and of too many the ones that fit', async () => {
  const junk = Array.from({ length: 240 }, (_, n) => ({
    title: `Harbor Lights ${n + 100} (2015) (junk ${n})`,
    size: 30_000_000 + n * 2_000_000,
  }))
  const fits = ['Harbor Lights 003 (2015)', 'Harbor Lights 003 (2015) (c2c)']
  const last = fits.map((title, n) => ({ title, size: 60_000_000 + n * 1_000_000 }))
  // The ones that fit come last of all.
  const world = makeInteractiveHarness({
    a: { releases: junk.slice(0, 120) },
    b: { releases: [...junk.slice(120), ...last] },
  })
  const app = await startApp(world)
  try {
    fillLibrary(app, world)
    const session = await searchToEnd(app, 'series', 'harbor')
    expect(session.candidate_count).toBe(200)
    const accepted = session.candidates.filter(({ verdict }) => verdict.accepted)
    expect(accepted.map(({ candidate }) => candidate.title).sort()).toEqual(fits)
    expect(session.candidates.slice(0, 2)).toEqual(accepted)
    expect(JSON.stringify(session).length).toBeLessThan(512 * 1024)
  } finally {
    await app.close()
    removeHarness(world)
  }
})

test('of a thousand releases that fit two hundred are kept', async () => {
  const releases = Array.from({ length: 1000 }, (_, n) => ({
    title: `Harbor Lights 003 (2015) (scan ${n})`,
    guid: `g${n}`,
  }))
  const world = makeInteractiveHarness({ a: { releases, page: 1000 } })
  const answer = world.indexers.a!.fetch
  // It returns all releases whatever the request says.
  world.indexers.a!.fetch = (request) => answer(new Request(request.url.replace(/limit=\d+/, 'limit=1000')))
  const app = await startApp(world)
  try {
    fillLibrary(app, world)
    const session = await searchToEnd(app)
    expect(session.candidate_count).toBe(200)
    expect(session.candidates.every(({ verdict }) => verdict.accepted)).toBe(true)
  } finally {
    await app.close()
    removeHarness(world)
  }
})

test('an unfiltered search asks on when there is something for every missing issue', async () => {
  const pack = { title: 'Harbor Lights 001-006 (2015)', size: 300_000_000 }
  const other = { title: 'Harbor Lights Annual 001 (2015)', size: 40_000_000 }
  const world = makeInteractiveHarness({ a: { releases: [pack, other] } })
  const app = await startApp(world)
  try {
    fillLibrary(app, world)
    await searchToEnd(app, 'series', 'harbor')
    const usual = world.indexers.a!.asked.length
    const body = { entity_type: 'series', entity_id: 'harbor', mode: 'unfiltered' }
    await app.reader.json(202, app.reader.post('/api/search/interactive', body))
    await withTimePassing(app, app.idle())
    const asked = world.indexers.a!.asked.slice(usual).filter((each) => each.startsWith('search '))
    expect(asked.length).toBeGreaterThan(
      world.indexers.a!.asked.slice(0, usual).filter((each) => each.startsWith('search ')).length,
    )
  } finally {
    await app.close()
    removeHarness(world)
  }
})

test.each([
  ['See https://idx.example/get?apikey=abc for more', 'See (address left out) for more'],
  ['magnet:?xt=urn:btih:abc&tr=http://t.example/announce/key here', '(address left out) here'],
  ['Harbor Lights 003 (2015)', 'Harbor Lights 003 (2015)'],
])('%s is shown without addresses', (text, shown) => {
  expect(withoutAddresses(text)).toBe(shown)
})
