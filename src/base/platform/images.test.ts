import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { makePng, png } from '../../testing/archives/archives'
import { drawnPage, filled } from '../../testing/panels/drawn-page'
import { pageFile } from '../../testing/panels/page-file'
import { averageColor, greyPixels, ImageError, type ImageFault, makePicture } from './images'

const facts = (bytes: Uint8Array) => new Bun.Image(bytes).metadata()
const page = makePng(400, 600, [200, 40, 40])

async function faultOf(made: Promise<unknown>): Promise<ImageFault | undefined> {
  const error = await made.catch((thrown: unknown) => thrown)
  return error instanceof ImageError ? error.fault : undefined
}

test('a picture becomes smaller in proportion, as JPEG or WebP', async () => {
  const jpeg = await makePicture(page, { type: 'jpeg', quality: 80, width: 100 })
  expect(await facts(jpeg)).toEqual({ width: 100, height: 150, format: 'jpeg' })
  const webp = await makePicture(page, { type: 'webp', quality: 80, width: 300, height: 300 })
  expect(await facts(webp)).toEqual({ width: 200, height: 300, format: 'webp' })
})

test('a picture is never enlarged', async () => {
  const jpeg = await makePicture(page, { type: 'jpeg', quality: 80, width: 5000 })
  expect(await facts(jpeg)).toMatchObject({ width: 400, height: 600 })
})

test('without a width only the kind changes', async () => {
  expect(await facts(await makePicture(page, { type: 'jpeg', quality: 80 }))).toMatchObject({ width: 400, height: 600 })
})

test('the average colour is that of the pixels', async () => {
  expect(await averageColor(makePng(8, 8, [255, 255, 255]))).toMatch(/^#(..)\1\1$/)
  const color = await averageColor(page)
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  expect(Number.parseInt(color.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(color.slice(5, 7), 16) + 30)
})

test('half a picture is unreadable, and other data is unsupported', async () => {
  const making = { type: 'jpeg', quality: 80, width: 100 } as const
  expect(await faultOf(makePicture(new Uint8Array(0), making))).toBe('unreadable')
  expect(await faultOf(makePicture(Buffer.from('<html>'), making))).toBe('unsupported')
  expect(await faultOf(makePicture(page.subarray(0, 100), making))).toBe('unreadable')
})

test('a picture that claims to be huge is refused before it is unpacked', async () => {
  const huge = Buffer.from(makePng(4, 4, [0, 0, 0]))
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  huge.writeUInt32BE(Bun.hash.crc32(huge.subarray(12, 29)), 29)
  expect(await faultOf(makePicture(huge, { type: 'jpeg', quality: 80, width: 100 }))).toBe('too_large')
})

test('shades of grey are returned row after row, stretched to the requested size', async () => {
  // Red above, blue below: four rows of six pixels, each row after its filter byte.
  const row = (colour: number[]) => [0, ...Array.from({ length: 6 }, () => colour).flat()]
  const rows = [row([255, 0, 0]), row([255, 0, 0]), row([0, 0, 255]), row([0, 0, 255])]
  const flag = png(6, 4, deflateSync(Uint8Array.from(rows.flat())))
  const shades = [...(await greyPixels(flag, 6, 4))]
  expect(shades).toEqual([...Array(12).fill(76), ...Array(12).fill(29)])
  expect(await greyPixels(flag, 3, 1)).toHaveLength(3)
  expect(await faultOf(greyPixels(Buffer.from('<html>'), 4, 4))).toBe('unsupported')
})

/** Thin lines of lettering and screentone: the mean brightness, and how much neighbouring pixels differ. */
async function printOf(picture: Uint8Array, width: number, height: number) {
  const grey = await greyPixels(picture, width, height)
  const mean = grey.reduce((sum, shade) => sum + shade, 0) / grey.length
  const edges = grey.reduce((sum, shade, at) => sum + (at % width === 0 ? 0 : (shade - grey[at - 1]!) ** 2), 0)
  return { mean, edges }
}

test.each([true, false])('a reduced page is as bright and as sharp as the scan, made swiftly: %p', async (swift) => {
  const lines = Array.from({ length: 200 }, (_, n) => filled(40 + (n % 20) * 74, 60 + Math.floor(n / 20) * 230, 3 + (n % 5), 200, (n * 31) % 120)) // biome-ignore format: one line
  const scan = pageFile(drawnPage(1600, 2400, 250, lines.flat()))
  const reduced = await makePicture(scan, { type: 'jpeg', quality: 85, width: 800, swift })
  const [before, after] = [await printOf(scan, 800, 1200), await printOf(reduced, 800, 1200)]
  expect(Math.abs(after.mean - before.mean)).toBeLessThan(1)
  expect(after.edges / before.edges).toBeGreaterThan(0.85)
})
