import { crc32 } from '../../platform/digest'
import { ArchiveError } from '../archives/archive-error'
import { type DiskFile, readAt } from '../helper/library'
import { type SevenZipFolder, START_BYTES } from './folders'
import { parseSevenZipHeader, type SevenZipDirectory } from './header'
import type { SevenZipLimits } from './seven-zip'

/** A directory may be packed, and packed again; no known tool nests deeper. */
const MOST_LAYERS = 4
/** The size from which the ratio of unpacked to packed bytes is checked. */
const BOMB_BYTES = 16 * 1024 ** 2
const VERSION_AT = 6

/**
 * Reads the directory of a 7z: `unpack` unpacks a folder. Throws ArchiveError 'damaged' (also when the file is cut off:
 * the directory is at its end), 'encrypted', 'too_large' or 'unsupported'.
 */
export function readSevenZipDirectory(
  file: DiskFile,
  limits: SevenZipLimits,
  unpack: (folder: SevenZipFolder) => Uint8Array,
): SevenZipDirectory {
  let header = lastPart(file, limits)
  if (header.length === 0) return { folders: [], files: [] }
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const found = parseSevenZipHeader(header, limits.entries)
    if (!('packed' in found)) return believable(found, file, limits)
    header = unpacked(found.packed, limits, unpack)
  }
  throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is nested too deeply.')
}

/** The start of the file has the offset and the checksum of the directory. */
function lastPart(file: DiskFile, limits: SevenZipLimits): Uint8Array {
  const start = readAt(file, 0, START_BYTES)
  if (start.length < START_BYTES) throw new ArchiveError('damaged', 'The 7-Zip archive is cut off.')
  const view = new DataView(start.buffer, start.byteOffset, START_BYTES)
  if (start[VERSION_AT] !== 0)
    throw new ArchiveError('unsupported', `The 7-Zip archive has version ${start[VERSION_AT]}, which is not read.`)
  if (view.getUint32(8, true) !== crc32(start.subarray(12)))
    throw new ArchiveError('damaged', 'The start of the 7-Zip archive does not match its checksum.')
  const [offset, size] = [Number(view.getBigUint64(12, true)), Number(view.getBigUint64(20, true))]
  if (START_BYTES + offset + size > file.size)
    throw new ArchiveError('damaged', 'The file was cut off: the end of the 7-Zip archive is missing.')
  if (size > limits.directoryBytes) throw new ArchiveError('too_large', 'The directory of the 7-Zip is too large.')
  const part = readAt(file, START_BYTES + offset, size)
  if (part.length < size || (size > 0 && view.getUint32(28, true) !== crc32(part)))
    throw new ArchiveError('damaged', 'The directory of the 7-Zip archive does not match its checksum.')
  return part
}

function unpacked(
  folder: SevenZipFolder,
  limits: SevenZipLimits,
  unpack: (folder: SevenZipFolder) => Uint8Array,
): Uint8Array {
  if (folder.encrypted)
    throw new ArchiveError('encrypted', 'The 7-Zip archive is encrypted. Only a copy without a password can be read.')
  if (folder.size > limits.directoryBytes || packedBytes(folder) > limits.directoryBytes)
    throw new ArchiveError('too_large', 'The directory of the 7-Zip is too large.')
  const header = unpack(folder)
  if (folder.crc !== undefined && crc32(header) !== folder.crc)
    throw new ArchiveError('damaged', 'The directory of the 7-Zip archive does not match its checksum.')
  return header
}

const packedBytes = (folder: SevenZipFolder) => folder.packed.reduce((sum, { size }) => sum + size, 0)

function believable(directory: SevenZipDirectory, file: DiskFile, limits: SevenZipLimits): SevenZipDirectory {
  const packed = directory.folders.map(packedBytes)
  const all = packed.reduce((sum, size) => sum + size, 0)
  const total = directory.folders.reduce((sum, { size }) => sum + size, 0)
  if (all > file.size) throw new ArchiveError('damaged', 'The parts of the 7-Zip archive are larger than the file.')
  for (const [index, { stored, size }] of directory.folders.entries()) {
    if (stored && size > packed[index]!)
      throw new ArchiveError('damaged', 'The 7-Zip archive is damaged: it lists more than it contains.')
    if (!stored && packed[index]! > limits.folderBytes)
      throw new ArchiveError('too_large', 'The 7-Zip archive is packed as one block that is too large to unpack.')
  }
  if (total > limits.totalBytes || (total > BOMB_BYTES && total > all * limits.ratio))
    throw new ArchiveError('too_large', `The 7-Zip archive unpacks to ${total} bytes from ${all}.`)
  return directory
}
