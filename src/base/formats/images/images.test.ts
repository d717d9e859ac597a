import { describe, expect, test } from 'bun:test'
import { makeJpeg, makePng } from '../../../testing/archives/archives'
import { JXL_OF_JPEG, TURNED_AVIF } from '../../../testing/archives/real-pictures'
import { type ImageType, imageFacts, isCutOff, sniffImage } from './images'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const jpeg = await makeJpeg(70, 90, [10, 200, 30], 'A')
const png = makePng(70, 90, [10, 200, 30], 'A')
const webp = await new Bun.Image(png).webp({ quality: 80 }).bytes()
const lossless = await new Bun.Image(png).webp({ lossless: true }).bytes()

/** A box of ISO base media: length, kind, body. */
function box(kind: string, ...parts: Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0))
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

function avif(brand: string, compatible: string): Uint8Array {
  const tile = box('ispe', hex('00000000 00000200 00000200'))
  const whole = box('ispe', hex('00000000 000003e8 000005dc'))
  const meta = box('meta', hex('00000000'), box('hdlr', hex('00')), box('iprp', box('ipco', tile, box('pixi'), whole)))
  return Buffer.concat([box('ftyp', Buffer.from(brand), hex('00000000'), Buffer.from(compatible)), meta])
}

const cases: [string, Uint8Array, ImageType, number, number][] = [
  ['PNG', png, 'png', 70, 90],
  ['JPEG', jpeg, 'jpeg', 70, 90],
  ['lossy WebP', webp, 'webp', 70, 90],
  ['lossless WebP', lossless, 'webp', 70, 90],
  [
    'extended WebP',
    Buffer.concat([Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0'), hex('00000000 e70300 db0500')]),
    'webp',
    1000,
    1500,
  ],
  ['GIF', Buffer.concat([Buffer.from('GIF89a'), hex('e803 dc05 00 00 00 3b')]), 'gif', 1000, 1500],
  [
    'BMP',
    Buffer.concat([Buffer.from('BM'), hex('00000000 00000000 36000000 28000000 e8030000 24faffff')]),
    'bmp',
    1000,
    1500,
  ],
  [
    'old BMP',
    Buffer.concat([Buffer.from('BM'), hex('00000000 00000000 1a000000 0c000000 e803 dc05')]),
    'bmp',
    1000,
    1500,
  ],
  ['AVIF', avif('avif', 'mif1'), 'avif', 1000, 1500],
  ['AVIF behind a general brand', avif('mif1', 'miafavif'), 'avif', 1000, 1500],
  ['JPEG with an embedded thumbnail', withThumbnail(jpeg), 'jpeg', 70, 90],
  ['TIFF', tiff(1000, 1500), 'tiff', 1000, 1500],
]

/** Embeds a whole JPEG of another size in APP1, as cameras and scanners do. */
function withThumbnail(bytes: Uint8Array): Uint8Array {
  const inner = hex('ffd8 ffc0 0011 08 0010 0020 03 012200 021101 031101 ffd9')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(inner.length + 2)
  return Buffer.concat([bytes.subarray(0, 2), hex('ffe1'), length, inner, bytes.subarray(2)])
}

describe('size without decoding', () => {
  for (const [name, bytes, type, width, height] of cases)
    test(`${name}`, () => {
      expect(imageFacts(bytes)).toEqual({ type, width, height })
    })

  test('JPEG XL: sides in units of eight pixels and a ratio', () => {
    expect(
      imageFacts(
        jxl([
          [1, 1],
          [31, 5],
          [1, 3],
        ]),
      ),
    ).toEqual({ type: 'jxl', width: 256, height: 256 })
  })

  test('JPEG XL: sides of their own, bare and in boxes', () => {
    const fields: [number, number][] = [
      [0, 1],
      [1, 2],
      [1499, 13],
      [0, 3],
      [1, 2],
      [999, 13],
    ]
    const bare = jxl(fields)
    const boxed = Buffer.concat([
      hex('0000000c 4a584c20 0d0a870a'),
      box('ftyp', Buffer.from('jxl ')),
      box('jxlc', bare),
    ])
    const parts = Buffer.concat([hex('0000000c 4a584c20 0d0a870a'), box('jxlp', hex('00000000'), bare)])
    for (const bytes of [bare, boxed, parts])
      expect(imageFacts(bytes)).toEqual({ type: 'jxl', width: 1000, height: 1500 })
  })
})

const exif = (orientation: number, order: 'little' | 'big' = 'little') =>
  order === 'little'
    ? hex(`49492a0008000000 0100 1201 0300 01000000 0${orientation}000000 00000000`)
    : hex(`4d4d002a00000008 0001 0112 0003 00000001 000${orientation}0000 00000000`)

function withExif(bytes: Uint8Array, tiff: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  return Buffer.concat([bytes.subarray(0, 2), hex('ffe1'), Buffer.from([0, body.length + 2]), body, bytes.subarray(2)])
}

function withExifChunk(bytes: Uint8Array, tiff: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(tiff.length)
  head.write('eXIf', 4)
  return Buffer.concat([bytes.subarray(0, 33), head, tiff, Buffer.alloc(4), bytes.subarray(33)])
}

/** A TIFF of one strip: width, height and further fields as `[tag, value]`. */
function tiff(width: number, height: number, ...more: [number, number][]): Uint8Array {
  const fields = [[256, width], [257, height], ...more] as [number, number][]
  const bytes = Buffer.alloc(8 + 2 + fields.length * 12 + 4)
  bytes.write('II*\0')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(fields.length, 8)
  for (const [index, [tag, value]] of fields.entries()) {
    const at = 10 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(4, at + 2)
    bytes.writeUInt32LE(1, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  return bytes
}

describe('size as shown', () => {
  for (let orientation = 0; orientation <= 9; orientation++)
    test(`a picture of 70 by 90 with EXIF orientation ${orientation}`, () => {
      const lies = orientation >= 5 && orientation <= 8
      const shown = lies ? { width: 90, height: 70 } : { width: 70, height: 90 }
      expect(imageFacts(withExif(jpeg, exif(orientation)))).toEqual({ type: 'jpeg', ...shown })
      expect(imageFacts(withExif(jpeg, exif(orientation, 'big')))).toEqual({ type: 'jpeg', ...shown })
      expect(imageFacts(withExifChunk(png, exif(orientation)))).toEqual({ type: 'png', ...shown })
      expect(imageFacts(tiff(70, 90, [274, orientation]))).toEqual({ type: 'tiff', ...shown })
    })

  test('a JPEG whose EXIF is truncated, points outside or belongs to something else keeps its stored orientation', () => {
    const far = Buffer.from(exif(6))
    far.writeUInt32LE(4000, 4)
    const other = Buffer.from(exif(6))
    other.writeUInt16LE(0x0113, 10)
    const counted = Buffer.from(exif(6))
    counted.writeUInt32LE(0xffffffff, 14)
    for (const each of [exif(6).subarray(0, 19), far, other, counted])
      expect(imageFacts(withExif(jpeg, each))).toEqual({ type: 'jpeg', width: 70, height: 90 })
  })

  test('EXIF in another segment or after the picture is ignored', () => {
    const turned = Buffer.from(withExif(jpeg, exif(6)))
    turned[3] = 0xe2
    expect(imageFacts(turned)).toEqual({ type: 'jpeg', width: 70, height: 90 })
    const behind = Buffer.concat([jpeg, withExif(jpeg, exif(6)).subarray(2)])
    expect(imageFacts(behind)).toEqual({ type: 'jpeg', width: 70, height: 90 })
  })

  test('EXIF after another APP1 is found, and fill bytes before a marker are skipped', () => {
    const xmp = hex('ffe1 0006 78787878 ffff')
    const turned = withExif(jpeg, exif(8))
    const bytes = Buffer.concat([turned.subarray(0, 2), xmp, turned.subarray(3)])
    expect(imageFacts(bytes)).toEqual({ type: 'jpeg', width: 90, height: 70 })
  })

  test('a JPEG XL made from a JPEG has its header in several boxes, in any order of others between', () => {
    expect(imageFacts(JXL_OF_JPEG)).toEqual({ type: 'jxl', width: 48, height: 64 })
    expect(imageFacts(JXL_OF_JPEG.subarray(0, 320))).toEqual({ type: 'jxl', width: 48, height: 64 })
  })

  test('a quarter turn of an AVIF, by irot', () => {
    expect(imageFacts(TURNED_AVIF)).toEqual({ type: 'avif', width: 48, height: 64 })
  })

  test('an AVIF or JPEG XL that ends inside the box with its picture is truncated', () => {
    for (const [bytes, type] of [
      [TURNED_AVIF, 'avif'],
      [JXL_OF_JPEG, 'jxl'],
    ] as const) {
      expect(isCutOff(bytes, type)).toBe(false)
      expect(isCutOff(bytes.subarray(0, -1), type)).toBe(true)
    }
    expect(isCutOff(jxl([[1, 1]]), 'jxl')).toBe(false)
  })
})

/** A bare codestream from `[value, bits]`, the least significant bit first. */
function jxl(fields: [number, number][]): Uint8Array {
  const bits = fields.flatMap(([value, count]) => Array.from({ length: count }, (_, bit) => (value >> bit) & 1))
  const bytes = new Uint8Array(18)
  for (const [index, bit] of bits.entries()) bytes[2 + (index >> 3)]! |= bit << (index & 7)
  bytes.set([0xff, 0x0a])
  return bytes
}

describe('not a picture', () => {
  const others: [string, Uint8Array][] = [
    ['nothing', hex('')],
    ['text', Buffer.from('BMW makes cars and no comics')],
    ['a web page', Buffer.from('<!DOCTYPE html><html></html>')],
    ['a ZIP', Buffer.from('PK\x03\x04')],
    ['a video', box('ftyp', Buffer.from('mp42'), hex('00000000'), Buffer.from('isom'))],
    ['a page of zeros', new Uint8Array(4096)],
  ]
  for (const [name, bytes] of others)
    test(name, () => {
      expect(sniffImage(bytes)).toBeUndefined()
      expect(imageFacts(bytes)).toBeUndefined()
    })

  test('a picture that is 0 pixels wide', () => {
    const flat = Buffer.from(png)
    flat.writeUInt32BE(0, 16)
    expect(imageFacts(flat)).toBeUndefined()
  })

  test('a header truncated anywhere has no size and breaks nothing', () => {
    for (const [, bytes] of cases)
      for (let at = 0; at < Math.min(bytes.length, 600); at++) {
        const facts = imageFacts(bytes.slice(0, at))
        if (facts) expect(imageFacts(bytes)).toEqual(facts)
      }
  })
})

describe('truncated', () => {
  const whole: [string, Uint8Array, ImageType][] = [
    ['PNG', png, 'png'],
    ['JPEG', jpeg, 'jpeg'],
    ['WebP', webp, 'webp'],
    ['JPEG with an embedded thumbnail', withThumbnail(jpeg), 'jpeg'],
  ]
  for (const [name, bytes, type] of whole)
    test(`${name}: the whole is not, two thirds are`, () => {
      expect(isCutOff(bytes, type)).toBe(false)
      expect(isCutOff(Buffer.concat([bytes, new Uint8Array(5000)]), type)).toBe(false)
      expect(isCutOff(bytes.slice(0, Math.floor(bytes.length * 0.66)), type)).toBe(true)
    })

  test('WebP: only the last padding byte may be missing', () => {
    expect(isCutOff(webp.subarray(0, -1), 'webp')).toBe(false)
    expect(isCutOff(webp.subarray(0, -2), 'webp')).toBe(true)
  })

  test('GIF', () => {
    const gif = Buffer.concat([Buffer.from('GIF89a'), hex('0100 0100 00 00 00 2c 00 00 00 00 01 00 01 00 00 02 00 3b')])
    expect(isCutOff(gif, 'gif')).toBe(false)
    expect(isCutOff(gif.subarray(0, 16), 'gif')).toBe(true)
  })
})
