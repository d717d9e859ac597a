import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import type { ParsedFile } from '../../library/recognition/service'
import { testDatabase } from '../../testing/database'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { endScan, ScanProgress } from './progress'
import { findCachedFile } from './scan/cache-store'
import * as store from './store'
import { importFiles } from './tables'
import { progressView } from './wire'

let db: Database
let clock: FakeClock
let events: AppEvent[]
let reported: number[]
let stopping: AbortController
beforeEach(() => {
  events = []
  reported = []
  stopping = new AbortController()
  clock = fakeClock()
  db = testDatabase((event) => events.push(event))
  for (const scan_id of ['scan', 'other'])
    db.write((tx) => store.insertScan(tx, { scan_id, kind: 'comic', at: clock.now() }))
})

function begin(): ScanProgress {
  const tools = { signal: stopping.signal, report: (share: number) => void reported.push(share) }
  const progress = new ScanProgress({ db, clock, scan: { kind: 'comic', scan_id: 'scan' }, tools })
  events.length = 0
  return progress
}
const scan = (id = 'scan') => store.findScan(db.read, id)!
const written = () => db.read.select().from(importFiles).all().length
const parsed = (series: string) => ({ key: series.toLowerCase(), series }) as ParsedFile
const row = (path: string, content_hash: string | null = null): store.ScannedRow => ({
  scan_id: 'scan',
  path,
  root_length: 1,
  size: 1,
  modified_ms: 1,
  evidence: [],
  content_hash,
})

describe('the results of a scan', () => {
  test('are saved two hundred at a time', () => {
    const progress = begin()
    for (let n = 1; n < 200; n++) progress.add(row(`/${n}`), undefined)
    expect(written()).toBe(0)
    progress.add(row('/200'), undefined)
    expect(written()).toBe(200)
  })

  test('are saved when the last time was a fifth of a second ago', async () => {
    const progress = begin()
    progress.total(4)
    await clock.advance('0.199 s')
    progress.add(row('/1'), parsed('Harbor'))
    expect(written()).toBe(0)
    await clock.advance('0.001 s')
    progress.add(row('/2'), parsed('Copper'))
    expect(written()).toBe(2)
    expect(scan()).toMatchObject({ total_files: 4, processed_files: 2, series_found: 2, current_series: 'Copper' })
    expect(scan('other')).toMatchObject({ total_files: 0, processed_files: 0 })
    expect(reported.at(-1)).toBe(0.5)
    expect(events).toMatchObject([{ type: 'import.progress', processed_files: 2 }])
    await clock.advance('0.2 s')
    progress.skip()
    expect(scan().total_files).toBe(3)
  })

  test('are cached for the next scan if the file was read and its content is known', () => {
    const progress = begin()
    progress.add(row('/read', 'h'), undefined, {} as never)
    progress.add(row('/known', 'h'), undefined)
    progress.add(row('/torn'), undefined, {} as never)
    progress.flush()
    expect(['/read', '/known', '/torn'].map((path) => findCachedFile(db.read, path) !== undefined)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('have at most two hundred errors', () => {
    const progress = begin()
    for (let n = 0; n < 201; n++) progress.fail(`${n}`)
    progress.flush()
    expect(scan().errors).toHaveLength(200)
  })

  test('end with the counts, in the timeline', () => {
    const progress = begin()
    progress.total(1)
    progress.add(row('/1'), parsed('Harbor'))
    progress.finish(7)
    expect(scan()).toMatchObject({ state: 'completed', processed_files: 1, series_found: 7, current_series: null })
    expect(scan().finished_at).toBe(clock.now())
    expect(events.map(({ type }) => type)).toEqual(['import.progress', 'activity.added'])
    expect(events[0]).toMatchObject({ status: 'completed' })
  })
})

describe('a cancelled scan', () => {
  test('writes nothing', () => {
    const progress = begin()
    endScan({ db, clock }, { kind: 'comic', scan_id: 'scan' }, 'cancelled')
    events.length = 0
    expect(progress.write(() => {})).toBe(false)
    progress.add(row('/1'), undefined)
    progress.flush()
    progress.finish(1)
    expect([written(), scan().state, progress.stopped]).toEqual([0, 'cancelled', true])
    expect(events).toEqual([])
  })

  test('writes nothing once the process stops', () => {
    const progress = begin()
    stopping.abort()
    progress.add(row('/1'), undefined)
    progress.flush()
    expect([written(), progress.stopped, reported]).toEqual([0, true, [0]])
  })

  test('keeps its sentences, with why it ended', () => {
    const progress = begin()
    progress.fail('A.')
    progress.flush()
    endScan({ db, clock }, { kind: 'comic', scan_id: 'scan' }, 'error', 'B.')
    expect(scan()).toMatchObject({ state: 'error', errors: ['A.', 'B.'], finished_at: clock.now() })
    expect(scan('other').state).toBe('scanning')
    endScan({ db, clock }, { kind: 'comic', scan_id: 'scan' }, 'cancelled')
    expect(scan().state).toBe('error')
  })
})

test.each<[store.ScanRow['state'], boolean]>([
  ['scanning', false],
  ['cancelled', false],
  ['error', false],
  ['completed', true],
  ['importing', true],
])('proposals of a scan that is %s are shown: %p', async (state, isShown) => {
  db.write((tx) => store.changeScan(tx, 'scan', 'scanning', { state }))
  const view = await progressView(db.read, scan())
  expect([view.status, view.scan_id, view.results]).toEqual([state, isShown ? 'scan' : null, isShown ? [] : null])
})
