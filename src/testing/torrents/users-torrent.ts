import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemClock as clock, plus } from '../../base/platform/clock'
import { lineLog } from '../../base/platform/log'
import { systemRandom as random } from '../../base/platform/random'
import { cleanupAfter } from '../../intake/downloads/cleanup/cleanup'
import { ClientCleanup } from '../../intake/downloads/cleanup/client-cleanup'
import type { ClientItem, DownloadClient } from '../../intake/downloads/clients/client'
import type { ClientRow } from '../../intake/downloads/clients/store'
import { Journal } from '../../intake/downloads/journal/journal'
import * as course from '../../intake/downloads/journal/stage-changes'
import { DownloadCancels } from '../../intake/downloads/queue/cancel'
import * as store from '../../intake/downloads/store'
import { setIntent } from '../../library/series/store'
import { testDatabase } from '../database'
import { until } from '../harness/until'
import { makeIssues, makeSeries } from '../make'
import { type MadeTorrent, makeTorrent } from './make-torrent'
import type { TorrentProgram } from './programs'
import { okOf } from './replies'

interface Setting {
  called: string
  present: boolean
  start(): Promise<TorrentProgram>
  client(program: TorrentProgram, more?: Partial<ClientRow>): DownloadClient
  settings?: ClientRow['settings']
  /** Adds a torrent as a user would: without a category, in a folder of the user that has its files. */
  addAsUser(program: TorrentProgram, bytes: Uint8Array, folder: string): Promise<unknown>
  /** Whether the client reports a category and an adding time. */
  dates: boolean
}

/** Rules under which a torrent has seeded enough immediately. */
const RULES = {
  placing: 'move',
  seed_ratio: null,
  seed_minutes: 0,
  remove_completed: true,
  remove_failed: true,
  category: 'comics',
} as const
const INNER = ['Harbor Lights 001.cbz', 'extras/Harbor Lights 001a.cbz']

const ends = {
  fails: (db, item) =>
    db.write((tx) => {
      const held = cleanupAfter(RULES, 'torrent', 'failed')
      const end = { to: 'failed', reason: 'download_failed_researching', detail: 'No.', at_step: 'download' } as const
      course.endAsFailed(tx, item.item_id, end, clock.now(), { held })
    }),
  'is cancelled': (db, { item_id }) => {
    const operations = { active: () => [], cancel: () => false } as never
    new DownloadCancels({ db, clock, operations, checkNow: () => {} }).byId(item_id)
  },
  'is in the library and has reached its share limit': (db, { item_id }) =>
    db.write((tx) => {
      const held = cleanupAfter(RULES, 'torrent', 'placed')
      for (const to of ['downloaded', 'post_processing', 'moved'] as const)
        course.advanceStage(tx, item_id, to, clock.now())
      course.advanceStage(tx, item_id, 'post_processed', clock.now(), { held })
    }),
} satisfies Record<string, (db: ReturnType<typeof testDatabase>, item: store.DownloadItem) => void>
const ways = Object.keys(ends) as (keyof typeof ends)[]

/** The journal and the cleanup over one client. */
function benchOf(client: DownloadClient) {
  const db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
  db.write((tx) => {
    for (const id of ['harbor-1', 'harbor-2']) setIntent(tx, id, 'wanted', clock.now())
  })
  const log = lineLog(clock.now, () => {}, 'debug')
  const clients = { named: () => client, rules: () => RULES }
  const cleanup = new ClientCleanup({ db, clock, log, clients })
  const journalOf = () => new Journal({ db, clock, random, log, clients })
  const reserve = (journal: Journal, { info_hash }: MadeTorrent, entity_id: string) =>
    journal.reserve(
      {
        ...{ entity_type: 'issue', comic_id: 'harbor', indexer_id: 'a', indexer: 'A', protocol: 'torrent', size: 1 },
        ...{ digest: entity_id, entity_id, issue_ids: [entity_id], title: 'Harbor Lights 001', pack: false },
        ...{ info_hash, content: info_hash },
      },
      client,
    ) as store.DownloadItem
  return {
    db,
    journalOf,
    reserve,
    row: ({ item_id }: store.DownloadItem) => store.findDownload(db.read, item_id) as store.DownloadItem,
    async grab(made: MadeTorrent, entity_id = 'harbor-1'): Promise<store.DownloadItem> {
      const journal = journalOf()
      const item = reserve(journal, made, entity_id)
      const handed = await journal.handOver(item, payloadOf(made), client)
      expect(handed.stage).toBe('snatched')
      return store.findDownload(db.read, item.item_id) as store.DownloadItem
    },
    end: (how: keyof typeof ends, item: store.DownloadItem) => ends[how](db, item),
    clean: () => cleanup.round(new AbortController().signal),
  }
}

