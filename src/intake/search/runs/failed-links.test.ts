import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../base/storage/database'
import { testDatabaseAt } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { offer } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import { releaseDigest } from '../digest'
import type { GrabOutcome, GrabRequest } from '../grabs/grab-request'
import { saveFailedLink } from '../indexers/failed-link-store'
import type { Indexer } from '../indexers/indexer'
import { linkKey } from '../indexers/link-keys'
import type { ReleaseVerdict } from '../verdict/judge'
import { type Find, ItemSearcher } from './item-search'

const RELEASE = 'Harbor Lights 007 (2015)'
const FILE = join(tmpdir(), `failed-links-${process.pid}.db`)
const ACCEPTED: ReleaseVerdict = { accepted: true, reason_code: 'accepted.issue', overrideable: true, reasons: [], match_kind: 'issue', satisfies: ['7'] } // biome-ignore format: one glance
let clock: ReturnType<typeof fakeClock>
let db: Database
let tried: string[]
let good: readonly string[]
let blockedIndexers: readonly string[]

beforeEach(() => {
  clock = fakeClock()
  db = testDatabaseAt(FILE)
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [{ number: '7', intent: 'wanted', release_date: '2015-06-03' }])
  good = []
  blockedIndexers = []
})
afterEach(() => {
  db.close()
  for (const end of ['', '-wal', '-shm']) rmSync(FILE + end, { force: true })
})

/** Records failed links, like the grabber. */
async function grab({ offer, indexer_id, link: key = linkKey(offer) }: GrabRequest): Promise<GrabOutcome> {
  tried.push(offer.title)
  if (good.includes(offer.title)) return { state: 'submitted', release_key: 'key' }
  const failed = { state: 'failed', code: 'handoff_rejected', detail: `${offer.title} is gone.` } as const
  if (blockedIndexers.includes(indexer_id)) return { ...failed, indexer_blocked: true }
  const link = { indexer_id, digest: releaseDigest(offer), link: key }
  db.write((tx) => saveFailedLink(tx, { ...link, detail: failed.detail }, clock.now()))
  return failed
}

const find = (title: string, order: number, indexer_id = 'alpha'): Find => ({
  offer: offer(title),
  verdict: ACCEPTED,
  order,
  indexer_id,
  indexer: indexer_id,
})

async function search(finds = ['one', 'two', 'three', 'four'].map((title, at) => find(title, at))) {
  tried = []
  return seeking([], finds)
}

async function seeking(indexers: Indexer[], finds?: Find[]) {
  const seeker = new ItemSearcher({
    db,
    clock,
    indexers: { enabled: () => indexers, get: () => undefined },
    grabs: { ready: () => ({ ready: true }), grab },
    limits: () => ({}),
  })
  return seeker.seek({ issueId: 'harbor-7', trigger: 'scheduled', urgent: false, signal: new AbortController().signal, ...(finds && { finds }) }) // biome-ignore format: one glance
}

describe('failed links', () => {
  test('are not retried in the next search: the fourth release is tried', async () => {
    expect(await search()).toMatchObject({ state: 'failed' })
    expect(tried).toEqual(['one', 'two', 'three'])
    good = ['four']
    const result = await search()
    expect(tried).toEqual(['four'])
    expect(result).toMatchObject({ state: 'succeeded', grabbed: 'four' })
    expect(result.ranked?.map(({ title, outcome, detail }) => [title, outcome, detail])).toEqual([
      ['one', 'failed', 'one is gone.'],
      ['two', 'failed', 'two is gone.'],
      ['three', 'failed', 'three is gone.'],
      ['four', 'downloaded', null],
    ])
  })

  test('survive a restart', async () => {
    await search()
    db.close()
    db = testDatabaseAt(FILE)
    good = ['four']
    await search()
    expect(tried).toEqual(['four'])
  })

  test('are retried after a while, after all others', async () => {
    await search()
    await clock.advance('2 h')
    good = ['one']
    expect(await search()).toMatchObject({ grabbed: 'one' })
    expect(tried).toEqual(['four', 'one'])
  })

  test('are all that exists: the reason is given, and nothing is requested', async () => {
    const finds = [find('one', 0), find('two', 1)]
    await search(finds)
    const result = await search(finds)
    expect(tried).toEqual([])
    expect(result).toMatchObject({ state: 'failed', reason: 'handoff_rejected', grabbed: null })
    expect(result.summary).toContain('tries them again later. one is gone.')
  })
})

test('further queries and the archive follow if all results failed before', async () => {
  await search([find(RELEASE, 0)])
  const asked: string[] = []
  const indexer = (name: string, type: string, title: (text: string) => string | undefined) =>
    ({
      row: { name, indexer_id: name, type },
      async search({ text }: { text: string }) {
        asked.push(`${name}: ${text}`)
        const found = title(text)
        return { ok: found ? [offer(found)] : [] }
      },
    }) as unknown as Indexer
  const alpha = indexer('alpha', 'newznab', () => RELEASE)
  const archive = indexer('archive', 'archive', () => `${RELEASE} (c2c)`)
  good = [`${RELEASE} (c2c)`]
  tried = []
  const result = await seeking([alpha, archive])
  expect(asked).toEqual([
    'alpha: Harbor Lights 007',
    'alpha: Harbor Lights 7',
    'alpha: Harbor Lights 07',
    'alpha: Harbor Lights',
    'archive: Harbor Lights 007',
  ])
  expect([tried, result.grabbed]).toEqual([[`${RELEASE} (c2c)`], `${RELEASE} (c2c)`])
})

test('releases of an indexer that is down do not count as attempts', async () => {
  blockedIndexers = ['beta']
  const finds = ['one', 'two', 'three', 'four'].map((title, at) => find(title, at, 'beta'))
  good = ['five']
  expect(await search([...finds, find('five', 9)])).toMatchObject({ grabbed: 'five' })
  expect(tried).toEqual(['one', 'five'])
})
