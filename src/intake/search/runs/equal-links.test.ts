import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { setIntent } from '../../../library/series/store'
import type { TestApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import type { FakeRelease } from '../../../testing/fakes/indexer'
import {
  fillLibrary,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  startApp,
} from '../../../testing/indexers/interactive-harness'

/** Several links of one release at one indexer, in the whole app. */

const TITLE = 'Harbor Lights 003 (2015) (Digital)'
let harness: InteractiveHarness
let app: TestApp

const start = () => startApp(harness, { databasePath: join(harness.folder, 'panelkeep.db') })
beforeEach(async () => {
  harness = makeInteractiveHarness({ a: { type: 'torznab', releases: [] } })
  app = await start()
  fillLibrary(app, harness, { a: 'torznab' })
  intend('skipped')
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const intend = (intent: 'skipped' | 'policy') =>
  app.db.write((tx) => {
    setIntent(tx, 'harbor-3', intent, app.clock.now())
  })
const list = (releases: Partial<FakeRelease>[]) => {
  harness.indexers.a!.releases = releases.map((each) => ({ title: TITLE, ...each }))
}
const dead = (guid: string) => ({ guid, comes: 'garbage' }) as const

/** A search for the issue; returns the links that it fetched. */
async function search(): Promise<string[]> {
  intend('skipped')
  intend('policy')
  const { requests } = harness.indexers.a!
  const before = requests.length
  await app.reader.json(200, app.reader.put('/api/series/issues/harbor-3/queue'))
  await advanceUntil(app.clock, app.idle())
  return requests.slice(before).flatMap((each) => (each.startsWith('get ') ? [each.slice(4)] : []))
}

async function restart() {
  await app.close()
  app = await start()
}

describe('of four equal releases', () => {
  test('the fourth is requested in the next search, when the first three are dead', async () => {
    list([dead('1'), dead('2'), dead('3'), { guid: '4' }])
    expect(await search()).toEqual(['1', '2', '3'])
    expect(await search()).toEqual(['4'])
    expect(handedOverFiles(harness)).toHaveLength(1)
  })

  test('the fourth is requested after a restart, and no dead one again', async () => {
    list([dead('1'), dead('2'), dead('3'), dead('4')])
    expect(await search()).toEqual(['1', '2', '3'])
    await restart()
    expect(await search()).toEqual(['4'])
    await restart()
    expect(await search()).toEqual([])
  })

  test('each waits separately', async () => {
    list([dead('1'), dead('2')])
    expect(await search()).toEqual(['1', '2'])
    await app.clock.advance('2 h')
    list([dead('1'), dead('2'), dead('3'), dead('4')])
    expect(await search()).toEqual(['3', '4', '1'])
    expect(await search()).toEqual(['2'])
    expect(await search()).toEqual([])
  })
})

test('renamed each time, those after the dead ones are requested first', async () => {
  const named = (name: string) => list([dead(`${name}1`), dead(`${name}2`), dead(`${name}3`), { guid: `${name}4` }])
  named('a')
  expect(await search()).toEqual(['a1', 'a2', 'a3'])
  named('b')
  expect(await search()).toEqual(['b4'])
})

test('a dead release renamed each time is requested three times, then less and less', async () => {
  let names = 0
  const renamed = () => {
    list([dead(`name ${++names}`)])
    return search()
  }
  const asked = [await renamed(), await renamed(), await renamed(), await renamed(), await renamed()]
  expect(asked.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0])
  await app.clock.advance('2 h')
  expect(await renamed()).toHaveLength(1)
  await app.clock.advance('2 h')
  expect(await renamed()).toHaveLength(0)
  await app.clock.advance('5 h')
  expect(await renamed()).toHaveLength(1)
})

test('stored failures contain no key, guid or link', async () => {
  list([dead('passkey=0f1e2d3c')])
  await search()
  const rows = JSON.stringify(app.db.read.all('select * from failed_links' as never))
  expect(rows).toContain('Harbor Lights 003')
  expect(rows).not.toMatch(/passkey|0f1e2d3c|example/)
})
