import { describe, expect, test } from 'bun:test'
import type { IndexerAnswer, IndexerRow } from '../indexers/indexer'
import type { IndexerClient } from '../indexers/indexer-client'
import type { Offer } from '../offer'
import type { ArchiveItem } from './archive-replies'
import { archiveOffers, linksTo } from './offers'
import type { RecentReplies } from './recent-replies'
import { ArchiveIndexer, fetchFromArchive } from './source'

const HOST = 'https://archive.example'
const item = (identifier: string, files: string[], more: Partial<ArchiveItem> = {}) =>
  ({
    identifier,
    title: 'Harbor Lights',
    dir: '/7/items/x',
    servers: [],
    files: files.map((name) => ({ name, format: 'Comic Book ZIP' })),
    ...more,
  }) as unknown as ArchiveItem
const AWAY = { failure: 'unavailable', detail: 'Away.' } as const

/** The archive with these items, by id; the shortest title is the most likely. */
function archive(items: Record<string, IndexerAnswer<ArchiveItem | undefined>>, failing?: typeof AWAY) {
  const requestedIds: string[] = []
  let searches = 0
  const request = async (_id: string, { path }: { path: string }) => {
    if (path === '/advancedsearch.php') {
      searches += 1
      if (failing) return failing
      return { ok: Object.keys(items).map((identifier) => ({ identifier, title: `Harbor Lights 003 ${identifier}` })) }
    }
    const id = path.replace('/metadata/', '')
    requestedIds.push(id)
    return items[id]!
  }
  const indexerClient = { request } as unknown as IndexerClient
  const recent = { answer: (_key: string, ask: () => unknown) => ask() } as unknown as RecentReplies
  const source = new ArchiveIndexer({ host: HOST } as IndexerRow, { indexerClient, recent })
  return {
    requestedIds,
    searches: () => searches,
    search: (limit?: number, text = 'Harbor Lights 003') => source.search({ text, ...(limit && { limit }) }),
    fetch: (guid: string) => {
      const offer = { guid, title: 'Harbor Lights 003' } as Offer
      return fetchFromArchive(indexerClient, () => HOST)('archive', offer)
    },
  }
}

test('results before a failed item are returned, and a first item that fails is the failure', async () => {
  const late = archive({ a: { ok: item('a', ['003.cbz']) }, bb: AWAY, ccc: { ok: item('ccc', ['004.cbz']) } })
  expect(await late.search()).toMatchObject({ ok: [{ guid: 'a/003.cbz' }] })
  expect(late.requestedIds).toEqual(['a', 'bb'])
  expect(await archive({ a: AWAY, bb: { ok: item('bb', ['003.cbz']) } }).search()).toEqual(AWAY)
  const hidden = archive({ a: { ok: undefined }, bb: { ok: item('bb', ['003.cbz']) } })
  expect(await hidden.search()).toMatchObject({ ok: [{ guid: 'bb/003.cbz' }] })
})

test('a search without words sends no request, and a failed search opens nothing', async () => {
  const { search, searches } = archive({ a: { ok: item('a', ['003.cbz']) } })
  expect([await search(undefined, '!?'), searches()]).toEqual([{ ok: [] }, 0])
  const failing = archive({ a: { ok: item('a', ['003.cbz']) } }, AWAY)
  expect([await failing.search(), failing.requestedIds]).toEqual([AWAY, []])
})

test('the five likeliest items are opened, the likeliest first', async () => {
  const ids = ['sixsix', 'a', 'fivef', 'bb', 'four', 'ccc']
  const many = archive(Object.fromEntries(ids.map((id) => [id, { ok: item(id, [`${id}.cbz`]) }])))
  await many.search()
  expect(many.requestedIds).toEqual(['a', 'bb', 'ccc', 'four', 'fivef'])
})

test('a file is available while its item has it', async () => {
  const restricted = { failure: 'unreadable', detail: expect.stringContaining('has restricted Harbor Lights 003') }
  const { fetch } = archive({ a: { ok: item('a', ['more/003.cbz']) }, b: { ok: undefined }, c: AWAY })
  expect(await fetch('a/more/003.cbz')).toMatchObject({ ok: { kind: 'link', name: '003.cbz' } })
  expect(await fetch('a/003.cbz')).toMatchObject(restricted)
  expect(await fetch('b/003.cbz')).toMatchObject(restricted)
  expect(await fetch('c/003.cbz')).toEqual(AWAY)
})

