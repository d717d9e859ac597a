/** A connection to a socket of this machine, in both directions. */
export interface Stream {
  send(bytes: Uint8Array | string): void
  /** Received bytes, until either side closes the connection. */
  readonly chunks: AsyncIterable<Uint8Array>
  close(): void
}

/**
 * Connects to the socket at `path`; a path that begins with a NUL is a name without a file. Throws when nothing
 * listens.
 */
export async function connectUnix(path: string): Promise<Stream> {
  const inbox = new Inbox()
  let waiting: Uint8Array[] = []
  const flush = (socket: Bun.Socket) => {
    while (waiting.length > 0) {
      const [first] = waiting as [Uint8Array]
      const sent = Math.max(0, socket.write(first))
      if (sent < first.length) {
        waiting[0] = first.subarray(sent)
        return
      }
      waiting.shift()
    }
  }
  const socket = await Bun.connect({
    unix: path,
    socket: {
      data: (_, chunk) => inbox.put(new Uint8Array(chunk)),
      drain: flush,
      close: () => inbox.end(),
      error: () => inbox.end(),
    },
  })
  return {
    send(bytes) {
      waiting.push(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
      flush(socket)
    },
    chunks: inbox,
    close() {
      waiting = []
      socket.end()
      inbox.end()
    },
  }
}

/** User id and process id, as the session bus needs them. */
export const whoami = () => ({ uid: process.getuid?.() ?? 0, pid: process.pid })

/** Buffers chunks until they are read. */
class Inbox implements AsyncIterable<Uint8Array> {
  private readonly chunks: Uint8Array[] = []
  private wake: (() => void) | undefined
  private hasEnded = false

  put(chunk: Uint8Array): void {
    this.chunks.push(chunk)
    this.wake?.()
  }

  end(): void {
    this.hasEnded = true
    this.wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.chunks.shift()
      if (next) yield next
      else if (this.hasEnded) return
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
    }
  }
}
