import { expect, test } from 'bun:test'
import type { OpenFile } from '../../base/platform/ports'
import { memoryFiles } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { sameEntries } from './same-entries'

const pages = makePages(3)
const before = makeCbz({ ...pages, 'ComicInfo.xml': 'old' }, { store: true })
const after = makeCbz({ ...pages, 'ComicInfo.xml': 'new' }, { store: true })
const edits = [{ name: 'ComicInfo.xml', content: new Uint8Array(Buffer.from('new')) }]
const open = (bytes: Uint8Array) => memoryFiles({ a: bytes }).open('a')
const differs = async (other: Uint8Array, wanted = edits) => sameEntries(await open(before), await open(other), wanted)

/** Sets the size of the second last entry in the directory. */
function saying(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes)
  const last = copy.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  copy.writeUInt32LE(size, copy.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'), last - 1) + 24)
  return copy
}

test('a copy that differs only in its document is the same', async () => {
  expect(await differs(after)).toBeUndefined()
})

test('a different name, size, content, number of entries or document is reported', async () => {
  const [one, two, three] = Object.values(pages) as [Uint8Array, Uint8Array, Uint8Array]
  const info = { 'ComicInfo.xml': 'new' }
  expect(await differs(makeCbz({ 'p1.png': one, 'p2.png': two, 'p4.png': three, ...info }, { store: true }))).toContain(
    'p3.png',
  )
  expect(await differs(saying(after, 7))).toBe('"p3.png" is not the same in the new file.')
  expect(await differs(makeCbz({ ...pages, ...info }))).toBe('"p1.png" has other bytes in the new file.')
  expect(await differs(makeCbz({ 'p1.png': one, ...info }, { store: true }))).toContain('1 entries in place of 3')
  expect(await differs(before)).toBe('ComicInfo.xml does not read as it was written.')
  expect(await differs(makeCbz(pages, { store: true }))).toBe('ComicInfo.xml is not in the new file as it should be.')
  expect(await differs(after, [{ name: 'ComicInfo.xml', content: null as never }])).toContain('as it should be')
})

test('a short read of the disk does not count as equal', async () => {
  const short = async (bytes: Uint8Array): Promise<OpenFile> => {
    const file = await open(bytes)
    let first = true
    return {
      ...file,
      read: async (offset, length) => {
        // The directory is complete; of the entries only the headers are returned.
        if (!first && length > 30) return new Uint8Array(0)
        first = false
        return file.read(offset, length)
      },
    }
  }
  expect(await sameEntries(await short(before), await short(after), edits)).toBe(
    '"p1.png" has other bytes in the new file.',
  )
})
