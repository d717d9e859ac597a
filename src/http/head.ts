/**
 * HEAD is answered by asking for the same with GET and leaving the body away. The framework has its own way, which reads
 * a file of any size to its end only to say how long it is.
 */
const heads = new WeakSet<Request>()

export function asGet(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const { url, headers, signal } = request
  const get = new Request(url, { headers, signal })
  heads.add(get)
  return get
}

/** Whether nobody is going to see the body. */
export function isHead(request: Request): boolean {
  return heads.has(request)
}

const unread = new WeakSet<ReadableStream>()

/** Marks a body whose length is known only when all of it was made: nobody reads it to its end for HEAD. */
export function markUnmeasured(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  unread.add(body)
  return body
}

export async function withoutBody(reply: Response): Promise<Response> {
  const { status, headers } = reply
  if (reply.body === null) return reply
  const endless = headers.get('content-type')?.startsWith('text/event-stream')
  if (endless || unread.has(reply.body) || headers.has('content-length')) await reply.body.cancel()
  // A file knows its length without being read.
  else headers.set('Content-Length', String((await reply.blob()).size))
  return new Response(null, { status, headers })
}
