import { describe, expect, test } from 'bun:test'
import { aria2Error, hasContents, aria2Item as ofAria2 } from './aria2/aria2-report'
import { delugeItem as ofDeluge } from './deluge/deluge-report'
import { qbittorrentItem as ofQbittorrent } from './qbittorrent/qbittorrent-report'
import { rtorrentItem as ofRtorrent, rtorrentFields } from './rtorrent/rtorrent-report'
import { transmissionItem as ofTransmission } from './transmission/transmission-report'

/** Each client's report of a torrent, and the item that it becomes. */

/** The fields with a value. */
const definedFields = (sighting: object) =>
  Object.fromEntries(Object.entries(sighting).filter(([, value]) => value !== undefined))
const METADATA = expect.stringMatching(/magnet|metadata/i)

describe('Transmission', () => {
  const whole = { size_when_done: 100, left_until_done: 0, metadata_percent_complete: 1 }
  const half = { ...whole, left_until_done: 40 }
  const seen = (torrent: object) => definedFields(ofTransmission(torrent as never, ''))

  test.each<[object, string]>([
    [{ ...half, status: 0 }, 'paused'],
    [{ ...whole, status: 0 }, 'done'],
    [{ ...half, status: 0, error: 3 }, 'stalled'],
    [{ ...whole, status: 0, error: 2 }, 'done'],
    [{ ...half, status: 1 }, 'checking'],
    [{ ...half, status: 2 }, 'checking'],
    [{ ...half, status: 3 }, 'queued'],
    [{ ...half, status: 4, rate_download: 1 }, 'downloading'],
    [{ ...half, status: 4, rate_download: 0 }, 'stalled'],
    [{ ...half, status: 4 }, 'stalled'],
    [{ ...whole, status: 4, rate_download: 9 }, 'checking'],
    [{ ...half, metadata_percent_complete: 0, status: 4, rate_download: 9 }, 'stalled'],
    [{ size_when_done: 0, status: 4, rate_download: 9 }, 'stalled'],
    [{ ...whole, status: 5 }, 'seeding'],
    [{ ...whole, status: 6 }, 'seeding'],
    [{}, 'paused'],
  ])('%j is %s', (torrent, state) => expect(seen(torrent).state).toBe(state))

  test('reports progress and remaining time', () => {
    expect(seen({ ...half, status: 4, rate_download: 7, eta: 0, upload_ratio: 0, seconds_seeding: 0 })).toEqual({
      state: 'downloading',
      total: 100,
      done: 60,
      speed: 7,
      eta: 0,
      ratio: 0,
      seeded_seconds: 0,
    })
    expect(seen({ ...half, status: 4, rate_download: 7, eta: -1, upload_ratio: -1 })).toEqual({
      state: 'downloading',
      total: 100,
      done: 60,
      speed: 7,
    })
    expect(seen({ ...whole, status: 6, eta: 5 })).not.toHaveProperty('eta')
  })

  test('is found on the disk by its first file, once complete', () => {
    const files = [{ name: 'One/1.cbz' }, { name: 'One/2.cbz' }]
    expect(seen({ ...whole, status: 6, download_dir: '/done', files }).path).toBe('/done/One')
    expect(seen({ ...whole, status: 0, download_dir: '/done', files })).toMatchObject({
      path: '/done/One',
      goal_met: false,
    })
    expect(seen({ ...whole, status: 0, is_finished: true })).toMatchObject({ goal_met: true })
    expect(seen({ ...half, status: 4, download_dir: '/done', files })).not.toHaveProperty('path')
    expect(seen({ ...whole, status: 6, is_finished: true })).not.toHaveProperty('goal_met')
  })

  test("reports the problem: the client's message, or missing metadata", () => {
    expect(seen({ ...half, status: 4, error_string: 'No space' }).detail).toBe('No space')
    expect(seen({ size_when_done: 0, status: 4 }).detail).toEqual(METADATA)
    expect(seen({ ...half, status: 4 })).not.toHaveProperty('detail')
    expect(seen({ size_when_done: 0, status: 3 })).not.toHaveProperty('detail')
  })
})

