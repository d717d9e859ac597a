import { describe, expect, test } from 'bun:test'
import type { Audience } from './audience'
import type { Feed, FeedEntry, FeedLink, SeriesBundle } from './records'
import { feedJson } from './v2-feed'

const audience = {
  origin: 'http://library.test',
  root: '',
  comics: 'standard',
  sortsTitles: false,
  mayDownload: true,
  sign: (path) => path,
} satisfies Audience
const feed = (more: Partial<Feed> = {}): Feed => ({
  path: '/opds/titles',
  title: 'Series',
  kind: 'navigation',
  updated: '2026-01-01T00:00:00.000Z',
  entries: [],
  ...more,
})
const link = (more: Partial<FeedLink> = {}): FeedLink => ({
  is: 'link',
  path: '/opds/comics/h',
  kind: 'acquisition',
  title: 'Harbor',
  updated: '2026-01-01T00:00:00.000Z',
  content: '3 issues',
  ...more,
})
const json = (of: Partial<Feed> = {}, lists: Feed[] = []) =>
  feedJson(feed(of), lists, { audience, coverFacts: () => undefined })
const hrefs = (of: Partial<Feed>, rel: string) =>
  json(of)
    .links.filter((each) => each.rel === rel)
    .map(({ href }) => href.replace('http://library.test', ''))

describe('a feed', () => {
  test('has no empty list, and without any entry one that links to the start', () => {
    expect(Object.keys(json({ entries: [link()] })).sort()).toEqual(['links', 'metadata', 'navigation'])
    expect(Object.keys(json({ facets: [] }, [])).sort()).toEqual(['links', 'metadata', 'navigation'])
    expect(json().navigation).toEqual([
      { rel: 'start', href: 'http://library.test/opds/v2', type: 'application/opds+json', title: 'Nothing here yet' },
    ])
    expect(json({ path: '/opds/search?q=x' }).navigation![0]!.title).toBe('Nothing found')
  })

  test('lists a whole series as one file among its publications, without links back', () => {
    const series = {
      comic_id: 'harbor',
      publisher: null,
      reading_direction: 'ltr',
    } as unknown as SeriesBundle['series']
    const updated = '2026-01-01T00:00:00.000Z'
    const bundle: FeedEntry = { is: 'bundle', series, title: 'All', updated, books: 2, size: 1000 }
    const made = json({ entries: [bundle] })
    expect(Object.keys(made).sort()).toEqual(['links', 'metadata', 'publications'])
    expect(made.publications).toMatchObject([{ metadata: { title: 'All', description: '2 files in one ZIP, 1 kB' } }])
    expect(Object.keys(json({ entries: [link(), bundle] })).sort()).toEqual([
      'links',
      'metadata',
      'navigation',
      'publications',
    ])
    const beside = json({}, [feed({ entries: [bundle] })]).groups
    expect(beside).toMatchObject([{ metadata: { numberOfItems: 1 }, publications: [{ metadata: { title: 'All' } }] }])
  })

  test('has the lists that are shown beside it, and its facets', () => {
    const list = feed({ path: '/opds/recent', title: 'New', paging: { total: 40, size: 12, index: 0 } })
    const facets = [
      {
        title: 'Sort',
        facets: [
          { title: 'By name', path: '/opds/books', count: 4, active: true },
          { title: 'Newest first', path: '/opds/books?sort=new', count: 4, active: false },
        ],
      },
    ]
    const made = json({ facets }, [list])
    expect(made.groups).toMatchObject([{ metadata: { title: 'New', numberOfItems: 40 }, links: [{ rel: 'self' }] }])
    expect(made.facets![0]!.links.map((each) => 'rel' in each)).toEqual([true, false])
  })

  test('counts its entries, or those of all pages', () => {
    expect(json({ entries: [link()] }).metadata).toMatchObject({ numberOfItems: 1 })
    expect(json({ entries: [link()] }).metadata).not.toHaveProperty('currentPage')
    expect(json({ paging: { total: 25, size: 10, index: 20 } }).metadata).toMatchObject({
      numberOfItems: 25,
      itemsPerPage: 10,
      currentPage: 3,
    })
  })

  test('links to the parent feed, or from the root to the complete list', () => {
    const crawlable = 'http://opds-spec.org/crawlable'
    expect([hrefs({}, 'up'), hrefs({}, crawlable)]).toEqual([[], ['/opds/v2/all']])
    const below = { up: { path: '/opds', kind: 'navigation' } as const }
    expect([hrefs(below, 'up'), hrefs(below, crawlable)]).toEqual([['/opds/v2'], []])
    const paging = { total: 25, size: 10, index: 10 }
    expect([hrefs({ paging }, 'self'), hrefs({ paging }, 'next'), hrefs({ paging }, 'alternate')]).toEqual([
      ['/opds/v2/titles?index=10'], ['/opds/v2/titles?index=20'], ['/opds/titles?index=10'],
    ]) // biome-ignore format: one glance
  })
})

test('an entry has a count and a picture if they are known', () => {
  const [bare, full] = json({
    entries: [link(), link({ count: 0, cover: { issueId: 'h1', version: 'v' }, rel: 'start' })],
  }).navigation!
  expect(Object.keys(bare!).sort()).toEqual(['href', 'rel', 'title', 'type'])
  expect(full).toMatchObject({ rel: 'start', properties: { numberOfItems: 0 }, images: [{ type: 'image/jpeg' }, {}] })
})
