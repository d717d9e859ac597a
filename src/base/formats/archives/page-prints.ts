import type { ArchivePage } from './archive'

/** The sum of a page's bytes: pages with the same print are the same picture, which is verified before files change. */
export interface PageSum {
  crc: number
  size: number
}

/** A page of a file by its sum. */
export interface PagePrint extends PageSum {
  /** Index among all pages. */
  page: number
}

/**
 * Adverts and credits are at the ends. All pages of 250,000 issues would need 340 MB in the library's database instead
 * of 86.
 */
const FIRST = 3
const LAST = 5

/** The first and last pages whose archive states a checksum. Of equal ones only the first counts. */
export function endPrints(pages: readonly ArchivePage[]): PagePrint[] {
  const ends = [...pages.keys()].filter((page) => page < FIRST || page >= pages.length - LAST)
  const found = new Map<string, PagePrint>()
  for (const page of ends) {
    const { crc, size } = pages[page]!
    if (crc === undefined || size === 0) continue
    const key = pageId({ crc, size })
    if (!found.has(key)) found.set(key, { page, crc, size })
  }
  return [...found.values()]
}

/** All places of these pages in a file, by index among all pages. */
export function placesOf(pages: readonly ArchivePage[], sums: readonly PageSum[]): number[] {
  const wanted = new Set(sums.map(pageId))
  return [...pages.keys()].filter((page) => {
    const { crc, size } = pages[page]!
    return crc !== undefined && wanted.has(pageId({ crc, size }))
  })
}

/** How a page is named in addresses. */
export const pageId = ({ crc, size }: PageSum): string => `${crc.toString(16).padStart(8, '0')}-${size}`

/** Undefined for text that names no page. */
export function parsePageId(text: string): PageSum | undefined {
  const [, crc, size] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(text) ?? []
  return crc === undefined ? undefined : { crc: Number.parseInt(crc, 16), size: Number(size) }
}

const BYTES = 10

/** Ten bytes for each page. */
export function packPrints(prints: readonly PagePrint[]): Buffer {
  const packed = Buffer.alloc(prints.length * BYTES)
  for (const [at, { crc, size, page }] of prints.entries()) {
    packed.writeUInt32LE(crc, at * BYTES)
    packed.writeUInt32LE(Math.min(size, 0xffffffff), at * BYTES + 4)
    packed.writeUInt16LE(Math.min(page, 0xffff), at * BYTES + 8)
  }
  return packed
}

export function unpackPrints(packed: Uint8Array): PagePrint[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: Math.floor(packed.length / BYTES) }, (_, nth) => {
    const at = nth * BYTES
    return { crc: view.getUint32(at, true), size: view.getUint32(at + 4, true), page: view.getUint16(at + 8, true) }
  })
}
