import { ArchiveError } from '../archives/archive-error'
import { fromCp437 } from './cp437'

/** One entry as the central directory describes it (APPNOTE 6.3.10, 4.3.12). */
export interface ZipEntry {
  /** Path inside the archive with `/`. Only a name: nothing is ever written to that path. */
  name: string
  folder: boolean
  encrypted: boolean
  /** 0 stored, 8 deflated; the helper process reads some other methods, the rest is only listed. */
  method: number
  crc: number
  /** Packed bytes. */
  packed: number
  /** Unpacked bytes. */
  size: number
  /** Offset of the local header, from the start of the file; negative when the directory does not state it. */
  offset: number
  /** Bytes of the name as stored: the local header repeats the name. */
  nameBytes: number
  /** LZMA: the stream contains an end mark. */
  lzmaEnd: boolean
  /** A link, a device or the like, which has no content. */
  link: boolean
}

export const ENTRY_SIGNATURE = 0x02014b50
const HEAD = 46
const FULL32 = 0xffffffff
const FLAG_ENCRYPTED = 0x0001
const FLAG_LZMA_END = 0x0002
const FLAG_UTF8 = 0x0800
/** Systems that keep a Unix mode in the upper half of the attributes (APPNOTE 4.4.2: Unix, OS X). */
const UNIX = [3, 19]
const KIND = 0o170000
const [FILE, FOLDER] = [0o100000, 0o040000]

/**
 * The entries of a central directory. `base` is the number of bytes before the archive in its file, as in some
 * downloads; `most` limits the entries. Throws ArchiveError 'damaged' or 'too_large'.
 */
export function parseDirectory(bytes: Uint8Array, base: number, most: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ZipEntry[] = []
  let at = 0
  while (at + HEAD <= bytes.length && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    if (entries.length === most) throw new ArchiveError('too_large', `The archive has more than ${most} entries.`)
    const nameBytes = view.getUint16(at + 28, true)
    const extraBytes = view.getUint16(at + 30, true)
    const next = at + HEAD + nameBytes + extraBytes + view.getUint16(at + 32, true)
    if (next > bytes.length) break
    const nameAt = at + HEAD
    const extra = bytes.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes)
    entries.push(entryOf(view, at, bytes.subarray(nameAt, nameAt + nameBytes), extra, base))
    at = next
  }
  return entries
}

function entryOf(view: DataView, at: number, rawName: Uint8Array, extra: Uint8Array, base: number): ZipEntry {
  const flags = view.getUint16(at + 8, true)
  const sizes = {
    size: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  }
  // A truncated record costs its own entry, not the archive.
  const isWhole = widen(sizes, extra)
  const name = nameOf(rawName, (flags & FLAG_UTF8) !== 0, extra)
  const kind = UNIX.includes(view.getUint8(at + 5)) ? view.getUint16(at + 40, true) & KIND : 0
  return {
    name,
    folder: name.endsWith('/') || kind === FOLDER,
    link: kind !== 0 && kind !== FILE && kind !== FOLDER,
    encrypted: (flags & FLAG_ENCRYPTED) !== 0,
    lzmaEnd: (flags & FLAG_LZMA_END) !== 0,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: sizes.packed,
    size: sizes.size,
    offset: isWhole ? sizes.offset + base : -1,
    nameBytes: rawName.length,
  }
}

/** The body of one extra field; undefined when the entry has no field with that id. */
function extraField(extra: Uint8Array, id: number): DataView | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = view.getUint16(at + 2, true)
    if (at + 4 + length > extra.length) return undefined
    if (view.getUint16(at, true) === id) return new DataView(extra.buffer, extra.byteOffset + at + 4, length)
    at += 4 + length
  }
  return undefined
}

/**
 * ZIP64 (APPNOTE 4.5.3): holds only the values that exceed 32 bits, always in this order. False when the field is
 * truncated.
 */
function widen(sizes: { size: number; packed: number; offset: number }, extra: Uint8Array): boolean {
  const wide = extraField(extra, 0x0001)
  let at = 0
  for (const key of ['size', 'packed', 'offset'] as const) {
    if (sizes[key] !== FULL32) continue
    if (!wide || at + 8 > wide.byteLength) return false
    sizes[key] = Number(wide.getBigUint64(at, true))
    at += 8
  }
  return true
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const looseUtf8 = new TextDecoder('utf-8')

/** Many tools write UTF-8 without the flag; text in code page 437 is practically never valid UTF-8. */
function nameOf(raw: Uint8Array, saysUtf8: boolean, extra: Uint8Array): string {
  const unicode = saysUtf8 ? undefined : unicodePath(extra)
  return (unicode ?? decoded(raw, saysUtf8)).replaceAll('\\', '/')
}

function decoded(raw: Uint8Array, saysUtf8: boolean): string {
  if (saysUtf8) return looseUtf8.decode(raw)
  try {
    return strictUtf8.decode(raw)
  } catch {
    return fromCp437(raw)
  }
}

/** Info-ZIP's field for the name in UTF-8 (APPNOTE 4.6.9), after one byte of version and a CRC. */
function unicodePath(extra: Uint8Array): string | undefined {
  if (extra.length < 9) return undefined
  const field = extraField(extra, 0x7075)
  if (!field || field.byteLength < 6) return undefined
  return looseUtf8.decode(new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5))
}
