import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A host of files on a real socket that keeps no promise: each answer is written byte by byte as it is told to. */

export interface HostRequest {
  path: string
  /** Of this path, from 1. */
  nth: number
  /** The first byte that is asked for; undefined without Range. */
  from: number | undefined
  /** The tag under which a range is asked for. */
  under: string | undefined
}

export type HostAnswer = (asked: HostRequest, say: ReplyWriter) => void

export interface ReplyWriter {
  head(status: string, headers: Record<string, string | number>): void
  body(bytes: Uint8Array | string): void
  end(): void
  /** The connection breaks off once whoever asked has so many bytes of the file, and not while they are on the way. */
  breakAt(got: number): void
  readonly socket: Socket
}

export interface FaultyHost {
  /** `127.0.0.1:<port>` */
  host: string
  /** `/path`, with the range and the tag it was asked under: in order. */
  readonly asked: string[]
  answers: Record<string, HostAnswer>
  /** Breaks off the answers that were to be cut, where the other side has got as far. */
  cut(got: number): void
  stop(): Promise<void>
}

export async function faultyHost(answers: Record<string, HostAnswer>): Promise<FaultyHost> {
  const asked: string[] = []
  const times = new Map<string, number>()
  const open = new Set<Socket>()
  const breaking = new Map<Socket, number>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined) // whoever asked has left
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (!heard.includes('\r\n\r\n')) return
      const request = heard
      heard = ''
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
    asked.push([path, range, under && `if ${under}`].filter(Boolean).join(' '))
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
    asked,
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

/** How a file is given in one answer, where it is not given as it should be. */
export interface SendFault {
  tag?: string | null
  modified?: string
  headers?: Record<string, string | number>
  /** Bytes of the body that come before it ends the connection, or falls silent. */
  cutAfter?: number
  silentAfter?: number
  /** What it says how many there are. */
  says?: number
  /** 200 whatever was asked for, or a range from this byte on. */
  ranges?: 'none' | number
}

/** Gives a file, ranges under the right tag too, in the ways that are named for the first answers and then as it should. */
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

/** A stream that says no length and never ends, until nobody reads any more. */
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

/** Packed for the way, whatever was asked for. */
export const sendGzipped = (bytes: Uint8Array, way: SendFault = {}): HostAnswer => {
  const headers = { 'Content-Encoding': 'gzip' }
  return sendFile(gzipSync(bytes), { ...way, headers }, { headers })
}