const payloadOf = ({ bytes, info_hash }: MadeTorrent) =>
  ({ kind: 'torrent', name: 'release', bytes, info_hash }) as const

/**
 * Tests that a torrent which Panelkeep did not add stays unchanged in its client, with its files and other files
 * beside them, and that a torrent which Panelkeep added is removed.
 */
export function proveUsersTorrents({ called, present, start, client, settings, addAsUser, dates }: Setting): void {
  describe.skipIf(!present)(`a torrent that the user has in ${called}`, () => {
    setDefaultTimeout(60_000)
    let program: TorrentProgram
    let made = 0
    beforeAll(async () => {
      program = await start()
    }, 60_000)
    afterAll(() => program?.stop())

    const it = () => client(program, { settings: { ...settings } })
    const newTorrent = (): MadeTorrent & { name: string; files: Record<string, Uint8Array> } => {
      const name = `Harbor Lights ${++made}`
      const files = Object.fromEntries(INNER.map((path) => [path, crypto.getRandomValues(new Uint8Array(40_000))]))
      return { ...makeTorrent({ announce: 'http://127.0.0.1:1/announce', name, content: files }), name, files }
    }
    const seen = async (id: string): Promise<ClientItem | undefined> => okOf(await it().inspect([id])).get(id)
    const untilGone = (id: string) =>
      until(
        () => seen(id),
        (item) => item === undefined,
      )

    /** The files of a torrent in a folder of the user, with notes beside the comics. */
    function usersFiles() {
      const torrent = newTorrent()
      const folder = join(dirname(program.folder), `mine ${made}`)
      const files = { ...torrent.files, 'notes.txt': new Uint8Array(3) }
      for (const [path, bytes] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, torrent.name, path)), { recursive: true })
        writeFileSync(join(folder, torrent.name, path), bytes)
      }
      const expectThere = () => {
        const there = readdirSync(join(folder, torrent.name), { recursive: true, encoding: 'utf8' })
        expect(there).toEqual(expect.arrayContaining([...INNER, 'notes.txt']))
      }
      return { torrent, folder, expectThere }
    }

    /** Adds the user's torrent, which seeds. */
    async function usersTorrent() {
      const { torrent, folder, expectThere } = usersFiles()
      await addAsUser(program, torrent.bytes, folder)
      const before = await until(
        () => seen(torrent.info_hash),
        (item) => item?.state === 'seeding' || item?.state === 'done',
        20_000,
      )
      const facts = ({ state, path, category, instance }: ClientItem) => ({ state, path, category, instance })
      return {
        torrent,
        folder,
        async expectUntouched(clientName: string | null) {
          expect(facts((await seen(torrent.info_hash)) as ClientItem)).toEqual(facts(before as ClientItem))
          expect(okOf(await it().find(clientName as string))).toBeNull()
          expectThere()
        },
      }
    }

    test.each(ways)('stays with its files and notes when its download %s', async (how) => {
      const { torrent, expectUntouched } = await usersTorrent()
      const bench = benchOf(it())
      const item = await bench.grab(torrent)
      expect(item).toMatchObject({ client_id: torrent.info_hash, added: false })
      bench.end(how, item)
      await bench.clean()
      expect(bench.row(item).held).toBeNull()
      await expectUntouched(item.client_name)
    })

    test('keeps its files when another torrent of the same files, which Panelkeep added, is removed', async () => {
      const { torrent, folder, expectUntouched } = await usersTorrent()
      const { name, files } = torrent
      const other = makeTorrent({ announce: 'http://127.0.0.1:1/announce', name, content: files, piece: 32_768 })
      const bench = benchOf(client(program, { settings: { ...settings, directory: folder } }))
      const item = await bench.grab(other)
      expect(item.added).toBe(true)
      await until(
        () => seen(other.info_hash),
        (each) => ['seeding', 'done', 'failed'].includes(each?.state ?? ''),
        20_000,
      )
      bench.end('fails', item)
      await bench.clean()
      expect(bench.row(item).held).toBe('gone')
      await untilGone(other.info_hash)
      await expectUntouched(item.client_name)
    })

    test('is like files that the user has without a torrent: they stay when a torrent that found them is removed', async () => {
      const { torrent, folder, expectThere } = usersFiles()
      const bench = benchOf(client(program, { settings: { ...settings, directory: folder } }))
      const item = await bench.grab(torrent)
      await until(
        () => seen(torrent.info_hash),
        (each) => ['seeding', 'done', 'failed'].includes(each?.state ?? ''),
        20_000,
      )
      bench.end('is cancelled', item)
      await bench.clean()
      await untilGone(torrent.info_hash)
      expectThere()
    })

    test('stays when Panelkeep was killed before it recorded the reply of the client', async () => {
      const { torrent, expectUntouched } = await usersTorrent()
      const bench = benchOf(it())
      const item = bench.reserve(bench.journalOf(), torrent, 'harbor-1')
      okOf(await it().send(item.client_name as string, payloadOf(torrent)))
      await bench.journalOf().recover()
      expect(bench.row(item).added).not.toBe(true)
      bench.end('is cancelled', item)
      await bench.clean()
      await expectUntouched(item.client_name)
    })

    test('stays when an earlier version grabbed it', async () => {
      const { torrent, expectUntouched } = await usersTorrent()
      const bench = benchOf(it())
      const item = await bench.grab(torrent)
      bench.db.write((tx) => store.updateItem(tx, item.item_id, { added: null }))
      bench.end('is cancelled', item)
      await bench.clean()
      await expectUntouched(item.client_name)
    })

    test.each(ways)('is not one that Panelkeep added: that is removed when its download %s', async (how) => {
      const torrent = newTorrent()
      const bench = benchOf(it())
      const item = await bench.grab(torrent)
      expect(item).toMatchObject({ client_id: torrent.info_hash, added: true })
      bench.end(how, item)
      await bench.clean()
      expect(bench.row(item).held).toBe('gone')
      await untilGone(torrent.info_hash)
    })

    test('is not one that Panelkeep added before it was killed without recording it', async () => {
      const torrent = newTorrent()
      const bench = benchOf(it())
      const item = bench.reserve(bench.journalOf(), torrent, 'harbor-1')
      okOf(await it().send(item.client_name as string, payloadOf(torrent)))
      await bench.journalOf().recover()
      expect(bench.row(item)).toMatchObject({ stage: 'snatched', added: true })
      bench.end('is cancelled', item)
      await bench.clean()
      await untilGone(torrent.info_hash)
    })

    test(`is not one that an earlier version added${dates ? '' : ', but that cannot be distinguished and stays'}`, async () => {
      const torrent = newTorrent()
      const bench = benchOf(it())
      const item = await bench.grab(torrent)
      // The clock of Transmission ticks once a second.
      const grabbed_at = plus(item.grabbed_at, -2000)
      bench.db.write((tx) => store.updateItem(tx, item.item_id, { added: null, grabbed_at }))
      bench.end('fails', item)
      await bench.clean()
      expect(bench.row(item).held).toBe(dates ? 'gone' : null)
      if (dates) await untilGone(torrent.info_hash)
      else expect(await seen(torrent.info_hash)).toBeDefined()
    })

    test('is not one that two downloads share: that is removed with the last of them', async () => {
      const torrent = newTorrent()
      const bench = benchOf(it())
      const first = await bench.grab(torrent)
      bench.end('is in the library and has reached its share limit', first)
      const second = await bench.grab(torrent, 'harbor-2')
      expect(second.added).toBe(true)
      await bench.clean()
      expect(bench.row(first).held).toBe('gone')
      expect(await seen(torrent.info_hash)).toBeDefined()
      bench.end('is cancelled', second)
      await bench.clean()
      await untilGone(torrent.info_hash)
      expect(existsSync(join(program.folder, torrent.name))).toBe(false)
    })
  })
}
