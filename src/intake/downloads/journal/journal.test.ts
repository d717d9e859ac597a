import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../../base/platform/files'
import { lineLog } from '../../../base/platform/log'
import type { Files } from '../../../base/platform/ports'
import { systemRandom } from '../../../base/platform/random'
import type { Database } from '../../../base/storage/database'
import { findIssue, findSeries, setIntent } from '../../../library/series/store'
import { testDatabaseAt } from '../../../testing/database'
import { crashStates } from '../../../testing/disks/crash-states'
import { fakeClock } from '../../../testing/fakes/clock'
import { nzbOf } from '../../../testing/fakes/indexer'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import type { AcceptedRelease, ClientReply, DownloadClient } from '../clients/client'
import { Blackhole } from '../clients/watched-folder/blackhole'
import type { ReleasePayload } from '../payload'
import { countInFlight, type DownloadItem, findDownload, itemsInFlight, logOf, moveItem } from '../store'
import { journal as rows } from '../tables'
import { Journal, type ReleaseToGrab } from './journal'

const TITLE = 'Harbor Lights 003 (2015) (Digital)'
const release: ReleasePayload = { kind: 'nzb', name: TITLE, bytes: nzbOf(TITLE) }
const wanted = (more: Partial<ReleaseToGrab> = {}): ReleaseToGrab => ({
  digest: 'd1',
  entity_type: 'issue',
  entity_id: 'harbor-3',
  comic_id: 'harbor',
  title: TITLE,
  indexer_id: 'a',
  indexer: 'Indexer A',
  protocol: 'usenet',
  size: 41_000_000,
  pack: false,
  issue_ids: ['harbor-3'],
  ...more,
})

let folder: string
let db: Database
const clock = fakeClock()
const watched = () => join(folder, 'watched')
const deliveredFiles = () => readdirSync(watched()).filter((name) => !name.startsWith('.'))
const aside = () => readdirSync(watched()).filter((name) => name.startsWith('.'))
const hole = (files: Files = systemFiles) =>
  new Blackhole({ name: 'hole', label: 'Hole', files, clock, folder: watched, what: 'NZB files' })
const journalOf = (client: DownloadClient | undefined) => {
  const log = lineLog(clock.now, () => {}, 'debug')
  return new Journal({ db, clock, random: systemRandom, log, clients: { named: () => client } })
}
const there = (issueId = 'harbor-3') => findIssue(db.read, issueId)?.fulfillment

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-journal-'))
  mkdirSync(watched())
  db = testDatabaseAt(join(folder, 'panelkeep.db'))
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3, 4])
  db.write((tx) => setIntent(tx, 'harbor-3', 'wanted', clock.now()))
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a grab', () => {
  test('is reserved, sent and snatched, and reports each step', async () => {
    const journal = journalOf(hole())
    expect(findSeries(db.read, 'harbor')?.wanted).toBe(1)
    const item = journal.reserve(wanted(), hole())!
    expect(item).toMatchObject({ release_key: 'harbor-3|indexer a', stage: 'reserved' })
    expect([there(), findSeries(db.read, 'harbor')?.wanted]).toEqual(['reserved', 0])
    expect(await journal.handOver(item, release, hole())).toMatchObject({ stage: 'snatched' })
    expect(there()).toBe('snatched')
    expect(deliveredFiles()).toEqual([`${item.client_name}.nzb`])
    expect(readFileSync(join(watched(), deliveredFiles()[0]!), 'utf8')).toContain('<nzb')
    expect(findDownload(db.read, item.item_id)).toMatchObject({
      client: 'hole',
      client_id: join(watched(), deliveredFiles()[0]!),
    })
    expect(logOf(db.read, item.item_id).map(({ from, to }) => [from, to])).toEqual([
      [null, 'reserved'],
      ['reserved', 'snatched'],
    ])
    expect(aside()).toEqual([])
  })

  test('of a pack covers the missing issues and leaves the others', () => {
    makeFile(db, { issues: ['harbor-1'] })
    const item = journalOf(hole()).reserve(wanted({ issue_ids: ['harbor-1', 'harbor-2', 'harbor-3'] }), hole())!
    expect(['harbor-1', 'harbor-2', 'harbor-3'].map(there)).toEqual(['downloaded', 'reserved', 'reserved'])
    expect([countInFlight(db.read), itemsInFlight(db.read)[0]?.item_id]).toEqual([1, item.item_id])
  })

  test('of an open release, or for issues that are, is none', () => {
    const journal = journalOf(hole())
    journal.reserve(wanted(), hole())
    expect(journal.reserve(wanted({ issue_ids: ['harbor-4'] }), hole())).toBeUndefined()
    expect(journal.reserve(wanted({ digest: 'd2' }), hole())).toBeUndefined()
    expect([there('harbor-4'), countInFlight(db.read)]).toEqual(['missing', 1])
  })

  test('that its client rejects leaves its issues missing, and may be retried', async () => {
    rmSync(watched(), { recursive: true })
    const journal = journalOf(hole())
    const item = journal.reserve(wanted(), hole())!
    expect(await journal.handOver(item, release, hole())).toMatchObject({ stage: 'failed' })
    expect(findDownload(db.read, item.item_id)?.reason).toStartWith('submission_rejected: ')
    expect([there(), findSeries(db.read, 'harbor')?.wanted]).toEqual(['missing', 1])
    mkdirSync(watched())
    const again = journal.reserve(wanted(), hole())!
    expect(again.client_name).not.toBe(item.client_name)
  })

  test('that was cancelled meanwhile stays cancelled', async () => {
    const journal = journalOf(hole())
    const item = journal.reserve(wanted(), hole())!
    db.write((tx) => moveItem(tx, item.item_id, { to: 'cancelled', at: clock.now() }))
    await journal.handOver(item, release, hole())
    // The client has the release by now, and must remove it.
    expect(findDownload(db.read, item.item_id)).toMatchObject({
      stage: 'cancelled',
      client_id: join(watched(), deliveredFiles()[0]!),
      held: 'dropping',
    })
  })

  test('that ended otherwise meanwhile is not removed from its client', async () => {
    const journal = journalOf(hole())
    const item = journal.reserve(wanted(), hole())!
    db.write((tx) => moveItem(tx, item.item_id, { to: 'failed', at: clock.now() }))
    await journal.handOver(item, release, hole())
    expect(findDownload(db.read, item.item_id)).toMatchObject({ stage: 'failed', held: null, client_id: null })
  })

  test('that was interrupted says since when its client is silent', async () => {
    const silent: DownloadClient = Object.assign(hole(), {
      send: () => Promise.reject(new Error('the process ended')),
      find: async () => ({ failure: 'unreachable' as const, detail: 'It does not answer.' }),
    })
    const journal = journalOf(silent)
    const item = journal.reserve(wanted(), silent)!
    await journal.handOver(item, release, silent).catch(() => {})
    const since = clock.now()
    await journal.recover()
    expect(findDownload(db.read, item.item_id)).toMatchObject({ stage: 'reserved', unreachable_since: since })
    await clock.advance('5 min')
    await journal.recover()
    expect(findDownload(db.read, item.item_id)).toMatchObject({ stage: 'reserved', unreachable_since: since })
  })
})

