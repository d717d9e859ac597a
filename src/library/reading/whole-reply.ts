import { isHead } from '../../base/http/head'
import { httpDate } from '../../base/platform/clock'
import { isUnchanged } from './conditional'
import { attachment } from './download-name'
import type { SeriesFile } from './whole-series'

/** Downloads up to this size are built before they are sent, so that the runtime can send their length. */
const AT_ONCE = 8 * 1024 * 1024

interface Piece {
  from: number
  to: number
}

/** A file that is made while it is sent, with Range: an interrupted download continues where it stopped. */
export async function wholeReply(request: Request, file: SeriesFile): Promise<Response> {
  const { name, size, etag } = file
  const modified = httpDate(file.modified)
  const headers: Record<string, string> = {
    ETag: etag,
    'Last-Modified': modified,
    'Cache-Control': 'private, no-cache',
  }
  if (isUnchanged(request, { etags: [etag], modified })) return new Response(null, { status: 304, headers })
  headers['Accept-Ranges'] = 'bytes'
  const piece = pieceOf(request, size, [etag, modified])
  if (piece === 'beyond') {
    const more = { 'Content-Range': `bytes */${size}`, 'Content-Length': '0' }
    return new Response(null, { status: 416, headers: { ...headers, ...more } })
  }
  const { from, to } = piece ?? { from: 0, to: size }
  headers['Content-Type'] = 'application/zip'
  headers['Content-Disposition'] = attachment(name)
  headers['Content-Length'] = String(to - from)
  if (piece) headers['Content-Range'] = `bytes ${from}-${to - 1}/${size}`
  const status = piece ? 206 : 200
  const bytes = file.bytes(from, to)
  const atOnce = to - from <= AT_ONCE && !isHead(request)
  return new Response(atOnce ? await together(bytes, to - from) : streamOf(bytes), { status, headers })
}

/** One range only; several, or an unreadable header, get the whole file (RFC 9110, 14.2). */
function pieceOf(request: Request, size: number, validators: string[]): Piece | 'beyond' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const only = request.headers.get('if-range')
  if (only !== null && !validators.includes(only)) return undefined
  if (first === '') return last === '0' ? 'beyond' : { from: Math.max(0, size - Number(last)), to: size }
  const [from, to] = [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)]
  if (from >= size) return 'beyond'
  return to > from ? { from, to } : undefined
}

async function together(bytes: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(length)
  let filled = 0
  for await (const chunk of bytes) {
    whole.set(chunk, filled)
    filled += chunk.length
  }
  return whole
}

/** Continues reading only after the last chunk was sent. */
function streamOf(bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await bytes.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
