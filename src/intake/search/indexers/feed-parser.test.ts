import { describe, expect, test } from 'bun:test'
import { XmlError } from '../../../base/platform/xml'
import { brokenWords, IndexerError, readFeedInSteps, readIndexerFeed } from './feed-parser'

const NEWZNAB = 'xmlns:newznab="http://www.newznab.com/DTD/2010/feeds/attributes/"'
const TORZNAB = 'xmlns:torznab="http://torznab.com/schemas/2015/feed"'
const rss = (inside: string, spaces = NEWZNAB) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${spaces}><channel><title>x</title>${inside}</channel></rss>`
const one = (inside: string, spaces?: string, protocol: 'usenet' | 'torrent' = 'usenet') =>
  readIndexerFeed(rss(`<item>${inside}</item>`, spaces), protocol).offers[0]

const USENET = `<title>Harbor Lights 007 (2016)</title><guid isPermaLink="true">https://idx.test/details/abc</guid>
  <link>https://idx.test/get/abc?apikey=secret&amp;r=1</link><pubDate>Thu, 11 Feb 2016 08:00:00 +0100</pubDate>
  <enclosure url="https://idx.test/get/abc?apikey=secret" length="4000" type="application/x-nzb"/>
  <newznab:attr name="category" value="7000"/><newznab:attr name="category" value="7030"/>
  <newznab:attr name="Size" value="41000000"/><newznab:attr name="grabs" value="14"/><newznab:attr name="files" value="3"/>
  <newznab:attr name="usenetdate" value="Wed, 10 Feb 2016 20:00:00 GMT"/><newznab:attr name="password" value="0"/>
  <newznab:attr name="poster" value="p@x"/><newznab:attr name="group" value="alt.binaries.comics"/>`

test('a feed whose root is the channel itself is read', () => {
  const { offers } = readIndexerFeed(`<channel ${NEWZNAB}><title>x</title><item>${USENET}</item></channel>`, 'usenet')
  expect(offers.map(({ title }) => title)).toEqual(['Harbor Lights 007 (2016)'])
})

describe('a release', () => {
  test('of a usenet indexer is parsed completely', () => {
    expect(one(USENET)).toEqual({
      title: 'Harbor Lights 007 (2016)',
      guid: 'https://idx.test/details/abc',
      link: 'https://idx.test/get/abc?apikey=secret',
      page: 'https://idx.test/details/abc',
      protocol: 'usenet',
      size: 41_000_000,
      published_at: '2016-02-10T20:00:00.000Z',
      categories: [7000, 7030],
      password: 0,
      grabs: 14,
      files: 3,
      group: 'alt.binaries.comics',
      poster: 'p@x',
    })
  })

  test('takes its facts from attributes only, the first of each name', () => {
    const plain = '<title>Harbor Lights 007</title><guid>g</guid><link>https://idx.test/get/1</link>'
    const meta = '<newznab:meta name="grabs" value="9"/><newznab:attr name="" value="9"/><newznab:attr name="files"/>'
    expect(one(`${plain}${meta}`)).toEqual({
      title: 'Harbor Lights 007',
      guid: 'g',
      link: 'https://idx.test/get/1',
      protocol: 'usenet',
      categories: [],
    })
    const twice = '<newznab:attr name="grabs" value="3"/><newznab:attr name="GRABS" value="4"/>'
    expect(one(`${plain}${twice}`)).toMatchObject({ grabs: 3 })
    expect(one(`${plain}<comments>https://idx.test/about/1</comments>`)).toMatchObject({
      page: 'https://idx.test/about/1',
    })
    expect(one('<title>Harbor Lights 007</title><link>https://idx.test/get/1</link>')).toMatchObject({
      guid: 'https://idx.test/get/1',
    })
  })

  test('of a torrent indexer has seeders, hash and seeding rules', () => {
    const hash = 'AB'.repeat(20)
    const offer = one(
      `<title>Harbor Lights 007</title><guid>t1</guid><link>https://tr.test/dl/1</link><size>500</size>
      <torznab:attr name="seeders" value="4"/><torznab:attr name="peers" value="6"/><torznab:attr name="infohash" value="${hash}"/>
      <torznab:attr name="minimumratio" value="1.5"/><torznab:attr name="minimumseedtime" value="172800"/>
      <torznab:attr name="downloadvolumefactor" value="0"/>`,
      TORZNAB,
      'torrent',
    )
    expect(offer).toMatchObject({
      protocol: 'torrent',
      seeders: 4,
      leechers: 2,
      info_hash: hash.toLowerCase(),
      size: 500,
    })
    expect(offer).toMatchObject({ minimum_ratio: 1.5, minimum_seed_time: 172_800, download_factor: 0 })
  })

  test('of a torrent indexer ignores factors that are not numbers', () => {
    const offer = one(
      `<title>Harbor Lights 007</title><guid>t1</guid><link>https://tr.test/dl/1</link><size>500</size>
      <torznab:attr name="minimumratio" value="1e999"/><torznab:attr name="downloadvolumefactor" value="-1"/>`,
      TORZNAB,
      'torrent',
    )
    expect([offer?.minimum_ratio, offer?.download_factor]).toEqual([undefined, undefined])
  })

  test.each<[inside: string, facts: object]>([
    ['<pubDate>Thu, 11 Feb 2016 08:00:00 +0100</pubDate>', { published_at: '2016-02-11T07:00:00.000Z' }],
    ['<torznab:attr name="infohash" value="abc"/>', { info_hash: undefined }],
    [`<torznab:attr name="infohash" value="${'ab'.repeat(21)}"/>`, { info_hash: undefined }],
    [`<torznab:attr name="infohash" value="${'0'.repeat(40)}"/>`, { info_hash: undefined }],
    [`<torznab:attr name="infohash" value="${'A'.repeat(31)}B"/>`, { info_hash: `${'0'.repeat(39)}1` }],
    ['<torznab:attr name="seeders" value="4"/><torznab:attr name="peers" value="4"/>', { leechers: 0 }],
    ['<torznab:attr name="seeders" value="4"/><torznab:attr name="peers" value="3"/>', { leechers: 0 }],
    ['<torznab:attr name="peers" value="3"/>', { seeders: undefined, leechers: 3 }],
    ['<torznab:attr name="leechers" value="5"/><torznab:attr name="peers" value="9"/>', { leechers: 5 }],
    ['<torznab:attr name="minimumratio" value=" "/>', { minimum_ratio: undefined }],
    ['<torznab:attr name="minimumratio" value="0"/>', { minimum_ratio: 0 }],
    ['<category>7030</category><torznab:attr name="category" value="8020"/>', { categories: [8020, 7030] }],
    ['<category>Comics</category><torznab:attr name="Category" value="7030"/>', { categories: [7030] }],
    ['<torznab:meta name="category" value="8020"/><category>7030</category><category>7030</category>', { categories: [7030] }],
    ['<enclosure url="https://x.test/1" length="700"/>', { size: 700, protocol: 'torrent' }],
  ])('with %s has %j', (inside, facts) => {
    const offer = one(`<title>x</title><link>https://x.test/1</link>${inside}`, TORZNAB, 'torrent')
    for (const [name, value] of Object.entries(facts)) expect(offer?.[name as 'size']).toEqual(value as never)
    expect(Object.values(offer!)).not.toContain(undefined as never)
  }) // biome-ignore format: a row each

  test('with a magnet link anywhere in the entry uses it', () => {
    const magnet = `magnet:?xt=urn:btih:${'cd'.repeat(20)}&amp;dn=x`
    const link = magnet.replace('&amp;', '&')
    const base = '<title>x</title><guid>g</guid>'
    for (const inside of [
      `${base}<link>${magnet}</link>`,
      `${base}<link>https://tr.test/1</link><torznab:attr name="magneturl" value="${magnet}"/>`,
      `${base}<enclosure url="${magnet}" length="0" type="application/x-bittorrent"/>`,
    ]) {
      expect(one(inside, TORZNAB, 'torrent')).toMatchObject({ link, info_hash: 'cd'.repeat(20), protocol: 'torrent' })
    }
  })

  test.each([
    ['its own', '<link>https://x.test/1</link>', 'usenet'],
    ['that of a torrent', '<enclosure url="https://x.test/1" type="application/x-bittorrent" length="1"/>', 'torrent'],
    ['that of a magnet link', `<link>magnet:?xt=urn:btih:${'cd'.repeat(20)}</link>`, 'torrent'],
  ])('of a usenet indexer has %s protocol', (_, inside, protocol) => {
    expect(one(`<title>x</title><guid>g</guid>${inside}`)?.protocol).toBe(protocol as 'usenet')
  })

  test('links to its comments, else to its guid if that is a URL', () => {
    const page = (inside: string) => one(`<title>x</title><link>https://x.test/1</link>${inside}`)?.page
    expect(page('<comments>https://x.test/c</comments><guid>https://x.test/g</guid>')).toBe('https://x.test/c')
    expect(page('<guid>https://x.test/g</guid>')).toBe('https://x.test/g')
    expect(page('<guid>abc</guid>')).toBeUndefined()
    expect(one('<title>x</title><link>https://x.test/1</link>')?.guid).toBe('https://x.test/1')
  })

  test('keeps a title and guid of limited length', () => {
    const offer = one(`<title>${'t'.repeat(600)}</title><guid>${'g'.repeat(2100)}</guid><link>https://x.test/1</link>`)
    expect([offer?.title.length, offer?.guid.length]).toEqual([500, 2000])
  })

  test.each([
    ['no title', '<link>https://x.test/1</link>'],
    ['no link', '<title>x</title>'],
    ['a link to a file', '<title>x</title><link>file:///etc/passwd</link>'],
    ['an oversized link', `<title>x</title><link>https://x.test/${'x'.repeat(7986)}</link>`],
    ['a script', '<title>x</title><link>javascript:alert(1)</link>'],
  ])('with %s is left out and counted', (_, inside) => {
    const page = readIndexerFeed(
      rss(`<item>${inside}</item><item><title>y</title><link>https://x.test/2</link></item>`),
      'usenet',
    )
    expect([page.offers.length, page.broken]).toEqual([1, 1])
  })

  test.each([
    ['/getnzb/abc.nzb?i=1', 'https://idx.test/getnzb/abc.nzb?i=1'],
    ['getnzb/abc.nzb', 'https://idx.test/base/getnzb/abc.nzb'],
    ['//files.test/abc.nzb', 'https://files.test/abc.nzb'],
    ['?t=get&amp;id=1', 'https://idx.test/base/api?t=get&id=1'],
    ['https://other.test/abc.nzb', 'https://other.test/abc.nzb'],
  ])('with the link %s is resolved against the feed', (written, link) => {
    for (const inside of [`<link>${written}</link>`, `<enclosure url="${written}" type="application/x-nzb"/>`]) {
      const page = readIndexerFeed(rss(`<item><title>x</title>${inside}</item>`), 'usenet', 'https://idx.test/base/api')
      expect(page.offers.map((each) => each.link)).toEqual([link])
    }
  })

  test('has a page if its path is given, and none if its guid is a mere id', () => {
    const pageOf = (inside: string) =>
      readIndexerFeed(rss(`<item><title>x</title><link>/1</link>${inside}</item>`), 'usenet', 'https://idx.test/api').offers[0]?.page // biome-ignore format: one glance
    expect(pageOf('<comments>/details/1</comments>')).toBe('https://idx.test/details/1')
    expect(pageOf('<guid>/details/2</guid>')).toBe('https://idx.test/details/2')
    expect(pageOf('<guid>4f2a</guid>')).toBeUndefined()
  })

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'C:\\x.nzb', 'ftp://x.test/1'])(
    'with %s is left out, under any address of the feed',
    (link) => {
      const page = readIndexerFeed(
        rss(`<item><title>x</title><link>${link}</link></item>`),
        'usenet',
        'https://idx.test/api',
      )
      expect([page.offers, page.broken]).toEqual([[], 1])
    },
  )

  test('with a twice encoded title gets its real title', () => {
    const titles = [
      'Tom &amp;amp; Jerry 3',
      '<![CDATA[Tom &amp; Jerry 3]]>',
      'Crab&amp;#39;s Tide',
      'Ast&amp;eacute;rix',
    ]
    expect(titles.map((title) => one(`<title>${title}</title><link>https://x.test/1</link>`)?.title)).toEqual([
      'Tom & Jerry 3',
      'Tom & Jerry 3',
      "Crab's Tide",
      'Astérix',
    ])
  })

  test('that is left out is counted by its problem', () => {
    const lacking = '<item><title>x</title></item>'.repeat(12)
    expect(brokenWords(readIndexerFeed(rss(lacking), 'usenet'))).toBe('12 items had no usable link')
    const untitled = readIndexerFeed(rss(`${lacking}<item><link>https://x.test/1</link></item>`), 'usenet')
    expect(brokenWords(untitled)).toBe('12 items had no usable link, 1 item had no title')
    expect(
      brokenWords(readIndexerFeed(rss('<item><title>x</title><link>https://x.test/1</link></item>'), 'usenet')),
    ).toBe('')
  })

  test('with a link of eight thousand characters keeps it', () => {
    const link = `https://x.test/${'x'.repeat(7985)}`
    expect(link).toHaveLength(8000)
    expect(one(`<title>x</title><link>${link}</link>`)?.link).toBe(link)
  })

  test.each([
    ['invalid numbers', '<newznab:attr name="size" value="big"/><newznab:attr name="grabs" value="-1"/>'],
    ['an invalid date', '<pubDate>yesterday</pubDate>'],
    ['attributes without values', '<newznab:attr name="size"/><newznab:attr value="1"/>'],
  ])('with %s does without them', (_, inside) => {
    expect(one(`<title>x</title><link>https://x.test/1</link>${inside}`)).toEqual({
      title: 'x',
      guid: 'https://x.test/1',
      link: 'https://x.test/1',
      protocol: 'usenet',
      categories: [],
    })
  })
})

