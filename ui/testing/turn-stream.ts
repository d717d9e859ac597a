import { act } from 'preact/test-utils'

/** The stream of one turn, whose frames the test sends. */
export function turnStream() {
  const text = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let isClosed = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller
    },
    cancel() {
      isClosed = true
    },
  })
  // The fake server clones its replies, and a clone has a stream of its own.
  const response = Object.assign(new Response(body), { clone: () => response })
  const quiet = () => act(() => new Promise<void>((done) => setTimeout(done, 0)))
  return {
    response: response as Response,
    /** Whether the page stopped reading. */
    isClosed: () => isClosed,
    send: async (...frames: object[]) => {
      for (const frame of frames) stream?.enqueue(text.encode(`data: ${JSON.stringify(frame)}\n\n`))
      await quiet()
    },
    end: async () => {
      stream?.close()
      await quiet()
    },
    fail: async () => {
      stream?.error(new Error('connection reset'))
      await quiet()
    },
  }
}
