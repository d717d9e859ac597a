import { beforeEach, describe, expect, test } from 'bun:test'
import { lineLog } from '../../../base/platform/log'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { clientRow, itemAt } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import type { AcceptedRelease, ClientItem, ClientReply, DownloadClient } from '../clients/client'
import { saveClient } from '../clients/store'
import type { CleanupState } from '../states'
import * as store from '../store'
import { journal } from '../tables'
import type { CleanupRules } from './cleanup'
import { ClientCleanup } from './client-cleanup'

const DOWN: ClientReply<never> = { failure: 'unreachable', detail: 'It is off.' }
const RULES: CleanupRules = {
  placing: 'copy',
  seed_ratio: 2,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
}

let db: Database
let clock: ReturnType<typeof fakeClock>
let calls: string[]
let rules: (CleanupRules & { category?: string }) | undefined
let found: ClientReply<AcceptedRelease | null>
let removed: ClientReply<true>
let seen: ClientReply<Map<string, ClientItem>>
let known: string[]
let holding: ClientCleanup
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  calls = []
  rules = RULES
  known = ['A', 'B']
  found = { ok: { id: 'found', added: true } }
  removed = { ok: true }
  seen = has('job', 'found')
  const answering = <T>(question: string, answer: () => T) => {
    calls.push(question)
    return Promise.resolve(answer())
  }
  const named = (name: string | null) =>
    ({
      label: name,
      find: (job: string, hash?: string) => answering([name, 'find', job, hash].join(' ').trimEnd(), () => found),
      inspect: (ids: string[]) => answering(`${name} look ${ids}`, () => seen),
      remove: (id: string, { files }: { files: boolean }) => answering(`${name} remove ${id} ${files}`, () => removed),
    }) as unknown as DownloadClient
  const clients = {
    named: (name: string | null) => (known.includes(name ?? '') ? named(name) : undefined),
    rules: () => rules,
  }
  holding = new ClientCleanup({ db, clock, clients, log: lineLog(clock.now, () => {}, 'debug') })
})

const put = (held: CleanupState | null, more: Partial<store.DownloadItem> = {}): string => {
  const item_id = more.item_id ?? 'i'
  const row = {
    ...itemAt('A', clock.now()),
    stage: 'post_processed',
    held,
    client_id: 'job',
    client_name: 'ours',
    ...more,
  }
  db.write((tx) =>
    tx
      .insert(journal)
      .values({ ...row, item_id, digest: item_id } as never)
      .run(),
  )
  return item_id
}
const round = (signal = new AbortController().signal) => holding.round(signal)
const cleanupState = (id = 'i') => store.findDownload(db.read, id)?.held
const has = (...ids: string[]): ClientReply<Map<string, ClientItem>> => ({
  ok: new Map(ids.map((id) => [id, { state: 'done' }])),
})
const seeding = (sighting: Partial<ClientItem>) => {
  seen = { ok: new Map([['job', { state: 'seeding', ...sighting }]]) }
}

