import { instantOfFile } from '../../platform/clock'
import type { OpenFile } from '../../platform/ports'
import { ArchiveError } from '../archives/archive-error'
import type { ListedEntry } from '../archives/pages'
import { BLOCK, isZero, type TarHeader, tarHeader } from './header'

export interface TarLimits {
  entries: number
  /** Bytes of one entry. */
  entryBytes: number
  /** Bytes of a name that is too long for a header. */
  nameBytes: number
}

export const TAR_LIMITS: TarLimits = { entries: 20_000, entryBytes: 128 * 1024 ** 2, nameBytes: 64 * 1024 }

export interface TarEntry extends ListedEntry {
  /** The offset of the content, from the start of the file. */
  offset: number
}

/** A TAR whose headers were read. Entries are read one by one, at their offset in the file. */
class Tar {
  constructor(
    readonly entries: readonly TarEntry[],
    private readonly file: OpenFile,
    private readonly limits: TarLimits,
  ) {}

  /** The stored bytes: a TAR has no checksum of contents. Throws ArchiveError 'damaged' or 'too_large'. */
  async read(entry: TarEntry): Promise<Uint8Array> {
    if (entry.size > this.limits.entryBytes)
      throw new ArchiveError('too_large', `"${entry.name}" has ${entry.size} bytes.`)
    const content = await this.file.read(entry.offset, entry.size)
    if (content.length < entry.size) throw new ArchiveError('damaged', `"${entry.name}" is cut off.`)
    return content
  }

  /** The first bytes of an entry, at most `length`. */
  head(entry: TarEntry, length: number): Promise<Uint8Array> {
    return this.file.read(entry.offset, Math.min(length, entry.size))
  }
}

/** What the headers before an entry say about the entry: GNU's long names (`L`) and POSIX attributes (`x`). */
interface Said {
  name?: string
  size?: number
  sparse?: boolean
}

/**
 * Reads the headers of a TAR, with one small read per entry. Supports v7, ustar, pax (POSIX.1-2001) and GNU headers;
 * links, devices and sparse files are left out. Throws ArchiveError 'damaged' (also for a truncated file) or
 * 'too_large'. The caller closes `file`.
 */
export async function openTar(file: OpenFile, limits: TarLimits = TAR_LIMITS): Promise<Tar> {
  const entries: TarEntry[] = []
  let pax: Said = {}
  let headers = 0
  for (let at = 0; ; ) {
    const block = await file.read(at, BLOCK)
    if (block.length < BLOCK) throw new ArchiveError('damaged', 'The file was cut off: the TAR has no end mark.')
    if (isZero(block)) return new Tar(entries, file, limits)
    if (++headers > limits.entries * 3) throw new ArchiveError('too_large', 'The TAR has too many headers.')
    const header = tarHeader(block)
    if (!header) throw new ArchiveError('damaged', `The TAR is damaged: there is no header at byte ${at}.`)
    const isRemark = 'LKxg'.includes(header.kind)
    const size = isRemark ? header.size : (pax.size ?? header.size)
    const offset = at + BLOCK
    at = offset + Math.ceil(size / BLOCK) * BLOCK
    if (offset + size > file.size)
      throw new ArchiveError('damaged', 'The file was cut off: the end of the TAR is missing.')
    if (isRemark) {
      pax = { ...pax, ...(await remark(file, header, offset, limits)) }
      continue
    }
    if (isContent(header) && !pax.sparse) entries.push(entryOf(header, pax, { size, offset }))
    if (entries.length > limits.entries)
      throw new ArchiveError('too_large', `The TAR has more than ${limits.entries} entries.`)
    pax = {}
  }
}

/** Regular files (old and contiguous ones too) and folders; pax calls folders and files alike. */
const isContent = ({ kind }: TarHeader) => kind === '0' || kind === '7' || kind === '5'

function entryOf(header: TarHeader, pax: Said, place: { size: number; offset: number }): TarEntry {
  const name = (pax.name ?? header.name).replaceAll('\\', '/')
  const folder = header.kind === '5' || name.endsWith('/')
  const modified = header.modified ? instantOfFile(header.modified * 1000) : undefined
  return { name, folder, encrypted: false, ...place, ...(modified ? { modified } : {}) }
}

async function remark(file: OpenFile, header: TarHeader, offset: number, limits: TarLimits): Promise<Said> {
  if (header.kind !== 'L' && header.kind !== 'x') return {} // headers of links, or of all that follows, are not needed
  if (header.size > limits.nameBytes) throw new ArchiveError('too_large', `A name in the TAR has ${header.size} bytes.`)
  const body = await file.read(offset, header.size)
  if (header.kind === 'x') return attributes(body)
  return { name: new TextDecoder().decode(body).replace(/\0.*$/s, '') }
}

/** Records of `length key=value\n`; the length is in bytes and includes itself. */
function attributes(body: Uint8Array): Said {
  const pax: Said = {}
  const decoder = new TextDecoder()
  for (let at = 0; at < body.length; ) {
    const length = Number.parseInt(decoder.decode(body.subarray(at, at + 12)), 10)
    const record = decoder.decode(body.subarray(at, at + length))
    if (!(length > 0) || at + length > body.length) throw new ArchiveError('damaged', 'An attribute of the TAR is cut.')
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(record) ?? []
    if (key === 'path' && value) pax.name = value
    if (key === 'size' && /^\d{1,15}$/.test(value ?? '')) pax.size = Number(value)
    if (key?.startsWith('GNU.sparse.')) pax.sparse = true
    at += length
  }
  return pax
}
