import { describe, expect, test } from 'bun:test'
import { between, plus } from '../platform/clock'
import type { Instant } from '../platform/ports'
import { describeSeries } from '../series/describe-store'
import { findSeries } from '../series/store'
import { type FakeProvider, fakeProvider, fakeProviders, teach } from '../testing/fakes/metadata-provider'
import { metadataHouse } from '../testing/metadata'
import { makeSeries } from './keep'
import type { Failure } from './providers/provider'
import { markSeriesSource, sourceOf } from './store'

async function library(count = 3) {
  const comicvine = fakeProvider('comicvine')
  const metron = fakeProvider('metron')
  const house = metadataHouse([comicvine, metron])
  for (let n = 1; n <= count; n++) {
    teach(comicvine, String(n), { facts: { name: `Series ${n}` }, issues: 2 })
    house.adding.add(String(n), {})
  }
  await house.operations.idle()
  comicvine.asked.length = 0
  await house.clock.advance('1 d')
  const round = async () => {
    house.pass.begin()
    await house.operations.idle()
    return house.operations.latest('metadata_refresh')
  }
  return { comicvine, metron, house, round, row: (n: number) => findSeries(house.db.read, String(n))! }
}

describe('a round', () => {
  test('asks for all in one question, and for issues only where something changed', async () => {
    const { comicvine, round, row } = await library()
    teach(comicvine, '2', { facts: { name: 'Series 2' }, issues: 3, changed: 'b' })
    expect(await round()).toMatchObject({
      state: 'succeeded',
      detail: { step: 'done', checked: 3, total: 3, changed: 1, added: 1, stopped: [] },
    })
    expect(comicvine.asked).toEqual(['series 1,2,3', 'issues 2'])
    expect(row(2).total).toBe(3)
  })

  test('begins with what was not asked about for longest, and leaves alone what just was', async () => {
    const { comicvine, house, round } = await library()
    const at = house.clock.now()
    house.db.write((tx) => {
      markSeriesSource(tx, '1', 'comicvine', { checked_at: plus(at, -60_000) })
      markSeriesSource(tx, '3', 'comicvine', { checked_at: plus(at, -9 * 86_400_000) })
    })
    await round()
    expect(comicvine.asked).toEqual(['series 3,2'])
    await round()
    expect(comicvine.asked.length).toBe(1)
  })

  test('leaves out paused series', async () => {
    const { comicvine, house, round } = await library()
    house.db.write((tx) => describeSeries(tx, '2', { status: 'paused' }, house.clock.now()))
    await round()
    expect(comicvine.asked).toEqual(['series 1,3'])
  })

  test('marks what is gone', async () => {
    const { comicvine, house, round, row } = await library()
    comicvine.series_.delete('2')
    await round()
    expect(row(2).removed_upstream_at).toBe(house.clock.now())
    expect(row(1).removed_upstream_at).toBeNull()
  })

  test('ends early for the provider that shuts us out, and for no other', async () => {
    const { comicvine, metron, house, round, row } = await library()
    teach(metron, '55', { facts: { name: 'Quiet Signal' }, issues: 1 })
    house.adding.add('metron-55', {})
    await house.operations.idle()
    await house.clock.advance('1 d')
    comicvine.failures.push({ failure: 'banned', detail: 'Shut out.' })
    teach(metron, '55', { facts: { name: 'Quiet Signals' }, issues: 1 })
    expect(await round()).toMatchObject({
      state: 'succeeded',
      detail: { checked: 1, total: 4, stopped: [{ provider: 'comicvine', detail: 'Shut out.' }] },
    })
    expect(findSeries(house.db.read, 'metron-55')?.name).toBe('Quiet Signals')
    expect(row(1).name).toBe('Series 1')
  })

  test('takes issues up again that were not all fetched', async () => {
    const { comicvine, house, round, row } = await library()
    teach(comicvine, '2', { facts: { name: 'Series 2' }, issues: 5, changed: 'b' })
    comicvine.failures.push(undefined, { failure: 'unreadable', detail: 'Cut off.' })
    await round()
    expect(sourceOf(house.db.read, '2', 'comicvine')?.changed).toBeNull()
    await house.clock.advance('1 d')
    await round()
    expect(row(2).total).toBe(5)
  })

  test('has nothing to do where nobody can be asked', async () => {
    const { house, round } = await library()
    house.load.providers = fakeProviders()
    expect(await round()).toBeUndefined()
  })
})

/** 200 questions an hour for each resource, as ComicVine allows. */
function limited(fake: FakeProvider, now: () => Instant) {
  const spent: Record<string, Instant[]> = {}
  const most: Record<string, number> = {}
  const limit = (resource: string): Failure | undefined => {
    const recent = (spent[resource] ?? []).filter((at) => between(at, now()) < 3_600_000)
    if (recent.length >= 200) return { failure: 'limit', detail: 'Too many.', until: plus(recent[0]!, 3_600_000) }
    spent[resource] = [...recent, now()]
    most[resource] = Math.max(most[resource] ?? 0, recent.length + 1)
    return undefined
  }
  fake.onAsked = (question) => {
    fake.failures[0] = limit(question.split(' ')[0]!)
  }
  return { spent, most }
}

test('a week keeps 5,000 series fresh inside the budget, even when a third of them change', async () => {
  const comicvine = fakeProvider('comicvine')
  const house = metadataHouse([comicvine])
  const { db, clock } = house
  const start = clock.now()
  for (let n = 1; n <= 5000; n++)
    teach(comicvine, String(n), { facts: { name: `Series ${n}` }, issues: 1, from: n * 10 })
  db.write((tx) => {
    for (const record of comicvine.series_.values()) makeSeries(tx, { record, at: plus(start, -9 * 86_400_000) })
    tx.run("update series set status = 'active'")
    tx.run("update series_sources set changed = 'a'")
  })
  const { most } = limited(comicvine, clock.now)
  let asked = 0
  for (let day = 1; day <= 7; day++) {
    for (let n = day; n <= 5000; n += 21) comicvine.series_.get(String(n))!.changed = `day ${day}`
    house.pass.begin()
    await clock.advance('1 d')
    asked = comicvine.asked.length
  }
  await house.operations.idle()
  const stale = db.read.all<{ n: number }>(
    `select count(*) as n from series_sources where checked_at < '${start}' or changed is null` as never,
  )
  expect(stale).toEqual([{ n: 0 }])
  expect(most.series).toBeLessThanOrEqual(200)
  expect(most.issues).toBeLessThanOrEqual(200)
  // 50 questions a day for the series, one for each of the 238 or 239 that changed, and one that meets the limit.
  expect(asked).toBeLessThan(7 * (50 + 239 + 2))
  expect(asked).toBeGreaterThanOrEqual(7 * (50 + 238))
}, 60_000)
