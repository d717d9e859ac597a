import { crc32 } from '../../platform/digest'
import type { Instant, OpenFile } from '../../platform/ports'
import { ArchiveError } from '../archives/archive-error'
import type { ZipEntry } from './directory'
import { dosDate, dosTime, MOST_16, MOST_32, ZipFields } from './fields'
import { ZipRecord } from './record'
import { readZipDirectory, type ZipDirectory, type ZipLimits } from './zip'

/** Receives the bytes of the new archive, piece by piece. */
type Sink = (bytes: Uint8Array) => Promise<void>

/** The changes of a copy: `content` null leaves the entry out. A name that does not exist yet is added at the end. */
export interface ZipEdit {
  /** As in `ZipEntry.name`. */
  name: string
  content: Uint8Array | null
}

/** One of the largest known comics has 4,000 entries; the directory has to fit into memory. */
const LIMITS: ZipLimits = { entries: 1_000_000, directoryBytes: 256 * 1024 ** 2, entryBytes: Number.MAX_SAFE_INTEGER }
const PIECE = 1024 * 1024
const LOCAL_BYTES = 30
const LOCAL_SIGNATURE = 0x04034b50
const UTF8 = 0x0800
const UNIX_FILE = 0o100644

/**
 * Copies a ZIP with some entries changed. Everything else is copied byte by byte: packed data, headers, names, times,
 * attributes, extra fields, data descriptors, the order, the comment and bytes before the archive. A changed entry
 * keeps its place; of several with its name only one stays. New content is stored, not compressed. Memory: the
 * directory and one MiB. Zip64 where offsets or the number of entries need it. Throws ArchiveError 'encrypted',
 * 'unsupported' (one part of several), 'damaged', or 'not_an_archive' without a directory.
 */
export async function rewriteZip(
  file: OpenFile,
  edits: readonly ZipEdit[],
  modified: Instant,
  write: Sink,
): Promise<void> {
  const directory = await readZipDirectory(file, LIMITS)
  if (!directory) throw new ArchiveError('not_an_archive', 'The file is not a ZIP, or it was cut off.')
  refuse(directory)
  const out = new ZipWriter(write, directory.base)
  const before = recordsOf(directory)
  const after: (ZipRecord | undefined)[] = []
  const wanted = new Map(edits.map((edit) => [edit.name, edit.content]))
  const left = new Map(wanted)
  const regions = regionsOf(directory)
  await copy(file, 0, regions[0]?.from ?? directory.at, out)
  for (const { index, from, to } of regions) {
    const { name } = directory.entries[index]!
    const content = left.get(name)
    left.delete(name)
    if (content) after[index] = await out.put({ name, content, modified, like: before[index] })
    if (wanted.has(name)) continue
    after[index] = before[index]!.at(out.place)
    await copy(file, from, to, out)
  }
  for (const record of after) if (record) out.list(record)
  for (const [name, content] of left) if (content) await out.add(name, content, modified)
  await out.end(directory.comment)
}

/**
 * Writes a ZIP from its start, piece by piece: entries are stored, and the directory is held in memory until the end.
 */
export class ZipWriter {
  /** Bytes written so far. */
  private written = 0
  private readonly records: ZipRecord[] = []

  constructor(
    private readonly write: Sink,
    /** Bytes before the archive, not counted in its offsets. */
    private readonly base = 0,
  ) {}

  /** Offset of the next entry, as written to the directory. */
  get place(): number {
    return this.written - this.base
  }

  async raw(bytes: Uint8Array): Promise<void> {
    await this.write(bytes)
    this.written += bytes.length
  }

  /** Adds an entry as the last one. */
  async add(name: string, content: Uint8Array, modified: Instant): Promise<void> {
    this.list(await this.put({ name, content, modified }))
  }

  /** Appends the entry to the directory. */
  list(record: ZipRecord): void {
    this.records.push(record)
  }

  /** Writes an entry and returns its directory record. `like` is the entry that it replaces. */
  async put(entry: { name: string; content: Uint8Array; modified: Instant; like?: ZipRecord }): Promise<ZipRecord> {
    const { content, modified, like } = entry
    const name = like?.name ?? new TextEncoder().encode(entry.name)
    const place = this.place
    const facts = {
      flags: like ? like.flags & UTF8 : UTF8,
      time: dosTime(modified),
      date: dosDate(modified),
      crc: crc32(content),
      size: content.length,
      name,
    }
    await this.raw(localHeader(facts))
    await this.raw(content)
    return storedRecord(facts, like).at(place)
  }

