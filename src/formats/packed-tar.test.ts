import { afterAll, describe, expect, test } from 'bun:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { systemClock } from '../platform/clock'
import { archiveHelper, makePages, memoryDisk, memoryFiles } from '../testing/archives'
import { makeCbt } from '../testing/cbt'
import { openArchive } from './archive'
import type { ArchiveError } from './archive-fault'
import { packedTarLibrary } from './packed-tar'
import { UnpackHelper } from './unpacker'

const pages = makePages(3, [200, 300])
const tar = makeCbt({ ...pages, 'é 1.png': pages['p1.png']!, 'ComicInfo.xml': '<ComicInfo/>' })
const gzip = gzipSync(tar)
const library: Record<string, Uint8Array> = {}
const files = memoryFiles(library)
const unpacker = new UnpackHelper({ processes: archiveHelper(memoryDisk(library)), clock: systemClock })
afterAll(() => unpacker.stop())

const opened = (bytes: Uint8Array, name = 'packed.cbt') => {
  library[name] = bytes
  return openArchive(name, { files, unpacker })
}
const faultOf = (work: Promise<unknown> | unknown) =>
  Promise.resolve(work).then(
    () => undefined,
    ({ fault, detail }: ArchiveError) => ({ fault, detail }),
  )
const disk = (bytes: Uint8Array) => memoryDisk({ a: bytes })('a')

describe('a TAR packed as a whole', () => {
  for (const [name, bytes] of [
    ['gzip', gzip],
    ['Zstandard', zstdCompressSync(tar)],
    ['gzip in two parts', Buffer.concat([gzipSync(tar.subarray(0, 5000)), gzipSync(tar.subarray(5000))])],
  ] as const)
    test(`with ${name} has the same pages`, async () => {
      const archive = await opened(bytes, 'a.tar.gz')
      expect(archive).toMatchObject({ format: 'cbt', mislabelled: false, pages: { length: 4 } })
      expect(archive.pages.map(({ name }) => name)).toEqual(['p1.png', 'p2.png', 'p3.png', 'é 1.png'])
      for (const index of [2, 0, 1])
        expect(Buffer.from(await archive.page(index)).equals(pages[`p${index + 1}.png`]!)).toBe(true)
      expect(Buffer.from((await archive.comicInfo())!).toString()).toBe('<ComicInfo/>')
      await archive.close()
    })

  test('cut anywhere it is damaged, with a sentence', async () => {
    for (const part of [20, gzip.length >> 1, gzip.length - 1])
      expect(await faultOf(opened(gzip.subarray(0, part)))).toEqual({
        fault: 'damaged',
        detail: 'The packed TAR cannot be unpacked: it is damaged or was cut off.',
      })
    const inside = gzipSync(tar.subarray(0, tar.length >> 1))
    expect((await faultOf(opened(inside)))?.detail).toContain('the file was cut off')
  })

  test('that holds something else is no comic, however much it would unpack to', async () => {
    const bomb = gzipSync(Buffer.alloc(700 * 1024 ** 2))
    for (const other of [gzipSync('a text'), gzipSync(''), bomb])
      expect(await faultOf(opened(other))).toEqual({
        fault: 'not_an_archive',
        detail: 'The file is packed, and what is in it is no TAR.',
      })
  })

  test('over the limit it is refused with what to do, at the limit it is read', async () => {
    const list = (most: number) => packedTarLibrary(most).open().list(disk(gzip))
    expect(await list(tar.length)).toHaveLength(5)
    expect(await faultOf(list(tar.length - 1))).toEqual({
      fault: 'too_large',
      detail:
        'The packed TAR unpacks to more than 0 MiB. Unpack it: a TAR that is not packed is read whatever its size.',
    })
  })

  test('is unpacked once while it is read, and its memory is told until it is closed', async () => {
    const packed = packedTarLibrary()
    const archive = packed.open()
    let reads = 0
    const counting = () => {
      const file = disk(gzip)
      const read = (into: Uint8Array, offset: number) => {
        reads += 1
        return file.read(into, offset)
      }
      return { ...file, read }
    }
    await archive.list(counting())
    const once = reads
    await archive.read(counting(), 1)
    expect(reads).toBe(once)
    expect(packed.memory()).toBe(tar.length)
    expect(await faultOf(archive.read(counting(), 99))).toMatchObject({ fault: 'damaged' })
    archive.close()
    expect(packed.memory()).toBe(0)
  })
})
