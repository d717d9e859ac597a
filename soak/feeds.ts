import { NzbError, readNzb } from '../src/base/formats/downloads/nzb'
import { readTorrent, TorrentError } from '../src/base/formats/downloads/torrent'
import { ServiceError } from '../src/base/outbound/service-error'
import { XmlError } from '../src/base/platform/xml'
import { readCaps } from '../src/intake/search/indexers/caps'
import { IndexerError, readIndexerFeed } from '../src/intake/search/indexers/feed-parser'
import { readReply } from '../src/intake/search/indexers/reply'
import { nzbOf, torrentOf } from '../src/testing/fakes/indexer'
import { type Chance, chance } from './mangled-names'
import type { Soak } from './soak'

const SEED = 11
const NOW = '2026-11-21T08:00:00.000Z'
/** The longest time to read a reply of this size. */
const LONGEST_MS = 500

export const soak: Soak = {
  name: 'feeds',
  about: 'mangled indexer responses are parsed into releases or a sentence, without a crash or a hang',
  full: 100_000,
  async run(amount, report) {
    const pick = chance(SEED)
    const tally = { read: 0, refused: 0 }
    let slowest = 0
    for (let round = 1; round <= amount; round++) {
      const original = pick.from(ORIGINALS)
      const bytes = mangled(original.bytes, pick)
      const since = performance.now()
      const outcome = readAny(original.read, bytes, `seed ${SEED}, round ${round}, ${original.name}`)
      const took = performance.now() - since
      if (took > LONGEST_MS) throw new Error(`Round ${round} (${original.name}) took ${took.toFixed(0)} ms.`)
      slowest = Math.max(slowest, took)
      tally[outcome]++
      if (round % 20_000 === 0)
        report(
          `${round.toLocaleString('en')}: ${tally.read} read, ${tally.refused} refused, the slowest took ${slowest.toFixed(1)} ms`,
        )
    }
  },
}

type Read = (bytes: Uint8Array<ArrayBuffer>) => unknown

