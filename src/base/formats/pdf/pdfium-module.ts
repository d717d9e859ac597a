import { ArchiveError } from '../archives/archive-error'
import { type DiskFile, fillBuffer } from '../helper/library'

/**
 * The part of PDFium's C functions (public/fpdfview.h, fpdf_edit.h) that Panelkeep calls, as the WASM module exports
 * them. Pointers are addresses in its memory, 0 is none. Every call is synchronous.
 */
export interface PdfiumExports {
  memory: WebAssembly.Memory
  __indirect_function_table: WebAssembly.Table
  malloc(size: number): number
  free(pointer: number): void
  FPDF_InitLibrary(): void
  /** `access` is an FPDF_FILEACCESS. 0 after an error. */
  FPDF_LoadCustomDocument(access: number, password: number): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  /** Text in UTF-16LE with a final zero. Returns the number of bytes; fills `into` when they fit. */
  FPDF_GetMetaText(document: number, tag: number, into: number, size: number): number
  FPDF_CloseDocument(document: number): void
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  /** In points, 1/72 inch, with the page's rotation applied. */
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDFPage_GetRotation(page: number): number
  FPDFPage_GetAnnotCount(page: number): number
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFPageObj_HasTransparency(object: number): number
  FPDFPageObj_GetClipPath(object: number): number
  FPDFClipPath_CountPaths(path: number): number
  /** Six floats: a b c d e f. */
  FPDFPageObj_GetMatrix(object: number, matrix: number): number
  /** Four floats: left, top, right, bottom. */
  FPDF_GetPageBoundingBox(page: number, box: number): number
  FPDFImageObj_GetImageFilterCount(object: number): number
  FPDFImageObj_GetImageFilter(object: number, index: number, into: number, size: number): number
  /** Returns the number of bytes; fills `into` when they fit. */
  FPDFImageObj_GetImageDataRaw(object: number, into: number, size: number): number
  /** Seven words: width, height, two resolutions, bits per pixel, colour space, mark. */
  FPDFImageObj_GetImageMetadata(object: number, page: number, metadata: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, color: number): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
}

/**
 * A module with one function `(i32, i32, i32, i32) → i32` that forwards its call: a table of WASM functions accepts no
 * JavaScript function.
 */
const PASSING_ON = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
  ...[1, 9, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f], // type
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0], // import e.f
  ...[7, 5, 1, 1, 0x66, 0, 0], // export f
])

/** The module's table cannot grow, but its first slot, the null pointer, is empty and callable. */
const FREE_PLACE = 0

/** PDFium with file access piece by piece. */
export class Pdfium {
  /** The first disk failure since `use`. */
  failure: ArchiveError | undefined
  private file: DiskFile | undefined

  constructor(readonly c: PdfiumExports) {
    const f = (_parameter: number, at: number, into: number, size: number) => this.read(at >>> 0, into, size >>> 0)
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(PASSING_ON), { e: { f } })
    c.__indirect_function_table.set(FREE_PLACE, exports.f)
    c.FPDF_InitLibrary()
  }

  /** Makes PDFium read from `file` until the next call. */
  use(file: DiskFile): void {
    this.file = file
    this.failure = undefined
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.c.memory.buffer, at, length)
  }

  view(at: number, length: number): DataView {
    return new DataView(this.c.memory.buffer, at, length)
  }

  /** An FPDF_FILEACCESS; the caller frees it after its document. */
  access(size: number): number {
    const pointer = this.c.malloc(12)
    const view = this.view(pointer, 12)
    view.setUint32(0, size, true)
    view.setUint32(4, FREE_PLACE, true)
    view.setUint32(8, 0, true)
    return pointer
  }

  /** Runs `use` with `size` bytes of the module's memory. */
  with<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.c.malloc(size)
    try {
      return use(pointer)
    } finally {
      this.c.free(pointer)
    }
  }

  /** PDFium calls this for a block of the file; an exception cannot pass through PDFium. */
  private read(at: number, into: number, size: number): number {
    try {
      return this.file && fillBuffer(this.file, this.bytes(into, size), at) === size ? 1 : 0
    } catch (error) {
      this.failure ??= error instanceof ArchiveError ? error : new ArchiveError('unreadable', String(error))
      return 0
    }
  }
}
