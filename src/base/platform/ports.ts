/**
 * Everything that Panelkeep needs from the machine. `main.ts` makes the real ports, tests make fakes; nothing else touches
 * the clock, chance, the network, the disk or other processes.
 */

/** A moment in UTC, ISO 8601 with milliseconds: `2026-11-21T07:50:00.000Z`. Sorts as text. */
export type Instant = string

export interface Clock {
  now(): Instant
  /** Milliseconds that this machine has been up, asleep or awake, in whole seconds: setting its clock does not move it. */
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
  /** Takes any certificate: for services of one's own that sign theirs themselves. */
  anyCertificate?: boolean
  /** The IP address to contact, whatever the name leads to by now. */
  address?: string | undefined
}

export interface Http {
  /** Redirects are not followed. Throws when the host is silent past `timeoutMs` or sends more than `maxBytes`. */
  fetch(request: Request, limits: HttpLimits): Promise<Response>
}

/** Files of any size, as they come. */
export interface Transfers {
  /**
   * The head of an answer. Its body is for the caller to read as it comes, and to end by the signal of the request:
   * nothing else bounds its size or its time. Redirects are not followed. Over HTTP `address` is contacted, whatever its name
   * leads to by now. Throws when no head comes within `timeoutMs`.
   */
  begin(request: Request, limits: { timeoutMs: number; address?: string }): Promise<Response>
}

/** For what is spoken without HTTP. */
export interface Tcp {
  /**
   * Sends `question` and answers all that comes until the other side hangs up. Throws when nothing listens, with the code
   * of the system, when it takes longer than `timeoutMs`, or when more than `maxBytes` come.
   */
  exchange(
    at: { host: string; port: number },
    question: Uint8Array,
    limits: { timeoutMs: number; maxBytes: number },
  ): Promise<Uint8Array>
}

export interface HostNames {
  /** The IP addresses of a host. Throws when the name is not known. */
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
  /** Milliseconds since 1970, as the file system keeps it. */
  modifiedMs: number
  /** Id of its disk: differs from that of the parent folder where a disk is mounted. May change after a restart. */
  device: number
}

