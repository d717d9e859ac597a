import type { ZipEntry } from './directory'

/** Rare compression methods, read in the helper process by foreign or slow code (APPNOTE 4.4.5). */
export const METHODS = { deflate64: 9, bzip2: 12, lzma: 14, zstd: 93, xz: 95, ppmd: 98 } as const

const RARE: readonly number[] = Object.values(METHODS)
const NAMES: Record<number, string> = { 1: 'Shrink', 6: 'Implode', 96: 'JPEG', 97: 'WavPack', 99: 'AES' }

export const isRareMethod = (method: number) => RARE.includes(method)

export function methodSentence({ name, method }: ZipEntry): string {
  const called = NAMES[method] ? `method ${method}, ${NAMES[method]}` : `method ${method}`
  return `"${name}" is packed with ZIP ${called}, which is not read. Pack the comic again as a plain ZIP.`
}
