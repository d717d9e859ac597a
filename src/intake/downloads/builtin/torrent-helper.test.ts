import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../base/platform/clock'
import { encodeFrame, readFrames } from '../../../base/platform/frames'
import { systemTransfers } from '../../../base/platform/transfers'
import { makeTorrent } from '../../../testing/torrents/make-torrent'
import type { TorrentHelperOrder, TorrentHelperReport } from './helper-messages'
import { NetworkFilter } from './network-filter'
import { serveTorrents } from './torrent-helper'

/** The helper's work, inside the test process. It contacts nothing: the torrents' trackers do not exist. */

const content = new Uint8Array(40_000).fill(7)
const made = makeTorrent({ announce: 'http://127.0.0.1:1/a', name: 'Saga', content })
const quiet = { op: 'open', dht: false, pex: false, lsd: false, nat: false, allowed: ['127.0.0.1'] } as const

let folder: string
let input: TransformStream<Uint8Array, Uint8Array>
let writer: WritableStreamDefaultWriter<Uint8Array>
let reports: TorrentHelperReport[]
let onReport: () => void
let work: Promise<void>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-helper-'))
  input = new TransformStream()
  writer = input.writable.getWriter()
  reports = []
  onReport = () => {}
  work = serveTorrents({
    input: input.readable as unknown as AsyncIterable<Uint8Array>,
    write: async (frame) => {
      for await (const { header } of readFrames(ofOne(frame))) reports.push(header as TorrentHelperReport)
      onReport()
    },
    clock: { after: (ms, signal) => systemClock.after(ms / 20, signal) },
    filter: new NetworkFilter({ names: { addresses: async () => [] }, transfers: systemTransfers }),
  })
})
afterEach(async () => {
  await writer.close()
  await work
  rmSync(folder, { recursive: true, force: true })
})

async function* ofOne(frame: Uint8Array) {
  yield frame
}
const say = (order: TorrentHelperOrder, body?: Uint8Array) => writer.write(encodeFrame(order, body))
const add = (body: Uint8Array, more: Partial<Extract<TorrentHelperOrder, { op: 'add' }>> = {}) =>
  say({ op: 'add', info_hash: made.info_hash, magnet: null, folder, ...more }, body)

/** The next report that `pick` accepts. */
async function next<T>(pick: (report: TorrentHelperReport) => T | undefined): Promise<T> {
  for (;;) {
    for (let report = reports.shift(); report; report = reports.shift()) {
      const found = pick(report)
      if (found !== undefined) return found
    }
    await new Promise<void>((done) => {
      onReport = done
    })
  }
}
const failure = (report: TorrentHelperReport) => ('failed' in report ? report.failed : undefined)
const torrents = (report: TorrentHelperReport) => ('seen' in report ? report.seen : undefined)

describe('the torrent helper', () => {
  test('checks the data on the disk, and seeds complete torrents', async () => {
    writeFileSync(join(folder, 'Saga'), content)
    await say(quiet)
    await add(made.bytes)
    const seeding = await next((report) => torrents(report)?.find(({ phase }) => phase === 'seeding'))
    expect(seeding).toEqual({
      info_hash: made.info_hash,
      phase: 'seeding',
      total: content.length,
      done: content.length,
      speed: 0,
      eta: 0,
      uploaded: 0,
      peers: 0,
    })
    await add(made.bytes) // Repeating it changes nothing.
    await say({ op: 'remove', info_hash: made.info_hash })
    expect(await next((report) => ('removed' in report ? report.removed : undefined))).toBe(made.info_hash)
    expect(await next(torrents)).toEqual([])
  })

  test('waits for missing data', async () => {
    await say({ op: 'add', info_hash: 'early', magnet: null, folder }, made.bytes)
    await say(quiet)
    await say({ op: 'pace', down: 1000, up: null })
    await add(made.bytes)
    const waiting = await next((report) => torrents(report)?.find(({ phase }) => phase === 'downloading'))
    expect(waiting).toMatchObject({ done: 0, eta: null, peers: 0, info_hash: made.info_hash })
  })

  test('uses the torrent file if there is one besides the magnet link', async () => {
    await say(quiet)
    await add(made.bytes, { magnet: made.magnet })
    const seen = await next((report) => torrents(report)?.[0])
    expect(seen).toMatchObject({ total: content.length })
    expect(seen.phase).not.toBe('metadata')
  })

  test('forgets a bad torrent, and accepts it again', async () => {
    await say(quiet)
    for (let turn = 0; turn < 2; turn++) {
      await add(new TextEncoder().encode('nonsense'))
      expect(await next(failure)).toMatchObject({ info_hash: made.info_hash, message: expect.any(String) })
      expect(await next(torrents)).toEqual([])
    }
  })

  test('forgets a torrent that fails after its start, and accepts it again', async () => {
    await say(quiet)
    await add(made.bytes)
    const all = () => next((report) => torrents(report)?.map(({ info_hash }) => info_hash))
    for (let turn = 0; turn < 2; turn++) {
      await add(made.bytes, { info_hash: 'the same again' })
      expect(await next(failure)).toMatchObject({ info_hash: 'the same again', message: expect.any(String) })
      expect(await all()).toEqual([made.info_hash])
    }
  })

  test('does not know the size of a magnet link, and confirms the removal of unknown torrents', async () => {
    await say(quiet)
    await add(new Uint8Array(), { magnet: `${made.magnet}&ws=${encodeURIComponent('http://127.0.0.1:1/x')}` })
    const seen = await next((report) => torrents(report)?.[0])
    expect(seen).toMatchObject({ phase: 'metadata', total: null, done: 0, eta: null })
    for (const info_hash of [made.info_hash, 'unknown']) {
      await say({ op: 'remove', info_hash })
      expect(await next((report) => ('removed' in report ? report.removed : undefined))).toBe(info_hash)
    }
  })
})
