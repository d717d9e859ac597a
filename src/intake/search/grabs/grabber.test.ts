import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { systemRandom } from '../../../base/platform/random'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import { nzbOf } from '../../../testing/fakes/indexer'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { block, unblock } from '../../downloads/blocklist/store'
import type { AcceptedRelease, ClientReply, ClientTestResult, DownloadClient } from '../../downloads/clients/client'
import { Journal } from '../../downloads/journal/journal'
import { blockRelease, endAsFailed } from '../../downloads/journal/stage-changes'
import type { ReleasePayload } from '../../downloads/payload'
import { addItem, findDownload, itemsInFlight } from '../../downloads/store'
import { releaseDigest } from '../digest'
import { failedAmong } from '../indexers/failed-link-store'
import type { IndexerAnswer } from '../indexers/indexer'
import type { Offer } from '../offer'
import type { IndexerFailure } from '../states'
import type { GrabRequest } from './grab-request'
import { Grabber } from './grabber'

const LOG = { debug() {}, info() {}, warn() {}, error() {} }
const clock = fakeClock()
const offer: Offer = { title: 'Harbor Lights 003 (2015)', guid: 'g', link: 'x', protocol: 'usenet', categories: [7030] }
const request = (more: Partial<GrabRequest> = {}): GrabRequest => ({
  offer,
  indexer_id: 'a',
  entity_type: 'issue',
  entity_id: 'harbor-3',
  comic_id: 'harbor',
  issue_ids: ['harbor-3'],
  pack: false,
  requested_by: 'scheduled',
  ...more,
})
const FETCHED: IndexerAnswer<ReleasePayload> = { ok: { kind: 'nzb', name: 'x', bytes: new Uint8Array() } }

let db: Database
let answers: {
  fetch: (urgent?: boolean) => Promise<IndexerAnswer<ReleasePayload>>
  send: ClientReply<AcceptedRelease>
  test: ClientReply<ClientTestResult>
  /** Whether a client is set up, or the only protocol that one is set up for. */
  isSet: boolean | string
  /** Until when the indexer gets no requests. */
  blocked_until?: string | null
}
let grabber: Grabber
let client: DownloadClient
/** Clients that accept torrents, in order. */
let takers: DownloadClient[]

beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [3, 4])
  takers = []
  answers = {
    fetch: async () => FETCHED,
    send: { ok: { id: 'job-1', added: true } },
    test: { ok: { warnings: [] } },
    isSet: true,
  }
  client = {
    name: 'client',
    label: 'Client',
    type: 'sabnzbd',
    takes: ['nzb'],
    test: async () => answers.test,
    send: async () => answers.send,
    find: async () => ({ failure: 'unreachable', detail: 'It does not answer.' }),
    acknowledge: async () => {},
    inspect: async () => ({ ok: new Map() }),
    remove: async () => ({ ok: true }),
  }
  const clients = {
    inOrder: (protocol: string) => (protocol === 'usenet' ? [client] : takers),
    isSet: (protocol: string) => answers.isSet === true || answers.isSet === protocol,
    ready: (downloadClient: DownloadClient) => downloadClient.test(),
    named: () => client,
  }
  const journal = new Journal({ db, clock, random: systemRandom, log: LOG, clients })
  const indexers = { get: () => ({ row: { name: 'Indexer A', blocked_until: answers.blocked_until } }) as never }
  grabber = new Grabber({
    db,
    clock,
    journal,
    clients,
    indexers,
    fetch: (_id, _offer, asking) => answers.fetch(asking?.urgent),
  })
})
afterEach(() => db.close())

