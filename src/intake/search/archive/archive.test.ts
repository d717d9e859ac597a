import { afterEach, describe, expect, test } from 'bun:test'
import { md5 } from '../../../base/platform/digest'
import { type ArchiveFault, type FakeArchive, type FakeItem, fakeArchive } from '../../../testing/fakes/archive'
import { type IndexerHarness, indexerHarness } from '../../../testing/indexers/indexers'
import { fetchFromArchive } from './source'

const BYTES = Uint8Array.from([1, 2, 3])
const ITEM: FakeItem = {
  identifier: 'harbor-lights-003',
  title: 'Harbor Lights 003',
  date: '1947-05-01',
  files: [
    { name: 'Harbor Lights 003.cbz', bytes: BYTES },
    { name: 'Harbor Lights 003_text.pdf', bytes: BYTES, format: 'Text PDF' },
    { name: 'cover.jpg', bytes: BYTES, format: 'JPEG' },
  ],
}

let harness: IndexerHarness | undefined
afterEach(() => harness?.close())

async function start(items: FakeItem[]): Promise<{ harness: IndexerHarness; fake: FakeArchive }> {
  const fake = fakeArchive(items)
  harness = indexerHarness({})
  harness.hosts['archive.org'] = fake.fetch
  await harness.config.save({ enable_archive: true })
  return { harness, fake }
}

const search = (harness: IndexerHarness, text = 'Harbor Lights 003') =>
  harness.through(harness.indexer('archive').search({ text }, { urgent: true }))
async function titles(harness: IndexerHarness, text?: string): Promise<string[]> {
  const answer = await search(harness, text)
  return 'ok' in answer ? answer.ok.map(({ title }) => title) : [answer.detail]
}

describe('an item is offered', () => {
  test('as a direct download, with its size and its page', async () => {
    const { harness } = await start([ITEM])
    expect(await search(harness)).toEqual({
      ok: [
        {
          title: 'Harbor Lights 003 (1947).cbz',
          guid: 'harbor-lights-003/Harbor Lights 003.cbz',
          link: 'https://archive.org/download/harbor-lights-003/Harbor%20Lights%20003.cbz',
          page: 'https://archive.org/details/harbor-lights-003',
          protocol: 'ddl',
          categories: [7030],
          size: 3,
          published_at: '2015-03-04T05:06:07.000Z',
        },
      ],
    })
  })

  test('file by file if it has many', async () => {
    const file = (name: string) => ({ name, bytes: BYTES })
    const files = [file('Harbor_Lights_001.cbz'), file('scans/Harbor Lights 002 (1947).cbr'), file('03.cbz')]
    const { harness } = await start([{ ...ITEM, title: 'Harbor Lights', files }])
    expect(await titles(harness, 'Harbor Lights')).toEqual([
      'Harbor Lights 001 (1947).cbz',
      'Harbor Lights 002 (1947).cbr',
      'Harbor Lights 03 (1947).cbz',
    ])
  })

  test('as a PDF if it has nothing else', async () => {
    const { harness } = await start([{ ...ITEM, files: ITEM.files.slice(1) }])
    expect(await titles(harness)).toEqual(['Harbor Lights 003 (1947).pdf'])
  })

  test('without a year that is only that of the upload', async () => {
    const { harness } = await start([{ ...ITEM, date: '2015' }])
    expect(await titles(harness)).toEqual(['Harbor Lights 003.cbz'])
  })

  test('under the file name if its title has no number', async () => {
    const { harness } = await start([{ ...ITEM, title: ['Harbor Lights', 'The Lamp'] }])
    expect(await titles(harness, 'Harbor Lights')).toEqual(['Harbor Lights 003 (1947).cbz'])
  })
})

