import { afterAll, describe, expect, test } from 'bun:test'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeJpeg, makePng } from '../../../testing/archives/archives'
import { makeTiff } from '../../../testing/archives/make-tiff'
import { JXL_OF_JPEG, TURNED_AVIF } from '../../../testing/archives/real-pictures'
import { systemClock } from '../../platform/clock'
import { ImageError, type PictureOptions } from '../../platform/images'
import { pngPixels } from '../../platform/png-pixels'
import { UnpackHelper } from '../helper/unpacker'
import { bmpOfRgba } from './bmp'
import { imageFacts } from './images'
import { PictureLibrary } from './picture-library'
import { mostPixels } from './picture-limits'
import { drawPicture, pictureSentence } from './pictures'

const processes = archiveHelper()
const helper = new UnpackHelper({ processes, clock: systemClock })
afterAll(() => helper.stop())

const draw = (bytes: Uint8Array, making: Partial<PictureOptions> = {}) =>
  drawPicture(bytes, { type: 'jpeg', quality: 95, ...making }, helper)
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ImageError ? error.fault : error),
  )
/** Which colour is dominant at a place of the picture; coordinates from 0 to 1. */
async function colourAt(bytes: Uint8Array, across: number, down: number) {
  const { width, height } = await new Bun.Image(bytes).metadata()
  const pixels = pngPixels(await new Bun.Image(bytes).png().bytes())!
  const at = (Math.round(down * (height - 1)) * width + Math.round(across * (width - 1))) * 3
  const [red, green, blue] = [...pixels.subarray(at, at + 3)] as [number, number, number]
  if (Math.min(red, green, blue) > 200) return 'white'
  return red > blue ? 'red' : 'blue'
}

const RED = [250, 10, 10]
const BLUE = [10, 10, 250]
/** Red above and blue below, 64 by 32. */
const RGB = painted(64, 32, (_, y) => y < 16)

function painted(width: number, height: number, isRed: (x: number, y: number) => boolean): Uint8Array {
  const dots = Array.from({ length: width * height }, (_, at) =>
    isRed(at % width, Math.floor(at / width)) ? RED : BLUE,
  )
  return Uint8Array.from(dots.flat())
}

describe('pictures of kinds that the runtime does not decode', () => {
  // As stored, red is at the top; a clockwise quarter turn brings it to the right, a counter-clockwise one to the left.
  for (const [name, bytes, right, left] of [
    ['JPEG XL made of a turned JPEG', JXL_OF_JPEG, 'red', 'blue'],
    ['AVIF turned by irot', TURNED_AVIF, 'blue', 'red'],
  ] as const)
    test(`${name}: upright, in the size of its header`, async () => {
      const drawn = await draw(bytes)
      expect(imageFacts(drawn)).toEqual({ type: 'jpeg', width: 48, height: 64 })
      expect([await colourAt(drawn, 1, 0.5), await colourAt(drawn, 0, 0.5)]).toEqual([right, left])
      const small = await draw(bytes, { type: 'webp', width: 24, height: 24 })
      expect(imageFacts(small)).toEqual({ type: 'webp', width: 18, height: 24 })
    })

  for (const [orientation, red] of [
    [1, [0.5, 0]],
    [2, [0.5, 0]],
    [3, [0.5, 1]],
    [4, [0.5, 1]],
    [5, [0, 0.5]],
    [6, [1, 0.5]],
    [7, [1, 0.5]],
    [8, [0, 0.5]],
  ] as const)
    test(`TIFF with orientation ${orientation}`, async () => {
      const drawn = await draw(makeTiff(64, 32, RGB, { orientation }))
      expect(imageFacts(drawn)).toMatchObject(orientation > 4 ? { width: 32, height: 64 } : { width: 64, height: 32 })
      expect(await colourAt(drawn, ...(red as [number, number]))).toBe('red')
    })

  test('a mirror moves the left side to the right', async () => {
    const leftRed = painted(32, 32, (x) => x < 16)
    const at = async (orientation: number) => colourAt(await draw(makeTiff(32, 32, leftRed, { orientation })), 0, 0)
    const found = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(at))
    expect(found).toEqual(['red', 'blue', 'blue', 'red', 'red', 'red', 'blue', 'blue'])
    expect(await colourAt(await draw(makeTiff(32, 32, leftRed, { orientation: 5 })), 1, 1)).toBe('blue')
  })

  test('a TIFF in strips, packed, and with the bytes in the other order', async () => {
    for (const options of [{ rows: 8 }, { deflate: true }, { bigEndian: true, rows: 16 }])
      expect(await colourAt(await draw(makeTiff(64, 32, RGB, options)), 0.5, 1)).toBe('blue')
  })

  test('transparent pixels become white', async () => {
    const half = bmpOfRgba(1, 2, Uint8Array.of(255, 0, 0, 255, 255, 0, 0, 0))
    expect([...half.subarray(54, 57), ...half.subarray(58, 61)]).toEqual([0, 0, 255, 255, 255, 255])
    expect([...bmpOfRgba(1, 1, Uint8Array.of(255, 0, 0, 128)).subarray(54, 57)]).toEqual([127, 127, 255])
  })
})