describe("whether Panelkeep added a client's item", () => {
  const torrent = (digest: string) => wanted({ digest, protocol: 'torrent', content: null, info_hash: 'f'.repeat(40) })
  let settled: string[]
  beforeEach(() => {
    settled = []
  })
  const says = (added: boolean | null): DownloadClient => ({
    ...hole(),
    name: 'qbit',
    label: 'qBittorrent',
    type: 'qbittorrent',
    takes: ['torrent'],
    test: async () => ({ ok: { warnings: [] } }),
    send: async () => ({ ok: { id: 'hash', added } }),
    find: async () => ({ ok: { id: 'hash', added } }),
    acknowledge: async (name) => void settled.push(name),
    inspect: async () => ({ ok: new Map() }),
    remove: async () => ({ ok: true }),
  })
  const grab = async (added: boolean | null, digest = 'd1', entity_id = 'harbor-3') => {
    const journal = journalOf(says(added))
    const item = journal.reserve({ ...torrent(digest), entity_id, issue_ids: [entity_id] }, says(added))!
    await journal.handOver(item, release, says(added))
    return item.item_id
  }
  const addedOf = (id: string) => findDownload(db.read, id)?.added

  test.each([true, false, null])('is what its client answers: %p', async (added) => {
    expect(addedOf(await grab(added))).toBe(added)
    expect(settled).toHaveLength(added === false ? 0 : 1)
  })

  test.each([true, false, null])('is queried again after a crash: %p', async (added) => {
    const item = journalOf(says(added)).reserve(torrent('d1'), says(added))!
    await journalOf(says(added)).recover()
    expect(findDownload(db.read, item.item_id)).toMatchObject({ stage: 'snatched', client_id: 'hash', added })
  })

  test.each<[string, Partial<DownloadItem>, boolean, string | null]>([
    ['is downloading', { stage: 'snatched' }, true, '17'],
    ['seeds', { stage: 'post_processed', held: 'seeding' }, true, '17'],
    ['failed and was left there', { stage: 'failed', held: null }, true, '17'],
    ['failed before it was seen there', { stage: 'failed', held: null, client_instance: null }, false, null],
    ['was removed from there', { stage: 'failed', held: 'gone' }, false, null],
    ['was the user’s as well', { stage: 'snatched', added: false }, false, null],
    ['is at another client', { stage: 'snatched', client: 'other' }, false, null],
  ])('is Panelkeep if another download of the same torrent %s: %j, %p', async (_, other, added, client_instance) => {
    const first = await grab(true)
    db.write((tx) =>
      tx
        .update(rows)
        .set({ client_instance: '17', ...other })
        .run(),
    )
    const second = await grab(false, 'd2', 'harbor-4')
    expect(second).not.toBe(first)
    expect(findDownload(db.read, second)).toMatchObject({ added, client_instance })
  })
})

