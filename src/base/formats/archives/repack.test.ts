import { expect, test } from 'bun:test'
import { memoryFiles } from '../../../testing/archives/archive-helper'
import { makeCbr, makeCbz, makePages } from '../../../testing/archives/archives'
import { crc32 } from '../../platform/digest'
import type { Unpacker } from '../helper/unpacker'
import { verifyPacked } from './repack'

const pages = makePages(2)
const written = Object.entries(pages).map(([name, data]) => ({ name, crc: crc32(data), size: data.length }))
const names = Object.keys(pages)
const prove = (bytes: Uint8Array, expected = written, order = names) =>
  verifyPacked(
    'a.cbz',
    { written: expected, pages: order },
    { files: memoryFiles({ 'a.cbz': bytes }), unpacker: {} as Unpacker },
  )

test('a packed file is verified by its entries, their bytes and the order of its pages', async () => {
  const whole = makeCbz(pages)
  await prove(whole)
  const [first, second] = written as [(typeof written)[0], (typeof written)[0]]
  const different: [Uint8Array, typeof written, string[]][] = [
    [makeCbz({ ...pages, 'more.txt': 'x' }), written, names],
    [whole, [...written, first], names],
    [whole, [second, first], names],
    [whole, [first, { ...second, crc: 1 }], names],
    [whole, [{ ...first, size: 1 }, second], names],
    [whole, written, names.toReversed()],
    [whole, written, [...names, 'p3.png']],
  ]
  for (const [bytes, expected, order] of different)
    expect(prove(bytes, expected, order)).rejects.toThrow('The new file is not the same as the old one')
  await Bun.sleep(0)
})

test('a file that is not a ZIP fails the verification', async () => {
  const unpacker = { list: async () => ({ entries: [], stamp: '' }) } as unknown as Unpacker
  const files = memoryFiles({ 'a.cbz': makeCbr(pages) })
  expect(verifyPacked('a.cbz', { written, pages: names }, { files, unpacker })).rejects.toThrow()
})