test('no other item is opened once there are enough offers', async () => {
  const items = { a: { ok: item('a', ['003.cbz', '004.cbz']) }, bb: { ok: item('bb', ['005.cbz']) } }
  const [few, all] = [archive(items), archive(items)]
  expect(await few.search(2)).toMatchObject({ ok: [{}, {}] })
  expect(await all.search(3)).toMatchObject({ ok: [{}, {}, {}] })
  expect([few.requestedIds, all.requestedIds]).toEqual([['a'], ['a', 'bb']])
})

test('a hundred files of an item are offered', () => {
  const many = Array.from({ length: 102 }, (_, at) => `Harbor Lights ${at}.cbz`)
  expect(archiveOffers(item('a', many), HOST)).toHaveLength(100)
})

describe('an offer is named', () => {
  const titles = (title: string, files: string[], more: Partial<ArchiveItem> = {}) =>
    archiveOffers(item('a', files, { title, ...more }), HOST).map((offer) => offer.title)

  test.each([
    ['Harbor Lights 3', ['scan.cbz'], ['Harbor Lights 3.cbz']],
    ['Harbor Lights', ['scan.cbz'], ['Harbor Lights.cbz']],
    ['Harbor Lights', ['Harbor Lights 03.cbz'], ['Harbor Lights 03.cbz']],
    ['Harbor Lights 3', ['Harbor Lights 04.cbz'], ['Harbor Lights 3.cbz']],
    [
      'Harbor Lights 1-2',
      ['more/Harbor_Lights__01.CBZ', '02.cbz'],
      ['Harbor Lights 01.cbz', 'Harbor Lights 1-2 02.cbz'],
    ],
    ['Harbor Lights', ['No ending'], ['Harbor Lights']],
  ])('by item %s and files %j', (title, files, called) => expect(titles(title, files)).toEqual(called))

  test.each([
    ['1947-05-01', 'Harbor Lights 3 (1947).cbz'],
    ['1947', 'Harbor Lights 3 (1947).cbz'],
    ['19470', 'Harbor Lights 3.cbz'],
    ['May 1947', 'Harbor Lights 3.cbz'],
    ['2015', 'Harbor Lights 3.cbz'],
  ])('with the year of %s', (date, called) =>
    expect(titles('Harbor Lights 3', ['scan.cbz'], { date, publicdate: '2015-03-04' })).toEqual([called]),
  )

  test('without a year that is in its name', () =>
    expect(titles('Harbor Lights 3 1946', ['scan.cbz'], { date: '1947' })).toEqual(['Harbor Lights 3 1946.cbz']))
})

test('only the first PDF is offered, and only without other formats', () => {
  const files = ['one.pdf', 'two.pdf'].map((name) => ({ name, format: 'Text PDF' }))
  const comic = { name: 'three.cbz', format: 'Comic Book ZIP' }
  const guids = (more: Partial<ArchiveItem>) => archiveOffers(item('a', [], more), HOST).map(({ guid }) => guid)
  expect(guids({ files })).toEqual(['a/one.pdf'])
  expect(guids({ files: [...files, comic] })).toEqual(['a/three.cbz'])
})

test('a file is available from the archive, and from two hosts that have it', () => {
  const file = {
    name: 'more/Harbor 3.cbz',
    format: 'Comic Book ZIP',
    size: 9,
    md5: 'm',
  } as ArchiveItem['files'][number]
  const servers = ['h1', 'h1', 'h2', 'h3']
  const own = { url: `${HOST}/download/a/more/Harbor%203.cbz`, label: 'archive.org', trusted: true, size: 9, md5: 'm' }
  expect(linksTo(HOST, item('a', [], { servers } as Partial<ArchiveItem>), file)).toEqual([
    own,
    { url: 'https://h1/7/items/x/more/Harbor%203.cbz', label: 'h1', size: 9, md5: 'm' },
    { url: 'https://h2/7/items/x/more/Harbor%203.cbz', label: 'h2', size: 9, md5: 'm' },
  ])
  expect(linksTo(HOST, item('a', [], { servers, dir: '' } as Partial<ArchiveItem>), file)).toEqual([own])
})
