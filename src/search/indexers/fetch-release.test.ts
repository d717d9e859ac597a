import { afterEach, describe, expect, test } from 'bun:test'
import {
  type FakeIndexerOptions,
  type FakeRelease,
  fakeIndexer,
  type IndexerFault,
  magnetOf,
  nzbOf,
  torrentOf,
} from '../../testing/fakes/indexer'
import { type IndexerHarness, indexerHarness } from '../../testing/indexers'

let harness: IndexerHarness
afterEach(() => harness.close())

const TITLE = 'Harbor Lights 007'

async function fetchOf(comes: FakeRelease['comes'], options: FakeIndexerOptions = {}) {
  const fake = fakeIndexer({ ...options, releases: [{ title: TITLE, ...(comes ? { comes } : {}) }] })
  harness = indexerHarness({ 'idx.test': fake })
  const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
  if (!('ok' in found)) throw new Error(found.detail)
  return harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
}

describe('a release is fetched', () => {
  test.each<[FakeRelease['comes'], 'newznab' | 'torznab', string]>([
    ['plain', 'newznab', 'nzb'],
    ['redirect', 'newznab', 'nzb'],
    ['plain', 'torznab', 'torrent'],
    ['redirect', 'torznab', 'torrent'],
    ['magnet link', 'torznab', 'magnet'],
    ['magnet redirect', 'torznab', 'magnet'],
    ['magnet body', 'torznab', 'magnet'],
  ])('that comes %s over %s as %s', async (comes, type, kind) => {
    const answer = await fetchOf(comes, { type })
    if (!('ok' in answer)) throw new Error(answer.detail)
    expect(answer.ok).toMatchObject({ kind, name: TITLE })
    if (answer.ok.kind === 'nzb') expect(answer.ok.bytes).toEqual(nzbOf(TITLE))
    if (answer.ok.kind === 'torrent') expect(answer.ok.bytes).toEqual(torrentOf(TITLE))
    if (answer.ok.kind === 'magnet') expect(answer.ok.link).toBe(magnetOf(TITLE))
  })
})

describe('a release is refused', () => {
  test.each<[FakeRelease['comes'], 'newznab' | 'torznab', string, string]>([
    ['error', 'newznab', 'grab_limit', 'has reached its download limit (Download limit reached)'],
    ['error', 'torznab', 'grab_limit', 'has reached its download limit (Download limit reached)'],
    ['web page', 'newznab', 'auth', 'rejected the API key (it returned a login page)'],
    ['garbage', 'newznab', 'unreadable', 'sent no usable file for Harbor Lights 007'],
    ['garbage', 'torznab', 'unreadable', 'sent no usable file for Harbor Lights 007 (The file is not a torrent)'],
    ['endless redirects', 'newznab', 'refused', 'it points from one address to the next without end'],
  ])('that is %s over %s: %s', async (comes, type, failure, words) => {
    const answer = await fetchOf(comes, { type })
    if ('ok' in answer) throw new Error('it was taken')
    expect(answer.failure).toBe(failure as never)
    expect(answer.detail).toContain(words)
    // A bad file does not stop searching.
    expect(harness.row('idx.test').failure).toBeNull()
  })

  test.each<IndexerFault>([
    'ban',
    'login page',
    'key page',
    'status 403',
    'status 404',
    'status 500',
    'status 503',
    'error 300',
    'error 900',
    'cut off',
    'redirect',
    'no connection',
  ])('with %s, and the next release of the same indexer is fetched at once', async (fault) => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }, { title: `${TITLE} (repack)` }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    fake.fail(fault, 1)
    const answer = await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
    if ('ok' in answer) throw new Error('it was taken')
    expect(answer.detail).not.toContain('blocked this address')
    expect(answer.until).toBeUndefined()
    expect(harness.row('idx.test')).toMatchObject({ failure: null, grabs_blocked_until: null, last_failed_at: null })
    expect(await harness.through(harness.fetchRelease('idx.test', found.ok[1]!))).toHaveProperty('ok')
  })

  test('because of a limit on its size, and no limit of the indexer', async () => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    harness.hosts['idx.test'] = () => new Response('<error code="900" description="This NZB is above the size limit"/>')
    const answer = await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))
    expect(answer).toMatchObject({ failure: 'unavailable' })
    expect(harness.row('idx.test').grabs_blocked_until).toBeNull()
  })

  test('after a download limit until it is over, while searching continues', async () => {
    await fetchOf('error')
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    const before = harness.http.requests.length
    expect(await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))).toMatchObject({
      failure: 'grab_limit',
    })
    expect(harness.http.requests.length).toBe(before)
  })

  test('whose key has changed: the new key is not put into a link made for the old one', async () => {
    const fake = fakeIndexer({ releases: [{ title: TITLE }] })
    harness = indexerHarness({ 'idx.test': fake })
    const found = await harness.through(harness.indexer('idx.test').search({ text: TITLE }))
    if (!('ok' in found)) throw new Error(found.detail)
    harness.set('idx.test', { host: 'https://elsewhere.test', api_key: 'another key' })
    const before = harness.http.requests.length
    expect(await harness.through(harness.fetchRelease('idx.test', found.ok[0]!))).toMatchObject({ failure: 'refused' })
    expect(harness.http.requests.length).toBe(before)
  })
})
