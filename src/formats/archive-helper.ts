import load from 'node-unrar-js/esm/js/unrar.js'
import wasmPath from 'node-unrar-js/esm/js/unrar.wasm' with { type: 'file' }
import { encodeFrame, readFrames } from '../platform/frames'
import { ArchiveError } from './archive-fault'
import { type DiskFile, RarFile } from './rar'
import type { RarAnswer, RarRequest } from './rar-reader'
import type { Unrar } from './unrar-module'

export interface ArchiveHelperDeps {
  /** Standard input: frames of the parent. */
  input: AsyncIterable<Uint8Array>
  /** Standard output, flushed when it resolves. */
  write(frame: Uint8Array): Promise<void>
  /** Opens a file for synchronous reading; throws when it cannot. */
  open(path: string): DiskFile
  /** A whole file; has to reach what the executable carries, which cannot be opened piecemeal. */
  read(path: string): Promise<Uint8Array>
}

/** A reader turns pages in one file and leafs through a few others. */
const KEPT = 3

/**
 * The work of the process started with `--archive-helper`: answers the parent's requests one after the other until the
 * input ends. Ends by itself when the UnRAR library breaks, since its memory cannot be trusted afterwards; the parent
 * starts another.
 */
export async function serveArchives(deps: ArchiveHelperDeps): Promise<void> {
  const unrar = await load({ wasmBinary: await deps.read(wasmPath), print: ignore, printErr: ignore })
  const archives = new Archives(unrar, deps.open)
  for await (const { header } of readFrames(deps.input)) {
    const request = header as RarRequest
    const { answer, body, broken } = answerTo(request, archives)
    await deps.write(encodeFrame({ ...answer, id: request.id }, body))
    if (broken) return
  }
}

/** What UnRAR prints for people would spoil the frames. */
function ignore(): void {
  // Error codes say the same.
}

interface Answered {
  answer: RarAnswer
  body?: Uint8Array
  broken?: boolean
}

function answerTo(request: RarRequest, archives: Archives): Answered {
  try {
    if (request.op === 'list') return { answer: { listing: archives.list(request.path) } }
    return { answer: {}, body: archives.read(request.path, request.stamp, request.index) }
  } catch (error) {
    if (error instanceof ArchiveError) return { answer: { fault: error.fault, detail: error.detail } }
    const detail = `The RAR reader broke on this file: ${error instanceof Error ? error.message : String(error)}`
    return { answer: { fault: 'damaged', detail }, broken: true }
  }
}

/** The archives read last. A file is open only while a request runs, so that it can be moved and replaced meanwhile. */
class Archives {
  private readonly kept = new Map<string, { stamp: string; rar: RarFile }>()

  constructor(
    private readonly unrar: Unrar,
    private readonly open: (path: string) => DiskFile,
  ) {}

  list(path: string) {
    return this.with(path, undefined, (rar, file, stamp) => ({ entries: rar.list(file), stamp }))
  }

  read(path: string, stamp: string, index: number): Uint8Array {
    return this.with(path, stamp, (rar, file) => rar.read(file, index))
  }

  private with<T>(
    path: string,
    expected: string | undefined,
    work: (rar: RarFile, file: DiskFile, stamp: string) => T,
  ): T {
    const file = this.openFile(path)
    try {
      const stamp = `${file.size}:${file.modifiedMs}`
      if (expected !== undefined && expected !== stamp)
        throw new ArchiveError('unreadable', 'The file was changed while it was being read. Open it again.')
      return work(this.archive(path, stamp), file, stamp)
    } finally {
      file.close()
    }
  }

  private openFile(path: string): DiskFile {
    try {
      return this.open(path)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new ArchiveError('unreadable', `The file cannot be read: ${reason}`, { cause })
    }
  }

  private archive(path: string, stamp: string): RarFile {
    const found = this.kept.get(path)
    this.kept.delete(path)
    if (found && found.stamp !== stamp) found.rar.close()
    const entry = found?.stamp === stamp ? found : { stamp, rar: new RarFile(this.unrar) }
    this.kept.set(path, entry)
    for (const [oldest, { rar }] of this.kept) {
      if (this.kept.size <= KEPT) break
      rar.close()
      this.kept.delete(oldest)
    }
    return entry.rar
  }
}
