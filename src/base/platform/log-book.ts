import { diskReason } from './disk-reason'
import type { LogFile } from './log-file'

/** The most lines that the page shows at once and that are kept in memory. */
const MOST_LINES = 5000
/** Bytes to read from the last run's log, so that the page shows what led to a restart. */
const MOST_READ_BACK = 1_000_000

interface LineFilter {
  /** The newest matching lines, at most this many. */
  count: number
  /** The lowest level: `debug`, `info`, `warn`, `error`. */
  level?: string
  /** The area that logged the line: `search`, `downloads`. */
  area?: string
  /** Text to find, ignoring case. */
  q?: string
}

const GRAVITY = ['debug', 'info', 'warn', 'error']
const HIDDEN = '•••'
/** Patterns of secrets: query parameters, fields, logins in addresses, headers. */
const TELLTALE: [RegExp, string][] = [
  [
    /\b((?:api_?key|apikey|token|access_token|passkey|auth(?:key)?|password|passwd|secret|jwt|sid)["']?\s*[=:]\s*["']?)[^\s&"',;}]+/gi,
    `$1${HIDDEN}`,
  ],
  [/(\bhttps?:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${HIDDEN}@`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/g, `$1 ${HIDDEN}`],
]
/** Masking shorter secrets would hide half of the text. */
const SHORTEST_SECRET = 6

/**
 * Passes log lines to the console, to memory for the page, and to a file once there is one. Secrets are removed before
 * a line is stored and again before it is shown, since some become known later.
 */
export class LogBook {
  private lines: string[] = []
  private file: LogFile | undefined
  private secrets: () => readonly string[] = () => []
  private trouble: string | undefined

  constructor(private readonly console: (line: string) => void) {}

  /** The sink of a `lineLog`. */
  readonly take = (line: string): void => {
    const clean = this.cleaned(line)
    this.lines.push(clean)
    if (this.lines.length > MOST_LINES * 1.2) this.lines = this.lines.slice(-MOST_LINES)
    this.console(clean)
    this.keep(clean)
  }

  /** Hides the values of `secrets` in every line from now on. */
  hide(secrets: () => readonly string[]): void {
    this.secrets = secrets
  }

  /** Also writes lines to the file from now on, beginning with the earlier ones. */
  keepIn(file: LogFile): void {
    const before = this.lines
    this.file = file
    try {
      this.lines = [...file.tail(MOST_READ_BACK), ...before].slice(-MOST_LINES)
    } catch (error) {
      this.lost(error)
    }
    for (const line of before) this.keep(line)
  }

  /** The path of the log file; null when there is none. */
  get path(): string | null {
    return this.file?.path ?? null
  }

  /** Why the file cannot be written, as a sentence. */
  get problem(): string | undefined {
    return this.trouble
  }

  /** Oldest first. */
  tail({ count, level, area, q }: LineFilter): string[] {
    const least = level === undefined ? 0 : GRAVITY.indexOf(level)
    const words = q?.toLowerCase()
    const fits = (line: string) => {
      const [, gravity = 'info', from] = line.split(/\s+/, 3)
      if (GRAVITY.indexOf(gravity) < least || (area !== undefined && from !== area)) return false
      return words === undefined || line.toLowerCase().includes(words)
    }
    const all = level === undefined && area === undefined && words === undefined
    const found = all ? this.lines : this.lines.filter(fits)
    return found.slice(-count).map((line) => this.cleaned(line))
  }

  /** The areas with log lines, in alphabetical order. */
  areas(): string[] {
    return [...new Set(this.lines.flatMap((line) => line.split(/\s+/, 3)[2] ?? []))].sort()
  }

  /** Starts a new file and clears the lines in memory; false without a writable file. Throws the error of the disk. */
  rotate(): boolean {
    this.lines = []
    try {
      this.file?.rotate()
    } catch (error) {
      if (this.isUsable()) throw error
      this.lost(error)
      return false
    }
    return this.file !== undefined
  }

  private isUsable(): boolean {
    try {
      this.file?.tail(0)
      return true
    } catch {
      return false
    }
  }

  close(): void {
    this.file?.close()
    this.file = undefined
  }

  private keep(line: string): void {
    try {
      this.file?.write(line)
      this.trouble = undefined
    } catch (error) {
      this.lost(error)
    }
  }

  /** A full disk must not stop the work that is being logged. */
  private lost(error: unknown): void {
    const reason = diskReason(error)
    if (this.trouble === undefined) this.console(`the log cannot be written: ${reason}`)
    this.trouble = `The log cannot be written to ${this.path}: ${reason}`
  }

  /** The text without the values of known secrets. Words that only resemble one stay. */
  readonly withoutSecrets = (text: string): string => {
    let clean = text
    for (const secret of this.secrets())
      if (secret.length >= SHORTEST_SECRET && clean.includes(secret)) clean = clean.replaceAll(secret, HIDDEN)
    return clean
  }

  private cleaned(line: string): string {
    let clean = this.withoutSecrets(line)
    for (const [telltale, instead] of TELLTALE) clean = clean.replace(telltale, instead)
    return clean
  }
}
