import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { certificate, certificateKey } from '../harness/certificate'

export interface SmtpBehaviour {
  /** TLS from the first byte. */
  tls?: boolean
  /** Whether the server offers STARTTLS. */
  starttls?: boolean
  /** The login methods that the server offers. */
  auth?: readonly ('PLAIN' | 'LOGIN')[]
  login?: { username: string; password: string }
  /** The reply to RCPT instead of 250. */
  refuses?: string
}

export interface ReceivedMail {
  from: string
  to: string[]
  /** The whole message with its headers. */
  data: string
  encrypted: boolean
  loggedIn: boolean
}

export interface FakeSmtp {
  port: number
  received: ReceivedMail[]
  stop(): void
}

/** A local mail server with the needed parts of RFC 5321, 3207 and 4954. */
export async function fakeSmtp(manners: SmtpBehaviour = {}): Promise<FakeSmtp> {
  const received: ReceivedMail[] = []
  const open = new Set<Socket>()
  const take = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    converse(socket, manners, received, manners.tls ?? false)
  }
  const server = manners.tls ? createTlsServer({ cert: certificate, key: certificateKey }, take) : createServer(take)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the mail server has no port')
  return {
    port: at.port,
    received,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function converse(socket: Socket, manners: SmtpBehaviour, received: ReceivedMail[], encrypted: boolean, greets = true) {
  let text = ''
  let letter = { from: '', to: [] as string[] }
  let loggedIn = false
  /** Handles the next line when it is not a command. */
  let next: ((line: string) => void) | undefined
  const say = (...replies: string[]) => void socket.write(replies.map((line) => `${line}\r\n`).join(''))
  const unfolded = (line: string) => Buffer.from(line, 'base64').toString()
  const enter = (username: string, password: string) => {
    loggedIn = username === manners.login?.username && password === manners.login.password
    say(loggedIn ? '235 2.7.0 Welcome' : '535 5.7.8 Username and password not accepted')
  }
  const plain = (line: string) => {
    const [, username = '', password = ''] = unfolded(line).split('\0')
    enter(username, password)
  }
  const commands: Record<string, (rest: string, line: string) => void> = {
    EHLO() {
      const offers = [
        ...(manners.starttls && !encrypted ? ['STARTTLS'] : []),
        ...(manners.auth ? [`AUTH ${manners.auth.join(' ')}`] : []),
        '8BITMIME',
      ]
      say('250-localhost', ...offers.map((offer, at) => `250${at < offers.length - 1 ? '-' : ' '}${offer}`))
    },
    STARTTLS() {
      if (!manners.starttls) return say('502 5.5.1 Not here')
      say('220 Go ahead')
      socket.removeAllListeners('data')
      const secret = new TLSSocket(socket, { isServer: true, cert: certificate, key: certificateKey })
      secret.on('error', () => {})
      converse(secret, manners, received, true, false)
    },
    AUTH(rest) {
      const [way, first] = rest.split(' ')
      if (way === 'PLAIN') {
        if (first) return plain(first)
        next = plain
        return say('334 ')
      }
      next = (name) => {
        next = (password) => enter(unfolded(name), unfolded(password))
        say('334 UGFzc3dvcmQ6')
      }
      say('334 VXNlcm5hbWU6')
    },
    MAIL(rest) {
      if (manners.login && !loggedIn) return say('530 5.7.0 Authentication required')
      letter = { from: rest, to: [] }
      say('250 2.1.0 Ok')
    },
    RCPT(rest) {
      if (manners.refuses) return say(manners.refuses)
      letter.to.push(rest)
      say('250 2.1.5 Ok')
    },
    DATA: () => say('354 End with a dot'),
    RSET: () => say('250 Ok'),
    QUIT() {
      say('221 Bye')
      socket.end()
    },
  }
  let data: string[] | undefined
  const hear = (line: string) => {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\./, ''))
      received.push({ ...letter, data: data.join('\n'), encrypted, loggedIn })
      data = undefined
      return say('250 2.0.0 Queued')
    }
    const answer = next
    next = undefined
    if (answer) return answer(line)
    const [, verb = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    const command = commands[verb.toUpperCase()]
    if (!command) return say('502 5.5.2 What')
    command(rest, line)
    if (verb.toUpperCase() === 'DATA') data = []
  }
  socket.on('data', (chunk) => {
    text += chunk.toString()
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      hear(line)
    }
  })
  if (greets) say('220 localhost ESMTP')
}
