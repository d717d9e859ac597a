import { basename, dirname, join } from 'node:path'
import { diskReason } from '../../platform/disk-reason'
import { encodeFrame, readFrames } from '../../platform/frames'
import { ImageError, type PictureOptions } from '../../platform/images'
import { ArchiveError } from '../archives/archive-error'
import type { PictureLibrary } from '../images/picture-library'
import type { DiskFile, HelperKind, HelperLibrary, LibraryArchive, ReadFile } from './library'
import type { HelperCall, UnpackAnswer, UnpackRequest } from './unpacker'

export interface ArchiveHelperDeps {
  /** Standard input: frames from the parent. */
  input: AsyncIterable<Uint8Array>
  /** Standard output, flushed when it resolves. */
  write(frame: Uint8Array): Promise<void>
  /** Opens a file for synchronous reading; throws when it cannot. */
  open(path: string): DiskFile
  /** Reads a whole file, including files inside the executable, which cannot be opened piece by piece. */
  read: ReadFile
}

/** Each library is loaded with its first request: a helper usually serves one kind. */
const LIBRARIES: Record<HelperKind, (read: ReadFile) => Promise<HelperLibrary>> = {
  rar: async (read) => (await import('../rar/library')).rarLibrary(read),
  '7z': async (read) => (await import('../seven-zip/library')).sevenZipLibrary(read),
  pdf: async (read) => (await import('../pdf/library')).pdfLibrary(read),
  zip: async (read) => (await import('../zip/library')).zipLibrary(read),
  tar: async () => (await import('../tar/packed')).packedTarLibrary(),
}

/**
 * The process started with `--archive-helper` answers the parent's requests one after another until its input ends. It
 * exits when a library fails unexpectedly, since the library's memory cannot be trusted afterwards; the parent starts a
 * new process.
 */
export async function serveArchives(deps: ArchiveHelperDeps): Promise<void> {
  const shelves = new Map<HelperKind, Archives>()
  let pictures: PictureLibrary | undefined
  for await (const { header, body: sent } of readFrames(deps.input)) {
    const request = header as UnpackRequest
    if (request.op === 'draw') {
      pictures ??= new (await import('../images/picture-library')).PictureLibrary(deps.read)
      const { answer, body, broken } = await drawn(pictures, sent, request.making)
      await deps.write(encodeFrame({ ...answer, id: request.id, memory: pictures.memory }, body))
      if (broken) return
      continue
    }
    const archives = shelves.get(request.kind) ?? new Archives(await LIBRARIES[request.kind](deps.read), deps.open)
    shelves.set(request.kind, archives)
    const { answer, body, broken } = await answerTo(request, archives)
    await deps.write(encodeFrame({ ...answer, id: request.id, memory: archives.memory }, body))
    if (broken) return
  }
}

interface Answered {
  answer: Omit<UnpackAnswer, 'memory'>
  body?: Uint8Array
  broken?: boolean
}

async function drawn(pictures: PictureLibrary, bytes: Uint8Array, making: PictureOptions): Promise<Answered> {
  try {
    return { answer: {}, body: await pictures.draw(bytes, making) }
  } catch (error) {
    if (error instanceof ImageError) return { answer: { imageFault: error.fault } }
    return { answer: { imageFault: 'unreadable' }, broken: true } // the library threw on data that it could not handle
  }
}

async function answerTo(request: HelperCall, archives: Archives): Promise<Answered> {
  try {
    if (request.op === 'list') return { answer: { listing: await archives.list(request.path) } }
    if (request.op === 'measure') return { answer: { pixels: await archives.measure(request) } }
    return { answer: {}, body: await archives.read(request.path, request.stamp, request.index) }
  } catch (error) {
    if (error instanceof ArchiveError) return { answer: { fault: error.fault, detail: error.detail } }
    const detail = `The reader broke on this file: ${diskReason(error)}`
    return { answer: { fault: 'damaged', detail }, broken: true }
  }
}

/**
 * The most recently read archives. A file is open only while a request runs, so that it can be moved and replaced
 * between requests.
 */
class Archives {
  private readonly kept = new Map<string, { stamp: string; archive: LibraryArchive }>()

  constructor(
    private readonly library: HelperLibrary,
    private readonly open: (path: string) => DiskFile,
  ) {}

  get memory(): number {
    return this.library.memory()
  }

  list(path: string) {
    return this.with(path, undefined, async (archive, file, stamp) => {
      const entries = await archive.list(file)
      const { inParts, comment, documentInfo } = archive
      return {
        entries,
        stamp,
        ...(inParts ? { inParts } : {}),
        ...(comment ? { comment } : {}),
        ...(documentInfo ? { documentInfo } : {}),
      }
    })
  }

  read(path: string, stamp: string, index: number): Promise<Uint8Array> {
    return this.with(path, stamp, (archive, file) => archive.read(file, index))
  }

  measure({ path, stamp, index }: { path: string; stamp: string; index: number }) {
    return this.with(path, stamp, (archive, file) => archive.measure?.(file, index))
  }

  private async with<T>(
    path: string,
    expected: string | undefined,
    work: (archive: LibraryArchive, file: DiskFile, stamp: string) => T | Promise<T>,
  ): Promise<T> {
    const file = this.openFile(path)
    try {
      const stamp = `${file.size}:${file.modifiedMs}`
      if (expected !== undefined && expected !== stamp)
        throw new ArchiveError('unreadable', 'The file was changed while it was being read. Open it again.')
      return await work(this.archive(path, stamp), file, stamp)
    } finally {
      file.close()
    }
  }

  private openFile(path: string): DiskFile {
    try {
      return withParts(path, this.open)
    } catch (cause) {
      const reason = diskReason(cause)
      throw new ArchiveError('unreadable', `The file cannot be read: ${reason}`, { cause })
    }
  }

  private archive(path: string, stamp: string): LibraryArchive {
    const found = this.kept.get(path)
    this.kept.delete(path)
    if (found && found.stamp !== stamp) found.archive.close()
    const entry = found?.stamp === stamp ? found : { stamp, archive: this.library.open() }
    this.kept.set(path, entry)
    for (const [oldest, { archive }] of this.kept) {
      if (this.kept.size <= this.library.kept) break
      archive.close()
      this.kept.delete(oldest)
    }
    return entry.archive
  }
}

/** The file with the other parts of a multi-part archive, which stay open as long as the file. */
function withParts(path: string, open: (path: string) => DiskFile): DiskFile {
  const parts = new Map<string, DiskFile | undefined>()
  const file = open(path)
  const opened = (name: string): DiskFile | undefined => {
    try {
      return open(join(dirname(path), name))
    } catch {
      return undefined // the file is missing: the caller decides what that means
    }
  }
  return {
    name: basename(path),
    get size() {
      return file.size
    },
    get modifiedMs() {
      return file.modifiedMs
    },
    read: (into, offset) => file.read(into, offset),
    beside(name) {
      if (!parts.has(name)) parts.set(name, opened(name))
      return parts.get(name)
    },
    close() {
      for (const part of parts.values()) part?.close()
      file.close()
    },
  }
}
