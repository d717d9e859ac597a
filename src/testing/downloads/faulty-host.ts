import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A file host on a real socket with faulty replies, written byte by byte. */

export interface HostRequest {
  path: string
  /** Number of the request for this path, from 1. */
  nth: number
  /** The first requested byte; undefined without Range. */
  from: number | undefined
  /** The If-Range of the request. */
  under: string | undefined
}

export type HostAnswer = (request: HostRequest, say: ReplyWriter) => void

export interface ReplyWriter {
  head(status: string, headers: Record<string, string | number>): void
  body(bytes: Uint8Array | string): void
  end(): void
  /** Breaks the connection when the client has received this many bytes of the file, not earlier. */
  breakAt(got: number): void
  readonly socket: Socket
}

export interface FaultyHost {
  /** `127.0.0.1:<port>` */
  host: string
  /** Paths with range and If-Range, in order. */
  readonly requests: string[]
  answers: Record<string, HostAnswer>
  /** Breaks the connections that are due when the client has received `got` bytes. */
  cut(got: number): void
  stop(): Promise<void>
}

export async function faultyHost(answers: Record<string, HostAnswer>): Promise<FaultyHost> {
  const requests: string[] = []
  const times = new Map<string, number>()
  const open = new Set<Socket>()
  const breaking = new Map<Socket, number>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined) // the client has disconnected
    let head = ''
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      const request = head
      head = ''
      answer(request, socket)
    })
  })

  function answer(request: string, socket: Socket): void {
    const path = request.split(' ')[1] ?? ''
    const header = (name: string) => new RegExp(`^${name}:\\s*(.+?)\\r$`, 'im').exec(request)?.[1]
    const range = header('range')
    const under = header('if-range')
    const nth = (times.get(path) ?? 0) + 1
    times.set(path, nth)
    requests.push([path, range, under && `if ${under}`].filter(Boolean).join(' '))
    const from = /^bytes=(\d+)-$/.exec(range ?? '')?.[1]
    const say: ReplyWriter = {
      socket,
      head: (status, headers) => {
        const lines = Object.entries({ Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`)
        socket.write(Buffer.from([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'), 'latin1'))
      },
      body: (bytes) => void socket.write(bytes),
      end: () => void socket.end(),
      breakAt: (got) => void breaking.set(socket, got),
    }
    const own = host.answers[path.split('?')[0]!]
    if (own) own({ path, nth, from: from === undefined ? undefined : Number(from), under }, say)
    else {
      say.head('404 Not Found', { 'Content-Length': 0 })
      say.end()
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const host: FaultyHost = {
    host: `127.0.0.1:${port}`,
    requests,
    answers,
    cut(got) {
      for (const [socket, at] of breaking) {
        if (got < at) continue
        breaking.delete(socket)
        socket.destroy()
      }
    },
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return host
}

/** The faults of one reply. */
export interface SendFault {
  tag?: string | null
  modified?: string
  headers?: Record<string, string | number>
  /** Number of bytes of the body before the connection ends or stalls. */
  cutAfter?: number
  silentAfter?: number
  /** The Content-Length, right or wrong. */
  says?: number
  /** Ignores ranges, or always starts at this byte. */
  ranges?: 'none' | number
}

/** Sends a file, and ranges for a matching tag. The first replies have the given faults, later ones none. */
export function sendFile(bytes: Uint8Array, ...ways: SendFault[]): HostAnswer {
  return ({ nth, from, under }, say) => {
    const way = ways[nth - 1] ?? { tag: ways.at(-1)?.tag, modified: ways.at(-1)?.modified }
    const tag = way.tag === undefined ? '"1"' : way.tag
    const isPart = from !== undefined && way.ranges !== 'none' && [undefined, tag, way.modified].includes(under)
    const start = isPart ? (typeof way.ranges === 'number' ? way.ranges : from) : 0
    const facts = { ...(tag === null ? {} : { ETag: tag }), ...(way.modified ? { 'Last-Modified': way.modified } : {}) }
    if (isPart && start >= bytes.length) {
      say.head('416 Range Not Satisfiable', { 'Content-Range': `bytes */${bytes.length}`, 'Content-Length': 0 })
      return say.end()
    }
    const content = bytes.subarray(start)
    const headers: Record<string, string | number> = { ...facts, 'Content-Length': way.says ?? content.length }
    if (isPart) headers['Content-Range'] = `bytes ${start}-${bytes.length - 1}/${bytes.length}`
    say.head(isPart ? '206 Partial Content' : '200 OK', { ...headers, ...way.headers })
    say.body(content.subarray(0, way.cutAfter ?? way.silentAfter))
    const cut = way.says === undefined ? way.cutAfter : content.length
    if (cut !== undefined) say.breakAt(start + cut)
    else if (way.silentAfter === undefined) say.end()
  }
}

/** A stream without a length that never ends while the client reads. */
export const sendEndlessly: HostAnswer = (_, say) => {
  say.head('200 OK', { 'Content-Type': 'application/octet-stream' })
  const piece = Buffer.alloc(256 * 1024, 0x50)
  const more = () => {
    while (!say.socket.destroyed && say.socket.write(piece));
  }
  say.socket.on('drain', more)
  more()
}

export const sendReply =
  (status: string, headers: Record<string, string | number> = {}, body = ''): HostAnswer =>
  (_, say) => {
    say.head(status, { 'Content-Length': Buffer.byteLength(body), ...headers })
    say.body(body)
    say.end()
  }

export const sendRedirect = (location: string): HostAnswer => sendReply('302 Found', { Location: location })

/** Sends the file with gzip, even to clients that do not accept it. */
export const sendGzipped = (bytes: Uint8Array, way: SendFault = {}): HostAnswer => {
  const headers = { 'Content-Encoding': 'gzip' }
  return sendFile(gzipSync(bytes), { ...way, headers }, { headers })
}
