import type { Transfers } from '../../base/platform/ports'
import type { Handler } from './http'

/** A file of the host. */
export interface FakeFile {
  bytes: Uint8Array<ArrayBuffer>
  /** Default: `"1"`; null: none. */
  etag?: string | null
  modified?: string
  type?: string
  disposition?: string
}

/** A fault of one request. */
export type HostFault =
  | { status: number; headers?: Record<string, string> }
  /** The connection ends after this many bytes, or stalls. */
  | { cutAfter: number }
  | { silentAfter: number }
  | { redirect: string }
  | 'no connection'
  | 'web page'
  | 'web page without saying so'
  | 'no ranges'
  | 'another part'
  | 'damaged'
  | 'too long'
  | 'length unknown'

export interface FakeFileHost {
  fetch: Handler
  /** By path. */
  files: Record<string, FakeFile>
  /** Faults of the next requests, one each. */
  faults: HostFault[]
  /** `GET /path` with the requested range, and `if` with its tag, in order. */
  readonly requests: string[]
}

/** A file host in memory that supports ranges like Apache and nginx. */
export function fakeFileHost(files: Record<string, FakeFile> = {}): FakeFileHost {
  const host: FakeFileHost = { files, faults: [], requests: [], fetch: (request) => answer(request) }

  function answer(request: Request): Response {
    const { pathname } = new URL(request.url)
    const range = request.headers.get('range')
    const under = request.headers.get('if-range')
    host.requests.push(`GET ${pathname}${range ? ` ${range}` : ''}${under ? ` if ${under}` : ''}`)
    const fault = host.faults.shift()
    const file = host.files[decodeURIComponent(pathname)]
    if (fault === 'no connection') throw new TypeError(`Unable to connect to ${request.url}`)
    if (fault === 'web page') return new Response('<html>no</html>', { headers: { 'Content-Type': 'text/html' } })
    if (fault === 'web page without saying so') return new Response('<!DOCTYPE html><html>Sign in</html>')
    if (typeof fault === 'object' && 'status' in fault)
      return new Response('', { status: fault.status, headers: fault.headers ?? {} })
    if (typeof fault === 'object' && 'redirect' in fault)
      return new Response(null, { status: 302, headers: { Location: fault.redirect } })
    if (!file) return new Response('not here', { status: 404 })
    return give(file, fault === 'no ranges' ? null : range, under, fault)
  }

  return host
}

function give(file: FakeFile, range: string | null, under: string | null, fault: HostFault | undefined): Response {
  const { bytes, etag = '"1"', modified, type = 'application/octet-stream', disposition } = file
  const headers = new Headers({ 'Content-Type': type, 'Accept-Ranges': 'bytes' })
  if (etag !== null) headers.set('ETag', etag)
  if (modified) headers.set('Last-Modified', modified)
  if (disposition) headers.set('Content-Disposition', disposition)
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN)
  const partial = !Number.isNaN(from) && (under === null || under === etag || under === modified)
  if (partial && from >= bytes.length) {
    headers.set('Content-Range', `bytes */${bytes.length}`)
    return new Response('', { status: 416, headers })
  }
  let body = partial ? bytes.slice(from) : bytes.slice()
  if (partial) {
    const at = fault === 'another part' ? 0 : from
    headers.set('Content-Range', `bytes ${at}-${bytes.length - 1}/${bytes.length}`)
  }
  if (fault === 'damaged') body.fill(0, -10)
  if (fault !== 'length unknown' && fault !== 'too long') headers.set('Content-Length', String(body.length))
  if (fault === 'too long') body = new Uint8Array([...body, 0, 0, 0])
  return new Response(stream(body, fault), { status: partial ? 206 : 200, headers })
}

const PIECE = 1000

function stream(bytes: Uint8Array, fault: HostFault | undefined): ReadableStream<Uint8Array> {
  const short = typeof fault === 'object'
  const end =
    short && 'cutAfter' in fault ? fault.cutAfter : short && 'silentAfter' in fault ? fault.silentAfter : bytes.length
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < end) {
        controller.enqueue(bytes.slice(at, Math.min(end, at + PIECE)))
        at += PIECE
      } else if (end === bytes.length) controller.close()
      else if (short && 'cutAfter' in fault) controller.error(new Error('The socket was closed.'))
      else return new Promise(() => {})
      return undefined
    },
  })
}

/** Transfers from these hosts, piece by piece. */
export function fakeTransfers(hosts: Record<string, Handler>): Transfers {
  return {
    async begin(request) {
      const handler = hosts[new URL(request.url).host]
      if (!handler) throw new TypeError(`Unable to connect to ${request.url}.`)
      request.signal.throwIfAborted()
      return handler(request)
    },
  }
}
