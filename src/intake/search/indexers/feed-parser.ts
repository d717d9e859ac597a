import { decodeName } from '../../../base/formats/documents/html-entities'
import { attribute, findChild, findChildren, findChildText, wholeIn } from '../../../base/formats/documents/xml-lenient'
import { infoHashOf, magnetHash } from '../../../base/formats/downloads/torrent'
import { fromFeedDate } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import { countWords } from '../../../base/platform/words'
import { parseXml, type XmlElement, XmlError, xmlText } from '../../../base/platform/xml'
import type { Protocol } from '../../downloads/states'
import type { Offer } from '../offer'

/** A page of releases, in the indexer's order. */
export interface FeedPage {
  offers: Offer[]
  /** Total count reported by the indexer; several report wrong ones. */
  total?: number
  /** Items without a title or a usable link. */
  broken: number
  /** Broken items without a title. */
  untitled: number
  /** The request limits that are used up, if the feed reports them. */
  spent?: { api: boolean; grabs: boolean }
}

/** "12 items had no usable link"; empty when every item is usable. */
export function brokenWords({ broken, untitled }: Pick<FeedPage, 'broken' | 'untitled'>): string {
  const lacking = [
    [broken - untitled, 'no usable link'],
    [untitled, 'no title'],
  ] as const
  return lacking.flatMap(([count, what]) => (count > 0 ? `${countWords(count, 'item')} had ${what}` : [])).join(', ')
}

