import { describe, expect, test } from 'bun:test'
import { busSocket, SessionBus } from './dbus'
import { encodeMessage, type Message, type OutgoingMessage, readMessages } from './dbus-messages'
import { decodeValues, encodeValues, typesOf, variant } from './dbus-values'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const chunked = (bytes: Uint8Array, size: number) =>
  (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  })()

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Message[]> {
  const messages: Message[] = []
  for await (const message of readMessages(chunks)) messages.push(message)
  return messages
}

describe('D-Bus values', () => {
  test.each([
    ['y', [7], '07'],
    ['b', [true], '01000000'],
    ['yu', [1, 2], '0100000002000000'],
    ['s', ['ab'], '02000000616200'],
    ['g', ['a{sv}'], '05617b73767d00'],
    ['v', [variant('i', -1)], '01690000ffffffff'],
    ['ay', [new Uint8Array([1, 2])], '020000000102'],
    ['at', [[1n]], '08000000000000000100000000000000'],
    ['a(yy)', [[]], '0000000000000000'],
  ])('%s is laid out as the specification says', (signature, values, bytes) => {
    expect(hex(encodeValues(signature, values))).toBe(bytes)
  })

  test.each([
    ['ybnqiuxtd', [255, false, -2, 65535, -3, 4294967295, -5n, 6n, 0.5]],
    ['sogas', ['Füße', '/a/b', 'ai', ['x', '', 'y']]],
    [
      'a{sv}',
      [
        [
          ['one', variant('i', 1)],
          ['two', variant('as', ['a'])],
        ],
      ],
    ],
    ['u(ia{sv}av)', [3, [0, [['k', variant('s', 'v')]], [variant('(ia{sv}av)', [1, [], []])]]]],
    ['(sa(iiay)ss)', [['', [[1, 1, new Uint8Array([1, 2, 3, 4])]], 'tip', '']]],
  ])('%s survives encoding and decoding', (signature, values) => {
    expect(decodeValues(signature, encodeValues(signature, values))).toEqual(values)
  })

  test('grow beyond the first buffer', () => {
    const values = [Array.from({ length: 500 }, (_, at) => `line ${at}`)]
    expect(decodeValues('as', encodeValues('as', values))).toEqual(values)
  })

  test('are also read in big endian', () => {
    expect(decodeValues('us', new Uint8Array([0, 0, 0, 5, 0, 0, 0, 1, 0x61, 0]), false)).toEqual([5, 'a'])
  })

  test.each(['a', '(i', '{sv', 'z', `${'a'.repeat(40)}i`])('%s is no signature', (signature) => {
    expect(() => typesOf(signature)).toThrow('is no D-Bus signature')
  })

  test.each([
    ['u', '0000'],
    ['s', 'ffffff7f6100'],
    ['ay', 'ffffff7f01'],
    ['as', '00000008'],
    ['v', '026969000000'],
  ])('%s of %s is refused', (signature, bytes) => {
    expect(() => decodeValues(signature, Buffer.from(bytes, 'hex'))).toThrow()
  })

  test('nested without end are refused', () => {
    const deep = new Uint8Array(4000).map((_, at) => [1, 0x76, 0][at % 3]!)
    expect(() => decodeValues('v', deep)).toThrow('nested too deeply')
  })
})

describe('D-Bus messages', () => {
  const sent: OutgoingMessage = {
    type: 'call',
    path: '/MenuBar',
    interface: 'com.canonical.dbusmenu',
    member: 'GetLayout',
    destination: ':1.7',
    signature: 'iias',
    body: [0, -1, ['label']],
  }

  test.each([1, 3, 16, 4096])('are decoded unchanged from pieces of %d bytes', async (size) => {
    const bytes = Buffer.concat([encodeMessage(sent, 5), encodeMessage({ ...sent, type: 'signal' }, 6)])
    expect(await all(chunked(bytes, size))).toEqual([
      { ...sent, serial: 5, isOneWay: false },
      { ...sent, type: 'signal', serial: 6, isOneWay: true },
    ])
  })

  test('of an unknown type are skipped', async () => {
    const odd = encodeMessage(sent, 5)
    odd[1] = 9
    expect(await all(chunked(Buffer.concat([odd, encodeMessage(sent, 6)]), 64))).toMatchObject([{ serial: 6 }])
  })

  test.each([
    ['something else', (bytes: Uint8Array) => bytes.set([0x7b], 0)],
    ['one that is far too long', (bytes: Uint8Array) => bytes.set([255, 255, 255, 255], 4)],
  ])('%s ends the reading', async (_, spoil) => {
    const bytes = encodeMessage(sent, 5)
    spoil(bytes)
    await expect(all(chunked(bytes, 64))).rejects.toThrow()
  })
})

