import { LOGIN_TYPE, loginDocument } from '../../base/auth/catalog-login'
import { refusalStatus } from '../../base/http/errors'
import { element, xmlDocument } from '../../base/platform/xml-writer'
import { Refusal } from '../../base/refusal'
import type { PictureOffer } from '../../library/reading/pictures'
import { feedPagePath, ROOT } from './addresses'
import { ENTRY_TYPE, feedDocument, SEARCH_TYPE, searchDescription, TYPES } from './atom'
import type { Audience } from './audience'
import { documentReply, pageReply } from './document-reply'
import { entryDocument, entryXml } from './entries'
import type { PageDates } from './page-dates'
import type { Feed, PublicationRecord } from './records'

/** Runs `make` and turns a refusal into XML, which reading apps expect below /opds. */
export async function inXml(make: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const wait = error.extra.retry_after
    return refusalXml(
      refusalStatus(error.kind),
      error.detail,
      typeof wait === 'number' ? { 'Retry-After': `${wait}` } : {},
    )
  }
}

export function refusalXml(status: number, detail: string, more: Record<string, string> = {}): Response {
  const body = xmlDocument(element('error', {}, element('status', {}, `${status}`), element('detail', {}, detail)))
  const headers = { ...more, 'Content-Type': 'application/xml', 'Cache-Control': 'no-store' }
  return new Response(body, { status, headers })
}

/** `dates` stores when the tag at an address last changed. */
export function feedReply(request: Request, feed: Feed, audience: Audience, dates: PageDates): Response {
  const fullness = feed.crawlable ? 'complete' : 'partial'
  const entries = feed.entries.flatMap((entry) => entryXml(entry, audience, fullness) ?? [])
  const body = feedDocument(feed, entries, audience)
  // The same page differs behind a proxy and for some apps.
  const page = `${audience.root}${feedPagePath(feed.path, feed.paging?.index ?? 0)} ${audience.comics}`
  const address = `${page.replace(/ standard$/, '')}${audience.sortsTitles ? ' padded' : ''}`
  const vary = feed.path === ROOT ? 'Accept' : undefined
  return pageReply(request, { body, type: TYPES[feed.kind], address, updated: feed.updated, vary }, dates)
}

export function entryReply(request: Request, publication: PublicationRecord, audience: Audience): Response {
  const body = entryDocument(publication, audience)
  return documentReply(request, { body, type: ENTRY_TYPE, updated: publication.updated })
}

export function searchDescriptionReply(request: Request, audience: Audience): Response {
  return documentReply(request, { body: searchDescription(audience), type: SEARCH_TYPE })
}

export function loginReply(request: Request, audience: Audience): Response {
  return documentReply(request, { body: JSON.stringify(loginDocument(audience)), type: LOGIN_TYPE })
}

/**
 * A page for apps that only show JPEG, PNG and GIF: a type that this system cannot convert is refused, and
 * `onUnsupported` is called with it.
 */
export function plainPicture(offer: PictureOffer, onUnsupported: (kind: string) => void): PictureOffer {
  const make = async () => {
    const picture = await offer.make()
    if (PLAIN.includes(picture.type)) return picture
    const kind = picture.type.slice('image/'.length).toUpperCase()
    onUnsupported(kind)
    throw new Refusal('damaged', `This page is a picture in ${kind}, which this system cannot turn into JPEG.`)
  }
  return { ...offer, make }
}

const PLAIN = ['image/jpeg', 'image/png', 'image/gif']