describe('a release', () => {
  test('is fetched, recorded and sent', async () => {
    expect(await grabber.grab(request())).toEqual({ state: 'submitted', release_key: 'harbor-3|indexer a' })
    expect(itemsInFlight(db.read)[0]).toMatchObject({ stage: 'snatched', client_id: 'job-1', indexer: 'Indexer A' })
  })

  test('that is blocked, open, or has no missing issue is not grabbed', async () => {
    const blocked = { title: offer.title, indexer: 'a', reason: 'It was broken.', blocked_at: clock.now() }
    db.write((tx) => block(tx, { ...blocked, digest: releaseDigest(offer) }))
    expect(await grabber.grab(request())).toMatchObject({ state: 'failed', code: 'blocklisted' })
    const other = { ...offer, title: 'Harbor Lights 003 (2015) (c2c)' }
    await grabber.grab(request({ offer: other }))
    const elsewhere = { offer: other, entity_id: 'harbor-4', issue_ids: ['harbor-4'] }
    answers.fetch = () => Promise.reject(new Error('it is fetched in vain'))
    expect(await grabber.grab(request(elsewhere))).toMatchObject({ state: 'in_flight' })
    answers.fetch = async () => FETCHED
    makeFile(db, { issues: ['harbor-4'] })
    const here = { offer: { ...offer, title: 'Harbor Lights 004' }, entity_id: 'harbor-4', issue_ids: ['harbor-4'] }
    expect(await grabber.grab(request(here))).toMatchObject({ state: 'blocked', code: 'item_not_eligible' })
    expect(itemsInFlight(db.read)).toHaveLength(1)
  })

  test('that was sent and failed is only grabbed again by the user, with priority', async () => {
    await grabber.grab(request())
    const { item_id } = itemsInFlight(db.read)[0]!
    const broken = { to: 'failed', reason: 'download_failed_researching', detail: 'It broke.', at_step: 'download' } as const // biome-ignore format: one row
    db.write((tx) => endAsFailed(tx, item_id, broken, clock.now()))
    const urgent: (boolean | undefined)[] = []
    answers.fetch = async (isUrgent) => {
      urgent.push(isUrgent)
      return FETCHED
    }
    expect(await grabber.grab(request())).toMatchObject({ state: 'failed', code: 'duplicate' })
    expect(await grabber.grab(request({ requested_by: 'interactive' }))).toMatchObject({ state: 'submitted' })
    const other = { offer: { ...offer, title: 'Harbor Lights 004' }, entity_id: 'harbor-4', issue_ids: ['harbor-4'] }
    await grabber.grab(request(other))
    expect(urgent).toEqual([true, false])
  })

  const torrentWith = (hash: string): ReleasePayload => ({
    kind: 'magnet',
    name: 'x',
    link: '',
    info_hash: hash.repeat(40),
  })
  const underTitle = (title: string, entity = 'harbor-4') =>
    request({ offer: { ...offer, title }, entity_id: entity, issue_ids: [entity] })

  test.each<[string, ReleasePayload, ReleasePayload]>([
    ['torrent', torrentWith('a'), torrentWith('b')],
    ['NZB', { kind: 'nzb', name: 'x', bytes: nzbOf('Posts') }, { kind: 'nzb', name: 'x', bytes: nzbOf('Others') }],
  ])('the same %s under another title is refused as downloading, failed or blocked', async (_, same, other) => {
    client = { ...client, takes: ['nzb', 'magnet'] }
    let fetches = 0
    let came = same
    answers.fetch = async () => {
      fetches++
      return { ok: came }
    }
    expect(await grabber.grab(request())).toMatchObject({ state: 'submitted' })
    expect(await grabber.grab(underTitle('Harbor Lights 004 (2015)'))).toMatchObject({ state: 'in_flight' })
    const { item_id } = itemsInFlight(db.read)[0]!
    const broken = { to: 'failed', reason: 'download_failed_researching', detail: 'It broke.', at_step: 'download' } as const // biome-ignore format: one row
    db.write((tx) => endAsFailed(tx, item_id, broken, clock.now()))
    // The content is remembered: it is not fetched again.
    expect(await grabber.grab(underTitle('Harbor Lights 004 (2015)'))).toMatchObject({ code: 'duplicate' })
    expect(fetches).toBe(2)
    db.write((tx) => blockRelease(tx, findDownload(tx, item_id)!, 'It broke.', clock.now()))
    const another = underTitle('Harbor.Lights.003.c2c', 'harbor-3')
    expect(await grabber.grab({ ...another, requested_by: 'interactive' })).toMatchObject({ code: 'blocklisted' })
    expect(db.write((tx) => unblock(tx, releaseDigest(another.offer)))?.digest).toBe(releaseDigest(offer))
    expect(await grabber.grab({ ...another, requested_by: 'interactive' })).toMatchObject({ state: 'submitted' })
    came = other
    expect(await grabber.grab(underTitle('Harbor Lights 004 (2015) (c2c)'))).toMatchObject({ state: 'submitted' })
  })

  test('that another search grabbed during the fetch is open', async () => {
    answers.fetch = async () => {
      db.write((tx) =>
        addItem(tx, { ...itemAt('sab', clock.now()), item_id: 'first', digest: releaseDigest(offer) }, []),
      )
      return FETCHED
    }
    expect(await grabber.grab(request())).toMatchObject({ state: 'in_flight', code: 'in_flight' })
  })

  test('that no client accepts fails with the reason', async () => {
    const torrent = request({ offer: { ...offer, protocol: 'torrent' } })
    expect(await grabber.grab(torrent)).toMatchObject({
      code: 'route_unavailable',
      detail: expect.stringContaining('torrents'),
    } as never)
    answers.test = { failure: 'unreachable', detail: 'The folder is away.' }
    expect(await grabber.grab(request())).toEqual({
      state: 'failed',
      code: 'route_unavailable',
      detail: 'The folder is away.',
    })
    answers.isSet = false
    expect(grabber.ready()).toMatchObject({ ready: false, code: 'downloader_disabled' })
  })

  test.each([
    ['limit', 'provider_unavailable'],
    ['grab_limit', 'provider_unavailable'],
    ['auth', 'provider_unavailable'],
    ['unreachable', 'provider_unavailable'],
    ['unreadable', 'handoff_rejected'],
    ['refused', 'handoff_rejected'],
    ['unsupported', 'handoff_rejected'],
    ['unavailable', 'provider_unavailable'],
  ] as [IndexerFailure, string][])('that the indexer does not provide (%s) is not recorded', async (failure, code) => {
    answers.fetch = async () => ({ failure, detail: 'No.' })
    expect(await grabber.grab(request())).toMatchObject({ state: 'failed', code, detail: 'No.' })
    expect(itemsInFlight(db.read)).toEqual([])
  })

  const failed = () => [...failedAmong(db.read, [releaseDigest(offer)]).values()].flat()

  test('with a failed link, or that its client rejects, is remembered until it works', async () => {
    answers.fetch = async () => ({ failure: 'unreadable', detail: 'Nothing found.' })
    await grabber.grab(request())
    expect(failed()).toMatchObject([{ indexer_id: 'a', failures: 1, detail: 'Nothing found.' }])
    answers.fetch = async () => FETCHED
    answers.send = { failure: 'rejected', detail: 'It is no NZB.' }
    await grabber.grab(request())
    expect(failed()).toMatchObject([{ failures: 2, detail: 'It is no NZB.' }])
    answers.send = { ok: { id: 'job-1', added: true } }
    expect(await grabber.grab(request())).toMatchObject({ state: 'submitted' })
    expect(failed()).toEqual([])
  })

  test.each(['limit', 'grab_limit', 'disabled'] as const)(
    'does not count as failed when its indexer does (%s)',
    async (failure) => {
      answers.fetch = async () => ({ failure, detail: 'No.' })
      expect(await grabber.grab(request())).toMatchObject({ state: 'failed', indexer_blocked: true })
      expect(failed()).toEqual([])
    },
  )

  test('of an indexer that currently gets no requests does not count as failed', async () => {
    const until = '2026-11-21T09:00:00.000Z'
    answers.fetch = async () => ({ failure: 'unreachable', detail: 'No.', until })
    answers.blocked_until = until
    expect(await grabber.grab(request())).toMatchObject({ state: 'failed', indexer_blocked: true })
    answers.blocked_until = null
    expect(await grabber.grab(request())).not.toHaveProperty('indexer_blocked')
    expect(failed()).toHaveLength(1)
  })

  test('does not count as failed when a client became unreachable', async () => {
    answers.send = { failure: 'unreachable', detail: 'It does not answer.' }
    expect(await grabber.grab(request())).toMatchObject({ state: 'failed', code: 'handoff_rejected' })
    expect(failed()).toEqual([])
  })

  test('that the client rejects has failed, and one with an unknown outcome needs the user', async () => {
    answers.send = { failure: 'rejected', detail: 'It is full.' }
    expect(await grabber.grab(request())).toMatchObject({ state: 'failed', code: 'handoff_rejected' })
    answers.send = { failure: 'ambiguous', detail: 'It did not answer.' }
    expect(await grabber.grab(request())).toMatchObject({ state: 'manual_review', release_key: 'harbor-3|indexer a' })
    const again = await grabber.grab(request({ issue_ids: ['harbor-4'], entity_id: 'harbor-4' }))
    expect(again).toMatchObject({ state: 'failed', code: 'duplicate' })
  })
})