describe('the session bus', () => {
  test.each([
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/7/bus,guid=1' }, '/run/user/7/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x%2cy,guid=1' }, '\0/tmp/dbus-x,y'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=x;unix:path=/second' }, '/second'],
    [{ XDG_RUNTIME_DIR: '/run/user/7' }, '/run/user/7/bus'],
    [{}, undefined],
  ])('of %j is at %p', (env, path) => {
    expect(busSocket(env)).toBe(path)
  })

  /** A bus that accepts the login and replies to the first call. */
  function fakeBus(greeting: string) {
    const to: Uint8Array[] = []
    const waiting: PromiseWithResolvers<void>[] = []
    const sent: string[] = []
    let hung = false
    const give = (bytes: Uint8Array) => {
      to.push(bytes)
      waiting.shift()?.resolve()
    }
    const chunks = (async function* () {
      for (;;) {
        const next = to.shift()
        if (next) yield next
        else if (hung) return
        else {
          const more = Promise.withResolvers<void>()
          waiting.push(more)
          await more.promise
        }
      }
    })()
    return {
      sent,
      give,
      hangUp() {
        hung = true
        waiting.shift()?.resolve()
      },
      stream: {
        chunks,
        close() {},
        send(bytes: Uint8Array | string) {
          const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1')
          sent.push(text)
          if (text.startsWith('\0AUTH')) give(Buffer.from(greeting))
          if (text.includes('Hello')) {
            const reply = { signature: 's', body: [':1.1'] } as const
            give(encodeMessage({ type: 'return', replyTo: 1, ...reply, body: [...reply.body] }, 1))
          }
        },
      },
    }
  }

  test('gets the user id for authentication', async () => {
    const fake = fakeBus('OK 1234\r\n')
    const bus = await SessionBus.open(fake.stream, 1000)
    expect(fake.sent.slice(0, 2)).toEqual(['\0AUTH EXTERNAL 31303030\r\n', 'BEGIN\r\n'])
    const call = bus.call({ destination: 'org.x', path: '/', interface: 'org.x', member: 'Wait' })
    fake.hangUp()
    await expect(call).rejects.toThrow('The session bus hung up.')
    expect(await bus.ended).toBe('The session bus hung up.')
  })

  test('may reject the user', async () => {
    await expect(SessionBus.open(fakeBus('REJECTED EXTERNAL\r\n').stream, 1000)).rejects.toThrow('refuses this user')
  })

  test('gets an error for an unknown method, and a reply to a valid call', async () => {
    const fake = fakeBus('OK 1234\r\n')
    const bus = await SessionBus.open(fake.stream, 0)
    bus.answer(({ member }) => {
      if (member === 'Broken') throw new Error('no')
      return member === 'Known' ? { signature: 's', body: ['yes'] } : undefined
    })
    const call = (member: string, serial: number) =>
      encodeMessage({ type: 'call', path: '/', interface: 'org.x', member, signature: '', body: [] }, serial)
    for (const [at, member] of ['Known', 'Unknown', 'Broken'].entries()) fake.give(call(member, 10 + at))
    await Bun.sleep(0)
    const answers = await all(
      chunked(Buffer.concat(fake.sent.slice(3).map((text) => Buffer.from(text, 'latin1'))), 4096),
    )
    expect(answers.map(({ type, replyTo, body }) => [type, replyTo, body[0]])).toEqual([
      ['return', 10, 'yes'],
      ['error', 11, 'There is no method org.x.Unknown at /.'],
      ['error', 12, 'There is no method org.x.Broken at /.'],
    ])
    fake.hangUp()
  })
})