describe('an ended job', () => {
  test('is removed, with its files if the library has its own', async () => {
    put('waiting')
    await round()
    expect([calls, cleanupState()]).toEqual([['A look job', 'A remove job true'], 'gone'])
  })

  test('keeps what a move left in our own folder, and the target of a link', async () => {
    for (const placing of ['move', 'softlink'] as const) {
      rules = { ...RULES, placing }
      put('waiting', { item_id: placing })
      await round()
    }
    expect(calls.filter((call) => call.includes('remove'))).toEqual(['A remove job false', 'A remove job false'])
  })

  test('that was cancelled is removed with its files, under any rules', async () => {
    rules = undefined
    put('dropping')
    await round()
    expect(calls).toEqual(['A look job', 'A remove job true'])
  })

  test('of a client that was deleted is given up', async () => {
    known = []
    put('waiting')
    put('seeding', { item_id: 'none', client: null })
    await round()
    expect([calls, cleanupState(), cleanupState('none')]).toEqual([[], 'gone', 'gone'])
  })

  test('without an id is searched for by our name', async () => {
    put('dropping', { client_id: null })
    await round()
    expect([calls, cleanupState()]).toEqual([['A find ours', 'A look found', 'A remove found true'], 'gone'])
  })

  test('that never reached the client, or is not there, needs no removal', async () => {
    put('dropping', { client_id: null, client_name: null })
    await round()
    expect([calls, cleanupState()]).toEqual([[], 'gone'])
    found = { ok: null }
    put('dropping', { item_id: 'b', client_id: null })
    await round()
    expect([calls, cleanupState('b')]).toEqual([['A find ours'], 'gone'])
  })

  test('waits a minute for an unreachable client, then tries again', async () => {
    removed = DOWN
    put('waiting')
    await round()
    await round()
    expect([calls.length, cleanupState()]).toEqual([2, 'waiting'])
    removed = { ok: true }
    await clock.advance('59 s')
    await round()
    expect(cleanupState()).toBe('waiting')
    await clock.advance('1 s')
    await round()
    expect(cleanupState()).toBe('gone')
  })

  test('waits a minute beside other waiting jobs, too', async () => {
    removed = DOWN
    put('waiting', { item_id: 'a' })
    put('waiting', { item_id: 'b', client_id: 'found' })
    for (let n = 0; n < 4; n++) await round()
    expect(calls).toHaveLength(4)
  })

  test('waits too while its name in the client is unknown', async () => {
    found = DOWN
    put('dropping', { client_id: null })
    await round()
    await round()
    expect([calls, cleanupState()]).toEqual([['A find ours'], 'dropping'])
  })

  test('of one client does not wait for another client', async () => {
    put('waiting', { item_id: 'a' })
    put('waiting', { item_id: 'b', client: 'B' })
    await round()
    expect(calls.sort()).toEqual(['A look job', 'A remove job true', 'B look job', 'B remove job true'])
  })

  test('is not touched once the app stops', async () => {
    put('waiting')
    await round(AbortSignal.abort())
    expect(cleanupState()).toBe('waiting')
  })

  test('that changed while its client was queried keeps the change', async () => {
    const id = put('waiting')
    removed = new Proxy({ ok: true } as const, {
      has: (target, key) => {
        db.write((tx) => tx.update(journal).set({ client_id: 'other' }).run())
        return key in target
      },
    })
    await round()
    expect(store.findDownload(db.read, id)).toMatchObject({ held: 'waiting', client_id: 'other' })
  })
})

describe('a torrent that seeds', () => {
  test('is removed when it has seeded enough, and not before', async () => {
    put('seeding')
    seeding({ ratio: 1.9 })
    await round()
    expect([calls, cleanupState()]).toEqual([['A look job'], 'seeding'])
    await clock.advance('1 min')
    seeding({ ratio: 2 })
    await round()
    expect([calls.at(-1), cleanupState()]).toEqual(['A remove job true', 'gone'])
  })

  test('is checked together with all others of its client in one request', async () => {
    put('seeding')
    put('seeding', { item_id: 'z', client_id: 'job2' })
    await round()
    expect(calls[0]).toBe('A look job,job2')
  })

  test('is left to the client when the rules now say so', async () => {
    rules = { ...RULES, remove_completed: false }
    put('seeding')
    await round()
    expect([calls, cleanupState()]).toEqual([[], null])
  })

  test('with a new id in the client is found again', async () => {
    seen = { ok: new Map() }
    put('seeding')
    await round()
    expect(calls).toEqual(['A look job', 'A find ours'])
    expect(store.findDownload(db.read, 'i')).toMatchObject({ held: 'seeding', client_id: 'found' })
    await round()
    expect(calls).toHaveLength(2)
  })

  test('that the client does not have any more needs no removal', async () => {
    found = { ok: null }
    seen = { ok: new Map() }
    put('seeding')
    await round()
    expect(cleanupState()).toBe('gone')
  })

  test('is not searched for while the client is unreachable', async () => {
    seen = DOWN
    put('seeding')
    await round()
    await round()
    expect([calls, cleanupState()]).toEqual([['A look job'], 'seeding'])
    await clock.advance('1 min')
    seen = { ok: new Map() }
    found = DOWN
    await round()
    expect([calls, cleanupState()]).toEqual([['A look job', 'A look job', 'A find ours'], 'seeding'])
  })
})

