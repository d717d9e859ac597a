/** A reply of server-sent events; proxies must not buffer it. */
export const streamReply = (frames: ReadableStream<Uint8Array>) =>
  new Response(frames, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  })
