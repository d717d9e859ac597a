import { afterAll, describe, expect, test } from 'bun:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { archiveHelper, memoryDisk, memoryFiles } from '../../../testing/archives/archive-helper'
import { makePages } from '../../../testing/archives/archives'
import { makeCbt } from '../../../testing/archives/cbt'
import { systemClock } from '../../platform/clock'
import { encodeFrame, readFrames } from '../../platform/frames'
import { openArchive } from '../archives/archive'
import type { ArchiveError } from '../archives/archive-error'
import { serveArchives } from '../helper/archive-helper'
import { UnpackHelper } from '../helper/unpacker'
import { packedTarLibrary } from './packed'

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

describe('a TAR compressed as a whole', () => {
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

  test('truncated anywhere is damaged, with a sentence', async () => {
    const cut = [20, gzip.length >> 1, gzip.length - 1].map((part) => gzip.subarray(0, part))
    const zstd = zstdCompressSync(tar)
    for (const bytes of [...cut, gzipSync(''), zstd.subarray(0, 50), zstd.subarray(0, zstd.length >> 1)])
      expect(await faultOf(opened(bytes))).toEqual({
        fault: 'damaged',
        detail: 'The packed TAR cannot be unpacked: it is damaged or was cut off.',
      })
    const inside = gzipSync(tar.subarray(0, tar.length >> 1))
    expect((await faultOf(opened(inside)))?.detail).toContain('The file was cut off')
  })

  test('that holds something else is not a comic, however much it would unpack to', async () => {
    const bomb = gzipSync(Buffer.alloc(700 * 1024 ** 2))
    for (const other of [gzipSync('a text'), bomb])
      expect(await faultOf(opened(other))).toEqual({
        fault: 'not_an_archive',
        detail: 'The file is compressed, but does not contain a TAR.',
      })
  })

  test('over the limit is refused with advice, and at the limit is read', async () => {
    const list = (most: number) => packedTarLibrary(most).open().list(disk(gzip))
    expect(await list(tar.length)).toHaveLength(5)
    expect(await faultOf(list(tar.length - 1))).toEqual({
      fault: 'too_large',
      detail: 'The packed TAR unpacks to more than 0 MiB. Unpack it: a plain TAR may have any size.',
    })
  })

  test('is unpacked once while it is read, and its memory is reported until it is closed', async () => {
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

describe('the helper process', () => {
  /** The helper's answers to requests about files that may change between them. */
  async function served(
    requests: object[],
    content: Record<string, Uint8Array>,
    before: (nth: number) => void = () => {},
  ) {
    const opened: string[] = []
    const answers: { memory: number; listing?: { stamp: string } }[] = []
    const disk = memoryDisk(content)
    async function* input() {
      for (const [nth, request] of requests.entries()) {
        before(nth)
        const stamp = answers.at(-1)?.listing?.stamp
        yield encodeFrame({ id: nth, kind: 'tar', path: 'a', ...(stamp ? { stamp } : {}), ...request })
      }
    }
    async function* once(frame: Uint8Array) {
      yield frame
    }
    await serveArchives({
      input: input(),
      async write(frame) {
        for await (const { header } of readFrames(once(frame))) answers.push(header as (typeof answers)[number])
      },
      open(path) {
        opened.push(path)
        const file = disk(path)
        return { ...file, close: () => opened.splice(opened.indexOf(path), 1) }
      },
      read: async () => new Uint8Array(0),
    })
    return { answers, opened }
  }

  test('frees the unpacked content of a file that changed, and of the previous one', async () => {
    const content = { a: gzip, b: gzipSync(makeCbt({ 'p1.png': pages['p1.png']! })) }
    const change = (nth: number) => {
      if (nth === 1) content.a = content.b
    }
    const { answers } = await served([{ op: 'list' }, { op: 'list' }, { op: 'list', path: 'b' }], content, change)
    const small = answers[1]!.memory
    expect(answers[0]!.memory).toBe(tar.length)
    expect(small).toBeLessThan(tar.length)
    expect(answers[2]!.memory).toBe(small)
  })

  test('keeps the unpacked content for the next page', async () => {
    const { answers, opened } = await served([{ op: 'list' }, { op: 'read', index: 0 }], { a: gzip })
    expect(answers.map(({ memory }) => memory)).toEqual([tar.length, tar.length])
    expect(opened).toEqual([])
  })
})