describe('a job that Panelkeep did not add', () => {
  const torrent = { protocol: 'torrent' } as const

  test.each(['waiting', 'dropping', 'seeding'] as const)('is left to its client when it is %s', async (held) => {
    put(held, { ...torrent, added: false })
    await round()
    expect([calls, cleanupState()]).toEqual([[], null])
  })

  test('is left there also when a cancelled hand-over finds it only now', async () => {
    found = { ok: { id: 'found', added: false } }
    put('dropping', { ...torrent, client_id: null })
    await round()
    expect([calls, cleanupState()]).toEqual([['A find ours'], null])
  })

  test.each([
    [{ category: 'comics', added_at: '2026-11-21T08:00:00.000Z' }, 'gone'],
    [{}, null],
  ] as const)('is told by the client, for a cancelled torrent found by its hash: %j, %p', async (facts, held) => {
    rules = { ...RULES, category: 'comics' }
    found = { ok: { id: 'found', added: null } }
    seen = { ok: new Map([['found', { state: 'seeding', ...facts }]]) }
    put('dropping', { ...torrent, client_id: null, info_hash: 'hash' })
    await round()
    expect([calls[0], cleanupState()]).toEqual(['A find ours hash', held])
  })

  const GRAB = '2026-11-21T08:00:00.900Z'
  test.each<[string, Partial<ClientItem>, string, CleanupState | null]>([
    [
      'has our category and was added after the grab',
      { category: 'comics', added_at: '2026-11-21T08:00:01.000Z' },
      'comics',
      'gone',
    ],
    [
      'was added in the second of the grab',
      { category: 'Comics', added_at: '2026-11-21T08:00:00.000Z' },
      'comics',
      'gone',
    ],
    ['was added before the grab', { category: 'comics', added_at: '2026-11-21T07:59:59.000Z' }, 'comics', null],
    ['has no category', { added_at: '2026-11-21T09:00:00.000Z' }, 'comics', null],
    ['has another category', { category: 'mine', added_at: '2026-11-21T09:00:00.000Z' }, 'comics', null],
    ['has no adding time', { category: 'comics' }, 'comics', null],
    ['cannot show a category, as none is set', { category: '', added_at: '2026-11-21T09:00:00.000Z' }, '', null],
  ])('a torrent of an earlier version that %s', async (_, facts, category, held) => {
    rules = { ...RULES, category }
    put('dropping', { ...torrent, added: null, grabbed_at: GRAB })
    seen = { ok: new Map([['job', { state: 'seeding', ...facts }]]) }
    await round()
    expect([cleanupState(), calls.includes('A remove job true')]).toEqual([held, held === 'gone'])
  })

  test('is another one when the user added it again under the same hash', async () => {
    put('dropping', { ...torrent, added: true, client_instance: '1795248000' })
    seen = { ok: new Map([['job', { state: 'seeding', instance: '1795300000' }]]) }
    await round()
    expect([calls, cleanupState()]).toEqual([['A look job'], null])
  })

  test.each(['dropping', 'seeding'] as const)(
    'is another job when the client reused our id, %s: ours is searched for by name',
    async (held) => {
      put(held, { added: true })
      const other: ClientItem = { state: 'done', name: 'another', goal_met: true }
      seen = { ok: new Map([['job', other], ['found', { ...other, name: 'ours' }]]) } // biome-ignore format: one row
      await round()
      expect([calls, store.findDownload(db.read, 'i')?.client_id]).toEqual([['A look job', 'A find ours'], 'found'])
      await clock.advance('1 min')
      await round()
      expect([calls.slice(2), cleanupState()]).toEqual([['A look found', 'A remove found true'], 'gone'])
    },
  )

  test.each([
    [{ fetched: 0, done: 9 }, false],
    [{ fetched: 1, done: 9 }, true],
    [{ fetched: 0, done: 0 }, true],
    [{ done: 9 }, true],
  ])(
    "is the user's when a torrent found all files on the disk: with %j the files are removed: %p",
    async (facts, go) => {
      put('dropping', { ...torrent, added: true })
      seeding(facts)
      await round()
      expect(calls.at(-1)).toBe(`A remove job ${go}`)
    },
  )

  test('is known only once the client answers', async () => {
    seen = DOWN
    put('dropping', torrent)
    await round()
    expect([calls, cleanupState()]).toEqual([['A look job'], 'dropping'])
  })
})