/** The result of reading; throws for anything but a reply or a known error. */
function readAny(read: Read, bytes: Uint8Array<ArrayBuffer>, which: string): 'read' | 'refused' {
  try {
    read(bytes)
    return 'read'
  } catch (error) {
    const known = [ServiceError, IndexerError, XmlError, NzbError, TorrentError].some((kind) => error instanceof kind)
    if (known) return 'refused'
    throw new Error(`${which}: ${error instanceof Error ? error.stack : error}`)
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

const feed: Read = (bytes) => {
  const headers = new Headers({ 'Retry-After': '60' })
  for (const protocol of ['usenet', 'torrent'] as const) {
    const page = readReply({ status: 200, headers, bytes }, (body) => readIndexerFeed(body, protocol), NOW)
    for (const offer of page.offers) checkOffer(offer)
  }
}

/** Checks that an offer has the right shape for any input. */
function checkOffer(offer: ReturnType<typeof readIndexerFeed>['offers'][number]): void {
  const { title, guid, link, size, categories, published_at } = offer
  const holds =
    title !== '' &&
    guid !== '' &&
    /^(?:https?:\/\/|magnet:\?)/i.test(link) &&
    (size === undefined || (Number.isInteger(size) && size > 0)) &&
    categories.every((each) => Number.isInteger(each) && each > 0) &&
    (published_at === undefined || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(published_at))
  if (!holds) throw new Error(`An offer has lost its shape: ${JSON.stringify(offer)}`)
}

const item = (
  at: number,
) => `<item><title>Harbor Lights ${at} (2016) &amp; more</title><guid isPermaLink="true">https://idx.test/d/${at}</guid>
<link>https://idx.test/get/${at}?apikey=x&amp;r=1</link><pubDate>Thu, 11 Feb 2016 08:00:00 +0100</pubDate>
<enclosure url="https://idx.test/get/${at}" length="4000" type="application/x-nzb"/><newznab:attr name="category" value="7030"/>
<newznab:attr name="size" value="41000000"/><torznab:attr name="seeders" value="4"/><torznab:attr name="peers" value="6"/>
<torznab:attr name="magneturl" value="magnet:?xt=urn:btih:${'cd'.repeat(20)}"/><newznab:attr name="usenetdate" value="Wed, 10 Feb 2016 20:00:00 GMT"/></item>`

const FEED = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:newznab="x" xmlns:torznab="y"><channel><title>x</title>
<newznab:response offset="0" total="3"/><newznab:apilimits apiCurrent="1" apiMax="9"/>${[1, 2, 3].map(item).join('\n')}</channel></rss>`
const CAPS = `<?xml version="1.0"?><caps><server title="x"/><limits max="100" default="50"/><searching><search available="yes" supportedParams="q"/></searching>
<categories><category id="7000" name="Books"><subcat id="7030" name="Comics"/></category></categories></caps>`

const ORIGINALS: { name: string; bytes: Uint8Array<ArrayBuffer>; read: Read }[] = [
  { name: 'feed', bytes: encode(FEED), read: feed },
  { name: 'feed', bytes: encode(FEED), read: feed },
  { name: 'wide feed', bytes: new Uint8Array(Buffer.from(`\ufeff${FEED}`, 'utf16le')), read: feed },
  { name: 'error', bytes: encode('<?xml version="1.0"?><error code="500" description="Request limit. Retry in 5 minutes"/>'), read: feed },
  { name: 'page', bytes: encode('<!DOCTYPE html><html><body>Just a moment… log in</body></html>'), read: feed },
  { name: 'caps', bytes: encode(CAPS), read: (bytes) => readReply({ status: 200, headers: new Headers(), bytes }, readCaps, NOW) },
  { name: 'nzb', bytes: nzbOf('Harbor Lights 007'), read: readNzb },
  { name: 'torrent', bytes: torrentOf('Harbor Lights 007'), read: readTorrent },
] // biome-ignore format: a table

/** Text pieces with a meaning in XML or bencode. */
const PIECES = [
  ...['<', '>', '/>', '</', '<!--', '-->', '<![CDATA[', ']]>', '<!DOCTYPE r [<!ENTITY a "b">]>', '&', '&a;', '&#0;', '&#x110000;', '&lt;'],
  ...['<item>', '</item>', '<rss>', '<channel>', '<error code="', '<?xml encoding="koi8-r"?>', ' xmlns:x="', '"', "'", '='],
  ...['magnet:?xt=urn:btih:', 'javascript:', 'file:///', 'http://', 'value="-1"', 'value="1e400"', 'value="NaN"', '99999999999999999999'],
  ...['__proto__', 'constructor', 'toString', 'i-0e', 'i99999999999999999999e', 'd', 'l', 'e', '4:info', '9999999999:'],
  ...['\u0000', '\ufffe', '\u202e', '😀', 'é', ' '.repeat(500), '<a>'.repeat(200), '('.repeat(300)],
].map(encode) // biome-ignore format: a heap of pieces

/** Cuts, doubles and fills the input with pieces and single bytes, one to eight times; sometimes nests or repeats it many times. */
function mangled(original: Uint8Array<ArrayBuffer>, pick: Chance): Uint8Array<ArrayBuffer> {
  let bytes = original
  for (let turn = pick(8); turn >= 0; turn--) {
    const at = pick(bytes.length + 1)
    const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)]
    const way = pick(7)
    if (way === 0) bytes = joined(before, behind.subarray(1 + pick(40)))
    else if (way === 1) bytes = before.slice()
    else if (way === 2) bytes = joined(before, new Uint8Array([pick(256)]), behind.subarray(1))
    else if (way === 3) bytes = joined(before, bytes.subarray(pick(bytes.length + 1)))
    else if (way === 4 && pick(20) === 0)
      bytes = joined(
        before,
        ...Array.from({ length: 2000 }, () => PIECES[pick(PIECES.length)]!.subarray(0, 40)),
        behind,
      )
    else bytes = joined(before, pick.from(PIECES), behind)
  }
  return bytes
}

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
