import { zlib } from '../../platform/zlib'
import { ArchiveError } from '../archives/archive-error'
import { memoryFile } from '../archives/memory-file'
import { HEAD_BYTES, sniffFormat } from '../archives/sniff'
import { type DiskFile, type HelperEntry, type HelperLibrary, type LibraryArchive, readAt } from '../helper/library'
import { openTar } from './tar'

/** The largest size a packed TAR may unpack to: all of it stays in the helper's memory while it is read. */
const MOST_BYTES = 512 * 1024 ** 2
const PIECE = 1024 * 1024

/** TARs compressed as a whole, which have to be unpacked to the end to find a page. */
export function packedTarLibrary(most = MOST_BYTES): HelperLibrary {
  const open = new Set<PackedTar>()
  return {
    kept: 1,
    open() {
      const tar = new PackedTar(most, () => open.delete(tar))
      open.add(tar)
      return tar
    },
    memory: () => [...open].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

class PackedTar implements LibraryArchive {
  private unpacked: Promise<Uint8Array> | undefined
  /** The unpacked content. */
  bytes = 0

  constructor(
    private readonly most: number,
    private readonly closed: () => void,
  ) {}

  async list(file: DiskFile): Promise<HelperEntry[]> {
    return (await this.tar(file)).entries.map((entry, index) => ({ ...entry, index }))
  }

  async read(file: DiskFile, index: number): Promise<Uint8Array> {
    const tar = await this.tar(file)
    const entry = tar.entries[index]
    if (!entry) throw new ArchiveError('damaged', `The TAR ends before its entry ${index + 1}.`)
    return tar.read(entry)
  }

  close(): void {
    this.unpacked = undefined
    this.bytes = 0
    this.closed()
  }

  private async tar(file: DiskFile) {
    this.unpacked ??= unpack(file, this.most)
    const whole = await this.unpacked
    this.bytes = whole.length
    return openTar(memoryFile(whole))
  }
}

/** Throws ArchiveError 'damaged' or 'too_large', or 'not_an_archive' as soon as the output proves to be no TAR. */
async function unpack(file: DiskFile, most: number): Promise<Uint8Array> {
  const isZstandard = sniffFormat(readAt(file, 0, HEAD_BYTES)) === 'zstd'
  const stream = isZstandard ? zlib().createZstdDecompress() : zlib().createGunzip()
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const feeding = feed(file, stream)
    feeding.catch((error: Error) => stream.destroy(error))
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      length += piece.length
      if (length > most) throw tooLarge(most)
      pieces.push(piece)
      const head = pieces.length === 1 ? piece : undefined
      if (head && head.length >= HEAD_BYTES && sniffFormat(head) !== 'tar') throw notTar()
    }
    await feeding
    if (length === 0) throw new Error('nothing came out')
  } catch (cause) {
    stream.destroy()
    if (cause instanceof ArchiveError) throw cause
    throw new ArchiveError('damaged', 'The packed TAR cannot be unpacked: it is damaged or was cut off.', { cause })
  }
  const whole = Buffer.concat(pieces)
  if (sniffFormat(whole.subarray(0, HEAD_BYTES)) !== 'tar') throw notTar()
  return whole
}

/** Piece by piece, at the pace of the unpacking. */
async function feed(file: DiskFile, stream: NodeJS.WritableStream): Promise<void> {
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = readAt(file, at, PIECE)
    if (!stream.write(piece)) await new Promise((resolve) => stream.once('drain', resolve))
  }
  stream.end()
}

const notTar = () => new ArchiveError('not_an_archive', 'The file is compressed, but does not contain a TAR.')

function tooLarge(most: number): ArchiveError {
  const megabytes = Math.floor(most / 1024 ** 2)
  return new ArchiveError(
    'too_large',
    `The packed TAR unpacks to more than ${megabytes} MiB. Unpack it: a plain TAR may have any size.`,
  )
}
