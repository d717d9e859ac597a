/**
 * Routes HEAD as GET and drops the body. The framework's own way reads a file of any size to the end only to report its
 * length.
 */
const heads = new WeakSet<Request>()

export function asGet(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const { url, headers, signal } = request
  const get = new Request(url, { headers, signal })
  heads.add(get)
  return get
}

/** Whether the body will be dropped. */
export function isHead(request: Request): boolean {
  return heads.has(request)
}

const unread = new WeakSet<ReadableStream>()

/** Marks a body whose length is known only after all of it is made, so that HEAD does not read it. */
export function markUnmeasured(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  unread.add(body)
  return body
}

export const isUnmeasured = (body: ReadableStream): boolean => unread.has(body)

export async function withoutBody(reply: Response): Promise<Response> {
  const { status, headers } = reply
  if (reply.body === null) return reply
  const endless = headers.get('content-type')?.startsWith('text/event-stream')
  if (endless || unread.has(reply.body) || headers.has('content-length')) await reply.body.cancel()
  // The length of a file is known without reading it.
  else headers.set('Content-Length', String((await reply.blob()).size))
  return new Response(null, { status, headers })
}
