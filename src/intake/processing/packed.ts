import { basename } from 'node:path'
import { type ArchiveDeps, type ComicArchive, openPacked } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { NESTED_ARCHIVE_NAME } from '../../base/formats/archives/nested'
import { isLitter, pageEntries } from '../../base/formats/archives/pages'
import { compareNatural } from '../../base/formats/natural'
import type { Files } from '../../base/platform/ports'
import { ASIDE } from '../../library/recognition/service'
import { type DownloadedFile, insideOf } from './downloaded-file'
import { copyPath, takeOut } from './unpack'

type Entry = ComicArchive['entries'][number]

/** Deepest nesting of archives around a comic. */
const DEEPEST = 3
/** Limit of comics in one file of a download. */
const MOST = 2000
/** Limit of the unpacked size to the packed size. Comics are images, which hardly shrink; small files are exempt. */
const RATIO = 40
const ALWAYS_BYTES = 1024 ** 3

/** Formats that hold their pages directly. */
const BOOK = /\.(?:pdf|epub)$/i

interface Deps {
  archives: ArchiveDeps & { files: Files }
  /** Folder for unpacked files. */
  folder: string
  signal: AbortSignal
}

/** The file would fill the disk or has no end. No single entry in it is to blame. */
class Endless extends ArchiveError {}

/**
 * The comics in a file of a download: the file itself, or comics packed in it, including archives in archives, which
 * are unpacked. Archives that fail to unpack are listed with their error. `bytes`: size of the file and its archives.
 */
export async function comicsIn(whole: DownloadedFile, deps: Deps, bytes = whole.size): Promise<DownloadedFile[]> {
  try {
    return await new Unpacking(bytes, deps).inside(whole, whole.source_path)
  } catch (error) {
    if (error instanceof Endless) return [{ ...whole, fault: error }]
    throw error
  }
}

class Unpacking {
  private bytes: number
  private comics = MOST

  constructor(
    size: number,
    private readonly deps: Deps,
  ) {
    this.bytes = Math.max(ALWAYS_BYTES, size * RATIO)
  }

  async inside(at: DownloadedFile, path: string): Promise<DownloadedFile[]> {
    const archive = BOOK.test(path) ? undefined : await opened(path, this.deps.archives)
    if (!archive) return [at]
    try {
      const packed = packedComics(archive.entries)
      this.allow(packed.length > 0 ? packed : pageEntries(archive.entries), packed.length)
      if (packed.length === 0) return [at]
      const depth = insideOf(at).length
      if (depth === DEEPEST) return [{ ...at, fault: tooDeep() }]
      const found: [string, DownloadedFile[]][] = []
      // In the order of the archive: going back in a solid archive means unpacking it from the start.
      for (const entry of packed) if (!this.deps.signal.aborted) found.push([entry.name, await this.entry(at, entry)])
      return found.sort(([a], [b]) => compareNatural(a, b)).flatMap(([, each]) => each)
    } finally {
      await archive.close()
    }
  }

  private async entry(at: DownloadedFile, entry: Entry): Promise<DownloadedFile[]> {
    const chain = insideOf(at)
    const found = { ...at, packed_in: chain.length > 0 ? chain : null, inner: entry.name, size: entry.size }
    const { archives, folder } = this.deps
    try {
      const path = copyPath(found, folder)
      await takeOut(entry, path, archives.files)
      return await this.inside(found, path)
    } catch (fault) {
      if (fault instanceof Endless) throw fault
      return [{ ...found, fault }]
    }
  }

  private allow(entries: readonly Pick<Entry, 'size'>[], comics: number): void {
    this.bytes -= entries.reduce((sum, { size }) => sum + size, 0)
    this.comics -= comics
    if (this.bytes < 0)
      throw new Endless('too_large', 'It unpacks to far more than comics do, so it was left as it is.')
    if (this.comics < 0) throw new Endless('too_large', `More than ${MOST} comics are packed in it.`)
  }
}

const tooDeep = () =>
  new ArchiveError('too_large', `The file is nested ${DEEPEST} archives deep. Panelkeep unpacks no deeper.`)

/** Undefined when the file does not open. Its inspection reports the error. */
async function opened(path: string, archives: ArchiveDeps) {
  try {
    return await openPacked(path, archives)
  } catch (error) {
    if (error instanceof ArchiveError) return undefined
    throw error
  }
}

function packedComics(entries: readonly Entry[]): Entry[] {
  const isComic = ({ name }: Entry) => NESTED_ARCHIVE_NAME.test(name) && !isLitter(name) && !ASIDE.test(basename(name))
  const packed = entries.filter((entry) => !entry.folder && isComic(entry))
  // A comic with another comic as an extra is still a comic.
  return pageEntries(entries).length > packed.length + 2 ? [] : packed
}