describe('a client that does not report the outcome', () => {
  const client = (found: ClientReply<AcceptedRelease | null>): DownloadClient => ({
    name: 'hole',
    label: 'Hole',
    type: 'blackhole',
    takes: ['nzb'],
    test: async () => ({ ok: { warnings: [] } }),
    send: async () => ({ failure: 'ambiguous', detail: 'It did not answer.' }),
    find: async () => found,
    acknowledge: async () => {},
    inspect: async () => ({ ok: new Map() }),
    remove: async () => ({ ok: true }),
  })
  test.each([
    ['has it', client({ ok: { id: 'job-1', added: true } }), 'snatched', 'snatched'],
    ['does not have it', client({ ok: null }), 'failed', 'missing'],
    ['does not answer', client({ failure: 'unreachable', detail: 'No.' }), 'manual_review', 'reserved'],
  ] as const)('and %s', async (_, downloadClient, stage, fulfillment) => {
    const journal = journalOf(downloadClient)
    const item = journal.reserve(wanted(), downloadClient)!
    expect((await journal.handOver(item, release, downloadClient)).stage).toBe(stage)
    expect(there()).toBe(fulfillment)
  })

  test.each([
    ['has it', client({ ok: { id: 'job-1', added: true } }), 'snatched'],
    ['does not have it', client({ ok: null }), 'failed'],
    ['does not answer, which is retried', client({ failure: 'unreachable', detail: 'No.' }), 'reserved'],
    ['is no longer set up', undefined, 'manual_review'],
  ] as const)('after a restart, and %s', async (_, downloadClient, stage) => {
    const item = journalOf(hole()).reserve(wanted(), hole())!
    await journalOf(downloadClient).recover()
    expect(findDownload(db.read, item.item_id)?.stage).toBe(stage)
  })

  test('does not touch a running hand-over', async () => {
    const journal = journalOf(hole())
    const item = journal.reserve(wanted(), hole())!
    await journal.recover()
    expect(findDownload(db.read, item.item_id)?.stage).toBe('reserved')
  })
})

test('killed at any disk access, a grab ends once: sent and snatched, or neither', async () => {
  const crashes = crashStates(folder, systemFiles)
  const before = journalOf(hole(crashes.files))
  const item = before.reserve(wanted(), hole(crashes.files))!
  crashes.begin()
  await before.handOver(item, release, hole(crashes.files))
  crashes.end()
  for (const state of crashes.states) {
    db.close()
    state.putBack()
    db = testDatabaseAt(join(folder, 'panelkeep.db'))
    // Clients remove files from the folder at once.
    const wasDelivered = deliveredFiles().length === 1
    for (const name of deliveredFiles()) rmSync(join(watched(), name))
    await journalOf(hole()).recover()
    const stage = findDownload(db.read, item.item_id)?.stage
    expect([stage, there()], state.at).toEqual(wasDelivered ? ['snatched', 'snatched'] : ['failed', 'missing'])
    expect(deliveredFiles(), state.at).toEqual([])
    const ends = logOf(db.read, item.item_id).map(({ to }) => to)
    expect(ends).toEqual(['reserved', stage!])
  }
  expect(crashes.count()).toBeGreaterThan(5)
})

describe('an upgrade', () => {
  test('is grabbed though the issue has a file, once, and a failure keeps the file', async () => {
    makeFile(db, { issues: ['harbor-3'], format: 'cbr' })
    const journal = journalOf(hole())
    expect(journal.reserve(wanted(), hole(), 'plain')).toBeUndefined()
    expect(journal.reserve(wanted({ upgrade: true }), hole(), 'better')).toMatchObject({ stage: 'reserved' })
    expect(journal.reserve(wanted({ upgrade: true, digest: 'd2' }), hole(), 'again')).toBeUndefined()
    expect(there()).toBe('downloaded')
    rmSync(watched(), { recursive: true })
    expect(await journal.handOver(findDownload(db.read, 'better')!, release, hole())).toMatchObject({ stage: 'failed' })
    expect(there()).toBe('downloaded')
    expect(journal.reserve(wanted({ upgrade: true, digest: 'd2' }), hole(), 'again')).toBeDefined()
  })
})
