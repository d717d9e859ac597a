import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Archives and pictures for tests: the same input makes the same bytes. */

export interface Entry {
  name: string
  data: Uint8Array | string
  /** ZIP: the name in these bytes instead of UTF-8, without the flag that says UTF-8. */
  rawName?: Uint8Array
  /** ZIP: sizes and checksum follow the data, as streaming writers do. */
  descriptor?: boolean
  /** Sets the encrypted flag; the data is not encrypted. */
  encrypted?: boolean
  /** ZIP: the number of another compression method, and the packed bytes. */
  packed?: { method: number; bytes: Uint8Array }
  /** ZIP: extra fields of its directory record. */
  extra?: Uint8Array
  /** ZIP: the Unix mode, such as 0o120777 of a link. */
  mode?: number
}

/** Names with their contents, or entries with more options. */
export type Entries = Record<string, Uint8Array | string> | Entry[]

export interface ZipOptions {
  /** Stores the entries uncompressed. */
  store?: boolean
  /** Adds this ComicInfo.xml as the last entry, where taggers put it. */
  comicInfo?: string
  zip64?: boolean
  /** With `zip64`: the offset of these bytes in a file too large to create. */
  at?: number
  /** Bytes in front of the archive. */
  prefix?: Uint8Array
  comment?: string
}

export const bytesOf = (data: Uint8Array | string) => (typeof data === 'string' ? Buffer.from(data) : data)
export const list = (entries: Entries): Entry[] =>
  Array.isArray(entries) ? entries : Object.entries(entries).map(([name, data]) => ({ name, data }))

/** Little-endian fields: `[bytes, value]`. */
function fields(...pairs: [1 | 2 | 4 | 8, number][]): Buffer {
  const out = Buffer.alloc(pairs.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of pairs) {
    if (width === 8) out.writeBigUInt64LE(BigInt(value), at)
    else out.writeUIntLE(value, at, width)
    at += width
  }
  return out
}

const DOS_TIME = 0x6000
const DOS_DATE = 0x5d75
const FULL32 = 0xffffffff

export function makeCbz(entries: Entries, options: ZipOptions = {}): Uint8Array {
  const all = options.comicInfo ? [...list(entries), { name: 'ComicInfo.xml', data: options.comicInfo }] : list(entries)
  const body: Uint8Array[] = []
  const directory: Uint8Array[] = []
  const start = options.at ?? 0
  let offset = start
  for (const entry of all) {
    const { local, central } = zipEntry(entry, offset, options)
    body.push(...local)
    directory.push(...central)
    offset += local.reduce((sum, part) => sum + part.length, 0)
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const wide = options.zip64 ? zip64End(all.length, size, offset) : new Uint8Array(0)
  const comment = Buffer.from(options.comment ?? '')
  const [count, at] = options.zip64 ? [0xffff, FULL32] : [all.length, offset]
  const end = fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, at], [2, comment.length])
  return Buffer.concat([options.prefix ?? new Uint8Array(0), ...body, ...directory, wide, end, comment])
}

function zipEntry(entry: Entry, offset: number, { store, zip64 }: ZipOptions) {
  const data = bytesOf(entry.data)
  const name = entry.rawName ?? Buffer.from(entry.name)
  const packed = entry.packed?.bytes ?? (store ? data : deflateRawSync(data))
  const method = entry.packed?.method ?? (store ? 0 : 8)
  const crc = crc32(data)
  const flags = (entry.encrypted ? 1 : 0) | (entry.descriptor ? 8 : 0) | (entry.rawName ? 0 : 0x0800)
  const sums: [4, number][] = [
    [4, crc],
    [4, packed.length],
    [4, zip64 ? FULL32 : data.length],
  ]
  const head = (seen: [4, number][]) =>
    fields([2, 20], [2, flags], [2, method], [2, DOS_TIME], [2, DOS_DATE], ...seen, [2, name.length])
  const extra = zip64 ? fields([2, 1], [2, 16], [8, data.length], [8, offset]) : Buffer.alloc(0)
  const localSums: [4, number][] = entry.descriptor
    ? [
        [4, 0],
        [4, 0],
        [4, 0],
      ]
    : sums
  const tail = entry.descriptor ? fields([4, 0x08074b50], ...sums) : Buffer.alloc(0)
  const attributes = (entry.mode ?? 0) * 0x10000
  const more = Buffer.concat([extra, entry.extra ?? Buffer.alloc(0)])
  const rest = fields([2, more.length], [2, 0], [2, 0], [2, 0], [4, attributes], [4, zip64 ? FULL32 : offset])
  return {
    local: [fields([4, 0x04034b50]), head(localSums), fields([2, extra.length]), name, extra, packed, tail],
    central: [fields([4, 0x02014b50], [2, entry.mode === undefined ? 20 : 0x0314]), head(sums), rest, name, more],
  }
}