describe('a job that two downloads share', () => {
  const shared = { protocol: 'torrent', added: true } as const
  const removals = () => calls.filter((call) => call.includes('remove'))

  test('is removed with the last of them', async () => {
    put('dropping', { ...shared, item_id: 'a' })
    put(null, { ...shared, item_id: 'b', stage: 'snatched' })
    await round()
    expect([removals(), cleanupState('a')]).toEqual([[], 'gone'])
    db.write((tx) => store.updateItem(tx, 'b', { held: 'dropping' }))
    db.write((tx) => store.moveItem(tx, 'b', { to: 'cancelled', at: clock.now() }))
    await round()
    expect([removals(), cleanupState('b')]).toEqual([['A remove job true'], 'gone'])
  })

  test('stays while a second entry of the same program uses it', async () => {
    db.write((tx) => {
      const row = (client_id: string, address: string) =>
        saveClient(tx, clientRow({ type: 'qbittorrent', client_id, name: client_id, address }))
      for (const [id, port] of [['A', 1], ['twin', 1], ['B', 2]] as const) row(id, `http://box:${port}`) // biome-ignore format: one row
    })
    put('dropping', { ...shared, item_id: 'a' })
    put(null, { ...shared, item_id: 'b', stage: 'snatched', client: 'B' })
    put(null, { ...shared, item_id: 'c', stage: 'snatched', client: 'twin' })
    await round()
    expect([removals(), cleanupState('a')]).toEqual([[], 'gone'])
    db.write((tx) => store.moveItem(tx, 'c', { to: 'cancelled', at: clock.now() }))
    db.write((tx) => store.updateItem(tx, 'a', { held: 'dropping' }))
    await round()
    expect(removals()).toEqual(['A remove job true'])
  })

  test('is removed once when both end at the same moment', async () => {
    put('dropping', { ...shared, item_id: 'a', stage: 'failed' })
    put('dropping', { ...shared, item_id: 'b', stage: 'cancelled' })
    await round()
    expect([removals(), cleanupState('a'), cleanupState('b')]).toEqual([['A remove job true'], 'gone', 'gone'])
  })

  test.each<[string, Partial<store.DownloadItem>, boolean]>([
    ['waits for the user', { stage: 'manual_review', held: null }, true],
    ['was decided', { stage: 'manual_review', held: null, resolution: 'ignored' }, false],
    ['is being handed over', { stage: 'reserved', held: null, client_id: null, info_hash: 'job' }, true],
    [
      'is handed to another client',
      { stage: 'reserved', held: null, client_id: null, info_hash: 'job', client: 'B' },
      false,
    ],
    ['seeds', { stage: 'post_processed', held: 'seeding' }, true],
    ['is left to the client', { stage: 'post_processed', held: null }, true],
    ['was removed', { stage: 'post_processed', held: 'gone' }, false],
    ['failed', { stage: 'failed', held: null }, false],
    ['is at another client', { stage: 'snatched', held: null, client: 'B' }, false],
    ['is another torrent', { stage: 'snatched', held: null, client_id: 'other' }, false],
  ])('stays while the other one %s: %j, %p', async (_, other, stays) => {
    put('dropping', { ...shared, item_id: 'a', stage: 'cancelled' })
    put(null, { ...shared, item_id: 'b', ...other })
    await round()
    expect([removals().length, cleanupState('a')]).toEqual([stays ? 0 : 1, 'gone'])
  })
})
