import { makePicture } from '../../platform/images'
import { ArchiveError, type FaultKind } from '../archives/archive-error'
import {
  type DiskFile,
  type DocumentInfo,
  type HelperEntry,
  type LibraryArchive,
  type Pixels,
  readAt,
} from '../helper/library'
import { bmp } from '../images/bmp'
import { imageFacts } from '../images/images'
import { pageJpeg, soleImage } from './image'
import type { Pdfium } from './pdfium-module'

export interface PdfLimits {
  /** PDFium counts the bytes of a file in signed 32-bit numbers. */
  fileBytes: number
  /** A comic has hundreds of pages, not tens of thousands. */
  pages: number
}

export const PDF_LIMITS: PdfLimits = { fileBytes: 2 * 1024 ** 3 - 1, pages: 10_000 }

/** Pixels of the shorter side of a drawn page: sharp on a tablet and quick to draw. */
const SHORT_SIDE = 1800
/** Scans are drawn at their own size within these limits. */
const SCAN_LEAST = 800
const SCAN_MOST = 2400
const LONG_SIDE = 16_000
const MOST_PIXELS = 24_000_000
const QUALITY = 88

/** Of the information dictionary (ISO 32000-1, 14.3.3). */
const INFO_FIELDS = ['Title', 'Author', 'Subject', 'Keywords']
/** A longer text is left out, in bytes. */
const MOST_INFO = 64 * 1024

const BGRX = 3
const WHITE = 0xffffffff
const WITH_ANNOTATIONS = 0x01

/** One PDF whose pages PDFium draws as JPEG. A page that consists of one JPEG is returned as that JPEG. */
export class Pdf implements LibraryArchive {
  documentInfo: DocumentInfo | undefined
  private document: { pointer: number; access: number } | undefined

  constructor(
    private readonly pdfium: Pdfium,
    private readonly limits: PdfLimits = PDF_LIMITS,
  ) {}

  /** One entry per page; `size` is 0, because the byte count is known only after drawing. */
  list(file: DiskFile): HelperEntry[] {
    this.pdfium.use(file)
    const count = this.pdfium.c.FPDF_GetPageCount(this.open(file))
    if (count > this.limits.pages) throw new ArchiveError('too_large', `The PDF has ${count} pages.`)
    if (count <= 0) throw new ArchiveError('damaged', 'The PDF has no pages.')
    this.documentInfo = this.readInfo(this.open(file))
    const entry = (index: number) => ({ index, name: `page ${index + 1}`, folder: false, encrypted: false, size: 0 })
    return Array.from({ length: count }, (_, index) => entry(index))
  }

  /** The page as a JPEG. Throws ArchiveError. */
  async read(file: DiskFile, index: number): Promise<Uint8Array> {
    const { c } = this.pdfium
    this.pdfium.use(file)
    const page = c.FPDF_LoadPage(this.open(file), index)
    if (page === 0) throw this.failure(`Page ${index + 1} of the PDF is damaged.`)
    let drawn: Uint8Array
    try {
      const jpeg = pageJpeg(this.pdfium, page)
      if (jpeg) return jpeg
      drawn = this.draw(page, index)
    } finally {
      c.FPDF_ClosePage(page)
    }
    return makePicture(drawn, { type: 'jpeg', quality: QUALITY })
  }

  /** Pixels as drawn by `read`. Throws ArchiveError. */
  measure(file: DiskFile, index: number): Pixels {
    const { c } = this.pdfium
    this.pdfium.use(file)
    const page = c.FPDF_LoadPage(this.open(file), index)
    if (page === 0) throw this.failure(`Page ${index + 1} of the PDF is damaged.`)
    try {
      const jpeg = pageJpeg(this.pdfium, page)
      const facts = jpeg && imageFacts(jpeg)
      return facts ? { width: facts.width, height: facts.height } : pixels(this.pdfium, page, index)
    } finally {
      c.FPDF_ClosePage(page)
    }
  }

  close(): void {
    const { document } = this
    this.document = undefined
    if (!document) return
    this.pdfium.c.FPDF_CloseDocument(document.pointer)
    this.pdfium.c.free(document.access)
  }

