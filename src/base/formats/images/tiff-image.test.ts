import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { makeJpeg } from '../../../testing/archives/archives'
import { makeTiffOf } from '../../../testing/archives/make-tiff'
import { ImageError } from '../../platform/images'
import { pngPixels } from '../../platform/png-pixels'
import { decodeTiff } from './tiff-image'

interface Made {
  bits?: number[]
  compression?: number
  more?: [tag: number, values: number[]][]
  bigEndian?: boolean
  size?: [width: number, height: number]
}

const [MIN_IS_WHITE, MIN_IS_BLACK, RGB, PALETTE, CMYK, YCBCR] = [0, 1, 2, 3, 5, 6]

/** One strip of a picture, 2 by 1 pixels unless said otherwise. */
function made(photometric: number, strip: ArrayLike<number>, options: Made = {}): Uint8Array {
  const { bits = [8], compression = 1, more = [], bigEndian, size = [2, 1] } = options
  const fields: [number, number[]][] = [
    [256, [size[0]]],
    [257, [size[1]]],
    [258, bits],
    [259, [compression]],
    [262, [photometric]],
    [273, [0]],
    [277, [bits.length]],
    [278, [size[1]]],
    [279, [strip.length]],
    ...more,
  ]
  return makeTiffOf(fields, [Uint8Array.from(strip)], bigEndian)
}
const pixels = (bytes: Uint8Array) => {
  const { rgba } = decodeTiff(bytes)
  return Array.from({ length: rgba.length / 4 }, (_, at) => [...rgba.subarray(at * 4, at * 4 + 4)])
}
const grey = (value: number, alpha = 255) => [value, value, value, alpha]
function faultOf(bytes: Uint8Array): string | undefined {
  try {
    decodeTiff(bytes)
    return undefined
  } catch (error) {
    return error instanceof ImageError ? error.fault : String(error)
  }
}

describe('colours of a TIFF', () => {
  test('greys of every depth, counted from black or from white', () => {
    const depths: [bits: number, strip: number[], first: number, second: number][] = [
      [1, [0b0100_0000], 0, 255],
      [2, [0b0110_0000], 85, 170],
      [4, [0x3c], 51, 204],
      [8, [10, 200], 10, 200],
      [16, [0, 10, 0, 200], 10, 200],
    ]
    for (const [bits, strip, first, second] of depths) {
      expect(pixels(made(MIN_IS_BLACK, strip, { bits: [bits] }))).toEqual([grey(first), grey(second)])
      expect(pixels(made(MIN_IS_WHITE, strip, { bits: [bits] }))).toEqual([grey(255 - first), grey(255 - second)])
    }
    expect(pixels(made(MIN_IS_BLACK, [10, 0, 200, 0], { bits: [16], bigEndian: true }))).toEqual([grey(10), grey(200)])
  })

  test('alpha beside a grey, and colours multiplied by it', () => {
    const alpha = (kind: number): Made['more'] => [[338, [kind]]]
    expect(pixels(made(MIN_IS_BLACK, [90, 255, 90, 51], { bits: [8, 8], more: alpha(2) }))).toEqual([
      grey(90),
      grey(90, 51),
    ])
    const strip = [200, 100, 0, 255, 40, 20, 0, 51]
    const bits = [8, 8, 8, 8]
    expect(pixels(made(RGB, strip, { bits, more: alpha(2) }))).toEqual([
      [200, 100, 0, 255],
      [40, 20, 0, 51],
    ])
    expect(pixels(made(RGB, strip, { bits, more: alpha(1) }))).toEqual([
      [200, 100, 0, 255],
      [200, 100, 0, 51],
    ])
  })

  test('palettes, and the four inks of print', () => {
    const map = [0, 0xff00, 0x8000, 0, 0, 0, 0x4000, 0, 0, 0, 0, 0xff00] // all reds, all greens, all blues
    expect(pixels(made(PALETTE, [0b1011_0000], { bits: [2], more: [[320, map]] }))).toEqual([
      [128, 64, 0, 255],
      [0, 0, 255, 255],
    ])
    expect(pixels(made(CMYK, [0, 255, 0, 0, 0, 0, 255, 51], { bits: [8, 8, 8, 8] }))).toEqual([
      [255, 0, 255, 255],
      [204, 204, 0, 255],
    ])
  })

  test('a JPEG inside, in colour and in grey', async () => {
    const size: Made['size'] = [16, 16]
    const red = await makeJpeg(16, 16, [250, 10, 10])
    const drawn = pixels(made(YCBCR, red, { bits: [8, 8, 8], compression: 7, size })).flatMap((each) =>
      each.slice(0, 3),
    )
    const runtimes = pngPixels(await new Bun.Image(red).png().bytes())!
    expect(Math.max(...drawn.map((value, at) => Math.abs(value - runtimes[at]!)))).toBeLessThan(60)
    const mean = drawn.reduce((sum, value, at) => sum + Math.abs(value - runtimes[at]!), 0) / drawn.length
    expect(mean).toBeLessThan(12) // four pixels share one colour, distributed in another way
    const all = pixels(made(MIN_IS_BLACK, GREY_JPEG, { compression: 7, size }))
    expect(all).toHaveLength(256)
    const rows = [0, 7, 8, 15].map((row) => all[row * 16 + 15]!)
    expect(rows.map(([value]) => Math.round(value! / 20) * 20)).toEqual([40, 40, 200, 200])
  })

  test('pictures that would be drawn wrong are refused', () => {
    const one = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    expect(faultOf(made(YCBCR, one, { bits: [8, 8, 8] }))).toBe('unsupported')
    expect(faultOf(made(RGB, one, { bits: [5, 6, 5] }))).toBe('unsupported')
    expect(faultOf(made(RGB, one))).toBe('unsupported')
    expect(faultOf(made(MIN_IS_BLACK, one, { bits: [16, 16] }))).toBe('unsupported')
    expect(faultOf(made(8, one, { bits: [8, 8, 8] }))).toBe('unsupported')
    const inks: Made = { bits: [8, 8, 8, 8], compression: 7, size: [16, 16] }
    expect(faultOf(made(CMYK, GREY_JPEG, inks))).toBe('unsupported')
  })
})

