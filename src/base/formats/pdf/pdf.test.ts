import { beforeAll, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { memoryDisk } from '../../../testing/archives/archive-helper'
import { makeJpeg } from '../../../testing/archives/archives'
import { makePdf, type PdfPage } from '../../../testing/archives/books'
import type { ArchiveError } from '../archives/archive-error'
import type { DiskFile } from '../helper/library'
import { imageFacts } from '../images/images'
import { loadPdfium } from './library'
import { PDF_LIMITS, Pdf, type PdfLimits } from './pdf'
import type { Pdfium } from './pdfium-module'

const RED = '1 0 0 rg 0 0 150 450 re f'
let pdfium: Pdfium
let jpeg: Uint8Array
let scan: PdfPage

beforeAll(async () => {
  pdfium = await loadPdfium(readFile)
  jpeg = await makeJpeg(200, 300, [200, 40, 60], '1')
  scan = { jpeg, width: 200, height: 300 }
})

function opened(bytes: Uint8Array, limits: PdfLimits = PDF_LIMITS, disk: DiskFile = memoryDisk({ a: bytes })('a')) {
  const seen = { read: 0 }
  const file: DiskFile = {
    ...disk,
    read(into, offset) {
      const count = disk.read(into, offset)
      seen.read += count
      return count
    },
  }
  const pdf = new Pdf(pdfium, limits)
  return { seen, pdf, list: () => pdf.list(file), read: (index: number) => pdf.read(file, index) }
}

const faultOf = async (work: () => unknown) => {
  try {
    await work()
    return 'none'
  } catch (error) {
    return (error as ArchiveError).fault ?? String(error)
  }
}

/** The average colour of the quarter at the top left. */
async function corner(image: Bun.Image): Promise<number[]> {
  const png = Buffer.from(await image.resize(2, 2, { fit: 'fill', filter: 'box' }).png().bytes())
  const at = png.indexOf('IDAT')
  const line = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  return [...line.subarray(1, 4)]
}

const near = (colour: number[], wanted: number[]) => colour.every((part, index) => Math.abs(part - wanted[index]!) < 12)

describe('pages', () => {
  test('are listed by number, without a size', () => {
    const { list, pdf } = opened(makePdf([scan, { draw: RED }, scan]))
    expect(list().map(({ name, size, encrypted }) => [name, size, encrypted])).toEqual([
      ['page 1', 0, false],
      ['page 2', 0, false],
      ['page 3', 0, false],
    ])
    pdf.close()
  })

  test('that are one JPEG are returned unchanged', async () => {
    const { read } = opened(makePdf([{ draw: RED }, scan]))
    expect(Buffer.from(await read(1)).equals(Buffer.from(jpeg))).toBe(true)
  })

  test('that are drawn become a JPEG of a good size, the right way up and in the right colours', async () => {
    const bytes = await opened(makePdf([{ draw: '1 0 0 rg 0 225 150 225 re f 0 0 1 rg 150 0 150 225 re f' }])).read(0)
    expect(imageFacts(bytes)).toEqual({ type: 'jpeg', width: 1800, height: 2700 })
    expect(near(await corner(new Bun.Image(bytes)), [255, 0, 0])).toBe(true)
    expect(near(await corner(new Bun.Image(bytes).flop()), [255, 255, 255])).toBe(true)
    expect(near(await corner(new Bun.Image(bytes).flop().flip()), [0, 0, 255])).toBe(true)
  })

  const shapes: [string, [number, number], [number, number]][] = [
    ['a double page', [900, 600], [2700, 1800]],
    ['a strip', [100, 5000], [320, 16_000]],
    ['a poster', [3000, 3000], [1800, 1800]],
    ['a stamp', [20, 30], [1800, 2700]],
  ]
  for (const [name, size, [width, height]] of shapes)
    test(`${name} of ${size.join(' by ')} points is drawn ${width} by ${height}`, async () => {
      expect(imageFacts(await opened(makePdf([{ draw: RED }], { size })).read(0))).toMatchObject({ width, height })
    })

  const notPlain: [string, Parameters<typeof makePdf>[1], [number, number]][] = [
    ['turned', { more: '/Rotate 90' }, [1200, 800]],
    ['cut to a part', { more: '/CropBox [50 50 150 250]' }, [800, 1600]],
    ['with a remark on it', { more: '/Annots [<< /Type /Annot /Subtype /Square /Rect [9 9 99 99] >>]' }, [800, 1200]],
  ]
  for (const [name, options, [width, height]] of notPlain)
    test(`a JPEG that is ${name} is drawn`, async () => {
      const bytes = await opened(makePdf([scan], options)).read(0)
      expect(imageFacts(bytes)).toEqual({ type: 'jpeg', width, height })
    })
})

test('a page of a large PDF is read without the rest', async () => {
  const large = await makeJpeg(1600, 2400, [30, 90, 160], '9')
  const bytes = makePdf(Array.from({ length: 30 }, () => ({ jpeg: large, width: 1600, height: 2400 })))
  const { seen, list, read } = opened(bytes)
  expect(list().length).toBe(30)
  await read(20)
  expect(seen.read).toBeLessThan(bytes.length / 4)
})

test('several documents are open at once, and closing them frees their memory', async () => {
  const [a, b] = [opened(makePdf([scan, scan])), opened(makePdf([{ draw: RED }, scan]))]
  expect((await a.read(0)).length).toBe(jpeg.length)
  expect((await b.read(1)).length).toBe(jpeg.length)
  expect((await a.read(1)).length).toBe(jpeg.length)
  a.pdf.close()
  b.pdf.close()
  const before = pdfium.c.memory.buffer.byteLength
  for (let round = 0; round < 50; round++) {
    const { read, pdf } = opened(makePdf([scan]))
    await read(0)
    pdf.close()
  }
  expect(pdfium.c.memory.buffer.byteLength).toBe(before)
})

describe('refuses', () => {
  const cases: [string, () => Uint8Array, string, PdfLimits?][] = [
    ['a PDF with a password', () => makePdf([scan], { locked: true }), 'encrypted'],
    ['a PDF without pages', () => makePdf([]), 'damaged'],
    ['a truncated PDF', () => makePdf([scan, scan]).subarray(0, -300), 'damaged'],
    ['a head and a tail with no body', () => Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF'), 'damaged'],
    ['more pages than are believed', () => makePdf([scan, scan]), 'too_large', { ...PDF_LIMITS, pages: 1 }],
    ['a file over the limit', () => makePdf([scan]), 'too_large', { ...PDF_LIMITS, fileBytes: 99 }],
  ]
  for (const [name, make, fault, limits] of cases)
    test(`${name}: ${fault}`, async () => {
      expect(await faultOf(() => opened(make(), limits).list())).toBe(fault)
    })

  test('a page that does not exist', async () => {
    expect(await faultOf(() => opened(makePdf([scan])).read(4))).toBe('damaged')
  })

  test('a failing disk, which is not reported as damage', async () => {
    const bytes = makePdf([scan])
    const disk = memoryDisk({ a: bytes })('a')
    const read = (into: Uint8Array, offset: number) => {
      if (offset < 100) throw new Error('EIO: i/o error, read')
      return disk.read(into, offset)
    }
    expect(await faultOf(() => opened(bytes, PDF_LIMITS, { ...disk, read }).list())).toBe('unreadable')
  })

  test('altered in many places, a PDF is read or refused, and never breaks the reader', async () => {
    const whole = makePdf([{ draw: RED }, scan], { size: [30, 45] })
    for (let at = 9; at < whole.length - 30; at += 131) {
      const turned = Uint8Array.from(whole)
      turned[at]! ^= 1 << (at % 8)
      const { list, read, pdf } = opened(turned)
      const fault = await faultOf(async () => {
        for (const { index } of list()) if (index > 0) await read(index)
      })
      expect(['none', 'damaged', 'encrypted', 'too_large']).toContain(fault)
      pdf.close()
    }
    const { read } = opened(makePdf([scan]))
    expect((await read(0)).length).toBe(jpeg.length)
  })
})