describe('aria2', () => {
  const files = [{ path: '/done/One/1.cbz' }]
  const half = { totalLength: '100', completedLength: '60', files, dir: '/done/' }
  const whole = { ...half, completedLength: '100' }
  const magnet = { totalLength: '100', completedLength: '100', files: [{ path: '[METADATA]One' }] }
  const seen = (entry: object) => definedFields(ofAria2(entry as never))

  test.each<[object, string]>([
    [{ ...half, status: 'error' }, 'failed'],
    [{ ...half, status: 'waiting' }, 'queued'],
    [{ ...half, status: 'waiting', verifyIntegrityPending: 'true' }, 'checking'],
    [{ ...half, status: 'paused' }, 'paused'],
    [{ ...whole, status: 'paused' }, 'seeding'],
    [{ ...whole, status: 'complete' }, 'done'],
    [{ ...magnet, status: 'complete' }, 'queued'],
    [{ ...half, status: 'active', verifiedLength: '5' }, 'checking'],
    [{ ...whole, status: 'active', seeder: 'true' }, 'seeding'],
    [{ ...half, status: 'active', seeder: 'true' }, 'stalled'],
    [{ ...half, status: 'active', downloadSpeed: '1' }, 'downloading'],
    [{ ...half, status: 'active', downloadSpeed: '0' }, 'stalled'],
    [{ ...magnet, status: 'active', downloadSpeed: '1' }, 'stalled'],
    [{ status: 'active', downloadSpeed: '1' }, 'stalled'],
  ])('%j is %s', (entry, state) => expect(seen(entry).state).toBe(state))

  test('reports progress and remaining time', () => {
    expect(seen({ ...half, status: 'active', downloadSpeed: '7', uploadLength: '50' })).toEqual({
      state: 'downloading',
      total: 100,
      done: 60,
      speed: 7,
      eta: 6,
    })
    expect(seen({ ...whole, status: 'active', seeder: 'true', uploadLength: '150', downloadSpeed: '1' })).toEqual({
      state: 'seeding',
      total: 100,
      done: 100,
      speed: 1,
      path: '/done/One',
      ratio: 1.5,
    })
    expect(seen({ ...magnet, status: 'active' })).toEqual({ state: 'stalled', speed: 0, detail: METADATA })
    expect(seen({ ...whole, status: 'complete' })).toMatchObject({ goal_met: true, path: '/done/One' })
    expect(seen({ ...whole, status: 'paused' })).not.toHaveProperty('goal_met')
    expect(seen({ ...whole, status: 'complete', dir: '/other' })).not.toHaveProperty('path')
  })

  test.each([
    [26, true],
    [27, true],
    [32, true],
    [9, false],
    [25, false],
  ])('that fails with %d blames the release: %p', (errorCode, blames) => {
    expect(seen({ ...half, status: 'error', errorCode: String(errorCode), errorMessage: 'why' })).toMatchObject({
      state: 'failed',
      blames,
      detail: 'why',
    })
  })

  test('reports why it failed, and nothing otherwise', () => {
    expect(aria2Error({ status: 'error', errorCode: '3' } as never)).toBe('It failed with error 3 of aria2.')
    expect(aria2Error({ status: 'active', errorMessage: 'why' } as never)).toBeUndefined()
    expect([magnet, half, {}].map((entry) => hasContents(entry as never))).toEqual([false, true, false])
    expect(seen({ ...half, status: 'active' })).not.toHaveProperty('blames')
  })
})

