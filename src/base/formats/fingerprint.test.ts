import { expect, test } from 'bun:test'
import { memoryFiles } from '../../testing/archives/archive-helper'
import { fingerprint, openFingerprinted } from './fingerprint'

const KB = 1024
const bytes = (length: number, changed?: number) => {
  const made = new Uint8Array(length).fill(7)
  if (changed !== undefined) made[changed] = 8
  return made
}
const of = (content: Uint8Array) => fingerprint('a', memoryFiles({ a: content }))

test('a fingerprint is the same for the same content and 64 hex digits', async () => {
  expect(await of(bytes(1000))).toBe(await of(bytes(1000)))
  expect(await of(bytes(0))).toMatch(/^[0-9a-f]{64}$/)
})

test('a byte at either end, or the size, changes it', async () => {
  for (const size of [1000, 100 * KB, 500 * KB]) {
    const plain = await of(bytes(size))
    for (const other of [bytes(size, 0), bytes(size, size - 1), bytes(size + 1)])
      expect(await of(other)).not.toBe(plain)
  }
})

test('the middle of a large file is not read', async () => {
  expect(await of(bytes(500 * KB, 200 * KB))).toBe(await of(bytes(500 * KB)))
  expect(await of(bytes(128 * KB, 64 * KB))).not.toBe(await of(bytes(128 * KB)))
})

test('a file with its ends in memory reads unchanged', async () => {
  for (const size of [1000, 300 * KB]) {
    const content = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 255)
    const file = await openFingerprinted('a', memoryFiles({ a: content }))
    for (const [offset, length] of [
      [0, 10],
      [500, 100],
      [64 * KB - 5, 10],
      [size - 10, 100],
      [size - 64 * KB - 5, 10],
      [size + 5, 10],
      [0, size],
    ] as const) {
      if (offset < 0) continue
      expect(Buffer.from(await file.read(offset, length))).toEqual(
        Buffer.from(content.subarray(offset, offset + length)),
      )
    }
    await file.close()
    await file.close()
  }
})

test('a file of up to two ends is read whole, one a byte longer without its middle', async () => {
  const middle = (size: number) => bytes(size, size >> 1)
  expect(await of(middle(128 * KB))).not.toBe(await of(bytes(128 * KB)))
  expect(await of(middle(100 * KB))).not.toBe(await of(bytes(100 * KB)))
  const whole = new Bun.CryptoHasher('sha256')
    .update(`${100 * KB}\n`)
    .update(bytes(100 * KB))
    .digest('hex')
  expect(await of(bytes(100 * KB))).toBe(whole)
})

test('a file on a failing disk is closed', async () => {
  let closed = 0
  const file = {
    size: 10,
    read: () => Promise.reject(new Error('EIO')),
    close: async () => {
      closed += 1
    },
  }
  expect(fingerprint('a', { open: async () => file })).rejects.toThrow('EIO')
  await Bun.sleep(0)
  expect(closed).toBe(1)
})