describe('cells of a TIFF', () => {
  test('tiles are joined, and pixels beyond the picture are dropped', () => {
    const tiles = [1, 2, 3, 4].map((value) => deflateSync(new Uint8Array(16 * 16).fill(value)))
    const fields: [number, number[]][] = [
      [256, [20]],
      [257, [17]],
      [258, [8]],
      [259, [8]],
      [262, [MIN_IS_BLACK]],
      [277, [1]],
      [322, [16]],
      [323, [16]],
      [324, [0, 0, 0, 0]],
      [325, tiles.map(({ length }) => length)],
    ]
    const { log } = console
    console.log = () => undefined // the library prints how many tiles there are
    try {
      const all = pixels(makeTiffOf(fields, tiles))
      expect([all[0], all[19], all[16 * 20], all[16 * 20 + 16]]).toEqual([1, 2, 3, 4].map((value) => grey(value)))
    } finally {
      console.log = log
    }
  })

  test('bits are reversed where a byte begins with its last', () => {
    const more: Made['more'] = [[266, [2]]]
    expect(pixels(made(MIN_IS_BLACK, [0b0000_0010], { bits: [1], more }))).toEqual([grey(0), grey(255)])
  })

  test('cells that overlap, extend far beyond the picture or unpack to more than their size are refused', () => {
    const size: Made['size'] = [100, 100]
    const zeros = deflateSync(new Uint8Array(100 << 20))
    expect(faultOf(made(MIN_IS_BLACK, zeros, { compression: 8, size }))).toBe('unreadable')
    expect(faultOf(made(MIN_IS_BLACK, deflateSync(new Uint8Array(10_000)), { compression: 8, size }))).toBeUndefined()
    const overlapping: [number, number[]][] = [
      [256, [10]],
      [257, [1000]],
      [258, [8]],
      [259, [5]],
      [262, [1]],
      [273, new Array(1000).fill(0)],
      [277, [1]],
      [278, [1]],
      [279, new Array(1000).fill(1000)],
    ]
    expect(faultOf(makeTiffOf(overlapping, [new Uint8Array(1000)]))).toBe('unreadable')
    const tall: [number, number[]][] = [
      [256, [1]],
      [257, [1_000_000]],
      [258, [8]],
      [259, [5]],
      [262, [1]],
      [277, [1]],
      [322, [1024]],
      [323, [1_000_000]],
      [324, [0]],
      [325, [3]],
    ]
    expect(faultOf(makeTiffOf(tall, [Uint8Array.of(128, 0, 0)]))).toBe('unreadable')
  })

  test('a JPEG that is larger than its cell is refused, also when it says so after its content', () => {
    const size: Made['size'] = [16, 16]
    const large = Uint8Array.from(GREY_JPEG)
    large.set([0x7f, 0xff, 0x7f, 0xff], large.indexOf(0xc0) + 4)
    expect(faultOf(made(MIN_IS_BLACK, large, { compression: 7, size }))).toBe('unreadable')
    const later = Buffer.concat([GREY_JPEG.subarray(0, -2), Buffer.from('ffdc00047fffffd9', 'hex')])
    expect(faultOf(made(MIN_IS_BLACK, later, { compression: 7, size }))).toBe('unreadable')
  })
})

/** 30 above and 200 below, 16 by 16, of libjpeg. */
const GREY_JPEG = new Uint8Array(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AJ8Fxj//2Q==',
    'base64',
  ),
)