describe('rTorrent', () => {
  const NOW = '2026-11-21T08:00:00.000Z'
  const half = { 'd.name=': 'One', 'd.complete=': 0, 'd.size_bytes=': 100, 'd.left_bytes=': 40, 'd.is_active=': 1 }
  const whole = { ...half, 'd.complete=': 1, 'd.left_bytes=': 0 }
  const seen = (fields: object) => definedFields(ofRtorrent(fields as never, NOW))

  test.each<[object, string]>([
    [{ ...half, 'd.hashing=': 1, 'd.down.rate=': 5 }, 'checking'],
    [{ ...half, 'd.hashing=': 3 }, 'checking'],
    [whole, 'seeding'],
    [{ ...whole, 'd.is_active=': 0 }, 'done'],
    [{ ...half, 'd.is_active=': 0, 'd.down.rate=': 5 }, 'paused'],
    [{ ...half, 'd.down.rate=': 1 }, 'downloading'],
    [{ ...half, 'd.down.rate=': 0 }, 'stalled'],
    [{ ...whole, 'd.name=': 'AB.meta', 'd.down.rate=': 5 }, 'stalled'],
    [{}, 'paused'],
  ])('%j is %s', (fields, state) => expect(seen(fields).state).toBe(state))

  test('reports progress and remaining time', () => {
    expect(seen({ ...half, 'd.down.rate=': 7, 'd.ratio=': 500 })).toEqual({
      state: 'downloading',
      total: 100,
      done: 60,
      speed: 7,
      eta: 6,
    })
    expect(seen(half)).not.toHaveProperty('eta')
    expect(seen({ ...whole, 'd.down.rate=': 7 })).not.toHaveProperty('eta')
    expect(seen({ ...whole, 'd.name=': 'AB.meta' })).toEqual({ state: 'stalled', speed: 0, detail: METADATA })
    expect(seen({ ...half, 'd.message=': 'Tracker: gone' }).detail).toBe('Tracker: gone')
  })

  test('reports since when it seeds, never before now', () => {
    const since = (seconds: number) =>
      seen({
        ...whole,
        'd.base_path=': '/done/One',
        'd.ratio=': 1500,
        'd.timestamp.finished=': Date.parse(NOW) / 1000 - seconds,
      })
    expect(since(90)).toMatchObject({ ratio: 1.5, seeded_seconds: 90, path: '/done/One' })
    expect(since(-90).seeded_seconds).toBe(0)
    expect(seen(whole)).not.toHaveProperty('seeded_seconds')
  })

  test('is in its folder before it was opened', () => {
    const lying = { ...whole, 'd.directory=': '/done' }
    expect(seen({ ...lying, 'd.is_multi_file=': 1 }).path).toBe('/done')
    expect(seen({ ...lying, 'd.is_multi_file=': 0 }).path).toBe('/done/One')
    expect(seen({ ...lying, 'd.hashing=': 1 })).not.toHaveProperty('path')
    expect(seen({ ...half, 'd.directory=': '/done' })).not.toHaveProperty('path')
  })

  test('reads rows in the order of the requested fields', () => {
    expect(rtorrentFields([['a', 1], 'x', ['b', 2]] as never, ['d.name=', 'd.complete='])).toEqual([
      { 'd.name=': 'a', 'd.complete=': 1 },
      { 'd.name=': 'b', 'd.complete=': 2 },
    ])
    expect(rtorrentFields('none' as never, ['d.name='])).toEqual([])
  })
})

