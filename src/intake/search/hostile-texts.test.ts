import { expect, test } from 'bun:test'
import { refusedKeyIn } from '../../base/outbound/refused-key'
import { ServiceError } from '../../base/outbound/service-error'
import { XmlError } from '../../base/platform/xml'
import { filledWith, HOSTILE_PIECES, quickestMs, slowPieces } from '../../testing/harness/linear-work'
import { readArchiveItem } from './archive/archive-replies'
import { archiveOffers } from './archive/offers'
import { IndexerError, readIndexerFeed } from './indexers/feed-parser'
import { jsonErrorOf, maskSecrets } from './indexers/json-error'
import { readReply } from './indexers/reply'
import { searchSpellings } from './queries/spellings'
import { withoutAddresses } from './sessions/redact'
import { judgeRelease } from './verdict/judge'
import { targetOf } from './verdict/wanted'

const NOW = '2026-11-28T12:00:00.000Z'
const LENGTH = 24_000
const OF_FEEDS = ['<!---->', '<!---->\n', '<!-- -->\t', '<!--a-->', '<item>', '</item>', '<item></item>', '<item><title>a</title></item>', '<item><![CDATA['] // biome-ignore format: one glance
const OF_KEYS = ['api_key ', 'api_key=', 'passkey\0', 'token ', 'bearer ', 'key: ', 'f0', 'invalid ', 'invalid a b ', 'STYLE<', '<script>'] // biome-ignore format: one glance

const bytes = (text: string) => new TextEncoder().encode(text)
const escaped = (text: string) =>
  text.replaceAll('\0', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const REFUSED = [ServiceError, IndexerError, XmlError]

const answered = (work: (text: string) => unknown) => (text: string) => {
  try {
    return work(text)
  } catch (error) {
    if (REFUSED.some((refused) => error instanceof refused)) return undefined
    throw error
  }
}
const replied = (status: number, text: string) =>
  readReply(
    { status, headers: new Headers(), bytes: bytes(text) } as never,
    (sent) => readIndexerFeed(sent, 'usenet'),
    NOW,
  )
const ITEM = '<item><title>Harbor Lights 001</title><link>https://indexer.example/1.nzb</link></item>'
const feed = (inside: string) => `<rss><channel>${inside}</channel></rss>`
const fields = (text: string) =>
  ['title', 'link', 'guid', 'pubDate', 'comments'].map((name) => `<${name}>${escaped(text)}</${name}>`).join('')
const attributes = (text: string) =>
  ['infohash', 'magneturl', 'group'].map((name) => `<newznab:attr name="${name}" value="${escaped(text)}"/>`).join('')

const READERS: [what: string, read: (text: string) => unknown][] = [
  ['a reply', (text) => replied(200, text)],
  ['a refusal', (text) => replied(403, text)],
  ['an error in JSON', (text) => replied(500, JSON.stringify({ error: text }))],
  ['the items of a feed', (text) => readIndexerFeed(feed(text), 'usenet')],
  ['a long feed', (text) => readIndexerFeed(feed(`${ITEM.repeat(20)}<item>${text}</item>`), 'usenet')],
  ['the fields of a release', (text) => readIndexerFeed(feed(`<item>${fields(text)}</item>`), 'usenet', 'https://indexer.example/')],
  ['the attributes of a release', (text) => readIndexerFeed(feed(`<item>${attributes(text)}${ITEM.slice(6)}`), 'torrent')],
  ['a message', (text) => [jsonErrorOf(bytes(JSON.stringify({ message: text }))), maskSecrets(text), withoutAddresses(text)]],
  ['a page that may blame the key', refusedKeyIn],
  ['the name of a series', searchSpellings],
] // biome-ignore format: a table

test.each(READERS)('%s is parsed in linear time', (_what, read) => {
  const pieces = [...HOSTILE_PIECES, ...OF_FEEDS, ...OF_KEYS]
  expect(slowPieces(answered(read), { length: LENGTH, pieces })).toEqual([])
})

test('thirty comments before an invalid page are parsed at once', () => {
  expect(quickestMs(() => answered((text) => replied(200, text))(`${'<!---->\n'.repeat(30)}<x`))).toBeLessThan(100)
  const items = `${ITEM.repeat(20)}${'\t<!---->'.repeat(30)}x</item>${ITEM}`
  expect(quickestMs(() => answered((text) => readIndexerFeed(text, 'usenet'))(feed(items)))).toBeLessThan(100)
})

test('a title is judged in milliseconds, with any length and content', () => {
  const target = targetOf({ kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7' }, {})
  const judged = (title: string) => judgeRelease(target, { title, published: null, category: [] } as never, 2026)
  const slow = HOSTILE_PIECES.filter((piece) => quickestMs(() => judged(filledWith(piece, 200_000))) > 50)
  expect(slow).toEqual([])
})

test('an item of the Internet Archive has titles of at most 500 characters, and no longer paths', () => {
  const metadata = { title: 'Harbor '.repeat(1000), licenseurl: 'https://creativecommons.org/publicdomain/mark/1.0/' }
  const files = ['1.cbz', `${'x'.repeat(600)}.cbz`].map((name) => ({ name, format: 'Comic Book ZIP' }))
  const item = readArchiveItem(bytes(JSON.stringify({ metadata, files })), 'harbor')!
  expect(item.title).toHaveLength(500)
  expect(archiveOffers(item, 'https://archive.org')).toHaveLength(1)
})
