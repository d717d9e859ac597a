import { expect, test } from 'bun:test'
import { md5 } from '../platform/digest'
import type { OpenFile } from '../platform/ports'
import { partialMd5 } from './partial-md5'

const KIB = 1024

/** A file of any size that holds the number of each KiB in its first byte. */
function fakeFile(size: number) {
  const reads: number[] = []
  const file: OpenFile = {
    size,
    read: (offset, length) => {
      reads.push(offset)
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      if (bytes.length > 0) bytes[0] = (offset / KIB) % 251
      return Promise.resolve(bytes)
    },
    close: () => Promise.resolve(),
  }
  return { files: { open: () => Promise.resolve(file) }, reads }
}

const pieces = (...lengths: [first: number, length: number][]) =>
  md5(Buffer.concat(lengths.map(([first, length]) => Buffer.from([first, ...new Uint8Array(length - 1)]))))

test('covers the first KiB and those at 1, 4, 16 KiB, as far as the file goes', async () => {
  expect(await partialMd5('', fakeFile(0).files)).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(await partialMd5('', fakeFile(100).files)).toBe(pieces([0, 100]))
  expect(await partialMd5('', fakeFile(3 * KIB).files)).toBe(pieces([0, KIB], [1, KIB]))
  expect(await partialMd5('', fakeFile(4 * KIB + 9).files)).toBe(pieces([0, KIB], [1, KIB], [4, 9]))
  expect(await partialMd5('', fakeFile(40 * KIB).files)).toBe(pieces([0, KIB], [1, KIB], [4, KIB], [16, KIB]))
})

test('reads twelve pieces of the largest file', async () => {
  const { files, reads } = fakeFile(5 * KIB ** 3)
  await partialMd5('', files)
  expect(reads.slice(0, 3)).toEqual([0, KIB, 4 * KIB])
  expect(reads.at(-1)).toBe(KIB ** 3)
  expect(reads).toHaveLength(12)
})
