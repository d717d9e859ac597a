/**
 * Everything that Panelkeep needs from the machine. `main.ts` creates the real ports, tests create fakes; nothing else
 * touches the clock, random numbers, the network, the disk or other processes.
 */

/** A moment in UTC, ISO 8601 with milliseconds: `2026-11-21T07:50:00.000Z`. Sorts as text. */
export type Instant = string

export interface Clock {
  now(): Instant
  /**
   * Milliseconds since this machine started, asleep or awake, in whole seconds. Setting the clock does not change it.
   */
  uptime(): number
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  after(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  /** An opaque id of 128 bits in 32 hex digits. */
  id(): string
  /** A secret of `bytes` random bytes in base64url. */
  token(bytes: number): string
  bytes(count: number): Uint8Array
}

export interface HttpLimits {
  timeoutMs: number
  maxBytes: number
  /** Accepts any certificate: for self-hosted services with a self-signed one. */
  anyCertificate?: boolean
  /** The IP address to contact, even if the name resolves differently by now. */
  address?: string | undefined
}

export interface Http {
  /** Redirects are not followed. Throws when the host is silent for `timeoutMs` or sends more than `maxBytes`. */
  fetch(request: Request, limits: HttpLimits): Promise<Response>
}

/** Downloads of any size, as streams. */
export interface Transfers {
  /**
   * The head of a reply. The caller reads the body as it arrives, and ends it by the request's signal: nothing else
   * limits its size or time. Redirects are not followed. Over HTTP `address` is contacted, even if the name resolves
   * differently by now. Throws when no head arrives within `timeoutMs`.
   */
  begin(request: Request, limits: { timeoutMs: number; address?: string }): Promise<Response>
}

/** For protocols other than HTTP. */
export interface Tcp {
  /**
   * Sends `question` and returns everything received until the other side closes the connection. Throws, with the
   * system's code, when nothing listens, when the exchange takes longer than `timeoutMs`, or when more than `maxBytes`
   * arrive.
   */
  exchange(
    at: { host: string; port: number },
    question: Uint8Array,
    limits: { timeoutMs: number; maxBytes: number },
  ): Promise<Uint8Array>
}

export interface HostNames {
  /** The IP addresses of a host. Throws for an unknown name. */
  addresses(host: string): Promise<string[]>
}

export type FileKind = 'file' | 'folder' | 'link' | 'other'

export interface FileEntry {
  name: string
  kind: FileKind
}

export interface FileFacts {
  kind: FileKind
  /** Bytes. */
  size: number
  /** Milliseconds since 1970, as the file system stores it. */
  modifiedMs: number
  /** Id of the disk: differs from the parent folder's where a disk is mounted. May change after a restart. */
  device: number
}

/** An open file that is read piece by piece: one page of a 2 GB archive costs one page. */
export interface OpenFile {
  readonly size: number
  /** Up to `length` bytes from `offset`; shorter only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** The size and free space of a folder's disk, in bytes. */
export interface DiskSpace {
  /** The space that this user may still use. */
  free: number
  total: number
  /** A network disk, which reports no changes. Detected on Linux, and on Windows by the path. */
  remote: boolean
}

export type HashName = 'sha256' | 'sha1' | 'md5'

export interface Files {
  /** Entries of a folder, unsorted. Throws when the folder cannot be read. */
  list(folder: string): Promise<FileEntry[]>
  /** Facts about the path itself (links are not followed); undefined when the path does not exist. */
  stat(path: string): Promise<FileFacts | undefined>
  /** The path with links and dots resolved; undefined when the path does not exist, or links form a circle. */
  real(path: string): Promise<string | undefined>
  /** `giveWay` is called before this process changes the path or a folder above it, and has to close the file. */
  open(path: string, giveWay?: () => Promise<void>): Promise<OpenFile>
  read(path: string): Promise<Uint8Array>
  /** The file as a blob that is read only when it is sent, so that Bun can answer Range and send without copying. */
  blob(path: string): Blob
  /**
   * Writes beside the target, flushes, and renames over the target: a reader sees the old or the new file, never half
   * of one. Owner and group stay, and so does the mode unless one is given.
   */
  write(path: string, content: Uint8Array | string, mode?: number): Promise<void>
  /** Throws when a folder has no room for this many bytes; they are written and removed, never flushed. */
  tryRoom(folder: string, bytes: number): Promise<void>
  /**
   * Copies into `to`, replacing an existing file, and flushes it to the disk. Returns the SHA-256 of the source in hex.
   */
  copy(from: string, to: string): Promise<string>
  /**
   * Writes a file piece by piece, with one piece in memory, and flushes it to the disk. An existing file is replaced.
   */
  create(path: string, make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>): Promise<void>
  /** Continues a file at byte `from`, like `create`, cutting off the rest. Throws when the file is shorter. */
  extend(
    path: string,
    from: number,
    make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
  ): Promise<void>
  /** A hash of a file in hex: SHA-256, or the kind that a download or archive states. */
  hash(path: string, by?: HashName): Promise<string>
  /**
   * Gives the file `from` the name `to` on the same disk, unless the name is taken: then returns false and changes
   * nothing.
   */
  place(from: string, to: string): Promise<boolean>
  /**
   * Gives a file a second name on the same disk, unless the name is taken: then returns false. Throws when links are
   * not possible.
   */
  link(from: string, to: string): Promise<boolean>
  /** Creates a link at `to` that leads to the absolute path `from`, unless the name is taken: then returns false. */
  point(from: string, to: string): Promise<boolean>
  /** Sets the permissions of a file or folder, as in `0o660`; Windows has only read-only. */
  permit(path: string, mode: number): Promise<void>
  /**
   * Gives `to` the mode, owner and group of the file `from`, or only owner and group, as far as this user and the disk
   * allow it. Never throws.
   */
  keepAccess(from: string, to: string, what?: 'all' | 'owner'): Promise<void>
  /** Gives the file `from` the name `to` on the same disk in one step, replacing an existing file. */
  rename(from: string, to: string): Promise<void>
  /** Whether both paths are names of the same existing file; links are not followed. */
  same(path: string, other: string): Promise<boolean>
  /** Sets the modification time of a file. */
  touch(path: string, modifiedMs: number): Promise<void>
  /**
   * Calls `onChange` after every change at or below `folder`, until `signal` aborts. Rejects with FolderLost when the
   * folder does not exist or no longer exists, and otherwise when it cannot be watched. Disks of other machines report
   * nothing.
   */
  watch(folder: string, onChange: () => void, signal: AbortSignal): Promise<void>
  /** Creates the folder and its parents. Returns the topmost one that did not exist. */
  makeFolder(folder: string, mode?: number): Promise<string | undefined>
  /** Removes a file; a missing file is not an error. */
  remove(path: string): Promise<void>
  /**
   * Removes a folder with its content. Links inside are removed, never followed. Entries that cannot be removed do not
   * stop the rest; then the first error of the disk is thrown.
   */
  removeFolder(folder: string): Promise<void>
  /** Removes an empty folder; false when it is not empty, missing or not a folder. */
  removeEmptyFolder(folder: string): Promise<boolean>
  /**
   * Whether this user may create files in a folder, checked without creating one, which watchers would notice. False
   * when the folder is missing. On Windows only the read-only mark is checked.
   */
  isWritable(folder: string): Promise<boolean>
  /** Free space on the disk of a folder. Throws when the folder does not exist; a remote disk may never answer. */
  freeSpace(folder: string): Promise<DiskSpace>
}

/** A child process that exchanges frames over its standard input and output. */
export interface Child {
  send(header: unknown, body?: Uint8Array): void
  /** The frames from the child, until it ends. */
  readonly frames: AsyncIterable<{ header: unknown; body: Uint8Array }>
  readonly ended: Promise<{ code: number | null; signal: string | null }>
  kill(): void
}

export interface Processes {
  /** Starts Panelkeep itself in a helper role, such as `--archive-helper`. */
  helper(role: string): Child
  /** Starts a program of the system and leaves it running; false when it could not be started or failed at once. */
  launch(command: string[]): Promise<boolean>
}

/** Programs of the system that the user configures. */
export interface Programs {
  /**
   * Runs a program of the system to its end, without a shell: `command` is its absolute path and its arguments. After
   * `timeoutMs`, or when `signal` aborts, the program is killed and its code is null. Throws when the program cannot be
   * started.
   */
  run(command: string[], options: ProgramOptions): Promise<{ code: number | null; output: string }>
}

export interface ProgramOptions {
  /** Added to Panelkeep's own environment. */
  env: Record<string, string>
  /** The program's standard input. */
  input: string
  timeoutMs: number
  signal?: AbortSignal
}

export interface MailServer {
  host: string
  port: number
  /** `starttls` begins unencrypted and refuses to continue without encryption; `tls` is encrypted from the start. */
  security: 'starttls' | 'tls' | 'none'
  /** Accepts any certificate: for self-hosted servers with a self-signed one. */
  anyCertificate: boolean
  /** Absent when no login is needed. */
  login?: { username: string; password: string }
}

export interface MailMessage {
  /** An address, or a name with an address in angle brackets. */
  from: string
  to: readonly string[]
  subject: string
  text: string
  /** Including its angle brackets. */
  id: string
  at: Instant
}

/** `detail` is the message of the server or the system, or empty. */
export type MailResult = { ok: true } | { failure: 'unreachable' | 'encryption' | 'login' | 'refused'; detail: string }

export interface Mail {
  /** Sends one message to an SMTP server. Never rejects; when `signal` aborts, the result is unreachable. */
  send(server: MailServer, message: MailMessage, how: { timeoutMs: number; signal: AbortSignal }): Promise<MailResult>
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Record<string, unknown>

export interface Log {
  debug(area: string, message: string, fields?: LogFields): void
  info(area: string, message: string, fields?: LogFields): void
  warn(area: string, message: string, fields?: LogFields): void
  error(area: string, message: string, fields?: LogFields): void
}

/** Hashes passwords; slow on purpose, so tests use a quick one. Any argon2 or bcrypt hash can be verified. */
export interface Passwords {
  hash(password: string): Promise<string>
}

export interface Ports {
  clock: Clock
  random: Random
  passwords: Passwords
  http: Http
  transfers: Transfers
  tcp: Tcp
  names: HostNames
  files: Files
  processes: Processes
  programs: Programs
  mail: Mail
  log: Log
}
