import type { Stream } from '../../../base/platform/unix-stream'
import { encodeMessage, type Message, type OutgoingMessage, readMessages } from './dbus-messages'

/** An object's reply to a call. */
export interface MethodReply {
  signature: string
  body: unknown[]
}

/** Undefined: the method does not exist. */
export type Objects = (call: Message) => MethodReply | undefined

const BUS = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }
const MOST_GREETING = 4096

/** The socket of the session bus: from the environment, or the default path. Undefined when neither is a socket. */
export function busSocket(env: Record<string, string | undefined>): string | undefined {
  const addresses = env.DBUS_SESSION_BUS_ADDRESS || (env.XDG_RUNTIME_DIR ? `unix:path=${env.XDG_RUNTIME_DIR}/bus` : '')
  for (const address of addresses.split(';')) {
    const [transport, options = ''] = split(address, ':')
    if (transport !== 'unix') continue
    const pairs = new Map(options.split(',').map((each) => split(each, '=')))
    const path = pairs.get('path')
    const name = pairs.get('abstract')
    if (path !== undefined) return decodeURIComponent(path)
    if (name !== undefined) return `\0${decodeURIComponent(name)}`
  }
  return undefined
}

function split(text: string, at: string): [string, string] {
  const end = text.indexOf(at)
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}

/** A connection to the session bus: calls, and objects that others call. */
export class SessionBus {
  private serial = 0
  private readonly calls = new Map<number, PromiseWithResolvers<unknown[]>>()
  private readonly listeners: ((signal: Message) => void)[] = []
  private objects: Objects = () => undefined
  /** Resolves with the reason when the bus closes the connection. */
  readonly ended: Promise<string>

  private constructor(
    private readonly stream: Stream,
    rest: AsyncIterable<Uint8Array>,
  ) {
    this.ended = this.listen(rest)
  }

  /** Throws when the bus rejects this user. */
  static async open(stream: Stream, uid: number): Promise<SessionBus> {
    const chunks = stream.chunks[Symbol.asyncIterator]()
    const id = [...String(uid)].map((digit) => digit.charCodeAt(0).toString(16)).join('')
    stream.send(`\0AUTH EXTERNAL ${id}\r\n`)
    const rest = await greeting(chunks)
    stream.send('BEGIN\r\n')
    const bus = new SessionBus(stream, following(rest, chunks))
    await bus.call({ ...BUS, member: 'Hello' })
    return bus
  }

  /** Acquires a name by which others find this program. */
  async own(name: string): Promise<void> {
    await this.call({ ...BUS, member: 'RequestName', signature: 'su', body: [name, 0] })
  }

  /** Subscribes `onSignal` to signals that match `rule`; signals of other rules arrive too. */
  async match(rule: string, onSignal: (signal: Message) => void): Promise<void> {
    this.listeners.push(onSignal)
    await this.call({ ...BUS, member: 'AddMatch', signature: 's', body: [rule] })
  }

  answer(objects: Objects): void {
    this.objects = objects
  }

  /** The reply to a call. Throws the error of the other side, and when the bus closes the connection. */
  call(call: Partial<OutgoingMessage> & { destination: string }): Promise<unknown[]> {
    const pending = Promise.withResolvers<unknown[]>()
    this.calls.set(this.send({ signature: '', body: [], ...call, type: 'call' }), pending)
    return pending.promise
  }

  signal(
    path: string,
    iface: string,
    member: string,
    { signature, body }: MethodReply = { signature: '', body: [] },
  ): void {
    this.send({ type: 'signal', path, interface: iface, member, signature, body })
  }

  close(): void {
    this.stream.close()
  }

  private send(message: OutgoingMessage): number {
    this.serial = (this.serial % 0xffff_ffff) + 1
    this.stream.send(encodeMessage(message, this.serial))
    return this.serial
  }

  private async listen(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    let why = 'The session bus hung up.'
    try {
      for await (const message of readMessages(chunks)) this.hear(message)
    } catch (error) {
      this.stream.close() // the other side does not speak D-Bus
      why = error instanceof Error ? error.message : String(error)
    }
    for (const { reject } of this.calls.values()) reject(new Error(why))
    this.calls.clear()
    return why
  }

  private hear(message: Message): void {
    if (message.type === 'call') this.reply(message)
    else if (message.type === 'signal') for (const onSignal of this.listeners) onSignal(message)
    else {
      const pending = this.calls.get(message.replyTo ?? 0)
      this.calls.delete(message.replyTo ?? 0)
      if (message.type === 'return') pending?.resolve(message.body)
      else pending?.reject(new Error(`${message.error}: ${message.body[0] ?? ''}`))
    }
  }

  private reply(call: Message): void {
    const answer = this.answered(call)
    if (call.isOneWay) return
    const to = { replyTo: call.serial, ...(call.sender === undefined ? {} : { destination: call.sender }) }
    if (answer) return void this.send({ type: 'return', ...to, ...answer })
    const sentence = `There is no method ${call.interface}.${call.member} at ${call.path}.`
    const error = 'org.freedesktop.DBus.Error.UnknownMethod'
    this.send({ type: 'error', ...to, error, signature: 's', body: [sentence] })
  }

  private answered(call: Message): MethodReply | undefined {
    if (call.interface === 'org.freedesktop.DBus.Peer' && call.member === 'Ping') return { signature: '', body: [] }
    try {
      return this.objects(call)
    } catch {
      return undefined // invalid arguments
    }
  }
}

/** Waits until the bus has accepted the login; returns the bytes after that. */
async function greeting(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let greeting = Buffer.alloc(0)
  while (greeting.length < MOST_GREETING) {
    const { value, done } = await chunks.next()
    if (done) break
    greeting = Buffer.concat([greeting, value])
    const end = greeting.indexOf('\r\n')
    if (end < 0) continue
    if (!greeting.toString('latin1').startsWith('OK ')) break
    return greeting.subarray(end + 2)
  }
  throw new Error('The session bus refuses this user.')
}

async function* following(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}
