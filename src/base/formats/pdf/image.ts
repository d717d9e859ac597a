import type { Pdfium } from './pdfium-module'

const IMAGE = 3
const RGB = [1, 2] // gray and RGB of the device (public/fpdf_edit.h)
const CALIBRATED = [4, 5, 7] // the same by calibration or profile
const MOST_JPEG = 64 * 1024 ** 2
/** How many points a picture may leave free or extend beyond the page and still count as the whole page. */
const LOOSE = 2

interface SoleImage {
  object: number
  /** Pixels. */
  width: number
  height: number
  bitsPerPixel: number
  colours: number
}

/** The picture that covers a page alone, as on scanned pages. */
export function soleImage(pdfium: Pdfium, page: number): SoleImage | undefined {
  const { c } = pdfium
  if (c.FPDFPage_CountObjects(page) !== 1) return undefined
  const object = c.FPDFPage_GetObject(page, 0)
  if (object === 0 || c.FPDFPageObj_GetType(object) !== IMAGE) return undefined
  return pdfium.with(28, (pointer) => {
    if (!c.FPDFImageObj_GetImageMetadata(object, page, pointer)) return undefined
    const view = pdfium.view(pointer, 28)
    const [width, height] = [view.getUint32(0, true), view.getUint32(4, true)]
    if (width === 0 || height === 0) return undefined
    return { object, width, height, bitsPerPixel: view.getUint32(16, true), colours: view.getInt32(20, true) }
  })
}

/**
 * The JPEG of a page that consists of one JPEG: upright, over the whole page, in colours that a browser shows the same
 * way. This JPEG is the better picture, and drawing it again takes a hundred times as long.
 */
export function pageJpeg(pdfium: Pdfium, page: number): Uint8Array | undefined {
  const { c } = pdfium
  if (c.FPDFPage_GetRotation(page) !== 0 || c.FPDFPage_GetAnnotCount(page) > 0) return undefined
  const image = soleImage(pdfium, page)
  if (!image || !isPlain(image) || !isWholePage(pdfium, page, image.object)) return undefined
  if (c.FPDFPageObj_HasTransparency(image.object) || isClipped(pdfium, image.object)) return undefined
  if (filters(pdfium, image.object).join() !== 'DCTDecode') return undefined
  const size = c.FPDFImageObj_GetImageDataRaw(image.object, 0, 0)
  if (size === 0 || size > MOST_JPEG) return undefined
  return pdfium.with(size, (pointer) => {
    c.FPDFImageObj_GetImageDataRaw(image.object, pointer, size)
    const bytes = pdfium.bytes(pointer, size).slice()
    return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined
  })
}

function isPlain({ colours, bitsPerPixel }: SoleImage): boolean {
  return [...RGB, ...CALIBRATED].includes(colours) && (bitsPerPixel === 8 || bitsPerPixel === 24)
}

function isClipped(pdfium: Pdfium, object: number): boolean {
  const path = pdfium.c.FPDFPageObj_GetClipPath(object)
  return path !== 0 && pdfium.c.FPDFClipPath_CountPaths(path) > 0
}

/** The matrix of a picture maps its unit square: here upright and from corner to corner. */
function isWholePage(pdfium: Pdfium, page: number, object: number): boolean {
  const { c } = pdfium
  const box = pdfium.with(16, (pointer) => (c.FPDF_GetPageBoundingBox(page, pointer) ? floats(pdfium, pointer, 4) : []))
  const matrix = pdfium.with(24, (pointer) =>
    c.FPDFPageObj_GetMatrix(object, pointer) ? floats(pdfium, pointer, 6) : [],
  )
  const [left, top, right, bottom] = box
  if (left === undefined || matrix.length === 0) return false
  const wanted = [right! - left, 0, 0, top! - bottom!, left, bottom!]
  return wanted.every((value, index) => Math.abs(matrix[index]! - value) <= LOOSE)
}

function floats(pdfium: Pdfium, pointer: number, count: number): number[] {
  const view = pdfium.view(pointer, count * 4)
  return Array.from({ length: count }, (_, index) => view.getFloat32(index * 4, true))
}

function filters(pdfium: Pdfium, object: number): string[] {
  const { c } = pdfium
  return Array.from({ length: c.FPDFImageObj_GetImageFilterCount(object) }, (_, index) =>
    pdfium.with(64, (pointer) => {
      const length = c.FPDFImageObj_GetImageFilter(object, index, pointer, 64)
      return new TextDecoder().decode(pdfium.bytes(pointer, Math.max(0, Math.min(64, length) - 1)).slice())
    }),
  )
}
