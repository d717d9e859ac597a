import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { BASIC } from '../../testing/catalog'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { countedTime, type DeviceReport } from './device-clock'
import type { ContinueItem } from './schema'

const HOUR = 3_600_000
const MINUTE = 60_000

let app: TestApp
let tablet: Client
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
  makeFile(app.db, { issues: ['harbor-1'], content_hash: 'hash of harbor-1' })
  tablet = app.client(BASIC, '192.0.2.50')
})
afterEach(() => app.close())

type Continue = { items: ContinueItem[] }

/** `ms` from now by the clock of this machine. */
const at = (ms: number) => plus(app.clock.now(), ms)
const put = (body: object) => app.reader.put('/api/reading/issues/harbor-1/progress', body)
async function opensAt(): Promise<number> {
  const { items } = await app.reader.json<Continue>(200, app.reader.get('/api/reading/continue'))
  return items[0]!.page + 1
}

describe('a browser whose clock is an hour behind', () => {
  test('keeps its progress, and reopens where it stopped', async () => {
    await app.reader.json(200, put({ page: 6, device: 'Windows' }))
    await app.clock.advance('10 min')
    await app.reader.json(200, put({ page: 12, device: 'Phone', at: at(-HOUR), now: at(-HOUR) }))
    expect(await opensAt()).toBe(13)
  })

  test('that was offline does not replace a later reading on another device', async () => {
    const read = at(-HOUR)
    await app.clock.advance('10 min')
    await app.reader.json(200, put({ page: 20, device: 'Windows' }))
    await app.clock.advance('10 min')
    await app.reader.json(200, put({ page: 12, device: 'Phone', at: read, now: at(-HOUR) }))
    expect(await opensAt()).toBe(21)
  })

  test('gets the time of reading by the clock of this machine', async () => {
    const reply = put({ page: 12, at: at(-2 * HOUR), now: at(-HOUR) })
    expect(await app.reader.json(200, reply)).toMatchObject({ progress: { read_at: at(-HOUR) } })
  })

  test('reads now when its clock was lost at the time of reading', async () => {
    await app.reader.json(200, put({ page: 6, device: 'Windows' }))
    await app.clock.advance('10 min')
    const reply = put({ page: 12, at: '1970-01-01T08:00:00.000Z', now: at(0) })
    expect(await app.reader.json(200, reply)).toMatchObject({ progress: { page: 12, read_at: at(0) } })
  })

  test('is corrected when its clock is ahead as well', async () => {
    const reply = put({ page: 12, at: at(HOUR), now: at(2 * HOUR) })
    expect(await app.reader.json(200, reply)).toMatchObject({ progress: { read_at: at(-HOUR) } })
  })

  test('loses no page turn when a report took longer than the next one', async () => {
    const sitting = { sitting_id: 'sitting-1', pages: 0, seconds: 0 }
    const first = { page: 3, at: at(-HOUR), now: at(-HOUR) }
    const second = { page: 2, at: at(-HOUR + 1500), now: at(-HOUR + 4000) }
    await app.clock.advance('3 s')
    await app.reader.json(200, put({ ...first, sitting }))
    await app.clock.advance('1 s')
    await app.reader.json(200, put({ ...second, sitting }))
    expect(await opensAt()).toBe(3)
  })

  test('with a time that does not exist is refused', async () => {
    for (const times of [{ at: '2026-13-45T00:00:00.000Z' }, { at: at(0), now: '2026-02-31T25:00:00.000Z' }]) {
      const { detail } = await app.reader.json<{ detail: string }>(400, put({ page: 3, ...times }))
      expect(detail).toEndWith('is not a valid time.')
    }
  })
})