describe('pictures that the runtime decodes', () => {
  test('are made here, a PNG upright by its eXIf', async () => {
    const before = processes.started
    const png = makePng(60, 90, [250, 10, 10], 'A')
    const turned = Buffer.concat([png.subarray(0, 33), eXIf(6), png.subarray(33)])
    expect(imageFacts(await draw(turned))).toMatchObject({ width: 90, height: 60 })
    expect(imageFacts(await draw(await makeJpeg(60, 90, [250, 10, 10])))).toMatchObject({ width: 60, height: 90 })
    expect(processes.started).toBe(before)
  })

  test('large ones are resized in the helper, larger ones not at all', async () => {
    const grey = await new Bun.Image(hugeBmp(10_000, 6200), { maxPixels: 1e9 }).jpeg({ quality: 20 }).bytes()
    const other = archiveHelper()
    const own = new UnpackHelper({ processes: other, clock: systemClock })
    const small = await drawPicture(grey, { type: 'jpeg', quality: 80, width: 300, height: 600 }, own)
    expect(imageFacts(small)).toMatchObject({ width: 300, height: 186 })
    expect(other.started).toBe(1)
    own.stop()
    expect(await faultOf(draw(claiming(15_001, 10_000)))).toBe('too_large')
    expect(await faultOf(draw(claiming(15_000, 10_000)))).not.toBe('too_large')
  }, 60_000)

  function claiming(width: number, height: number): Uint8Array {
    const png = Buffer.from(makePng(1, 1, [1, 2, 3]))
    png.writeUInt32BE(width, 16)
    png.writeUInt32BE(height, 20)
    return png
  }
})

describe('hostile pictures', () => {
  const whole: [string, Uint8Array][] = [
    ['JPEG XL', JXL_OF_JPEG],
    ['AVIF', TURNED_AVIF],
    ['TIFF', makeTiff(64, 32, RGB, { rows: 1 })],
    ['packed TIFF', makeTiff(64, 32, RGB, { deflate: true })],
  ]
  for (const [name, bytes] of whole)
    test(`${name}: truncated or altered anywhere it is drawn or refused, and the next one is drawn`, async () => {
      const step = Math.ceil(bytes.length / 90)
      for (let at = 0; at < bytes.length; at += step) {
        const turned = Uint8Array.from(bytes)
        turned[at] = turned[at]! ^ 0xff
        for (const each of [bytes.slice(0, at), turned]) {
          const fault = await faultOf(draw(each, { width: 20 }))
          if (fault !== undefined) expect(['unreadable', 'unsupported', 'too_large']).toContain(fault as string)
        }
      }
      expect(imageFacts(await draw(bytes))).toBeDefined()
    }, 120_000)

  test('a few bytes that claim more pixels than allowed are refused unread', async () => {
    const before = processes.started
    expect(await faultOf(draw(makeTiff(5001, 6000, RGB)))).toBe('too_large')
    expect(await faultOf(draw(makeTiff(5000, 6000, RGB)))).toBe('unreadable')
    expect(processes.started - before).toBeLessThanOrEqual(1)
    const library = new PictureLibrary(async () => new Uint8Array(0))
    const large = makeTiff(5001, 6000, RGB)
    expect(await faultOf(library.draw(large, { type: 'jpeg', quality: 80 }))).toBe('too_large')
    expect(library.memory).toBe(0)
  })

  test('fields of a TIFF that point outside, or repeat work, are refused', async () => {
    for (const options of [{ stripBytes: 99_999 }, { stripBytes: 6143 }, { rows: 0 }, { strips: 500 }])
      expect(await faultOf(draw(makeTiff(64, 32, RGB, options)))).toBe('unreadable')
    for (const options of [{ compression: 34_676 }, { planes: 2 }, { bits: 32 }])
      expect(await faultOf(draw(makeTiff(64, 32, RGB, options)))).toBe('unsupported')
  })
})

test("a sentence names the picture's fault, and no fault elsewhere", () => {
  const tiff = makeTiff(10_000, 9000, RGB)
  const sentenceOf = (fault: ConstructorParameters<typeof ImageError>[0], bytes = tiff) =>
    pictureSentence(new ImageError(fault), bytes, 'Page 3')
  expect(sentenceOf('too_large')).toBe('Page 3 is too large: 90 megapixels. Of TIFF up to 30 are shown.')
  expect(sentenceOf('unsupported')).toBe('Page 3 is a kind of TIFF that cannot be decoded here.')
  expect(sentenceOf('unreadable')).toBe('Page 3 is damaged.')
  expect(sentenceOf('too_large', Buffer.from('nothing'))).toBe('Page 3 is damaged.')
  expect(pictureSentence(new Error('EIO'), tiff, 'Page 3')).toBeUndefined()
  expect([mostPixels('jpeg'), mostPixels('jxl')]).toEqual([150_000_000, 30_000_000])
})

function eXIf(orientation: number): Uint8Array {
  const tiff = Buffer.from(`49492a000800000001001201030001000000${`0${orientation}`}00000000000000`, 'hex')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(tiff.length)
  head.write('eXIf', 4)
  return Buffer.concat([head, tiff, Buffer.alloc(4)])
}

function hugeBmp(width: number, height: number): Uint8Array {
  const row = width * 3
  const bytes = Buffer.alloc(54 + row * height, 90)
  bytes.fill(0, 0, 54)
  bytes.write('BM')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(-height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}
