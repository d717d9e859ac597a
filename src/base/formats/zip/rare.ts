import { zlib } from '../../platform/zlib'
import { ArchiveError } from '../archives/archive-error'
import { allocate, cString, type Libarchive } from '../helper/libarchive-module'
import type { ZipEntry } from './directory'
import { ZipFields } from './fields'
import { inflate64 } from './inflate64'
import { METHODS } from './methods'

/**
 * Unpacks an entry of one of these methods to at most `entry.size` bytes; the checksum is not verified. Throws
 * ArchiveError.
 */
export async function unpackRare(
  entry: ZipEntry,
  packed: Uint8Array,
  libarchive: () => Promise<Libarchive>,
): Promise<Uint8Array> {
  try {
    if (entry.method === METHODS.deflate64) return inflate64(packed, entry.size)
    if (entry.method === METHODS.zstd)
      return zlib().zstdDecompressSync(packed, { maxOutputLength: Math.max(1, entry.size) })
    return throughLibarchive(await libarchive(), entry, packed)
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause
    throw new ArchiveError('damaged', `"${entry.name}" cannot be unpacked.`, { cause })
  }
}

/** The entry is wrapped as the only one of an archive built in memory: the module can unpack nothing else. */
function throughLibarchive(module: Libarchive, entry: ZipEntry, packed: Uint8Array): Uint8Array {
  const bytes = onlyEntry(entry, packed)
  const content = new Uint8Array(entry.size)
  const noMemory = () =>
    new ArchiveError('too_large', `"${entry.name}" needs more memory than the reader of its archive has.`)
  const memory = allocate(module, bytes.length, noMemory)
  const piece = allocate(module, PIECE, noMemory)
  module.HEAPU8.set(bytes, memory)
  const archive = module._archive_read_new_memory(memory, bytes.length, 0)
  try {
    if (archive === 0 || module._archive_read_next_entry(archive) === 0) throw new Error('no entry')
    let done = 0
    while (done < content.length) {
      const got = module._archive_read_data(archive, piece, Math.min(PIECE, content.length - done))
      if (got < 0) throw new Error(cString(module, module._archive_error_string(archive)))
      if (got === 0) break
      content.set(module.HEAPU8.subarray(piece, piece + got), done)
      done += got
    }
    return content.subarray(0, done)
  } finally {
    if (archive !== 0) module._archive_read_free(archive)
    module._free(piece)
    module._free(memory)
  }
}

const PIECE = 1024 * 1024
const VERSION = 63

function onlyEntry({ method, crc, size, lzmaEnd }: ZipEntry, packed: Uint8Array): Uint8Array {
  const facts = (fields: ZipFields) =>
    fields
      .u16(VERSION)
      .u16(lzmaEnd ? 2 : 0)
      .u16(method)
      .u32(0)
      .u32(crc)
      .u32(packed.length)
      .u32(size)
      .u16(1)
      .u16(0)
  const fields = new ZipFields(31 + packed.length + 47 + 22)
  facts(fields.u32(0x04034b50)).raw(NAME).raw(packed)
  const directory = fields.length
  facts(fields.u32(0x02014b50).u16(VERSION)).u16(0).u16(0).u16(0).u32(0).u32(0).raw(NAME)
  const end = fields.length
  fields.u32(0x06054b50).u16(0).u16(0).u16(1).u16(1)
  return fields
    .u32(end - directory)
    .u32(directory)
    .u16(0).all
}

const NAME = Uint8Array.of(0x66)