describe('a page that sends only when it was read', () => {
  test('counts as reading now when its time is before the last report of that device, also in another sitting', async () => {
    const sitting = (sitting_id: string) => ({ sitting: { sitting_id, pages: 0, seconds: 0 }, device: 'Phone' })
    await app.reader.json(200, put({ page: 6, at: at(0), ...sitting('sitting-1') }))
    await app.clock.advance('10 min')
    await app.reader.json(200, put({ page: 12, at: at(-HOUR), ...sitting('sitting-2') }))
    expect(await opensAt()).toBe(13)
    await app.clock.advance('10 min')
    await app.reader.json(200, put({ page: 14, at: at(-HOUR), device: 'Phone' }))
    expect(await opensAt()).toBe(15)
  })
})

describe('an app that sends only when it was read', () => {
  const say = (page: number, modified: Instant, id = 'urn:uuid:phone') => ({
    modified,
    device: { id, name: 'Phone' },
    progression: page / 24,
  })
  const progress = (body: object) =>
    tablet.request('PUT', '/opds/v2/issues/harbor-1/progression', body, {
      'Content-Type': 'application/opds-progression+json',
    })

  test('counts as reading now when its time is before its last report', async () => {
    expect((await progress(say(7, at(0)))).status).toBe(201)
    await app.clock.advance('10 min')
    expect((await progress(say(13, at(-HOUR)))).status).toBe(200)
    expect(await opensAt()).toBe(13)
  })

  test('is recognised by its second report when its clock was behind from the first', async () => {
    await app.reader.json(200, put({ page: 6, device: 'Windows' }))
    await app.clock.advance('10 min')
    expect((await progress(say(12, at(-HOUR)))).status).toBe(409)
    await app.clock.advance('30 s')
    expect((await progress(say(13, at(-HOUR)))).status).toBe(200)
    expect(await opensAt()).toBe(13)
  })

  test('keeps the order of offline reports, also those of two devices with one id', async () => {
    const read = [at(0), at(10 * MINUTE)] as const
    await app.clock.advance('30 min')
    await app.reader.json(200, put({ page: 19, device: 'Windows' }))
    await app.clock.advance('30 min')
    for (const [page, time] of read.entries()) {
      expect((await progress(say(page + 7, time))).status).toBe(409)
      await app.clock.advance('1 s')
    }
    expect(await opensAt()).toBe(20)
  })

  test('is judged after a restart by its earlier reports', async () => {
    await progress(say(7, at(0)))
    const [row] = app.db.read.all<DeviceReport>('select * from device_reports')
    expect(row).toMatchObject({ said_at: at(0), counted_at: at(0), received_at: at(0) })
  })

  test('with the time of a device that lost its battery counts as reading now', async () => {
    await app.reader.json(200, put({ page: 6, device: 'Windows' }))
    await app.clock.advance('1 min')
    expect((await progress(say(13, '1970-01-01T00:00:05.000Z'))).status).toBe(200)
    expect(await opensAt()).toBe(13)
  })
})

test('progress from years ago in another program keeps its time', () => {
  const report = { page: 13, at: '2017-03-01T20:00:00.000Z' }
  expect(countedTime(report, null, at(0))).toBe(report.at)
})

describe('a report', () => {
  const NOW = '2026-11-21T10:00:00.000Z'
  /** Minutes before NOW. */
  const ago = (minutes: number) => plus(NOW, -minutes * MINUTE)
  const last = (said: number, received: number, counted = said): DeviceReport => ({
    said_at: ago(said),
    counted_at: ago(counted),
    received_at: ago(received),
  })
  test.each([
    ['that repeats the last one has its time', 70, last(70, 10, 10), 10],
    ['that is overtaken by the next one keeps its place', 10.5, last(10, 10), 10.5],
    ['made before the last one is of a clock that was set back', 12, last(10, 10), 0],
    ['after the last one was received has its own time', 5, last(10, 10), 5],
    ['made and sent at the same pace comes from a clock that is behind', 65, last(70, 5), 0],
    ['that was kept with the one before it is of its own time', 65, last(70, 0), 65],
    ['kept on a device whose clock is behind follows the previous one', 65, last(70, 0, 10), 5],
    ['without another before it has its own time', 65, undefined, 65],
  ] as const)('%s', (_, said, before, counted) => {
    expect(countedTime({ at: ago(said) }, before, NOW)).toBe(ago(counted))
  })
})
