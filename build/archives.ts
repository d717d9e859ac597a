import { crc32 } from 'node:zlib'
import { dosDate, dosTime, ZipFields } from '../src/base/formats/zip/fields'

/** A file of a release. */
export interface ReleaseFile {
  /** The path with `/`, in ASCII and at most 100 characters, the limit of the tar header. */
  name: string
  content: Uint8Array
  /** Whether the file is executable. */
  runs?: boolean
}

const modeOf = ({ runs }: ReleaseFile) => (runs ? 0o755 : 0o644)

const UNIX_FILE = 0o100000
const MADE_ON_UNIX = 3
const NEEDS_VERSION = 20
const DEFLATED = 8

/** A ZIP that stores which files are executable. `now` is the modification time of all files. */
export function zipOf(files: readonly ReleaseFile[], now: string): Buffer {
  const bodies: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.name, 'latin1')
    const packed = Bun.deflateSync(file.content as Uint8Array<ArrayBuffer>, { level: 9 })
    const common = new ZipFields(26)
      .u16(NEEDS_VERSION)
      .u16(0)
      .u16(DEFLATED)
      .u16(dosTime(now))
      .u16(dosDate(now))
      .u32(crc32(file.content))
      .u32(packed.length)
      .u32(file.content.length)
      .u16(name.length)
      .u16(0).all
    const head = new ZipFields(4).u32(0x04034b50).all
    bodies.push(head, common, name, packed)
    const entry = new ZipFields(6).u32(0x02014b50).u16((MADE_ON_UNIX << 8) | NEEDS_VERSION).all
    const rest = new ZipFields(14)
      .u16(0)
      .u16(0)
      .u16(0)
      .u32((UNIX_FILE | modeOf(file)) * 0x10000)
      .u32(at).all
    directory.push(entry, common, rest, name)
    at += head.length + common.length + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = new ZipFields(22).u32(0x06054b50).u32(0).u16(files.length).u16(files.length).u32(listed.length).u32(at)
  return Buffer.concat([...bodies, listed, end.u16(0).all])
}

const BLOCK = 512

/** A .tar.gz without owner names: extracted files belong to the user who extracts them. */
export function tarGzOf(files: readonly ReleaseFile[], now: string): Uint8Array<ArrayBuffer> {
  const seconds = Math.trunc(Date.parse(now) / 1000)
  const blocks = files.flatMap((file) => [tarHead(file, seconds), file.content, filling(file.content.length)])
  return Bun.gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

const filling = (bytes: number) => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

/** POSIX.1-1988, "ustar". */
function tarHead(file: ReleaseFile, seconds: number): Buffer {
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) =>
    head.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  head.write(file.name, 0, 100, 'latin1')
  octal(modeOf(file), 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(file.content.length, 124, 11)
  octal(seconds, 136, 11)
  head.write(' '.repeat(8), 148, 'latin1') // the field of the checksum counts as spaces
  head.write('0', 156, 'latin1') // type: a regular file
  head.write('ustar\x0000', 257, 'latin1')
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  head[154] = 0
  return head
}