/** An open file that is read piecemeal: one page of a 2 GB archive costs one page. */
export interface OpenFile {
  readonly size: number
  /** Up to `length` bytes from `offset`; shorter only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** Bytes of the disk of a folder. */
export interface DiskSpace {
  /** What this user may still write. */
  free: number
  total: number
  /** A network disk, which sends no change events. Detected on Linux, and on Windows by the path. */
  remote: boolean
}

export type HashName = 'sha256' | 'sha1' | 'md5'

export interface Files {
  /** Entries of a folder, unsorted. Throws when it cannot be read. */
  list(folder: string): Promise<FileEntry[]>
  /** Facts about the path itself (a link is not followed); undefined when nothing is there. */
  stat(path: string): Promise<FileFacts | undefined>
  /** The path with links and dots resolved; undefined when nothing is there, or links lead in a circle. */
  real(path: string): Promise<string | undefined>
  /** `giveWay` is called before this process changes the path or a folder above it, and is to close the file. */
  open(path: string, giveWay?: () => Promise<void>): Promise<OpenFile>
  read(path: string): Promise<Uint8Array>
  /** The file as a blob that is read only when it is sent; what Bun needs to answer Range and to send without copying. */
  blob(path: string): Blob
  /**
   * Writes beside the target, flushes, renames over it: a reader sees the old file or the new one, never half of one.
   * Owner and group stay, and so does the mode where none is given.
   */
  write(path: string, content: Uint8Array | string, mode?: number): Promise<void>
  /** Throws when so many bytes do not fit into a folder; they are written and removed, never flushed. */
  tryRoom(folder: string, bytes: number): Promise<void>
  /** Copies into `to`, which is replaced, and flushes it to the disk. Answers the SHA-256 of what was read, in hex. */
  copy(from: string, to: string): Promise<string>
  /** Writes a file piece by piece, in memory of one piece, and flushes it to the disk. What has the name is replaced. */
  create(path: string, make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>): Promise<void>
  /** Continues a file at byte `from`, like `create`, cutting off the rest. Throws when the file is shorter. */
  extend(
    path: string,
    from: number,
    make: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
  ): Promise<void>
  /** A hash of a file in hex: SHA-256, or one that a download or archive states. */
  hash(path: string, by?: HashName): Promise<string>
  /** Gives the file `from` the name `to` on the same disk, unless something has it: then false, and nothing changed. */
  place(from: string, to: string): Promise<boolean>
  /** Gives a file a second name on the same disk, unless something has it: then false. Throws where that cannot be. */
  link(from: string, to: string): Promise<boolean>
  /** Makes a link at `to` that leads to the whole path `from`, unless something is there: then false. */
  point(from: string, to: string): Promise<boolean>
  /** Sets the permissions of a file or folder, as in `0o660`; Windows has only read-only. */
  permit(path: string, mode: number): Promise<void>
  /**
   * Gives `to` the mode, owner and group of the file `from`, or only owner and group, as far as this user and the disk
   * allow it. Never throws.
   */
  keepAccess(from: string, to: string, what?: 'all' | 'owner'): Promise<void>
  /** Gives the file `from` the name `to` on the same disk in one step; what had the name is gone. */
  rename(from: string, to: string): Promise<void>
  /** Whether both paths are names of one file that are there; links are not followed. */
  same(path: string, other: string): Promise<boolean>
  /** Sets when a file was last changed. */
  touch(path: string, modifiedMs: number): Promise<void>
  /**
   * Calls `onChange` whenever something changes at or below `folder`, until `signal` aborts. Rejects with FolderLost
   * when it is not there or not any more, and otherwise when it cannot be watched. Disks of other machines send nothing.
   */
  watch(folder: string, onChange: () => void, signal: AbortSignal): Promise<void>
  /** Makes the folder and its parents. Answers the topmost that was not there before. */
  makeFolder(folder: string, mode?: number): Promise<string | undefined>
  /** Removes a file; nothing there is no error. */
  remove(path: string): Promise<void>
  /**
   * Removes a folder with what is in it. Links inside are removed, never followed. What cannot go does not keep the rest;
   * then it throws what the disk said about the first.
   */
  removeFolder(folder: string): Promise<void>
  /** Removes an empty folder; false when it is not empty, no folder or missing. */
  removeEmptyFolder(folder: string): Promise<boolean>
  /**
   * Whether this user may create files in a folder, checked without creating one, which watchers would notice. False
   * when it is missing. On Windows only the read-only mark is checked.
   */
  isWritable(folder: string): Promise<boolean>
  /** Room on the disk of a folder. Throws when it is not there; a disk that is far away may never answer. */
  freeSpace(folder: string): Promise<DiskSpace>
}

/** A child process that speaks in frames over its standard input and output. */
export interface Child {
  send(header: unknown, body?: Uint8Array): void
  /** The frames it sends, until it ends. */
  readonly frames: AsyncIterable<{ header: unknown; body: Uint8Array }>
  readonly ended: Promise<{ code: number | null; signal: string | null }>
  kill(): void
}

export interface Processes {
  /** Starts Panelkeep itself in a helper role, such as `--archive-helper`. */
  helper(role: string): Child
  /** Starts a program of the system and leaves it alone; false when it could not be started or failed at once. */
  launch(command: string[]): Promise<boolean>
}

/** Programs of the system that the reader names. */
export interface Programs {
  /**
   * Runs a program of the system to its end, without a shell: `command` is its whole path and its arguments. After
   * `timeoutMs`, or when `signal` aborts, it is killed and its code is null. Throws when it cannot be started.
   */
  run(command: string[], options: ProgramOptions): Promise<{ code: number | null; output: string }>
}

export interface ProgramOptions {
  /** Beside the environment that Panelkeep itself has. */
  env: Record<string, string>
  /** Its standard input. */
  input: string
  timeoutMs: number
  signal?: AbortSignal
}

export interface MailServer {
  host: string
  port: number
  /** `starttls` begins in the open and goes no further without encryption; `tls` is encrypted from the start. */
  security: 'starttls' | 'tls' | 'none'
  /** Takes any certificate: for servers of one's own that sign theirs themselves. */
  anyCertificate: boolean
  /** Absent: no login needed. */
  login?: { username: string; password: string }
}

export interface MailMessage {
  /** An address, or a name with an address in angle brackets. */
  from: string
  to: readonly string[]
  subject: string
  text: string
  /** With its angle brackets. */
  id: string
  at: Instant
}

/** `detail` is the message of the server or the system, or empty. */
export type MailResult = { ok: true } | { failure: 'unreachable' | 'encryption' | 'login' | 'refused'; detail: string }

export interface Mail {
  /** Hands one message to an SMTP server. Never rejects; when `signal` aborts it ends as unreachable. */
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

export interface Ports {
  clock: Clock
  random: Random
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