describe('a torrent', () => {
  const torrent = request({ offer: { ...offer, protocol: 'torrent' } })
  const taker = (
    name: string,
    takes: DownloadClient['takes'],
    test?: ClientReply<ClientTestResult>,
  ): DownloadClient => ({
    ...client,
    name,
    takes,
    test: async () => test ?? { ok: { warnings: [] } },
    send: async () => ({ ok: { id: `${name}-1`, added: true } }),
  })
  const away = (name: string) => ({ failure: 'unreachable', detail: `${name} is away.` }) as const
  beforeEach(() => {
    answers.fetch = async () => ({ ok: { kind: 'magnet', name: 'x', link: 'magnet:?x', info_hash: 'f'.repeat(40) } })
  })
  const snatches = () => itemsInFlight(db.read).map(({ client, client_id }) => [client, client_id])

  test('goes to the first healthy client', async () => {
    takers = [taker('a', ['magnet'], away('a')), taker('b', ['magnet']), taker('c', ['magnet'])]
    expect(await grabber.grab(torrent)).toMatchObject({ state: 'submitted' })
    expect(snatches()).toEqual([['b', 'b-1']])
  })

  test('is recorded with the hash of the fetched file, whatever its offer says', async () => {
    takers = [taker('a', ['magnet'])]
    const grabRequest = request({ offer: { ...torrent.offer, info_hash: 'a'.repeat(40) } })
    expect(await grabber.grab(grabRequest)).toMatchObject({ state: 'submitted' })
    expect(itemsInFlight(db.read)[0]?.info_hash).toBe('f'.repeat(40))
  })

  test('that turns out to be a magnet link goes to the first client that accepts those', async () => {
    takers = [taker('a', ['torrent']), taker('b', ['torrent', 'magnet'], away('b')), taker('c', ['magnet'])]
    expect(await grabber.grab(torrent)).toMatchObject({ state: 'submitted' })
    expect(snatches()).toEqual([['c', 'c-1']])
  })

  test('that no client accepts fails with the reason of each', async () => {
    takers = [taker('a', ['magnet'], away('a')), taker('b', ['torrent'], away('b'))]
    const unavailable = { state: 'failed', code: 'route_unavailable' }
    expect(await grabber.grab(torrent)).toMatchObject({ ...unavailable, detail: 'a is away. b is away.' })
    takers = [taker('a', ['torrent'])]
    expect(await grabber.grab(torrent)).toMatchObject({
      ...unavailable,
      detail: 'No download client is set up for magnet links.',
    })
    expect(snatches()).toEqual([])
  })
})

