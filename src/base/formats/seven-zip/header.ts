import { ArchiveError } from '../archives/archive-error'
import { ID, SevenZipBytes } from './bytes'
import { type FolderContent, type SevenZipFolder, type Streams, streams } from './folders'

export interface SevenZipFile {
  name: string
  /** Entries that are folders; links and other entries without content are marked `odd`. */
  folder: boolean
  odd: boolean
  size: number
  /** Milliseconds since 1970; undefined where the archive does not say. */
  modifiedMs: number | undefined
  crc?: number
  /** Where the content is; absent when the entry has none. */
  at?: { folder: number; offset: number }
}

export interface SevenZipDirectory {
  folders: SevenZipFolder[]
  files: SevenZipFile[]
}

/**
 * Reads a header: the directory of the archive, or the folder in which the directory itself is packed. `most` is the
 * largest accepted number of entries. Throws ArchiveError 'damaged', 'too_large' or 'unsupported'.
 */
export function parseSevenZipHeader(bytes: Uint8Array, most: number): SevenZipDirectory | { packed: SevenZipFolder } {
  const from = new SevenZipBytes(bytes)
  const kind = from.byte()
  if (kind === ID.encodedHeader) {
    const folder = streams(from, most).folders[0]
    if (!folder) throw new ArchiveError('damaged', 'The 7-Zip archive does not say how its directory is packed.')
    return { packed: folder }
  }
  if (kind !== ID.header) throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is damaged.')
  return directory(from, most)
}

function directory(from: SevenZipBytes, most: number): SevenZipDirectory {
  let found: Streams = { folders: [], contents: [] }
  let files: SevenZipFile[] = []
  for (let id = from.byte(); id !== ID.end; id = from.byte()) {
    if (id === ID.archiveProperties) while (from.byte() !== ID.end) from.takeBytes(from.number())
    else if (id === ID.additionalStreams) streams(from, most)
    else if (id === ID.mainStreams) found = streams(from, most)
    else if (id === ID.files) files = readFiles(from, found.contents, most)
    else throw new ArchiveError('unsupported', 'The 7-Zip archive has a directory that is not read.')
  }
  return { folders: found.folders, files }
}

const WINDOWS_FOLDER = 0x10
const WINDOWS_LINK = 0x400
const HAS_UNIX_MODE = 0x8000
const UNIX_KIND = 0o170000
const UNIX_FILE = 0o100000
const UNIX_FOLDER = 0o040000

function readFiles(from: SevenZipBytes, contents: readonly FolderContent[], most: number): SevenZipFile[] {
  const count = from.count(most)
  const none = Array.from({ length: count }, () => false)
  let [names, attributes]: [string[], number[]] = [[], []]
  let times: (number | undefined)[] = []
  let [empty, emptyFile, anti] = [none, none, none]
  for (let id = from.byte(); id !== ID.end; id = from.byte()) {
    const body = new SevenZipBytes(from.takeBytes(from.number()))
    const empties = () => empty.filter(Boolean).length
    if (id === ID.emptyStream) empty = body.bits(count)
    else if (id === ID.emptyFile) emptyFile = body.bits(empties())
    else if (id === ID.anti) anti = body.bits(empties())
    else if (id === ID.names) names = body.names(count)
    else if (id === ID.attributes) attributes = body.attributes(count)
    else if (id === ID.modified) times = body.times(count)
    // The other properties are further times, and padding.
  }
  let [nextContent, nextEmpty] = [0, 0]
  return none.map((_, index) => {
    const content = empty[index] ? undefined : contents[nextContent++]
    if (!empty[index] && !content) throw new ArchiveError('damaged', 'The 7-Zip archive lists files without content.')
    const place = empty[index] ? nextEmpty++ : 0
    const attribute = attributes[index] ?? 0
    const mode = attribute & HAS_UNIX_MODE ? (attribute >>> 16) & UNIX_KIND : 0
    const folder = (empty[index]! && !emptyFile[place]) || mode === UNIX_FOLDER || (attribute & WINDOWS_FOLDER) !== 0
    const isOther = mode !== 0 && mode !== UNIX_FILE && mode !== UNIX_FOLDER
    const file: SevenZipFile = {
      name: (names[index] ?? '').replaceAll('\\', '/'),
      folder,
      odd: isOther || (attribute & WINDOWS_LINK) !== 0 || (empty[index]! && anti[place] === true),
      size: content?.size ?? 0,
      modifiedMs: times[index],
    }
    if (content) Object.assign(file, { at: { folder: content.folder, offset: content.offset }, crc: content.crc })
    return file
  })
}