describe('Deluge', () => {
  const files = [{ path: 'One/1.cbz' }]
  const half = { total_wanted: 100, total_done: 60, is_finished: false, save_path: '/done', files }
  const whole = { ...half, total_done: 100, is_finished: true }
  const seen = (status: object) => definedFields(ofDeluge(status as never))

  test.each<[object, string]>([
    [{ ...half, state: 'Checking' }, 'checking'],
    [{ ...whole, state: 'Moving' }, 'unpacking'],
    [{ ...half, state: 'Error' }, 'stalled'],
    [{ ...whole, state: 'Seeding' }, 'seeding'],
    [{ ...whole, state: 'Paused' }, 'done'],
    [{ ...half, state: 'Paused' }, 'paused'],
    [{ ...half, state: 'Downloading', download_payload_rate: 1 }, 'downloading'],
    [{ ...half, state: 'Downloading', download_payload_rate: 0 }, 'stalled'],
    [{ state: 'Downloading', download_payload_rate: 9 }, 'stalled'],
    [{ ...half, state: 'Queued' }, 'queued'],
    [{ ...whole, state: 'Queued' }, 'seeding'],
    [{ is_finished: true, state: 'Queued' }, 'queued'],
  ])('%j is %s', (status, state) => expect(seen(status).state).toBe(state))

  test('reports progress and remaining time', () => {
    const moving = { ...half, state: 'Downloading', download_payload_rate: 7, eta: 6, ratio: 0, seeding_time: 0 }
    expect(seen(moving)).toEqual({
      state: 'downloading',
      total: 100,
      done: 60,
      speed: 7,
      eta: 6,
      ratio: 0,
      seeded_seconds: 0,
    })
    expect(seen({ ...moving, eta: 0 })).not.toHaveProperty('eta')
    expect(seen({ ...moving, ratio: -1 })).not.toHaveProperty('ratio')
    expect(seen({ ...half, total_done: 120, state: 'Queued' }).done).toBe(100)
    expect(seen({ ...whole, state: 'Seeding', eta: 6 })).not.toHaveProperty('eta')
  })

  test('is found on the disk by its first file, once complete', () => {
    expect(seen({ ...whole, state: 'Seeding' }).path).toBe('/done/One')
    expect(seen({ ...whole, state: 'Paused' }).path).toBe('/done/One')
    expect(seen({ ...half, state: 'Paused' })).not.toHaveProperty('path')
    expect(seen({ ...whole, state: 'Seeding', files: [] })).not.toHaveProperty('path')
    expect(seen({ ...whole, state: 'Moving' })).not.toHaveProperty('path')
  })

  test('has met its goal when it stopped at its ratio', () => {
    const stopped = { ...whole, state: 'Paused', stop_at_ratio: true, stop_ratio: 2 }
    expect(seen({ ...stopped, ratio: 2 }).goal_met).toBe(true)
    expect(seen({ ...stopped, ratio: 1.9 }).goal_met).toBe(false)
    expect(seen({ ...stopped, ratio: 2, stop_at_ratio: false }).goal_met).toBe(false)
    expect(seen({ ...stopped, ratio: 2, stop_ratio: undefined }).goal_met).toBe(false)
    expect(seen({ ...stopped, ratio: 2, state: 'Seeding' })).not.toHaveProperty('goal_met')
  })

  test('reports what it waits for', () => {
    expect(seen({ ...whole, state: 'Moving' }).detail).toContain('moved')
    expect(seen({ ...half, state: 'Error', message: 'No space' }).detail).toBe('No space')
    expect(seen({ ...half, state: 'Error' }).detail).toContain('because of an error')
    expect(seen({ state: 'Downloading' }).detail).toEqual(METADATA)
    expect(seen({ ...half, state: 'Downloading' })).not.toHaveProperty('detail')
  })
})

test('a place in the queue counts from 1, and complete torrents have none', () => {
  const transmission = { size_when_done: 100, left_until_done: 40, metadata_percent_complete: 1, status: 3 }
  const deluge = { state: 'Queued', total_wanted: 100, total_done: 40 }
  expect(ofTransmission({ ...transmission, queue_position: 0 } as never, '').place).toBe(1)
  expect(ofTransmission({ ...transmission, left_until_done: 0, queue_position: 4 } as never, '').place).toBeUndefined()
  expect(ofDeluge({ ...deluge, queue: 2 } as never).place).toBe(3)
  expect(ofDeluge({ ...deluge, queue: -1 } as never).place).toBeUndefined()
  expect(ofQbittorrent({ state: 'queuedDL', size: 100, amount_left: 40, priority: 2 } as never).place).toBe(2)
  expect(ofQbittorrent({ state: 'queuedDL', size: 100, amount_left: 40, priority: -1 } as never).place).toBeUndefined()
})
