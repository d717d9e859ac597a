import type { Socket } from 'bun'

export const NEWS_LOGIN = { username: 'reader', password: 'secret' }

/** A usenet server on the loopback with the added articles. */
export interface NewsServer {
  port: number
  articles: Map<string, Uint8Array>
  /** Requested message ids, in order. */
  requests: string[]
  /** Holds all replies until the returned function is called. */
  hold(): () => void
  stop(): void
}

type Part = string | Uint8Array

interface Talk {
  line: string
  username?: string
  known: boolean
  /** Bytes that the socket has not accepted yet. */
  left: Uint8Array[]
}

export function newsServer(): NewsServer {
  const articles: NewsServer['articles'] = new Map()
  const requests: string[] = []
  let waiting: (() => void)[] | undefined
  const server = Bun.listen<Talk>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { line: '', known: false, left: [] }
        send(socket, ['200 ready\r\n'])
      },
      data(socket, bytes) {
        const lines = (socket.data.line + bytes.toString('latin1')).split('\r\n')
        socket.data.line = lines.pop() ?? ''
        for (const line of lines) {
          const reply = () => send(socket, answer(socket.data, line, { articles, requests }))
          if (waiting) waiting.push(reply)
          else reply()
        }
      },
      drain: flush,
    },
  })
  const hold = () => {
    waiting = []
    return () => {
      const replies = waiting ?? []
      waiting = undefined
      for (const reply of replies) reply()
    }
  }
  return { port: server.port, articles, requests, hold, stop: () => server.stop(true) }
}

type Shelf = Pick<NewsServer, 'articles' | 'requests'>

function answer(talk: Talk, line: string, shelf: Shelf): Part[] {
  const [word = '', first = '', second = ''] = line.split(' ')
  const command = word.toUpperCase()
  if (['STAT', 'HEAD', 'BODY', 'ARTICLE'].includes(command))
    return give(talk, command, first.replace(/[<>]/g, ''), shelf)
  if (command === 'AUTHINFO') return [login(talk, first.toUpperCase(), second)]
  const plain: Record<string, string> = {
    QUIT: '205 bye\r\n',
    MODE: '200 reader\r\n',
    CAPABILITIES: '101 list\r\nVERSION 2\r\nREADER\r\nAUTHINFO USER\r\n.\r\n',
    DATE: `111 ${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}\r\n`,
    GROUP: `211 ${shelf.articles.size} 1 ${shelf.articles.size} ${first}\r\n`,
  }
  return [plain[command] ?? '500 unknown\r\n']
}

function login(talk: Talk, what: string, word: string): string {
  if (what === 'USER') {
    talk.username = word
    return '381 password\r\n'
  }
  talk.known = talk.username === NEWS_LOGIN.username && word === NEWS_LOGIN.password
  return talk.known ? '281 welcome\r\n' : '481 bad login\r\n'
}

function give(talk: Talk, what: string, id: string, { articles, requests }: Shelf): Part[] {
  if (!talk.known) return ['480 who are you\r\n']
  requests.push(id)
  const article = articles.get(id)
  if (!article) return ['430 no such article\r\n']
  const whole = Buffer.from(article)
  const body = whole.indexOf('\r\n\r\n')
  if (what === 'STAT') return [`223 0 <${id}>\r\n`]
  if (what === 'HEAD') return [`221 0 <${id}>\r\n`, whole.subarray(0, body), '\r\n.\r\n']
  if (what === 'BODY') return [`222 0 <${id}>\r\n`, whole.subarray(body + 4), '.\r\n']
  return [`220 0 <${id}>\r\n`, whole, '.\r\n']
}

function send(socket: Socket<Talk>, parts: Part[]): void {
  socket.data.left.push(...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  flush(socket)
}

/** A socket accepts only a limited number of bytes at once. */
function flush(socket: Socket<Talk>): void {
  const { left } = socket.data
  for (let next = left[0]; next; next = left[0]) {
    const count = socket.write(next)
    if (count < next.length) {
      left[0] = next.subarray(Math.max(0, count))
      return
    }
    left.shift()
  }
}
