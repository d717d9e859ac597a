import { expect, test } from 'bun:test'
import { encodeFrame, type MessageFrame, readFrames } from './frames'

async function* cut(bytes: Uint8Array, every: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += every) yield bytes.subarray(at, at + every)
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<MessageFrame[]> {
  const frames: MessageFrame[] = []
  for await (const frame of readFrames(stream)) frames.push(frame)
  return frames
}

const body = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)
const stream = Buffer.concat([
  encodeFrame({ id: 1, name: 'café' }),
  encodeFrame({ id: 2 }, body),
  encodeFrame(undefined),
  encodeFrame('last', new Uint8Array([7])),
])

for (const every of [1, 7, 65_536, stream.length]) {
  test(`frames survive a stream that is cut every ${every} bytes`, async () => {
    const frames = await collect(cut(stream, every))
    expect(frames.map((frame) => frame.header)).toEqual([{ id: 1, name: 'café' }, { id: 2 }, null, 'last'])
    expect(frames.map((frame) => frame.body.length)).toEqual([0, body.length, 0, 1])
    expect(Buffer.from(frames[1]!.body).equals(Buffer.from(body))).toBe(true)
  })
}

test('an empty stream has no frames', async () => {
  expect(await collect(cut(new Uint8Array(0), 10))).toEqual([])
})

test('a stream that ends inside a frame is an error, after the whole frames', async () => {
  const frames = readFrames(cut(stream.subarray(0, stream.length - 1), 1000))
  expect((await frames.next()).value?.header).toEqual({ id: 1, name: 'café' })
  await frames.next()
  await frames.next()
  await expect(frames.next()).rejects.toThrow('inside a frame')
})

test('text that is not a frame is an error and reserves no memory', async () => {
  await expect(collect(cut(new TextEncoder().encode('Segmentation fault'), 100))).rejects.toThrow('other than frames')
})
