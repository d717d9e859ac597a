import { expect, test } from 'bun:test'
import { slowPieces } from '../../testing/harness/linear-work'
import { parseXml, XmlError } from '../platform/xml'
import { epubPages } from './archives/epub'
import { readBarcode } from './documents/barcode'
import { parseComicInfo } from './documents/comicinfo'
import { parseCvinfo } from './documents/cvinfo'
import { decodeName } from './documents/html-entities'
import { parseMetronInfo } from './documents/metroninfo'
import { parseOpf } from './documents/opf'
import { findProviderIds } from './documents/provider-ids'
import { anyReadingListSteps } from './documents/reading-list'
import { ReadingListError } from './documents/reading-list-json'
import { parseSeriesJson, SeriesJsonError } from './documents/series-json'
import { messageDigest, NzbError, readNzb } from './downloads/nzb'
import { infoHashOf, magnetHash, readTorrent, TorrentError } from './downloads/torrent'
import { compareNatural, comparePaths } from './natural'

const LENGTH = 24_000
/** Besides the input that every reader gets: the building blocks of these documents. */
const OF_DOCUMENTS = [
  '<Book ',
  '<Book/>',
  '<Book Series="a"/>',
  '<books>',
  '</books>',
  '<page ',
  '<ID source="a">',
  'a:',
]
const OF_POSTS = [
  '<segment>',
  '<segment ',
  '<file>',
  '<meta type="password" ',
  '<x:segment',
  'd',
  'l',
  '1:a',
  'i1e',
  'd1:ai1e',
]
const OF_LINKS = [
  'xt=urn:btih:',
  '&xt=urn:btmh:a',
  'cvid ',
  'comicvine.gamespot.com/',
  'comic vine ',
  'metron.cloud/',
  'issueid',
]

const bytes = (text: string) => new TextEncoder().encode(text)
const escaped = (text: string) =>
  text.replaceAll('\0', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const REFUSED = [XmlError, ReadingListError, SeriesJsonError, NzbError, TorrentError]

/** A reader may refuse the document with its own error and a sentence; any other error is a failure. */
const answered = (work: (text: string) => unknown) => (text: string) => {
  try {
    return work(text)
  } catch (error) {
    if (REFUSED.some((refused) => error instanceof refused)) return undefined
    throw error
  }
}

const READERS: [what: string, read: (text: string) => unknown, pieces?: string[]][] = [
  ['an XML document', parseXml],
  ['the text of an element', (text) => parseXml(`<a>${text}</a>`)],
  ['an attribute', (text) => parseXml(`<a b="${text}"/>`)],
  ['the inside of a tag', (text) => parseXml(`<a ${text}`)],
  ['each text of a ComicInfo', (text) => parseComicInfo(`<ComicInfo>${inEach(COMIC_INFO, text)}</ComicInfo>`), OF_LINKS],
  ['the addresses of a MetronInfo', (text) => parseMetronInfo(`<MetronInfo><URLs><URL>${escaped(text)}</URL></URLs></MetronInfo>`), OF_LINKS],
  ['the notes of a MetronInfo', (text) => parseMetronInfo(`<MetronInfo><Notes>${escaped(text)}</Notes></MetronInfo>`), OF_LINKS],
  ['a MetronInfo', (text) => parseMetronInfo(`<MetronInfo>${text}</MetronInfo>`), OF_DOCUMENTS],
  ['each text of an OPF', (text) => parseOpf(bytes(`<package><metadata>${inEach(OPF, text)}</metadata></package>`))],
  ['a series.json', (text) => parseSeriesJson(JSON.stringify({ metadata: { name: text, volume: text, comicid: text } }))],
  ['a cvinfo', parseCvinfo, OF_LINKS],
  ['a reading list', (text) => [...anyReadingListSteps(text)], OF_DOCUMENTS],
  ['the books of one', (text) => [...anyReadingListSteps(`<ReadingList><Books>${text}</Books></ReadingList>`)], OF_DOCUMENTS],
  ['a reading list in JSON', (text) => [...anyReadingListSteps(`{"issueList":[{"seriesName":${JSON.stringify(text)}}]}`)]],
  ['notes', (text) => findProviderIds(text, []), OF_LINKS],
  ['an address', (text) => findProviderIds(undefined, [text]), OF_LINKS],
  ['a barcode', readBarcode],
  ['a name in HTML', decodeName],
  ['an NZB', (text) => readNzb(bytes(text)), OF_POSTS],
  ['the posts of an NZB', (text) => readNzb(bytes(`<nzb>${text}<segment>a@b</segment></nzb>`)), OF_POSTS],
  ['the ids of an NZB', (text) => messageDigest(bytes(text)), OF_POSTS],
  ['a torrent', (text) => readTorrent(bytes(text)), OF_POSTS],
  ['a magnet link', (text) => magnetHash(`magnet:?${text}`), OF_LINKS],
  ['an info hash', infoHashOf],
  ['names in order', (text) => [compareNatural(text, `${text}1`), comparePaths(text, `${text}1`)], ['a1', 'a/']],
] // biome-ignore format: a table

const COMIC_INFO = ['Title', 'Series', 'Number', 'Summary', 'Notes', 'Web', 'Writer', 'Year', 'CommunityRating', 'GTIN']
const OPF = ['dc:title', 'dc:creator', 'dc:description', 'dc:date', 'dc:identifier', 'dc:language']
const inEach = (names: readonly string[], text: string) =>
  names.map((name) => `<${name}>${escaped(text)}</${name}>`).join('')

test.each(READERS)('%s takes time in proportion to its length', (_what, read, pieces = []) => {
  expect(slowPieces(answered(read), { length: LENGTH })).toEqual([])
  expect(slowPieces(answered(read), { length: LENGTH, pieces })).toEqual([])
})

test.each(['<!doctype ', '<!doctype html ', '#', '?', '<', '%', '../../', '<a href="'])(
  'parts of an EPUB full of %j are read quickly',
  async (piece) => {
    const text = piece.repeat(200_000 / piece.length)
    const opf = `<package><manifest><item id="a" href="${escaped(text)}\n"/></manifest><spine><itemref idref="a"/></spine></package>`
    const book: Record<string, string> = {
      'META-INF/container.xml': `<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`,
      'a.opf': piece.startsWith('<') ? text : opf,
    }
    const entries = Object.keys(book).map((name) => ({ name, size: 1, folder: false }))
    const begun = process.threadCpuUsage().user
    expect(await epubPages(entries as never, async ({ name }) => bytes(book[name]!))).toBeUndefined()
    expect((process.threadCpuUsage().user - begun) / 1000).toBeLessThan(1000)
  },
)
