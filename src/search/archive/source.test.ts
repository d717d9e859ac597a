import { expect, test } from 'bun:test'
import type { Answer, IndexerRow } from '../indexers/indexer'
import type { IndexerClient } from '../indexers/indexer-client'
import type { Item } from './answers'
import { linksTo, offersOf } from './offers'
import type { Recent } from './recent'
import { Archive } from './source'

const HOST = 'https://archive.example'
const item = (identifier: string, files: string[], more: Partial<Item> = {}) =>
  ({
    identifier,
    title: 'Harbor Lights',
    dir: '/7/items/x',
    servers: [],
    files: files.map((name) => ({ name, format: 'Comic Book ZIP' })),
    ...more,
  }) as unknown as Item
const AWAY = { failure: 'unavailable', detail: 'Away.' } as const

/** The archive with these items, by their ids; the shortest title is the likeliest. */
function archive(items: Record<string, Answer<Item | undefined>>) {
  const requestedIds: string[] = []
  const request = async (_id: string, { path }: { path: string }) => {
    if (path === '/advancedsearch.php')
      return { ok: Object.keys(items).map((identifier) => ({ identifier, title: `Harbor Lights 003 ${identifier}` })) }
    const id = path.replace('/metadata/', '')
    requestedIds.push(id)
    return items[id]!
  }
  const indexerClient = { request } as unknown as IndexerClient
  const recent = { answer: (_key: string, ask: () => unknown) => ask() } as unknown as Recent
  const source = new Archive({ host: HOST } as IndexerRow, { indexerClient, recent })
  return {
    requestedIds,
    search: (limit?: number) => source.search({ text: 'Harbor Lights 003', ...(limit && { limit }) }),
  }
}

test('what was found before an item failed is an answer, and an item that fails first is the failure', async () => {
  const late = archive({ a: { ok: item('a', ['003.cbz']) }, bb: AWAY, ccc: { ok: item('ccc', ['004.cbz']) } })
  expect(await late.search()).toMatchObject({ ok: [{ guid: 'a/003.cbz' }] })
  expect(late.requestedIds).toEqual(['a', 'bb'])
  expect(await archive({ a: AWAY, bb: { ok: item('bb', ['003.cbz']) } }).search()).toEqual(AWAY)
  const hidden = archive({ a: { ok: undefined }, bb: { ok: item('bb', ['003.cbz']) } })
  expect(await hidden.search()).toMatchObject({ ok: [{ guid: 'bb/003.cbz' }] })
})

test('no further item is opened once there are enough offers', async () => {
  const items = { a: { ok: item('a', ['003.cbz', '004.cbz']) }, bb: { ok: item('bb', ['005.cbz']) } }
  const [few, all] = [archive(items), archive(items)]
  expect(await few.search(2)).toMatchObject({ ok: [{}, {}] })
  expect(await all.search(3)).toMatchObject({ ok: [{}, {}, {}] })
  expect([few.requestedIds, all.requestedIds]).toEqual([['a'], ['a', 'bb']])
})

test('of an item a hundred files are offered', () => {
  const many = Array.from({ length: 102 }, (_, at) => `Harbor Lights ${at}.cbz`)
  expect(offersOf(item('a', many), HOST)).toHaveLength(100)
})

test('a file is to be had from the archive, and from two hosts that keep it', () => {
  const file = { name: 'more/Harbor 3.cbz', format: 'Comic Book ZIP', size: 9, md5: 'm' } as Item['files'][number]
  const servers = ['h1', 'h1', 'h2', 'h3']
  const own = { url: `${HOST}/download/a/more/Harbor%203.cbz`, label: 'archive.org', trusted: true, size: 9, md5: 'm' }
  expect(linksTo(HOST, item('a', [], { servers } as Partial<Item>), file)).toEqual([
    own,
    { url: 'https://h1/7/items/x/more/Harbor%203.cbz', label: 'h1', size: 9, md5: 'm' },
    { url: 'https://h2/7/items/x/more/Harbor%203.cbz', label: 'h2', size: 9, md5: 'm' },
  ])
  expect(linksTo(HOST, item('a', [], { servers, dir: '' } as Partial<Item>), file)).toEqual([own])
})
