import type { Instant } from '../../platform/ports'
import { retryAfter } from '../retry-after'

/** The requested range: the bytes from `from` on. */
interface FileRequest {
  from: number
  /** The announced size of the whole file in bytes. */
  size: number | null
  now: Instant
}

/** What the reply to a request for a file means. */
export type TransferReply =
  /** The body is the file from `from` on. */
  | { kind: 'body'; from: number; total?: number; tag?: string }
  /** The whole file is already here. */
  | { kind: 'whole' }
  /** The host does not have this range: request the file from the beginning. */
  | { kind: 'anew' }
  | { kind: 'later'; detail: string; until?: Instant; busy: boolean }
  /** The file is not available at this address. `blames`: the file itself is at fault, not the connection. */
  | { kind: 'lost'; detail: string; blames: boolean }

export function readTransferReply(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  request: FileRequest,
): TransferReply {
  if (status === 416) return rangeRefused(headers, request)
  if (status === 206) return part(headers, request)
  if (status === 200) return body(headers, 0, plainLength(headers), request)
  if (status === 429 || status === 503) {
    const until = retryAfter(headers, request.now)
    const detail = status === 429 ? 'Its request limit is reached for now.' : 'It is too busy now.'
    return { kind: 'later', detail, busy: true, ...(until && { until }) }
  }
  if (status >= 500 || status === 408 || status === 425)
    return { kind: 'later', detail: `It answered with status ${status}.`, busy: false }
  if (status === 401 || status === 403 || status === 407)
    return { kind: 'lost', detail: `The host refused the file (status ${status}).`, blames: true }
  if (status === 404 || status === 410) return { kind: 'lost', detail: 'The file no longer exists.', blames: true }
  return { kind: 'lost', detail: `It answered with status ${status} in place of a file.`, blames: true }
}

function part(headers: Headers, request: FileRequest): TransferReply {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range')?.trim() ?? '') ?? []
  // The range of a packed file is not a range of the file itself.
  if (Number(from) !== request.from || isCoded(headers)) return { kind: 'anew' }
  return body(headers, request.from, total === '*' ? undefined : Number(total), request)
}

function body(headers: Headers, from: number, total: number | undefined, { size }: FileRequest): TransferReply {
  if (/^\s*(?:text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? ''))
    return { kind: 'lost', detail: 'A web page was sent instead of the file.', blames: true }
  if (total !== undefined && size !== null && total !== size)
    return { kind: 'lost', detail: `The file has ${total} bytes there, and ${size} were promised.`, blames: true }
  // Pieces of a compressed reply would be pieces of the compressed file.
  const tag = isCoded(headers) ? undefined : tagOf(headers)
  return { kind: 'body', from, ...(total === undefined ? {} : { total }), ...(tag === undefined ? {} : { tag }) }
}

/** The length of the body in bytes, where the body is the file's own bytes. */
function plainLength(headers: Headers): number | undefined {
  const length = headers.get('content-length')?.trim() ?? ''
  return isCoded(headers) || !/^\d+$/.test(length) ? undefined : Number(length)
}

/** The reply is compressed although the request did not accept that. */
const isCoded = (headers: Headers) => (headers.get('content-encoding') ?? 'identity').trim() !== 'identity'

/** The value for If-Range: a strong ETag, else the file's date. */
function tagOf(headers: Headers): string | undefined {
  const tag = headers.get('etag')?.trim()
  if (tag && /^".*"$/.test(tag)) return tag
  return headers.get('last-modified')?.trim() || undefined
}

function rangeRefused(headers: Headers, { from, size }: FileRequest): TransferReply {
  const total = /^bytes \*\/(\d+)$/.exec(headers.get('content-range')?.trim() ?? '')?.[1]
  const whole = total === undefined ? size : Number(total)
  return whole === from && (size === null || whole === size) ? { kind: 'whole' } : { kind: 'anew' }
}

/** The file name of a response, in either form of `Content-Disposition`. */
export function replyFileName(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  const coded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(disposition)?.[1]
  if (coded !== undefined) {
    try {
      return decodeURIComponent(coded.trim())
    } catch {
      // Falls back to the plain form.
    }
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare
}
