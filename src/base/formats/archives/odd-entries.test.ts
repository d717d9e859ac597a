import { afterAll, describe, expect, test } from 'bun:test'
import { inspectFile } from '../../../library/recognition/inspection'
import { archiveHelper, memoryDisk, memoryFiles } from '../../../testing/archives/archive-helper'
import { type Entry, makeCbz, makePages } from '../../../testing/archives/archives'
import { systemClock } from '../../platform/clock'
import { UnpackHelper } from '../helper/unpacker'
import { type ComicArchive, openArchive } from './archive'

/** An entry that breaks the format costs only that entry, not the comic. */

const pages = makePages(4)
const library: Record<string, Uint8Array> = {}
const files = memoryFiles(library)
const unpacker = new UnpackHelper({ processes: archiveHelper(memoryDisk(library)), clock: systemClock })
afterAll(() => unpacker.stop())

const whole: Entry[] = Object.entries(pages).map(([name, data]) => ({ name, data }))
const opened = (bytes: Uint8Array) => {
  library['odd.cbz'] = bytes
  return openArchive('odd.cbz', { files, unpacker })
}
const sentences = (archive: ComicArchive) =>
  Promise.all(
    archive.pages.map((_, index) =>
      archive.page(index).then(
        () => 'whole',
        (error: Error) => error.message,
      ),
    ),
  )
/** Overwrites a field of the `nth` record of the directory. */
function patched(bytes: Uint8Array, nth: number, at: number, values: number[]): Uint8Array {
  const copy = Buffer.from(bytes)
  let record = -1
  for (let found = 0; found <= nth; found++) record = copy.indexOf(Buffer.from('PK\x01\x02', 'latin1'), record + 1)
  copy.set(values, record + at)
  return copy
}

describe('links', () => {
  const link = { name: 'p0.png', data: '../cover.png', mode: 0o120777 }

  test('a link among the pages is left out and named; the scan keeps the comic and reports it', async () => {
    const archive = await opened(makeCbz([link, ...whole]))
    expect(archive.pages.map(({ name }) => name)).toEqual(Object.keys(pages))
    expect(archive.entries.map(({ name }) => name)).toEqual(Object.keys(pages))
    const sentence = '"p0.png" is a link to another file, not a page, and was left out.'
    expect(archive.remark).toBe(sentence)
    expect(await inspectFile('odd.cbz', { files, unpacker }, 'all')).toMatchObject({ pages: 4, remark: sentence })
  })

  test('of several the first is named, besides other oddities', async () => {
    const info = { name: 'ComicInfo.xml', data: '<ComicInfo><Series' }
    await opened(makeCbz([link, ...whole, { ...link, name: 'p9.png' }, info]))
    const { remark } = await inspectFile('odd.cbz', { files, unpacker })
    expect(remark).toBe(
      '2 entries, such as "p0.png", are links to other files, not pages, and were left out. ' +
        'ComicInfo.xml cannot be read',
    )
  })

  test('a device or a pipe is not a page, and a link that is not a page goes unmentioned', async () => {
    const pipe = { name: 'p0.png', data: '', mode: 0o010644 }
    expect((await opened(makeCbz([pipe, ...whole]))).pages.length).toBe(4)
    const archive = await opened(makeCbz([{ ...link, name: 'latest' }, ...whole]))
    expect(archive.remark).toBeUndefined()
  })

  test('files and folders with a mode are recognised, also without a slash', async () => {
    const folder = { name: 'extras.png', data: '', mode: 0o040755 }
    const archive = await opened(makeCbz([folder, ...whole.map((each) => ({ ...each, mode: 0o100644 }))]))
    expect(archive.pages.map(({ name }) => name)).toEqual(Object.keys(pages))
    expect(archive.remark).toBeUndefined()
  })

  test('attributes of another system are not read as a Unix mode', async () => {
    const bytes = makeCbz(whole.map((each) => ({ ...each, mode: 0o120777 })))
    let dos = bytes
    for (const nth of whole.keys()) dos = patched(dos, nth, 5, [0])
    expect((await opened(dos)).pages.length).toBe(4)
  })
})

describe('an impossible record', () => {
  const bytes = makeCbz(whole)

  test('an entry larger than the file is an unreadable page, the others are readable', async () => {
    const archive = await opened(patched(bytes, 1, 20, [0xff, 0xff, 0xff, 0x7f]))
    expect(await sentences(archive)).toEqual([
      'whole',
      '"p2.png" reaches beyond the end of the file.',
      'whole',
      'whole',
    ])
  })

  test('one without its Zip64 field is unreadable too', async () => {
    const archive = await opened(patched(bytes, 2, 42, [0xff, 0xff, 0xff, 0xff]))
    const expected = ['whole', 'whole', '"p3.png" is not where the directory says.', 'whole']
    expect(await sentences(archive)).toEqual(expected)
  })

  test('entries that are each smaller than the file and together larger are refused', async () => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(bytes.length >> 1)
    let overlapping = bytes
    for (const nth of [0, 1, 2]) overlapping = patched(overlapping, nth, 20, [...size])
    expect(opened(overlapping)).rejects.toThrow('The entries of the ZIP are larger than the file.')
  })

  test('one encrypted page is reported alone, the comic only when all are', async () => {
    const one = whole.map((each, index) => ({ ...each, encrypted: index === 1 }))
    expect(await sentences(await opened(makeCbz(one)))).toEqual(['whole', '"p2.png" is encrypted.', 'whole', 'whole'])
    const all = makeCbz(whole.map((each) => ({ ...each, encrypted: true })))
    expect(opened(all)).rejects.toThrow('The pages are encrypted.')
  })
})