describe('an item that may not be shared freely is not offered', () => {
  test.each<[string, Partial<FakeItem>]>([
    ['an item that was withdrawn', { dark: true }],
    ['an item that is only lent', { lent: true }],
    ['an item without a free licence', { licence: null }],
    ['an item with another licence', { licence: 'https://example.com/all-rights-reserved' }],
    ['a file that is private', { files: [{ ...ITEM.files[0]!, private: true }] }],
    ['an item without comics', { files: ITEM.files.slice(2) }],
  ])('%s', async (_, change) => {
    const { harness } = await start([{ ...ITEM, ...change }])
    expect(await search(harness)).toEqual({ ok: [] })
  })

  test('except from a museum of free comics', async () => {
    const { harness } = await start([{ ...ITEM, licence: null, collection: ['comics', 'digitalcomicmuseum'] }])
    expect(await titles(harness)).toHaveLength(1)
  })
})

describe('queries', () => {
  test('are for free comics only, in the spellings of a number', async () => {
    const { harness, fake } = await start([ITEM])
    await search(harness, 'Harbor Lights 003')
    expect(fake.query).toStartWith('title:("Harbor" AND "Lights" AND ("3" OR "03" OR "003")) AND mediatype:texts AND ')
    expect(fake.query).toContain('licenseurl:*publicdomain*')
    await search(harness, 'Fern v02')
    expect(fake.query).toContain('("2" OR "02" OR "002" OR "v2" OR "v02" OR "v002")')
    await search(harness, '2000 AD')
    expect(fake.query).toContain('title:("2000" AND "AD")')
    await search(harness, 'a) OR (identifier:*" \\ 1')
    expect(fake.query).toStartWith('title:("a" AND "OR" AND "identifier" AND ("1" OR "01" OR "001")) AND mediatype')
  })

  test('that differ only in spelling are one request', async () => {
    const { harness, fake } = await start([ITEM])
    for (const text of ['Harbor Lights 003', 'Harbor Lights 3', 'Harbor Lights 03'])
      expect(await titles(harness, text)).toHaveLength(1)
    expect(fake.requests).toEqual(['search Harbor Lights 3 OR 03 OR 003', 'item harbor-lights-003'])
    await harness.clock.advance('6 min')
    await search(harness)
    expect(fake.requests).toHaveLength(4)
  })

  test('are sent once a second, and open only the likeliest items', async () => {
    const more = Array.from({ length: 20 }, (_, at) => ({
      ...ITEM,
      identifier: `item-${at}`,
      title: `Harbor Lights 003 ${'and more '.repeat(at)}`,
    }))
    const { harness, fake } = await start(more)
    const before = harness.clock.now()
    expect(await titles(harness)).toHaveLength(5)
    expect(fake.requests.slice(1)).toEqual([0, 1, 2, 3, 4].map((at) => `item item-${at}`))
    expect(Date.parse(harness.clock.now()) - Date.parse(before)).toBeGreaterThanOrEqual(5000)
  })

  test('are not sent while the archive, or direct downloads, are disabled', async () => {
    const { harness, fake } = await start([ITEM])
    expect(harness.indexers.enabled().map(({ row }) => row.name)).toEqual(['Internet Archive'])
    await harness.config.save({ enable_ddl: false })
    expect(harness.indexers.enabled()).toEqual([])
    await harness.config.save({ enable_ddl: true, enable_archive: false })
    expect(harness.indexers.enabled()).toEqual([])
    expect(await search(harness)).toMatchObject({ failure: 'disabled' })
    expect(fake.requests).toEqual([])
  })

  test('that cannot resolve the host name the option with its address', async () => {
    const { harness } = await start([ITEM])
    await harness.config.save({ archive_url: 'https://nowhere.example' })
    expect(await search(harness)).toMatchObject({
      failure: 'unreachable',
      detail: 'Internet Archive cannot be reached. Check the option archive_url; Panelkeep tries again automatically.',
    })
  })

  test('go to the address in the settings', async () => {
    const { harness, fake } = await start([ITEM])
    harness.hosts['mirror.example'] = fake.fetch
    await harness.config.save({ archive_url: 'https://mirror.example' })
    expect(await search(harness)).toMatchObject({
      ok: [{ link: 'https://mirror.example/download/harbor-lights-003/Harbor%20Lights%20003.cbz' }],
    })
    expect(harness.http.requests.every((each) => each.startsWith('GET https://mirror.example/'))).toBe(true)
  })
})