test('the page reports the total', () => {
  expect(readIndexerFeed(rss('<newznab:response offset="0" total="2041"/>'), 'usenet')).toMatchObject({
    offers: [],
    total: 2041,
  })
})

test('an error keeps its code and text', () => {
  expect(() => readIndexerFeed('<error code="100" description="Incorrect user credentials"/>', 'usenet')).toThrow(
    new IndexerError(100, 'Incorrect user credentials'),
  )
  expect(() => readIndexerFeed('<?xml version="1.0"?><error>Request limit reached</error>', 'usenet')).toThrow(
    'Request limit reached',
  )
})

test('an error without a code of its own, or a reason, is reported as one', () => {
  const thrown = (text: string): unknown => {
    try {
      return readIndexerFeed(text, 'usenet')
    } catch (error) {
      return error instanceof IndexerError ? [error.code, error.message] : error
    }
  }
  expect(thrown('<error/>')).toEqual([900, 'it gave no reason'])
  expect(thrown('<error code="99999" description="x"/>')).toEqual([99_999, 'x'])
  expect(thrown('<error code="100000" description="x"/>')).toEqual([900, 'x'])
  expect(thrown(`<error description="${'x'.repeat(400)}"/>`)).toEqual([900, 'x'.repeat(300)])
})

test.each([
  ['used up', 'apiCurrent="50" apiMax="50" grabCurrent="1" grabMax="5"', { api: true, grabs: false }],
  ['used up for grabs', 'api_current="49" api_max="50" grabs_current="6" grabs_max="5"', { api: false, grabs: true }],
  ['of none at all', 'apiCurrent="0" apiMax="0"', { api: false, grabs: false }],
  ['that are not stated', 'apiMax="50" grabCurrent="5"', { api: false, grabs: false }],
])('limits %s', (_, attributes, spent) => {
  expect(readIndexerFeed(rss(`<newznab:apilimits ${attributes}/>`), 'usenet').spent).toEqual(spent)
  expect(readIndexerFeed(rss(`<newznab:limits ${attributes}/>`), 'usenet').spent).toEqual(spent)
  expect(readIndexerFeed(rss(''), 'usenet')).not.toHaveProperty('spent')
})

