import { gzipSync } from 'node:zlib'
import { FORMATS } from '../formats/formats'
import { statusOf } from '../http/errors'
import { fromMs, httpDate } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Files, Instant } from '../platform/ports'
import { element, xmlDocument } from '../platform/xml-writer'
import { unchanged } from '../reading/conditional'
import type { Source } from '../reading/source'
import { Refusal } from '../refusal'
import { fileName, pageOf } from './addresses'
import { type Feed, feedDocument, SEARCH_TYPE, searchDescription, TYPES } from './atom'

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

/** `changedAt` tells when the page at an address came to bear a tag. */
export function feedReply(
  request: Request,
  feed: Feed,
  changedAt: (path: string, tag: string, updated: Instant) => Instant,
): Response {
  const body = feedDocument(feed)
  const tag = sha256(body).slice(0, 32)
  const modified = httpDate(changedAt(pageOf(feed.path, feed.paging?.index ?? 0), tag, feed.updated))
  return documentReply(request, body, TYPES[feed.kind], { tag, modified })
}

export function searchDescriptionReply(request: Request): Response {
  const body = searchDescription(originOf(request))
  return documentReply(request, body, SEARCH_TYPE, { tag: sha256(body).slice(0, 32) })
}

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

/** Where the app reached us, a proxy in between included: only this one answer depends on it. */
function originOf(request: Request): string {
  const { protocol, host } = new URL(request.url)
  const scheme = first(request, 'x-forwarded-proto', /^https?$/) ?? protocol.slice(0, -1)
  return `${scheme}://${first(request, 'x-forwarded-host', /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i) ?? host}`
}

function first(request: Request, header: string, shape: RegExp): string | undefined {
  const value = request.headers.get(header)?.split(',')[0]?.trim()
  return value && shape.test(value) ? value : undefined
}

/** The whole file. The runtime answers Range and If-Range from the blob and these headers. */
export function fileReply(request: Request, source: Source, files: Pick<Files, 'blob'>): Response {
  const { file, path, version, modifiedMs } = source
  const etag = `"${sha256(`${version} ${path}`).slice(0, 32)}"`
  const modified = httpDate(fromMs(modifiedMs))
  const headers: Record<string, string> = {
    ETag: etag,
    'Last-Modified': modified,
    'Cache-Control': 'private, no-cache',
  }
  if (unchanged(request, { etags: [etag], modified })) return new Response(null, { status: 304, headers })
  headers['Content-Type'] = FORMATS[file.format].mediaType
  headers['Content-Disposition'] = attachment(fileName(file))
  // With Range the runtime says it itself, and would say it twice.
  if (!request.headers.has('range')) headers['Accept-Ranges'] = 'bytes'
  return new Response(files.blob(path), { headers })
}

/** The name in ASCII for old apps and as it is for the others (RFC 6266). */
function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`
}
