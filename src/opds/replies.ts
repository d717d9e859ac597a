import { gzipSync } from 'node:zlib'
import { LOGIN_TYPE, loginDocument } from '../auth/catalog-login'
import { statusOf } from '../http/errors'
import { httpDate } from '../platform/clock'
import { sha256 } from '../platform/digest'
import { element, xmlDocument } from '../platform/xml-writer'
import { unchanged } from '../reading/conditional'
import type { Offer } from '../reading/pictures'
import { Refusal } from '../refusal'
import { pageOf } from './addresses'
import { ENTRY_TYPE, feedDocument, SEARCH_TYPE, searchDescription, TYPES } from './atom'
import type { Audience } from './audience'
import { entryDocument, entryXml } from './entries'
import type { PageDates } from './page-dates'
import type { Feed, Publication } from './records'

/** Below this a compressed answer is hardly shorter. */
const WORTH_PACKING = 1000

/** Runs `make`; a refusal becomes XML, which is what reading apps expect below /opds. */
export async function inXml(make: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const wait = error.extra.retry_after
    return refusalXml(statusOf(error.kind), error.detail, typeof wait === 'number' ? { 'Retry-After': `${wait}` } : {})
  }
}

export function refusalXml(status: number, detail: string, more: Record<string, string> = {}): Response {
  const body = xmlDocument(element('error', {}, element('status', {}, `${status}`), element('detail', {}, detail)))
  const headers = { ...more, 'Content-Type': 'application/xml', 'Cache-Control': 'no-store' }
  return new Response(body, { status, headers })
}

/** `dates` tells when the page at an address came to bear its tag. */
export function feedReply(request: Request, feed: Feed, audience: Audience, dates: PageDates): Response {
  const fullness = feed.crawlable ? 'complete' : 'partial'
  const entries = feed.entries.map((entry) => entryXml(entry, audience, fullness))
  const body = feedDocument(feed, entries, audience)
  const tag = sha256(body).slice(0, 32)
  // The same page reads otherwise behind a proxy and for some apps.
  const page = `${audience.root}${pageOf(feed.path, feed.paging?.index ?? 0)} ${audience.comics}`
  const modified = httpDate(dates.changedAt(page.replace(/ standard$/, ''), tag, feed.updated))
  return documentReply(request, body, TYPES[feed.kind], { tag, modified })
}

export function entryReply(request: Request, publication: Publication, audience: Audience): Response {
  const body = entryDocument(publication, audience)
  const modified = httpDate(publication.updated)
  return documentReply(request, body, ENTRY_TYPE, { tag: sha256(body).slice(0, 32), modified })
}

export function searchDescriptionReply(request: Request, audience: Audience): Response {
  const body = searchDescription(audience)
  return documentReply(request, body, SEARCH_TYPE, { tag: sha256(body).slice(0, 32) })
}

export function loginReply(request: Request, audience: Audience): Response {
  const body = JSON.stringify(loginDocument(audience))
  return documentReply(request, body, LOGIN_TYPE, { tag: sha256(body).slice(0, 32) })
}

/** A page for apps that know JPEG, PNG and GIF alone: what this system cannot turn into them is refused, and `told`. */
export function plainPicture(offer: Offer, told: (kind: string) => void): Offer {
  const make = async () => {
    const picture = await offer.make()
    if (PLAIN.includes(picture.type)) return picture
    const kind = picture.type.slice('image/'.length).toUpperCase()
    told(kind)
    throw new Refusal('gone', `This page is a picture in ${kind}, which this system cannot turn into JPEG.`)
  }
  return { ...offer, make }
}

const PLAIN = ['image/jpeg', 'image/png', 'image/gif']

function documentReply(
  request: Request,
  body: string,
  type: string,
  known: { tag: string; modified?: string },
): Response {
  const { tag, modified } = known
  const packed = body.length >= WORTH_PACKING && takesGzip(request)
  // A strong tag stands for bytes, and packed ones are others.
  const [plainTag, packedTag] = [`"${tag}"`, `"${tag}-gzip"`]
  const headers: Record<string, string> = {
    ETag: packed ? packedTag : plainTag,
    ...(modified ? { 'Last-Modified': modified } : {}),
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
  }
  if (unchanged(request, { etags: [plainTag, packedTag], modified }))
    return new Response(null, { status: 304, headers })
  headers['Content-Type'] = type
  if (!packed) return new Response(body, { headers })
  return new Response(gzipSync(body, { level: 4 }), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}

function takesGzip(request: Request): boolean {
  return (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0+)?\s*$)[\d.]+\s*)?$/i.test(coding))
}