/** The indexer's error in place of releases: its code (`names` in the newznab facts) and message. */
export class IndexerError extends Error {
  override readonly name = 'IndexerError'

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** A larger reply is not a page of releases. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_ITEMS = 2000

/**
 * Parses a newznab or torznab reply. Relative links are resolved against `at`, the indexer's address. Throws
 * IndexerError for an error of the indexer, XmlError for anything else.
 */
export function readIndexerFeed(document: Uint8Array | string, protocol: 'usenet' | 'torrent', at?: string): FeedPage {
  const steps = reading(document, protocol, at)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Like `readFeed`, but lets other work run in between: a page of a hundred releases takes 40 ms and more. */
export async function readFeedInSteps(
  document: Uint8Array | string,
  protocol: 'usenet' | 'torrent',
  at?: string,
): Promise<FeedPage> {
  const steps = reading(document, protocol, at)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

function* reading(
  document: Uint8Array | string,
  protocol: 'usenet' | 'torrent',
  at: string | undefined,
): Generator<undefined, FeedPage> {
  const text = xmlText(document, { bytes: MOST_BYTES })
  const pieces = inPieces(text)
  const root = parseXml(pieces?.frame ?? text, { bytes: MOST_BYTES })
  refuseError(root)
  const channel = findChild(root, 'channel') ?? (local(root.name) === 'channel' ? root : undefined)
  if (!channel) throw new XmlError(`Expected a list of releases, got <${root.name.slice(0, 40)}>.`)
  const beside = channel === root ? [] : findChildren(root, 'item')
  const items = pieces ? [] : [...findChildren(channel, 'item'), ...beside].slice(0, MOST_ITEMS)
  for (const piece of pieces?.items ?? []) {
    yield
    items.push(...findChildren(parseXml(piece, { bytes: MOST_BYTES }), 'item'))
  }
  const read = items.map((item) => offerOf(item, protocol, at))
  const offers = read.filter((each) => typeof each === 'object')
  const response = channel.children.find((each) => local(each.name) === 'response')
  const total = wholeIn(attribute(response, 'total'), 0, 1e9)
  const spent = spentOf(channel)
  return {
    offers,
    ...(total === undefined ? {} : { total }),
    broken: items.length - offers.length,
    untitled: read.filter((each) => each === 'untitled').length,
    ...(spent ? { spent } : {}),
  }
}

const AT_ONCE = 12
const END = '</item>'

/**
 * Splits a long list so that it can be read a few releases at a time: the document around the items, and the items.
 * Undefined for short lists, and when the closing tags of items are unreliable.
 */
function inPieces(text: string): { frame: string; items: string[] } | undefined {
  const first = /<item[\s>]/.exec(text)?.index ?? -1
  const end = text.lastIndexOf(END) + END.length
  if (first < 0 || end < first) return undefined
  const inside = text.slice(first, end)
  const whole = inside.split(END).slice(0, MOST_ITEMS)
  const sound = whole.slice(0, -1).every((item) => beginsAsItem(item) && closed(item))
  if (whole.length <= AT_ONCE || !sound) return undefined
  const items = whole.filter((item) => item.trim() !== '')
  const lists = Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, nth) =>
    items.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  )
  return {
    frame: text.slice(0, first) + text.slice(end),
    items: lists.map((list) => `<items>${list.map((item) => item + END).join('')}</items>`),
  }
}

/** Only whitespace and comments precede the item. */
function beginsAsItem(text: string): boolean {
  const blank = /\s*/y
  for (let at = 0; ; ) {
    blank.lastIndex = at
    at += blank.exec(text)![0].length
    if (!text.startsWith('<!--', at)) return /^<item[\s>]/.test(text.slice(at, at + 6))
    const end = text.indexOf('-->', at + 4)
    if (end < 0) return false
    at = end + 3
  }
}

/** No CDATA section or comment was cut in two. */
const closed = (item: string) =>
  item.lastIndexOf('<![CDATA[') <= item.lastIndexOf(']]>') && item.lastIndexOf('<!--') <= item.lastIndexOf('-->')

/** `<newznab:apilimits apiCurrent apiMax grabCurrent grabMax>`, also as `limits` with `api_current`. */
function spentOf(channel: XmlElement): FeedPage['spent'] {
  const limits = channel.children.find((each) => /^(?:api)?limits$/.test(local(each.name)))
  if (!limits) return undefined
  const numbers = new Map(
    Object.entries(limits.attributes).map(([name, text]) => [
      name.toLowerCase().replace('_', '').replace('grabs', 'grab'),
      wholeIn(text, 0, 1e9),
    ]),
  )
  const isSpent = (what: string) => {
    const [used, most] = [numbers.get(`${what}current`), numbers.get(`${what}max`)]
    return used !== undefined && most !== undefined && most > 0 && used >= most
  }
  return { api: isSpent('api'), grabs: isSpent('grab') }
}

/** Throws IndexerError when the document is an error. */
export function refuseError(root: XmlElement): void {
  if (local(root.name) !== 'error') return
  const reason = attribute(root, 'description') ?? (root.text || 'it gave no reason')
  throw new IndexerError(wholeIn(attribute(root, 'code'), 0, 99_999) ?? 900, reason.slice(0, 300))
}

type Unusable = 'untitled' | 'unlinked'

function offerOf(item: XmlElement, protocol: 'usenet' | 'torrent', at: string | undefined): Offer | Unusable {
  const attrs = attrsOf(item)
  const enclosure = findChild(item, 'enclosure')
  const links = [attribute(enclosure, 'url'), findChildText(item, 'link')]
  const magnet = [attrs.get('magneturl'), ...links].find(isMagnet)
  const link = magnet ?? links.flatMap((each) => wholeLink(each, at) ?? [])[0]
  const title = decodeName(findChildText(item, 'title') ?? '')
  if (title === '') return 'untitled'
  if (link === undefined) return 'unlinked'
  const kind: Protocol = magnet || /bittorrent/i.test(attribute(enclosure, 'type') ?? '') ? 'torrent' : protocol
  const number = (name: string, most = 1e15) => wholeIn(attrs.get(name), 0, most)
  const seeders = number('seeders', 1e7)
  // Some indexers write a word or zeros there in each item.
  const hash = infoHashOf(attrs.get('infohash')?.trim() ?? '') ?? magnetHash(magnet ?? '')
  const page = [findChildText(item, 'comments'), findChildText(item, 'guid')].flatMap(
    (each) => pageAt(each, at) ?? [],
  )[0]
  return tidied({
    title: title.slice(0, 500),
    guid: (findChildText(item, 'guid') ?? link).slice(0, 2000),
    link,
    page,
    protocol: kind,
    size: sizeOf(item, attrs, enclosure),
    published_at: instantOf(attrs.get('usenetdate')) ?? instantOf(findChildText(item, 'pubDate')),
    categories: categoriesOf(item),
    password: number('password', 2),
    grabs: number('grabs', 1e9),
    files: number('files', 1e7),
    group: decoded(attrs.get('group')),
    poster: decoded(attrs.get('poster')),
    seeders,
    leechers: leechersOf(number('leechers', 1e7), number('peers', 1e7), seeders),
    info_hash: hash,
    minimum_ratio: decimal(attrs.get('minimumratio')),
    minimum_seed_time: number('minimumseedtime'),
    download_factor: decimal(attrs.get('downloadvolumefactor')),
  })
}

/** `newznab:attr` and `torznab:attr`, by name in lower case; the first of each name counts. */
function attrsOf(item: XmlElement): Map<string, string> {
  const attrs = new Map<string, string>()
  for (const each of item.children) {
    if (local(each.name) !== 'attr') continue
    const [name, value] = [attribute(each, 'name')?.toLowerCase(), attribute(each, 'value')]
    if (name && value !== undefined && !attrs.has(name)) attrs.set(name, value)
  }
  return attrs
}

function categoriesOf(item: XmlElement): number[] {
  const attributes = item.children
    .filter((each) => local(each.name) === 'attr' && attribute(each, 'name')?.toLowerCase() === 'category')
    .map((each) => attribute(each, 'value'))
  const plain = findChildren(item, 'category').map(({ text }) => text)
  const numbers = [...attributes, ...plain].flatMap((text) => wholeIn(text, 1, 10_000_000) ?? [])
  return [...new Set(numbers)]
}

/** The attribute is the most reliable size: the enclosure often has the size of the NZB. */
function sizeOf(item: XmlElement, attrs: Map<string, string>, enclosure: XmlElement | undefined): number | undefined {
  const places = [attrs.get('size'), findChildText(item, 'size'), attribute(enclosure, 'length')]
  return places.map((text) => wholeIn(text, 1, 1e14)).find((size) => size !== undefined)
}

/** Some trackers include the seeders in `peers`, others do not. */
function leechersOf(leechers?: number, peers?: number, seeders = 0): number | undefined {
  return leechers ?? (peers === undefined ? undefined : Math.max(0, peers - seeders))
}

const decoded = (text: string | undefined) => text && decodeName(text)

const instantOf = (text: string | undefined) => (text === undefined ? undefined : fromFeedDate(text))

function decimal(text: string | undefined): number | undefined {
  const value = Number(text?.trim() || Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

const local = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()
const isMagnet = (link: string | undefined): link is string => link?.toLowerCase().startsWith('magnet:?') === true
const MOST_LINK = 8000
const isWeb = (link: string) => /^https?:\/\//i.test(link)

/** A link as a web address; undefined for anything else, such as a script or a file path. */
function wholeLink(link: string | undefined, at: string | undefined): string | undefined {
  if (link === undefined || link.length > MOST_LINK) return undefined
  if (isWeb(link)) return link
  // "C:\\x", "file:", "javascript:".
  if (at === undefined || /^[a-z][a-z\d+.-]*:|\\/i.test(link)) return undefined
  return URL.parse(link, at)?.href
}

/** The page of an item. A guid is often just an id: only one that starts like a path leads to a page. */
const pageAt = (link: string | undefined, at: string | undefined) =>
  link !== undefined && (isWeb(link) || link.startsWith('/')) ? wholeLink(link, at) : undefined

const tidied = (offer: { [key in keyof Offer]: Offer[key] | undefined }): Offer =>
  Object.fromEntries(Object.entries(offer).filter(([, value]) => value !== undefined)) as unknown as Offer
