import { httpDate } from '../../base/platform/clock'
import { sha256 } from '../../base/platform/digest'
import type { Instant } from '../../base/platform/ports'
import { zlib } from '../../base/platform/zlib'
import { isUnchanged } from '../../library/reading/conditional'
import type { PageDates } from './page-dates'

/** Below this size, compression gains little. */
const WORTH_PACKING = 1000

interface Document {
  body: string
  /** Media type. */
  type: string
  updated?: Instant
  /** Request headers that select the content, besides those of every document. */
  vary?: string
}

/** A page that changes with the library: `dates` stores when the tag at `address` last changed. */
export function pageReply(
  request: Request,
  { address, ...document }: Document & { address: string; updated: Instant },
  dates: PageDates,
): Response {
  const updated = dates.changedAt(address, tagOf(document.body), document.updated)
  return documentReply(request, { ...document, updated })
}

/** A reply with validators, compressed when the app accepts that. */
export function documentReply(request: Request, { body, type, updated, vary }: Document): Response {
  const tag = tagOf(body)
  const modified = updated && httpDate(updated)
  const packed = body.length >= WORTH_PACKING && takesGzip(request)
  // A strong ETag stands for one sequence of bytes, and the compressed bytes differ.
  const [plainTag, packedTag] = [`"${tag}"`, `"${tag}-gzip"`]
  const headers: Record<string, string> = {
    ETag: packed ? packedTag : plainTag,
    ...(modified ? { 'Last-Modified': modified } : {}),
    'Cache-Control': 'private, no-cache',
    Vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
  }
  if (isUnchanged(request, { etags: [plainTag, packedTag], modified }))
    return new Response(null, { status: 304, headers })
  headers['Content-Type'] = type
  if (!packed) return new Response(body, { headers })
  return new Response(zlib().gzipSync(body, { level: 4 }), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}

const tagOf = (body: string) => sha256(body).slice(0, 32)

function takesGzip(request: Request): boolean {
  return (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0+)?\s*$)[\d.]+\s*)?$/i.test(coding))
}