  private open(file: DiskFile): number {
    if (this.document) return this.document.pointer
    if (file.size > this.limits.fileBytes) throw new ArchiveError('too_large', `The PDF has ${file.size} bytes.`)
    refuseCut(file)
    const access = this.pdfium.access(file.size)
    const pointer = this.pdfium.c.FPDF_LoadCustomDocument(access, 0)
    if (pointer === 0) {
      this.pdfium.c.free(access)
      throw this.failure('The PDF is damaged.')
    }
    this.document = { pointer, access }
    return pointer
  }

  /** The page as a BMP of 32 bits, top row first. */
  private draw(page: number, index: number): Uint8Array {
    const { c } = this.pdfium
    const { width, height } = pixels(this.pdfium, page, index)
    const bitmap = c.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0)
    if (bitmap === 0) throw new ArchiveError('too_large', `Page ${index + 1} of the PDF needs too much memory.`)
    try {
      c.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      c.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS)
      if (this.pdfium.failure) throw this.pdfium.failure
      const rows = this.pdfium.bytes(c.FPDFBitmap_GetBuffer(bitmap), c.FPDFBitmap_GetStride(bitmap) * height)
      return bmp(width, height, rows)
    } finally {
      c.FPDFBitmap_Destroy(bitmap)
    }
  }

  private readInfo(document: number): DocumentInfo {
    const fields = INFO_FIELDS.map((name) => [name.toLowerCase(), this.infoText(document, name)] as const)
    return Object.fromEntries(fields.filter(([, text]) => text !== ''))
  }

  private infoText(document: number, name: string): string {
    const { c } = this.pdfium
    const tag = Buffer.from(`${name}\0`)
    return this.pdfium.with(tag.length + MOST_INFO, (at) => {
      this.pdfium.bytes(at, tag.length).set(tag)
      const into = at + tag.length
      const length = c.FPDF_GetMetaText(document, at, into, MOST_INFO)
      if (length <= 2 || length > MOST_INFO) return ''
      return new TextDecoder('utf-16le').decode(this.pdfium.bytes(into, length - 2)).trim()
    })
  }

  private failure(sentence: string): ArchiveError {
    if (this.pdfium.failure) return this.pdfium.failure
    const [fault, message] = ERRORS[this.pdfium.c.FPDF_GetLastError()] ?? ['damaged', sentence]
    return new ArchiveError(fault, message)
  }
}

const LOCKED = 'The PDF is protected by a password. Only a copy without one can be read.'
/** FPDF_GetLastError (public/fpdfview.h). */
const ERRORS: Record<number, [FaultKind, string]> = {
  3: ['damaged', 'The PDF is damaged: it has no readable structure.'],
  4: ['encrypted', LOCKED],
  5: ['encrypted', 'The PDF is protected in a way that is not read.'],
}

const TAIL = 4096

/**
 * Every PDF ends with `startxref` (ISO 32000-1, 7.5.5). PDFium opens the remains of a PDF without it, with pages
 * missing.
 */
function refuseCut(file: DiskFile): void {
  const tail = readAt(file, Math.max(0, file.size - TAIL), TAIL)
  if (!Buffer.from(tail.buffer, tail.byteOffset, tail.length).includes('startxref'))
    throw new ArchiveError('damaged', 'The file was cut off: the end of the PDF is missing.')
}

function pixels(pdfium: Pdfium, page: number, index: number): Pixels {
  const [across, down] = [pdfium.c.FPDF_GetPageWidthF(page), pdfium.c.FPDF_GetPageHeightF(page)]
  if (!(across > 0 && down > 0)) throw new ArchiveError('damaged', `Page ${index + 1} of the PDF has no size.`)
  const image = soleImage(pdfium, page)
  const short = image ? clamp(Math.min(image.width, image.height), SCAN_LEAST, SCAN_MOST) : SHORT_SIDE
  const scale = Math.min(
    short / Math.min(across, down),
    LONG_SIDE / Math.max(across, down),
    Math.sqrt(MOST_PIXELS / (across * down)),
  )
  return { width: Math.max(1, Math.round(across * scale)), height: Math.max(1, Math.round(down * scale)) }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
