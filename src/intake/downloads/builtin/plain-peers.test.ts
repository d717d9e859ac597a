import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Child } from '../../../base/platform/ports'
import { systemProcesses } from '../../../base/platform/processes'
import { until } from '../../../testing/harness/until'
import { makeTorrent } from '../../../testing/torrents/make-torrent'
import { startPlainPeer } from '../../../testing/torrents/plain-peer'
import { startTracker, type Tracker } from '../../../testing/torrents/tracker'
import type { TorrentHelperOrder, TorrentHelperReport, TorrentStatus } from './helper-messages'

/** The real helper process, and peers on the loopback without encryption. */

setDefaultTimeout(60_000)

const content = new Uint8Array(200_000).map((_, at) => (at * 7919) % 251)
let folder: string
let tracker: Tracker
let helper: Child
const ending: (() => unknown)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-plain-peers-'))
  ending.push(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['ours', 'theirs']) mkdirSync(join(folder, name))
  tracker = startTracker()
  ending.push(() => tracker.stop())
  helper = systemProcesses.helper('--torrent-helper')
  ending.push(async () => {
    helper.kill()
    await helper.ended
  })
  say({ op: 'open', dht: false, pex: false, lsd: false, nat: false, allowed: ['127.0.0.1'] })
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const at = (...parts: string[]) => join(folder, ...parts)
const say = (order: TorrentHelperOrder, body?: Uint8Array) => helper.send(order, body)
const made = () => makeTorrent({ announce: tracker.address, name: 'Saga.cbz', content })
const add = ({ bytes, info_hash }: ReturnType<typeof made>) =>
  say({ op: 'add', info_hash, magnet: null, folder: at('ours') }, bytes)

/** Resolves when the helper reports this phase for its torrent. */
async function reaches(phase: TorrentStatus['phase']): Promise<void> {
  for await (const { header } of helper.frames) {
    const report = header as TorrentHelperReport
    if ('failed' in report) throw new Error(report.failed.message)
    if ('seen' in report && report.seen.some((each) => each.phase === phase)) return
  }
}

test('a torrent is downloaded from a client without encryption', async () => {
  writeFileSync(at('theirs', 'Saga.cbz'), content)
  const torrent = made()
  const peer = await startPlainPeer(torrent.bytes, at('theirs'))
  ending.push(peer.stop)
  await until(
    () => tracker.seeders(torrent.info_hash),
    (count) => count === 1,
  )
  add(torrent)
  await reaches('seeding')
  expect(readFileSync(at('ours', 'Saga.cbz')).equals(content)).toBe(true)
})

test('a torrent is uploaded to a client without encryption', async () => {
  writeFileSync(at('ours', 'Saga.cbz'), content)
  const torrent = made()
  add(torrent)
  await reaches('seeding')
  await until(
    () => tracker.seeders(torrent.info_hash),
    (count) => count === 1,
  )
  const peer = await startPlainPeer(torrent.bytes, at('theirs'))
  ending.push(peer.stop)
  await new Promise<void>((done) => (peer.torrent.done ? done() : peer.torrent.once('done', done)))
  expect(readFileSync(at('theirs', 'Saga.cbz')).equals(content)).toBe(true)
})

test('encryption is offered first, then dropped', async () => {
  const torrent = made()
  const heard: string[] = []
  const plain = Promise.withResolvers<void>()
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        const isPlain = bytes.subarray(1, 20).toString() === 'BitTorrent protocol'
        heard.push(isPlain ? 'plain' : 'encrypted')
        if (isPlain) {
          expect(bytes.subarray(28, 48).toString('hex')).toBe(torrent.info_hash)
          plain.resolve()
        }
        socket.end()
      },
    },
  })
  ending.push(() => server.stop(true))
  const hash = torrent.info_hash.replace(/../g, '%$&')
  await fetch(`${tracker.address}?info_hash=${hash}&port=${server.port}&left=0`)
  add(torrent)
  await plain.promise
  expect(heard.slice(0, 2)).toEqual(['encrypted', 'plain'])
})
