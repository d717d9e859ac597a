import { ArchiveError } from '../archives/archive-error'
import { ID, type SevenZipBytes } from './bytes'

/** A chain of coders and its one unpacked stream; a solid archive has one folder for all its files. */
export interface SevenZipFolder {
  /** The description of the coders as in the header, for passing on. */
  coders: Uint8Array
  /** Offsets of the packed streams, from the start of the file. */
  packed: { offset: number; size: number }[]
  /** The unpacked size of each coder's stream, in order. */
  coderSizes: number[]
  /** The size of all files of the folder in bytes. */
  size: number
  crc?: number
  /** Nothing is compressed: the packed stream is the content. */
  stored: boolean
  encrypted: boolean
}

/** The packed streams begin after the signature header. */
export const START_BYTES = 32
const MOST_CODERS = 32
const AES = '06f10701'
const COPY = '00'

/** The content of each file, in the order of the folders. */
export interface FolderContent {
  folder: number
  offset: number
  size: number
  crc?: number
}

export interface Streams {
  folders: SevenZipFolder[]
  contents: FolderContent[]
}

/** Offsets of the packed streams and their division (7zFormat.txt, StreamsInfo). Throws ArchiveError. */
export function streams(from: SevenZipBytes, most: number): Streams {
  let packed: { offset: number; size: number }[] = []
  let folders: SevenZipFolder[] = []
  let contents: FolderContent[] | undefined
  for (let id = from.byte(); id !== ID.end; id = from.byte()) {
    if (id === ID.packInfo) packed = packInfo(from, most)
    else if (id === ID.unpackInfo) folders = unpackInfo(from, packed, most)
    else if (id === ID.subStreams) contents = subStreams(from, folders, most)
    else throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is damaged.')
  }
  return { folders, contents: contents ?? folders.map(({ size, crc }, folder) => ({ folder, offset: 0, size, crc })) }
}

function packInfo(from: SevenZipBytes, most: number): { offset: number; size: number }[] {
  let offset = START_BYTES + from.number()
  const count = from.count(most * 4)
  let packed: { offset: number; size: number }[] = []
  for (let id = from.byte(); id !== ID.end; id = from.byte()) {
    if (id === ID.crc) from.checksums(count)
    else if (id === ID.size)
      packed = Array.from({ length: count }, () => {
        const size = from.number()
        offset += size
        return { offset: offset - size, size }
      })
    else throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is damaged.')
  }
  return packed
}

function unpackInfo(from: SevenZipBytes, packed: { offset: number; size: number }[], most: number): SevenZipFolder[] {
  from.expect(ID.folder)
  const count = from.count(most)
  if (from.byte() !== 0) throw new ArchiveError('unsupported', 'The 7-Zip archive keeps its directory elsewhere.')
  let next = 0
  const shapes = Array.from({ length: count }, () => folderShape(from))
  from.expect(ID.coderSizes)
  const folders = shapes.map((shape) => {
    const coderSizes = Array.from({ length: shape.outputs }, () => from.number())
    const streams = packed.slice(next, next + shape.inputs)
    next += shape.inputs
    if (streams.length < shape.inputs) throw new ArchiveError('damaged', 'A part of the 7-Zip archive is missing.')
    const { coders, stored, encrypted } = shape
    const folder: SevenZipFolder = {
      coders,
      packed: streams,
      coderSizes,
      size: coderSizes[shape.main]!,
      stored,
      encrypted,
    }
    return folder
  })
  for (let id = from.byte(); id !== ID.end; id = from.byte()) {
    if (id !== ID.crc) throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is damaged.')
    for (const [index, crc] of from.checksums(count).entries()) if (crc !== undefined) folders[index]!.crc = crc
  }
  return folders
}

/** How the coders of a folder are connected; read to find the end of the description and the final output. */
function folderShape(from: SevenZipBytes) {
  const start = from.at
  const ids: string[] = []
  let [inputs, outputs] = [0, 0]
  const count = from.count(MOST_CODERS)
  for (let coder = 0; coder < count; coder++) {
    const flags = from.byte()
    ids.push(Buffer.from(from.takeBytes(flags & 0x0f)).toString('hex'))
    inputs += flags & 0x10 ? from.count(MOST_CODERS) : 1
    outputs += flags & 0x10 ? from.count(MOST_CODERS) : 1
    if (flags & 0x20) from.takeBytes(from.number())
  }
  if (outputs === 0 || inputs < outputs - 1) throw new ArchiveError('damaged', 'The 7-Zip archive is damaged.')
  const bound = new Set<number>()
  for (let pair = 0; pair < outputs - 1; pair++) {
    from.number()
    bound.add(from.number())
  }
  const packedStreams = inputs - (outputs - 1)
  if (packedStreams > 1) for (let stream = 0; stream < packedStreams; stream++) from.number()
  const main = Array.from({ length: outputs }, (_, index) => index).findLast((index) => !bound.has(index)) ?? 0
  const stored = ids.length === 1 && ids[0] === COPY && inputs === 1 && outputs === 1
  return { coders: from.since(start), inputs: packedStreams, outputs, main, stored, encrypted: ids.includes(AES) }
}

function subStreams(from: SevenZipBytes, folders: readonly SevenZipFolder[], most: number): FolderContent[] {
  let counts = folders.map(() => 1)
  let id = from.byte()
  if (id === ID.counts) {
    counts = folders.map(() => from.count(most))
    id = from.byte()
  }
  if (counts.reduce((sum, count) => sum + count, 0) > most)
    throw new ArchiveError('too_large', `The 7-Zip archive has more than ${most} entries.`)
  const contents = splitFolders(folders, counts, id === ID.size ? () => from.number() : undefined)
  if (id === ID.size) id = from.byte()
  for (; id !== ID.end; id = from.byte()) {
    if (id !== ID.crc) throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is damaged.')
    const unknown = contents.filter((content) => content.crc === undefined)
    for (const [index, crc] of from.checksums(unknown.length).entries()) unknown[index]!.crc = crc
  }
  return contents
}

/** The sizes of all contents of a folder but the last are stored; the last one gets the rest. */
function splitFolders(
  folders: readonly SevenZipFolder[],
  counts: readonly number[],
  nextSize: (() => number) | undefined,
): FolderContent[] {
  const contents: FolderContent[] = []
  for (const [folder, { size: whole, crc }] of folders.entries()) {
    let offset = 0
    for (let left = counts[folder]!; left > 0; left--) {
      const size = left === 1 ? whole - offset : (nextSize?.() ?? 0)
      if (size < 0) throw new ArchiveError('damaged', 'The 7-Zip archive is damaged: it lists more than it contains.')
      contents.push({ folder, offset, size, crc: counts[folder] === 1 ? crc : undefined })
      offset += size
    }
  }
  return contents
}