  /** The directory and the end. */
  async end(comment: Uint8Array = new Uint8Array(0)): Promise<void> {
    const at = this.place
    for (const { bytes } of this.records) await this.raw(bytes)
    await this.raw(endOf({ count: this.records.length, size: this.place - at, at }, comment))
  }
}

interface Stored {
  flags: number
  time: number
  date: number
  crc: number
  size: number
  name: Uint8Array
}

function localHeader(stored: Stored): Uint8Array {
  const fields = new ZipFields(LOCAL_BYTES + stored.name.length).u32(LOCAL_SIGNATURE)
  return described(fields, stored).u16(0).raw(stored.name).all
}

/** Fields that both the header of an entry and its directory record contain. */
function described(fields: ZipFields, { flags, time, date, crc, size, name }: Stored): ZipFields {
  return fields.u16(20).u16(flags).u16(0).u16(time).u16(date).u32(crc).u32(size).u32(size).u16(name.length)
}

/** Attributes and comment of the replaced entry. */
function storedRecord(stored: Stored, like: ZipRecord | undefined): ZipRecord {
  const { name } = stored
  const comment = like?.comment ?? new Uint8Array(0)
  const fields = new ZipFields(46 + name.length + comment.length)
  fields.u32(0x02014b50).u16(like?.madeBy ?? (3 << 8) | 20)
  described(fields, stored).u16(0).u16(comment.length).u16(0).u16(0)
  fields.u32(like?.attributes ?? UNIX_FILE * 0x10000).u32(0)
  return new ZipRecord(fields.raw(name).raw(comment).all)
}

function endOf(of: { count: number; size: number; at: number }, comment: Uint8Array): Uint8Array {
  const { count, size, at } = of
  const large = count >= MOST_16 || size >= MOST_32 || at >= MOST_32
  const fields = new ZipFields((large ? 76 : 0) + 22 + comment.length)
  if (large) {
    fields.u32(0x06064b50).u64(44).u16(45).u16(45).u32(0).u32(0).u64(count).u64(count).u64(size).u64(at)
    fields
      .u32(0x07064b50)
      .u32(0)
      .u64(at + size)
      .u32(1)
  }
  fields.u32(0x06054b50).u16(0).u16(0).u16(Math.min(count, MOST_16)).u16(Math.min(count, MOST_16))
  fields.u32(Math.min(size, MOST_32)).u32(Math.min(at, MOST_32)).u16(comment.length).raw(comment)
  return fields.all
}

function refuse({ entries, split }: ZipDirectory): void {
  const secret = entries.find((entry) => entry.encrypted)
  if (secret) throw new ArchiveError('encrypted', `"${secret.name}" is encrypted, so the archive is left as it is.`)
  if (split) throw new ArchiveError('unsupported', 'The ZIP is one part of several. Only a ZIP in one file is changed.')
}

interface Region {
  /** The entry's fields in the directory. */
  index: number
  from: number
  to: number
}

/**
 * Everything from the header of an entry to the next header: the content, its data descriptor, and bytes that some tool
 * left between. In file order.
 */
function regionsOf({ entries, at: end }: ZipDirectory): Region[] {
  const inOrder = entries.map((entry, index) => ({ entry, index })).sort((a, b) => a.entry.offset - b.entry.offset)
  return inOrder.map(({ entry, index }, nth) => {
    const to = inOrder[nth + 1]?.entry.offset ?? end
    const least = LOCAL_BYTES + entry.nameBytes + entry.packed
    if (entry.offset < 0 || entry.offset + least > to) throw overlapping(entry)
    return { index, from: entry.offset, to }
  })
}

function overlapping({ name }: ZipEntry): ArchiveError {
  return new ArchiveError('damaged', `"${name}" shares its bytes with another entry of the ZIP.`)
}

function recordsOf({ records, entries }: ZipDirectory): ZipRecord[] {
  let at = 0
  return entries.map(() => {
    const record = ZipRecord.in(records, at)
    at += record.bytes.length
    return record
  })
}

async function copy(file: OpenFile, from: number, to: number, out: ZipWriter): Promise<void> {
  for (let at = from; at < to; ) {
    const piece = await file.read(at, Math.min(PIECE, to - at))
    if (piece.length === 0) throw new ArchiveError('damaged', 'The file was cut off while it was read.')
    await out.raw(piece)
    at += piece.length
  }
}
