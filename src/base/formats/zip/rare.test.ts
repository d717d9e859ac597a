import { afterAll, describe, expect, test } from 'bun:test'
import { zstdCompressSync } from 'node:zlib'
import { archiveHelper, memoryDisk, memoryFiles } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { makeEpub } from '../../../testing/archives/books'
import { flatPage, RARE_ZIPS } from '../../../testing/archives/rare-zips'
import { systemClock } from '../../platform/clock'
import { openArchive } from '../archives/archive'
import type { ArchiveError } from '../archives/archive-error'
import { inspect } from '../archives/inspect'
import { UnpackHelper } from '../helper/unpacker'
import { inflate64 } from './inflate64'
import { openZip } from './zip'

const page = flatPage()
const zstd = (data: Uint8Array, name = 'p1.png') => ({
  name,
  data,
  packed: { method: 93, bytes: zstdCompressSync(data) },
})
const rare: Record<string, Uint8Array> = { ...RARE_ZIPS, Zstandard: makeCbz([zstd(page)]) }
const library: Record<string, Uint8Array> = {}
const files = memoryFiles(library)
const unpacker = new UnpackHelper({ processes: archiveHelper(memoryDisk(library)), clock: systemClock })
afterAll(() => unpacker.stop())

const opened = (bytes: Uint8Array) => {
  library['rare.cbz'] = bytes
  return openArchive('rare.cbz', { files, unpacker })
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ fault, detail }: ArchiveError) => ({ fault, detail }),
  )

describe('a ZIP that few tools make', () => {
  for (const [name, bytes] of Object.entries(rare))
    test(`${name}: the page has the right bytes, and the comic opens like any other`, async () => {
      const archive = await opened(bytes)
      expect(archive).toMatchObject({ format: 'cbz', pages: [{ name: 'p1.png', size: page.length }] })
      expect(Buffer.from(await archive.page(0)).equals(page)).toBe(true)
      expect(await archive.pageHead(0)).toBeUndefined()
      expect(await inspect(archive, 'all')).toMatchObject({ damaged: 0, pages: [{ width: 300, height: 250 }] })
      await archive.close()
    })

  for (const [name, bytes] of Object.entries(rare))
    test(`${name}: with an altered byte the page is damaged or right, never another one, and the reader survives`, async () => {
      for (let at = 40; at < bytes.length - 80; at += Math.ceil(bytes.length / 60)) {
        const turned = Uint8Array.from(bytes)
        turned[at] = turned[at]! ^ 0x5a
        const archive = await opened(turned).catch(() => undefined)
        const read = await archive?.page(0).catch((error: ArchiveError) => error)
        if (read instanceof Uint8Array) expect(Buffer.from(read).equals(page)).toBe(true)
        else if (read) expect(['damaged', 'too_large', 'unsupported']).toContain(read.fault)
        await archive?.close()
      }
      expect((await (await opened(bytes)).page(0)).length).toBe(page.length)
    })

  test('pages of several methods can be in one archive', async () => {
    const [one, two] = Object.values(makePages(2)) as [Uint8Array, Uint8Array]
    const archive = await opened(makeCbz([{ name: 'p1.png', data: one }, zstd(two, 'p2.png')]))
    expect(Buffer.from(await archive.page(0)).equals(one)).toBe(true)
    expect(Buffer.from(await archive.page(1)).equals(two)).toBe(true)
  })

  test('and in an EPUB', async () => {
    const pages = makePages(2)
    const zip = (await openZip(await memoryFiles({ a: makeEpub(pages) }).open('a')))!
    const all = await Promise.all(zip.entries.map(async (entry) => ({ name: entry.name, data: await zip.read(entry) })))
    const archive = await opened(makeCbz(all.map((each) => zstd(each.data, each.name))))
    expect(archive).toMatchObject({ format: 'epub', pages: { length: 2 } })
    expect(Buffer.from(await archive.page(1)).equals(pages['p2.png']!)).toBe(true)
  })

  test('an unsupported method costs its page, with advice', async () => {
    const [one, two] = Object.values(makePages(2)) as [Uint8Array, Uint8Array]
    const imploded = { name: 'p2.png', data: two, packed: { method: 6, bytes: two } }
    const archive = await opened(makeCbz([{ name: 'p1.png', data: one }, imploded]))
    const detail =
      '"p2.png" is packed with ZIP method 6, Implode, which is not read. Pack the comic again as a plain ZIP.'
    expect(await faultOf(archive.page(1))).toEqual({ fault: 'unsupported', detail })
    expect(await faultOf(archive.pageHead(1))).toEqual({ fault: 'unsupported', detail })
    expect((await archive.page(0)).length).toBe(one.length)
  })

  test('a checksum that does not match is found', async () => {
    const data = makePages(1)['p1.png']!
    const other = Uint8Array.from(data)
    other[60] = other[60]! ^ 1
    const archive = await opened(
      makeCbz([{ name: 'p1.png', data, packed: { method: 93, bytes: zstdCompressSync(other) } }]),
    )
    expect((await faultOf(archive.page(0)))?.detail).toBe('"p1.png" does not match its checksum.')
  })

  test('an entry that unpacks to far more than stated, or states an impossible size, is refused unread', async () => {
    const zeros = zstdCompressSync(Buffer.alloc(64 * 1024 ** 2))
    const lying = makeCbz([{ name: 'p1.png', data: page, packed: { method: 93, bytes: zeros } }])
    expect((await faultOf((await opened(lying)).page(0)))?.fault).toBe('damaged')
    const honest = makeCbz([
      { name: 'p1.png', data: Buffer.alloc(64 * 1024 ** 2), packed: { method: 93, bytes: zeros } },
    ])
    expect((await faultOf((await opened(honest)).page(0)))?.fault).toBe('too_large')
  })

  test('a helper that crashed is used again for the next page', async () => {
    library['rare.cbz'] = makeCbz([zstd(page)])
    let reads = 0
    const list: typeof unpacker.list = async (...of) => {
      if (++reads === 1) throw new Error('crashed')
      return unpacker.list(...of)
    }
    const flaky = Object.assign(Object.create(unpacker), { list })
    const archive = await openArchive('rare.cbz', { files, unpacker: flaky })
    expect((await faultOf(archive.page(0)))?.fault).toBe('unreadable')
    expect((await archive.page(0)).length).toBe(page.length)
    expect((await archive.page(0)).length).toBe(page.length)
    expect(reads).toBe(2)
  })
})

