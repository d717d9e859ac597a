import { decodeValues, encodeValues, type Variant, variant } from './dbus-values'

/** One message on the bus (D-Bus specification, "Message Format"). */
export interface Message {
  type: 'call' | 'return' | 'error' | 'signal'
  serial: number
  path?: string
  interface?: string
  member?: string
  error?: string
  /** The serial of the call that this message replies to. */
  replyTo?: number
  destination?: string
  sender?: string
  signature: string
  body: unknown[]
  /** The caller expects no reply. */
  isOneWay: boolean
}

export type OutgoingMessage = Omit<Message, 'serial' | 'isOneWay' | 'sender'>

const TYPES = ['call', 'return', 'error', 'signal'] as const
const NO_REPLY = 1
const MOST = 128 * 1024 * 1024
const FIXED = 16

const FIELDS = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'error', 's'],
  [5, 'replyTo', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
] as const

export function encodeMessage(message: OutgoingMessage, serial: number): Uint8Array {
  const body = encodeValues(message.signature, message.body)
  const fields = FIELDS.flatMap(([code, name, type]) => {
    const value = name === 'sender' ? undefined : message[name]
    return value === undefined || value === '' ? [] : [[code, variant(type, value)]]
  })
  const kind = TYPES.indexOf(message.type) + 1
  const flags = message.type === 'call' ? 0 : NO_REPLY
  const head = encodeValues('yyyyuua(yv)', [0x6c, kind, flags, 1, body.length, serial, fields])
  const start = padded(head.length)
  const bytes = new Uint8Array(start + body.length)
  bytes.set(head)
  bytes.set(body, start)
  return bytes
}

/**
 * The messages of a byte stream, split at any point. Ends with the stream; throws on invalid data. Messages of
 * unknown types are skipped, as the specification requires.
 */
export async function* readMessages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  let buffered: Uint8Array = new Uint8Array(0)
  for await (const chunk of chunks) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    for (
      let length = lengthOf(buffered);
      length !== undefined && length <= buffered.length;
      length = lengthOf(buffered)
    ) {
      const message = decodeMessage(buffered.slice(0, length))
      buffered = buffered.subarray(length)
      if (message) yield message
    }
  }
}

function lengthOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < FIXED) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, FIXED)
  const isLittle = bytes[0] === 0x6c
  if (!isLittle && bytes[0] !== 0x42) throw new Error('The bus sends something other than messages.')
  const length = padded(FIXED + view.getUint32(12, isLittle)) + view.getUint32(4, isLittle)
  if (length > MOST) throw new Error('A message of the bus is too long.')
  return length
}

function decodeMessage(bytes: Uint8Array): Message | undefined {
  const isLittle = bytes[0] === 0x6c
  const [, kind, flags, , , serial, fields] = decodeValues('yyyyuua(yv)', bytes, isLittle) as [
    ...number[],
  ] as unknown as [number, number, number, number, number, number, [number, Variant][]]
  const type = TYPES[kind - 1]
  if (type === undefined) return undefined
  const known = fields.flatMap(([code, { value }]) => {
    const field = FIELDS.find(([each]) => each === code)
    return field ? [[field[1], value]] : []
  })
  const named = Object.fromEntries(known) as Partial<Message>
  const signature = named.signature ?? ''
  const from = padded(FIXED + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, isLittle))
  const body = decodeValues(signature, bytes.slice(from), isLittle)
  return { ...named, type, serial, signature, body, isOneWay: (flags & NO_REPLY) !== 0 }
}

/** The body begins at a multiple of eight. */
const padded = (length: number) => Math.ceil(length / 8) * 8