describe('a failure', () => {
  test.each<[ArchiveFault, string, string | undefined]>([
    ['silence', 'unreachable', '1 min'],
    ['no connection', 'unreachable', '1 min'],
    ['limit', 'limit', '2 min'],
    ['busy', 'unavailable', '1 min'],
    ['web page', 'unreadable', '1 min'],
    ['error in words', 'unavailable', '1 min'],
    ['cut off', 'unreadable', '1 min'],
    ['nonsense', 'unreadable', '1 min'],
  ])('%s is reported as %s', async (fault, failure, span) => {
    const { harness, fake } = await start([ITEM])
    fake.fail(fault)
    const answer = await search(harness)
    expect(answer).toMatchObject({ failure, detail: expect.stringContaining('Internet Archive') })
    expect(harness.between(harness.clock.now(), harness.row('archive').blocked_until!)).toBe(span as string)
    fake.fail()
    await harness.clock.advance('10 min')
    expect(await titles(harness)).toHaveLength(1)
    expect(harness.row('archive').failure).toBeNull()
  })

  test('survives a restart', async () => {
    const { harness, fake } = await start([ITEM])
    fake.fail('limit')
    await search(harness)
    const again = harness.again()
    await again.config.save({ enable_archive: true })
    fake.fail()
    expect(await again.through(again.indexer('archive').search({ text: 'Harbor Lights 003' }))).toMatchObject({
      failure: 'limit',
    })
  })

  test('of the second item keeps the results of the first', async () => {
    const { harness, fake } = await start([ITEM, { ...ITEM, identifier: 'other', title: 'Harbor Lights 003 Two' }])
    const answering = fake.fetch
    harness.hosts['archive.org'] = (request) => {
      if (request.url.includes('/metadata/other')) fake.fail('busy', 1)
      return answering(request)
    }
    expect(await titles(harness)).toHaveLength(1)
  })
})

describe('a file is downloaded', () => {
  const fetched = async (harness: IndexerHarness) => {
    const offers = await search(harness)
    if (!('ok' in offers)) throw new Error(offers.detail)
    const fetch = fetchFromArchive(harness.indexerClient, () => 'https://archive.org')
    return { offer: offers.ok[0]!, fetch: () => harness.through(fetch('archive', offers.ok[0]!)) }
  }

  test('from the archive and from the host that has it, verified by size and checksums', async () => {
    const { harness } = await start([ITEM])
    const { fetch } = await fetched(harness)
    const facts = { size: 3, md5: md5(BYTES), sha1: '7037807198c22a7d2b0807371d763779a84fdfcf' }
    expect(await fetch()).toEqual({
      ok: {
        kind: 'link',
        name: 'Harbor Lights 003.cbz',
        size: 3,
        links: [
          {
            url: 'https://archive.org/download/harbor-lights-003/Harbor%20Lights%20003.cbz',
            label: 'archive.org',
            trusted: true,
            ...facts,
          },
          {
            url: 'https://ia800000.us.archive.org/7/items/harbor-lights-003/Harbor%20Lights%20003.cbz',
            label: 'ia800000.us.archive.org',
            ...facts,
          },
        ],
      },
    })
  })

  test('but not if it was withdrawn meanwhile', async () => {
    const { harness, fake } = await start([ITEM])
    const { fetch } = await fetched(harness)
    fake.items = [{ ...ITEM, dark: true }]
    expect(await fetch()).toMatchObject({ failure: 'unreadable', detail: expect.stringContaining('has restricted') })
  })

  test('without checks that the metadata does not allow', async () => {
    const { harness } = await start([
      { ...ITEM, files: [{ ...ITEM.files[0]!, md5: null, sha1: 'nonsense', size: null }] },
    ])
    const { offer, fetch } = await fetched(harness)
    expect(offer.size).toBeUndefined()
    const answer = await fetch()
    expect('ok' in answer && answer.ok.kind === 'link' && answer.ok.links[0]).toEqual({
      url: 'https://archive.org/download/harbor-lights-003/Harbor%20Lights%20003.cbz',
      label: 'archive.org',
      trusted: true,
    })
  })
})