describe('Deflate64', () => {
  const bits = (text: string) => {
    const bytes = new Uint8Array(Math.ceil(text.length / 8))
    for (const [at, bit] of [...text].entries()) bytes[at >> 3]! |= Number(bit) << (at & 7)
    return bytes
  }
  /** A fixed code, its first bit first; then a number, its last bit first. */
  const code = (value: number, length: number) => value.toString(2).padStart(length, '0')
  const number = (value: number, length: number) => [...code(value, length)].reverse().join('')
  const literal = (value: number) => (value < 144 ? code(0x30 + value, 8) : code(0x190 + value - 144, 9))
  const end = code(0, 7)
  const fixed = '110'

  test('a match of the length in its 16 extra bits, repeating its own output', () => {
    const packed = bits(fixed + literal(65) + code(0xc5, 8) + number(4461, 16) + code(0, 5) + end)
    const out = inflate64(packed, 100_000)
    expect(out.length).toBe(1 + 3 + 4461)
    expect(out.every((byte) => byte === 65)).toBe(true)
  })

  test('a distance beyond the window of deflate', () => {
    const raw = Uint8Array.from({ length: 60_000 }, (_, at) => (at * 7) % 253)
    const head = [0, raw.length & 255, raw.length >> 8, ~raw.length & 255, (~raw.length >> 8) & 255]
    const far = 50_000 // the last code: 49,153 and 14 bits
    const match = bits(fixed + code(257 + 7 - 256, 7) + code(31, 5) + number(far - 49_153, 14) + end)
    const out = inflate64(Buffer.concat([Uint8Array.from(head), raw, match]), 60_010)
    expect([...out.subarray(60_000)]).toEqual([...raw.subarray(10_000, 10_010)])
  })

  const bad: [string, Uint8Array][] = [
    ['nothing', new Uint8Array(0)],
    ['a block of no kind', bits('111')],
    ['a match before the start', bits(fixed + literal(65) + code(1, 7) + code(1, 5) + end)],
    ['a stored block whose length does not match', Uint8Array.of(1, 5, 0, 5, 0, 1, 2, 3, 4, 5)],
    ['a stored block that is cut', Uint8Array.of(1, 5, 0, 250, 255, 1, 2)],
    ['no end', bits(fixed + literal(65))],
    ['more than announced', bits(fixed + literal(65).repeat(5) + end)],
  ]
  for (const [name, packed] of bad)
    test(`${name} is refused`, () => {
      expect(() => inflate64(packed, 4)).toThrow(RangeError)
    })
})