test.each([
  ['a web page', '<!DOCTYPE html><html><body>checking your browser</body></html>'],
  ['JSON', '{"error": 1}'],
  ['nothing', ''],
  ['another document', '<caps><server/></caps>'],
  ['growing entities', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>'],
])('%s is refused', (_, text) => {
  expect(() => readIndexerFeed(text, 'usenet')).toThrow(XmlError)
})

test('a page in another charset is decoded as declared', () => {
  const text = rss('<item><title>Araña 001</title><link>https://x.test/1</link></item>').replace('UTF-8', 'ISO-8859-1')
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  expect(readIndexerFeed(bytes, 'usenet').offers[0]?.title).toBe('Araña 001')
})

describe('a long page', () => {
  const item = (n: number, more = '') => `<item><title>Tide ${n}</title><link>https://x.test/${n}</link>${more}</item>`
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  const titles = numbers.map((n) => `Tide ${n}`)
  const around = '<newznab:response offset="0" total="2041"/>'

  test('is parsed a few releases at a time, with the elements around them', async () => {
    const page = await readFeedInSteps(rss(numbers.map((n) => item(n)).join('\n') + around), 'usenet')
    expect(page.offers.map(({ title }) => title)).toEqual(titles)
    expect([page.total, page.broken]).toEqual([2041, 0])
  })

  const four = (text: string) => text.repeat(4)
  test.each([
    ['in CDATA', '<description><![CDATA[</item><item><title>no</title>]]></description>'],
    ['in CDATA repeatedly', `<description><![CDATA[${four('</item><item><title>no</title>')}]]></description>`],
    ['in a comment', '<!-- </item><item> -->'],
    ['in a comment repeatedly', `<!-- ${four('</item><item> ')}-->`],
  ])('is parsed at once if the end of an item is %s', (_, more) => {
    const page = readIndexerFeed(rss(numbers.map((n) => item(n, more)).join('')), 'usenet')
    expect(page.offers.map(({ title }) => title)).toEqual(titles)
  })

  test('is parsed at once if there is something else between two releases', () => {
    const items = numbers.map((n) => item(n))
    const page = readIndexerFeed(rss([...items.slice(0, 50), around, ...items.slice(50)].join('')), 'usenet')
    expect(page.offers.map(({ title }) => title)).toEqual(titles)
    expect(page.total).toBe(2041)
  })

  test.each([
    ['is short', 11, 0],
    ['has twelve', 12, 1],
    ['has thirteen', 13, 2],
    ['has twenty-four', 24, 2],
    ['has a hundred', 100, 9],
  ])('that %s lets other work run after every twelve: %p releases, %p turns', async (_, count, turns) => {
    let [taken, isDone] = [0, false]
    const take = () => {
      taken++
      if (!isDone) setImmediate(take)
    }
    const text = rss(Array.from({ length: count }, (_, n) => item(n)).join(''))
    setImmediate(take)
    const page = await readFeedInSteps(text, 'usenet')
    isDone = true
    expect([page.offers.length, taken]).toEqual([count, turns])
  })

  test('of three thousand releases has the first two thousand', () => {
    const text = Array.from({ length: 3000 }, (_, n) => item(n)).join('')
    const broken = `<item><description><![CDATA[</item><item>]]></description></item>`
    expect(readIndexerFeed(rss(text), 'usenet').offers).toHaveLength(2000)
    expect(readIndexerFeed(rss(`${broken}${text}`), 'usenet').offers).toHaveLength(1999)
  })
})