describe('grabs', () => {
  test('of runs wait for each other, a grab by the user is refused at once', async () => {
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    answers.fetch = async () => {
      order.push('begins')
      await gate.promise
      order.push('ends')
      return FETCHED
    }
    const first = grabber.grab(request())
    const second = grabber.grab(request({ offer: { ...offer, title: 'Harbor Lights 004' }, issue_ids: ['harbor-4'] }))
    expect(await grabber.alone(async () => 'mine')).toBeUndefined()
    gate.resolve()
    expect([(await first).state, (await second).state]).toEqual(['submitted', 'submitted'])
    expect(order).toEqual(['begins', 'ends', 'begins', 'ends'])
    expect(await grabber.alone(async () => 'mine')).toBe('mine')
  })

  test('that are aborted or break block no others', async () => {
    await expect(grabber.grab(request(), AbortSignal.abort())).rejects.toThrow()
    answers.fetch = () => Promise.reject(new Error('a fault'))
    await expect(grabber.grab(request())).rejects.toThrow('a fault')
    answers.fetch = async () => FETCHED
    expect((await grabber.grab(request())).state).toBe('submitted')
  })
})

test('grabs are possible once a download client is set up', () => {
  expect(grabber.ready()).toEqual({ ready: true })
  answers.isSet = 'torrent'
  expect(grabber.ready()).toEqual({ ready: true })
  answers.isSet = false
  expect(grabber.ready()).toMatchObject({ ready: false, code: 'downloader_disabled' })
})
