import { expect, test } from 'bun:test'
import { crc32 } from 'node:zlib'
import { memoryFiles } from '../../../testing/archives/archive-helper'
import { hasProgram } from '../../../testing/harness/programs'
import { ZipLayout } from './layout'
import { openZip } from './zip'

const modified = '2026-02-03T04:05:07.000Z'
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The whole archive, assembled as a sender would. */
function archive(contents: Record<string, Uint8Array>): Buffer {
  const items = Object.entries(contents).map(([name, { length }]) => ({ name, size: length, modified }))
  const layout = new ZipLayout(items)
  const all = Object.values(contents)
  const crcs = all.map((content) => crc32(content))
  const pieces = layout.parts.map(({ is, item, length }) => {
    const piece =
      is === 'header' ? layout.header(item, crcs[item]!) : is === 'content' ? all[item]! : layout.directory(crcs)
    expect(piece.length).toBe(length)
    return piece
  })
  const whole = Buffer.concat(pieces)
  expect(whole.length).toBe(layout.size)
  return whole
}

test('a layout is a ZIP that its readers accept', async () => {
  const contents = { 'a.png': bytesOf('first'), 'ü 漫画.png': bytesOf(''), 'c.png': bytesOf('third') }
  const zip = await openZip(await memoryFiles({ 'x.zip': archive(contents) }).open('x.zip'))
  expect(zip?.entries.map(({ name }) => name)).toEqual(Object.keys(contents))
  for (const entry of zip!.entries) {
    expect(Buffer.from(await zip!.read(entry))).toEqual(Buffer.from(contents[entry.name as 'a.png']))
  }
})

test('an archive of nothing is only its end', () => {
  expect(archive({}).length).toBe(22)
})

test.skipIf(!hasProgram('python3'))('another reader finds names, sizes, checksums and times', () => {
  const zip = archive({ 'ü.txt': bytesOf('Harbor'), 'b.txt': bytesOf('Lights') })
  const script = `
import io, sys, zipfile
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(z.testzip(), [(i.filename, i.file_size, i.date_time) for i in z.infolist()])`
  const { stdout } = Bun.spawnSync(['python3', '-X', 'utf8', '-c', script], { stdin: zip })
  expect(stdout.toString().trim()).toBe(
    "None [('ü.txt', 6, (2026, 2, 3, 4, 5, 6)), ('b.txt', 6, (2026, 2, 3, 4, 5, 6))]",
  )
})

const GIB = 1024 ** 3

test('sizes and offsets above four gigabytes go into the Zip64 fields', () => {
  const items = [
    { name: 'a', size: 3 * GIB, modified },
    { name: 'b', size: 5 * GIB, modified },
    { name: 'c', size: 1, modified },
  ]
  const layout = new ZipLayout(items)
  const directory = Buffer.from(layout.directory([1, 2, 3]))
  expect(directory.length).toBe(layout.parts.at(-1)!.length)
  expect(layout.size).toBe(layout.parts.at(-1)!.at + directory.length)
  // The end of the directory refers to its Zip64 form, which states where the directory begins.
  expect(directory.readUInt32LE(directory.length - 22)).toBe(0x06054b50)
  expect(directory.readUInt32LE(directory.length - 22 + 16)).toBe(0xffffffff)
  const longer = directory.length - 22 - 20 - 56
  expect(directory.readUInt32LE(longer)).toBe(0x06064b50)
  expect(Number(directory.readBigUInt64LE(longer + 48))).toBe(layout.parts.at(-1)!.at)
  const header = Buffer.from(layout.header(1, 2))
  expect([header.readUInt32LE(18), Number(header.readBigUInt64LE(header.length - 8))]).toEqual([0xffffffff, 5 * GIB])
})

test('as many items as two bytes can count need Zip64 too', () => {
  const few = new ZipLayout(Array.from({ length: 65_534 }, (_, n) => ({ name: `${n}`, size: 0, modified })))
  const many = new ZipLayout(Array.from({ length: 65_535 }, (_, n) => ({ name: `${n}`, size: 0, modified })))
  const end = (layout: ZipLayout, count: number) => Buffer.from(layout.directory(new Array(count).fill(0)))
  expect(end(few, 65_534).indexOf('PK\x06\x06')).toBe(-1)
  expect(end(many, 65_535).indexOf('PK\x06\x06')).toBeGreaterThan(0)
})
