import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { itemAt } from '../../../testing/downloads/clients'
import { makePlanReader } from '../../../testing/harness/query-plans'
import { block } from '../../downloads/blocklist/store'
import type { Resolution, Stage } from '../../downloads/states'
import { journal } from '../../downloads/tables'
import { releaseDigest, titleDigest } from '../digest'
import { knownOffers } from './known-offers'
import { blockedAs, knownReleases } from './known-store'

const NOW = '2026-11-21T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const grabbed = (digest: string, stage: Stage, more: { resolution?: Resolution; client_id?: string } = {}) =>
  db.write((tx) =>
    tx
      .insert(journal)
      .values({ ...itemAt('sab', NOW), item_id: digest, digest, stage, ...more })
      .run(),
  )
const blocked = (digest: string) =>
  db.write((tx) => block(tx, { digest, title: digest, indexer: 'a', reason: 'Damaged.', blocked_at: NOW }))
const known = (byHand = false, ...digests: string[]) => knownReleases(db.read, digests, { byHand }).get(digests[0]!)

test.each<[Stage, { resolution?: Resolution; client_id?: string }, object | undefined, object | undefined]>([
  ['reserved', {}, { inFlight: true }, { inFlight: true }],
  ['snatched', {}, { inFlight: true }, { inFlight: true }],
  ['post_processed', { client_id: 'job' }, undefined, undefined],
  ['cancelled', {}, { duplicate: true }, undefined],
  ['failed', { client_id: 'job' }, { duplicate: true }, undefined],
  ['failed', { client_id: 'job', resolution: 'retried' }, undefined, undefined],
  ['failed', {}, undefined, undefined],
  ['manual_review', {}, { duplicate: true }, { duplicate: true }],
  ['manual_review', { resolution: 'retried' }, undefined, undefined],
])('a release that was grabbed and is %s, with %j, is for automation %j, for the user %j', (stage, more, automatic, byHand) => {
  grabbed('d', stage, more)
  expect([known(false, 'd'), known(true, 'd')]).toEqual([automatic as never, byHand as never])
}) // biome-ignore format: one title

test('a release on the blocklist is reported besides its other states', () => {
  grabbed('d', 'snatched')
  blocked('d')
  expect(known(true, 'd')).toEqual({ inFlight: true, blocklisted: 'Damaged.' })
})

test('only the requested releases are looked up', () => {
  for (const digest of ['a', 'b', 'c']) grabbed(digest, 'snatched')
  for (const digest of ['a', 'b', 'd']) blocked(digest)
  expect([...knownReleases(db.read, ['b', 'd', 'none'], { byHand: true }).keys()].sort()).toEqual(['b', 'd'])
  expect(knownReleases(db.read, [], { byHand: true }).size).toBe(0)
})

describe('releases with the same title and size', () => {
  const of = (poster?: string) => ({ title: 'Harbor Lights 003', size: 4e7, protocol: 'usenet' as const, poster })
  const knownOf = (poster?: string) =>
    knownOffers(db.read, [of(poster)], { byHand: false }).get(releaseDigest(of(poster)))

  test('a failed or blocked release does not block one from another poster', () => {
    grabbed(releaseDigest(of('crab')), 'failed', { client_id: 'job' })
    blocked(releaseDigest(of('tide')))
    expect([knownOf('crab'), knownOf('tide')]).toEqual([{ duplicate: true }, { blocklisted: 'Damaged.' }])
    expect(knownOf('salt')).toBeUndefined()
  })

  test('one without a poster may be from any of them', () => {
    grabbed(releaseDigest(of('crab')), 'snatched')
    blocked(releaseDigest(of('tide')))
    expect(knownOf()).toEqual({ inFlight: true, blocklisted: 'Damaged.' })
  })

  test('an earlier rejection without a poster counts for each', () => {
    blocked(releaseDigest(of()))
    expect(knownOf('crab')).toEqual({ blocklisted: 'Damaged.' })
    expect(blockedAs(db.read, releaseDigest(of('crab')))).toEqual([releaseDigest(of())])
  })

  test('each is found through an index', () => {
    const plans = makePlanReader(db)(() => knownOf('crab'))
    expect(plans.filter((plan) => /SCAN (?:journal|blocklist)\b/.test(plan))).toEqual([])
  })
})

test('a title that failed in another program counts for every post with it', () => {
  const offer = { title: 'Harbor.Lights.003.(2016).(Digital)', size: 40_000_000 }
  db.write((tx) => {
    const row = { title: offer.title, indexer: 'Indexer A', reason: 'It failed in Mylar.', blocked_at: '2026-01-01' }
    block(tx, { digest: titleDigest(offer.title), ...row })
  })
  const known = knownOffers(db.read, [offer, { title: 'Harbor Lights 004', size: 1 }], { byHand: false })
  expect(known.get(releaseDigest(offer))).toEqual({ blocklisted: 'It failed in Mylar.' })
  expect(known.has(releaseDigest({ title: 'Harbor Lights 004', size: 1 }))).toBe(false)
})