function zip64End(count: number, size: number, offset: number): Buffer {
  const record = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  )
  return Buffer.concat([record, fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])])
}

/** A RAR whose entries are stored, in format 4 or 5. `volume` marks it as one part of several. */
export function makeCbr(entries: Entries, options: { rar5?: boolean; volume?: boolean } = {}): Uint8Array {
  return options.rar5 ? rar5(list(entries), options.volume) : rar4(list(entries), options.volume)
}

function rar4(entries: Entry[], volume = false): Uint8Array {
  const block = (kind: number, flags: number, rest: Uint8Array) => {
    const head = Buffer.concat([fields([1, kind], [2, flags], [2, 7 + rest.length]), rest])
    return Buffer.concat([fields([2, crc32(head) & 0xffff]), head])
  }
  const parts = [Buffer.from('Rar!\x1a\x07\0', 'latin1'), block(0x73, volume ? 1 : 0, Buffer.alloc(6))]
  for (const entry of entries) {
    const [data, name] = [bytesOf(entry.data), Buffer.from(entry.name)]
    const sizes = fields([4, data.length], [4, data.length], [1, 3], [4, crc32(data)], [2, DOS_TIME], [2, DOS_DATE])
    const rest = fields([1, 29], [1, 0x30], [2, name.length], [4, 0o100644])
    const flags = 0x8000 | 0x0200 | (entry.encrypted ? 4 : 0)
    parts.push(block(0x74, flags, Buffer.concat([sizes, rest, name])), Buffer.from(data))
  }
  return Buffer.concat([...parts, block(0x7b, 0x4000, new Uint8Array(0))])
}

function rar5(entries: Entry[], volume = false): Uint8Array {
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]
  const block = (...body: number[]) => {
    const head = Buffer.from([...varint(body.length), ...body])
    return Buffer.concat([fields([4, crc32(head)]), head])
  }
  const parts = [Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'), block(1, 0, volume ? 1 : 0)]
  for (const entry of entries) {
    const [data, name] = [bytesOf(entry.data), Buffer.from(entry.name)]
    const sum = [...fields([4, crc32(data)])]
    const sizes = [...varint(data.length), 4, ...varint(data.length), ...varint(0o100644), ...sum]
    parts.push(block(2, 2, ...sizes, 0, 1, ...varint(name.length), ...name), Buffer.from(data))
  }
  return Buffer.concat([...parts, block(5, 0, 0)])
}

type Rgb = readonly [number, number, number]

/** Glyphs 3 wide and 5 high: five octal digits, one for each row. */
const GLYPHS: Record<string, string> = Object.fromEntries(
  (
    '0:75557 1:26227 2:71747 3:71717 4:55711 5:74717 6:74757 7:71111 8:75757 9:75717 A:25755 B:65656 C:34443 D:65556 ' +
    'E:74647 F:74644 G:34553 H:55755 I:72227 J:11152 K:55655 L:44447 M:57755 N:65555 O:25552 P:65644 Q:25563 ' +
    'R:65655 S:34216 T:72222 U:55557 V:55522 W:55775 X:55255 Y:55222 Z:71247 #:57575 -:00700 .:00002 /:11244'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(2)]),
)

