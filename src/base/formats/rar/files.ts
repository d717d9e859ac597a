import { diskReason } from '../../platform/disk-reason'
import type { DiskFile } from '../helper/library'
import type { Unrar, UnrarFiles } from './unrar-module'

const OUTPUT = 1
/** The module's name for the archive: it never learns a real path. */
const NAME = 'archive'

/**
 * The files as the UnRAR module sees them: one archive that is read straight from the disk, further parts where there
 * are some, and one output in memory. Parts are found by the archive's name, only in its own folder. Nothing here may
 * throw, since an exception cannot pass through the module; the error is kept for the caller instead.
 */
export class RarFiles implements UnrarFiles {
  /** The module tried to read past the end of the file, or got less than it requested. */
  wentPastEnd = false
  /** The module requested more exactly at the end of the file. */
  stoodAtEnd = false
  /** A part that the module requested and that does not exist. */
  missing: string | undefined
  /** The first disk error since `use`. */
  failure: string | undefined
  private file: DiskFile | undefined
  private output: RarOutput | undefined
  private readonly positions = new Map<number, number>()
  /** Real names of further parts, by handle. */
  private readonly parts = new Map<number, string>()
  private nextHandle = OUTPUT + 1

  constructor(private readonly unrar: Unrar) {}

  /** The name that the module opens and derives the names of further parts from. */
  get name(): string {
    return NAME + this.ending.toLowerCase()
  }

  private get ending(): string {
    return /\.part\d+\.rar$/i.exec(this.file?.name ?? '')?.[0] ?? '.rar'
  }

  /** Makes this archive the one that the module reads, from `file`, until the next `use` of any archive. */
  use(file: DiskFile): void {
    this.attend()
    this.file = file
    this.failure = undefined
    this.missing = undefined
    this.wentPastEnd = false
    this.stoodAtEnd = false
  }

  /**
   * Directs the module's file calls to this archive. Needed before closing too: handles are numbered from the same
   * start in every archive, so the module would otherwise address the archive used last, which then loses its position.
   */
  attend(): void {
    this.unrar.extractor = this
  }

  /** Directs unpacked data into a new output of at most `most` bytes. */
  collect(expected: number, most: number): RarOutput {
    this.output = new RarOutput(expected, most)
    return this.output
  }

  open(name: string): number {
    const part = name === this.name ? undefined : this.partCalled(name)
    if (name !== this.name && (part === undefined || !this.file?.beside?.(part))) {
      this.missing = part
      return 0
    }
    const handle = this.nextHandle++
    this.positions.set(handle, 0)
    if (part !== undefined) this.parts.set(handle, part)
    return handle
  }

  private partCalled(name: string): string | undefined {
    const own = this.file?.name
    if (own === undefined || !name.startsWith(`${NAME}.`)) return undefined
    return own.slice(0, own.length - this.ending.length) + name.slice(NAME.length)
  }

  private fileOf(handle: number): DiskFile | undefined {
    const part = this.parts.get(handle)
    return part === undefined ? this.file : this.file?.beside?.(part)
  }

  create(): number {
    return OUTPUT
  }

  read(handle: number, at: number, length: number): number {
    const position = this.positions.get(handle) ?? 0
    try {
      const count = this.fileOf(handle)?.read(this.unrar.HEAPU8.subarray(at, at + length), position) ?? -1
      this.positions.set(handle, position + Math.max(0, count))
      if (count === 0) this.stoodAtEnd = true
      else if (count < length) this.wentPastEnd = true
      return count
    } catch (error) {
      this.failure ??= diskReason(error)
      return -1
    }
  }

  write(_handle: number, at: number, length: number): boolean {
    return this.output?.add(this.unrar.HEAPU8.subarray(at, at + length)) ?? false
  }

  tell(handle: number): number {
    return handle === OUTPUT ? (this.output?.length ?? 0) : (this.positions.get(handle) ?? 0)
  }

  seek(handle: number, offset: number, from: 'SET' | 'CUR' | 'END'): boolean {
    if (handle === OUTPUT) return false
    const size = this.fileOf(handle)?.size ?? 0
    const start = from === 'SET' ? 0 : from === 'CUR' ? this.tell(handle) : size
    const position = start + offset
    if (position < 0) return false
    if (position > size) this.wentPastEnd = true
    this.positions.set(handle, position)
    return true
  }

  close(handle: number): void {
    this.positions.delete(handle)
    this.parts.delete(handle)
  }
}

/** Unpacked bytes. Grows when an entry is longer than stated, up to its limit and never beyond. */
class RarOutput {
  length = 0
  /** The entry exceeded the limit; the rest was refused. */
  overflowed = false
  private room: Uint8Array

  constructor(
    expected: number,
    private readonly most: number,
  ) {
    this.room = new Uint8Array(expected)
  }

  add(piece: Uint8Array): boolean {
    const length = this.length + piece.length
    if (length > this.most) this.overflowed = true
    if (this.overflowed) return false
    if (length > this.room.length) this.grow(length)
    this.room.set(piece, this.length)
    this.length = length
    return true
  }

  bytes(): Uint8Array {
    return this.room.subarray(0, this.length)
  }

  private grow(length: number): void {
    const larger = new Uint8Array(Math.min(this.most, length * 2))
    larger.set(this.room.subarray(0, this.length))
    this.room = larger
  }
}
