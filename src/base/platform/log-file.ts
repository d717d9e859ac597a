import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The size at which a log file is full, and the number of older files to keep. Functions, because settings change at
 * run time.
 */
interface LogLimits {
  /** Bytes. */
  mostBytes: () => number
  mostFiles: () => number
}

/**
 * A log on disk: `panelkeep.log`, and its predecessors as `.1` (the newest) and so on. A line is in the file when
 * `write` returns, so the last lines before a crash are there; the disk itself is not flushed. Methods throw the errors
 * of the disk.
 */
export class LogFile {
  private handle: number | undefined
  private size = 0

  constructor(
    readonly path: string,
    private readonly limits: LogLimits,
  ) {}

  write(line: string): void {
    const bytes = Buffer.from(`${line}\n`)
    if (this.size > 0 && this.size + bytes.length > this.limits.mostBytes()) this.rotate()
    writeSync(this.open(), bytes)
    this.size += bytes.length
  }

  /** Starts a new file; older files are renumbered, and the last is deleted. */
  rotate(): void {
    this.close()
    const most = Math.max(0, this.limits.mostFiles())
    for (let at = most; at < most + KEPT_AT_MOST; at++) rmSync(this.older(at + 1), { force: true })
    for (let at = most - 1; at >= 0; at--) moved(this.older(at), this.older(at + 1))
    if (most === 0) rmSync(this.path, { force: true })
    this.open()
  }

  /** The newest lines of the file, at most `mostBytes` of it; a truncated line is left out. */
  tail(mostBytes: number): string[] {
    const handle = this.open()
    const length = Math.min(this.size, mostBytes)
    const bytes = Buffer.alloc(length)
    const reading = openSync(this.path, 'r')
    try {
      readSync(reading, bytes, 0, length, fstatSync(handle).size - length)
    } finally {
      closeSync(reading)
    }
    const lines = bytes.toString('utf8').split('\n').filter(Boolean)
    return length < this.size ? lines.slice(1) : lines
  }

  close(): void {
    if (this.handle !== undefined) closeSync(this.handle)
    this.handle = undefined
  }

  /** The current file has the number 0. */
  older(at: number): string {
    return at === 0 ? this.path : `${this.path}.${at}`
  }

  private open(): number {
    if (this.handle !== undefined) return this.handle
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    this.handle = openSync(this.path, 'a', 0o600)
    this.size = fstatSync(this.handle).size
    return this.handle
  }
}

/** Files to delete beyond a lowered limit; the option allows no higher limit. */
const KEPT_AT_MOST = 100

function moved(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