/** A page: six panels in shades of `colour` on white, `label` (letters, digits, `#-./`) in the middle. */
export function makePng(width: number, height: number, colour: Rgb, label = ''): Uint8Array {
  const row = 1 + width * 3
  const pixels = Buffer.alloc(row * height, 255)
  const paint = (x: number, y: number, w: number, h: number, colour: Rgb) => {
    const [left, right] = [Math.max(0, x), Math.min(width, x + w)]
    // Draws a line at a time: dot by dot takes twenty times as long, and tests draw thousands of pages.
    const dots = Buffer.alloc(Math.max(0, right - left) * 3, Uint8Array.from(colour))
    for (let line = Math.max(0, y); line < Math.min(height, y + h); line++) pixels.set(dots, line * row + 1 + left * 3)
  }
  const [across, down, gap] = [width / 2, height / 3, Math.ceil(width / 40)]
  for (let panel = 0; panel < 6; panel++) {
    const shade = 1 - panel * 0.12
    const x = Math.round((panel % 2) * across + gap)
    const y = Math.round(Math.floor(panel / 2) * down + gap)
    paint(
      x,
      y,
      Math.round(across - gap * 1.5),
      Math.round(down - gap * 1.5),
      colour.map((part) => Math.round(part * shade)) as unknown as Rgb,
    )
  }
  write(label, width, height, paint)
  for (let line = 0; line < height; line++) pixels[line * row] = 0
  return png(width, height, deflateSync(pixels))
}

function write(
  label: string,
  width: number,
  height: number,
  paint: (x: number, y: number, w: number, h: number, c: Rgb) => void,
) {
  const dot = Math.floor(Math.min(width / (label.length * 4 + 3), height / 9))
  if (label === '' || dot < 1) return
  const [left, top] = [Math.floor((width - label.length * 4 * dot) / 2), Math.floor((height - 5 * dot) / 2)]
  paint(left - dot, top - dot, (label.length * 4 + 1) * dot, 7 * dot, [255, 255, 255])
  for (const [index, letter] of [...label.toUpperCase()].entries())
    for (const [line, octal] of [...(GLYPHS[letter] ?? '00000')].entries())
      for (let column = 0; column < 3; column++)
        if (Number(octal) & (4 >> column))
          paint(left + (index * 4 + column) * dot, top + line * dot, dot, dot, [20, 20, 30])
}

/** A PNG of 8-bit RGB: `data` is its rows, each after a filter byte, deflated. */
export function png(width: number, height: number, data: Uint8Array): Uint8Array {
  const chunk = (kind: string, body: Uint8Array) => {
    const head = Buffer.concat([Buffer.from(kind, 'latin1'), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(head))
    return Buffer.concat([length, head, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits, RGB
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** The same page as a JPEG. */
export function makeJpeg(width: number, height: number, colour: Rgb, label = ''): Promise<Uint8Array> {
  return new Bun.Image(makePng(width, height, colour, label)).jpeg({ quality: 80 }).bytes()
}

/** `count` small pages, `p1.png` onwards, each in another colour. */
export function makePages(count: number, [width, height] = [60, 90]): Record<string, Uint8Array> {
  const colour = (index: number): Rgb => [(index * 67) % 256, (index * 131 + 60) % 256, (index * 29 + 120) % 256]
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `p${index + 1}.png`,
      makePng(width!, height!, colour(index), `${index + 1}`),
    ]),
  )
}

export type Damage = 'cut' | 'flip' | 'empty' | 'web page'

/**
 * A copy damaged like bad downloads: without its last 40 %, with a flipped bit in the middle, empty, or an error
 * page.
 */
export function damage(bytes: Uint8Array, how: Damage): Uint8Array {
  if (how === 'empty') return new Uint8Array(0)
  if (how === 'web page') return Buffer.from('<!DOCTYPE html>\n<html><title>502 Bad Gateway</title></html>\n')
  if (how === 'cut') return bytes.slice(0, Math.floor(bytes.length * 0.6))
  const copy = Uint8Array.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = copy[middle]! ^ 0x10
  return copy
}

/** A page of 64 MiB of zeros in a file of 64 KiB. */
export function makeBomb(): Uint8Array {
  return makeCbz({ 'p1.png': Buffer.alloc(64 * 1024 * 1024) })
}
