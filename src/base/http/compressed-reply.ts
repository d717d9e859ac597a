import { zlib } from '../platform/zlib'
import { preferredEncoding } from './encodings'
import { isUnmeasured, markUnmeasured } from './head'

/** Smaller replies fit into one or two packets anyway. */
const WORTH_PACKING = 2048
/**
 * Up to this size a reply is compressed in one step of the event loop, about a millisecond; longer ones go through a
 * stream.
 */
const AT_ONCE = 64 * 1024

/**
 * Compresses a JSON reply with gzip where the client accepts it, for clients on other machines: a tablet waits for the
 * network, this machine for the processor. Requests from other sites carry no session (the cookie is SameSite=Strict),
 * so no attacker can guess a secret from the length of a reply that contains the attacker's text.
 */
export async function compressedReply(request: Request, reply: Response): Promise<Response> {
  const { status, headers } = reply
  // A strong ETag names one sequence of bytes: replies with an ETag negotiate their own encodings.
  if (!reply.body || headers.has('content-encoding') || headers.has('etag') || !isJson(headers)) return reply
  headers.append('Vary', 'Accept-Encoding')
  if (preferredEncoding(request.headers.get('accept-encoding'), ['gzip']) === undefined) return reply
  const packed = (body: BodyInit) => {
    headers.set('Content-Encoding', 'gzip')
    headers.delete('content-length')
    return new Response(body, { status, headers })
  }
  if (isUnmeasured(reply.body)) return packed(markUnmeasured(reply.body.pipeThrough(new CompressionStream('gzip'))))
  const bytes = await reply.bytes()
  if (bytes.length < WORTH_PACKING) return new Response(bytes, { status, headers })
  if (bytes.length <= AT_ONCE) return packed(zlib().gzipSync(bytes, { level: 4 }))
  return packed(markUnmeasured(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))))
}

const isJson = (headers: Headers) => /^application\/(?:[\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '')
