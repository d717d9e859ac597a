import { dirname } from 'node:path'
import { isWithin } from '../../platform/clock'
import type { Clock, Files, Instant } from '../../platform/ports'
import { AddressRefused } from '../allowed-address'
import { BrokenConnection, requestFile, type TransferNetwork } from './connect'
import type { DirectLink } from './link'
import { DiskError, onDisk } from './on-disk'
import { readTransferReply, replyFileName, type TransferReply } from './read-reply'
import { verifyFile } from './verify'

interface Deps {
  net: TransferNetwork
  files: Files
  clock: Clock
}

export interface TransferJob {
  link: DirectLink
  /** The validator of the file that the part belongs to. */
  tag: string | null
  /** Where the bytes are written. */
  part: string
}

export type TransferOutcome =
  /** The whole file is at `part` and matches what was announced. */
  | { kind: 'done'; size: number; name?: string }
  /** This address may deliver the file later. */
  | { kind: 'later'; detail: string; until?: Instant; busy: boolean }
  /** This address failed. `blames`: the file itself is at fault. */
  | { kind: 'lost'; detail: string; blames: boolean }
  /** Our own disk failed. */
  | { kind: 'disk'; detail: string }
  | { kind: 'stopped' }

export interface TransferCallbacks {
  /** A reply with a body began. */
  head(facts: { from: number; tag: string | null; total: number | null }): void
  /** The number of bytes written so far. */
  moved(got: number): void
}

type Body = Extract<TransferReply, { kind: 'body' }> & { stream: ReadableStream<Uint8Array> | null }

/** After this long without a byte the connection is closed. */
const SILENCE_MS = 60_000
/** Disk space to leave free for everything else. */
const ROOM = 64 * 1024 * 1024
/** No comic or pack is larger: a host that announces more, or never ends, is not sending a comic. */
const MOST = 64 * 1024 ** 3

/** One attempt to download a file from one address, continuing the partial file. */
export class Transfer {
  private readonly cut = new AbortController()
  private readonly signal: AbortSignal
  private lastByte: Instant
  private named: string | undefined

  constructor(
    private readonly deps: Deps,
    private readonly job: TransferJob,
    private readonly callbacks: TransferCallbacks,
    private readonly stop: AbortSignal,
  ) {
    this.signal = AbortSignal.any([stop, this.cut.signal])
    this.lastByte = deps.clock.now()
  }

  async run(): Promise<TransferOutcome> {
    try {
      return await this.get(await this.left(), false)
    } catch (error) {
      if (this.stop.aborted) return { kind: 'stopped' }
      if (error instanceof AddressRefused && error.why !== 'unknown')
        return { kind: 'lost', detail: error.message, blames: false }
      if (error instanceof DiskError) return { kind: 'disk', detail: error.message }
      if (error instanceof BrokenConnection || error instanceof AddressRefused)
        return { kind: 'later', detail: error.message, busy: false }
      throw error
    } finally {
      this.cut.abort()
    }
  }

  /** The bytes of a partial file that can be resumed; bytes of unknown origin cannot. */
  private async left(): Promise<number> {
    const { link, tag, part } = this.job
    if (tag === null && !link.md5 && !link.sha1) return 0
    return (await onDisk(part, this.deps.files.stat(part)))?.size ?? 0
  }

  private async get(from: number, again: boolean): Promise<TransferOutcome> {
    const { clock, net } = this.deps
    const { link, tag } = this.job
    const { size, signal } = this
    if (from > 0 && from === size) return this.verify(from, true)
    const reply = await requestFile(net, { link, tag, from, signal })
    let answered = readTransferReply(reply, { from, size, now: clock.now() })
    const other = answered.kind === 'body' && answered.from > 0 && tag !== null && answered.tag !== undefined
    if (other && (answered as Body).tag !== tag) answered = { kind: 'anew' }
    if (answered.kind !== 'body') await reply.body?.cancel()
    if (answered.kind === 'anew') {
      if (!again) return this.get(0, true)
      return { kind: 'later', detail: 'The host sent the wrong part of the file.', busy: false }
    }
    if (answered.kind === 'whole') return this.verify(from, true)
    if (answered.kind !== 'body') return answered
    this.named = replyFileName(reply.headers)
    return this.receive({ ...answered, stream: reply.body })
  }

  private async receive({ from, total, tag, stream }: Body): Promise<TransferOutcome> {
    const { files } = this.deps
    const { part } = this.job
    const expected = total ?? this.size
    if (expected !== null && expected > MOST)
      return this.refuse(`The host announces ${expected} bytes, more than any comic has.`)
    const free = await this.free()
    const room = noRoom(part, free, (expected ?? from) - from)
    if (room) return room
    // A file of unknown length must not fill the whole disk.
    const most = expected ?? from + Math.min(MOST, Math.floor((free - ROOM) / 2))
    this.callbacks.head({ from, tag: tag ?? null, total: expected })
    let got = from
    let tooMuch = false
    const ended = new AbortController()
    void this.watchSilence(ended.signal)
    try {
      await files.extend(part, from, async (write) => {
        for await (const chunk of this.chunks(stream)) {
          if (got + chunk.length > most) {
            tooMuch = true
            return
          }
          await write(chunk)
          got += chunk.length
          this.callbacks.moved(got)
        }
      })
    } catch (error) {
      throw error instanceof BrokenConnection ? error : new DiskError(error, part)
    } finally {
      ended.abort()
    }
    if (tooMuch && expected === null) return this.refuse(`It sent ${got} bytes without saying where it ends.`)
    if (tooMuch) return this.refuse(`It sent more than the ${most} bytes that were promised.`)
    if (total !== undefined && got < total)
      throw new BrokenConnection(`The connection ended after ${got} of ${total} bytes.`)
    return this.verify(got, from > 0)
  }

  private async *chunks(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
    if (!stream) return
    const reader = stream.getReader()
    try {
      for (;;) {
        const { done, value } = await this.unlessCut(reader.read())
        if (done) return
        this.lastByte = this.deps.clock.now()
        yield value
      }
    } finally {
      void reader.cancel().catch(() => {})
    }
  }

  /** A race against one promise for all chunks would keep every chunk in memory until the end. */
  private unlessCut<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => reject(new BrokenConnection('No more data arrived.'))
      if (this.signal.aborted) return end()
      this.signal.addEventListener('abort', end, { once: true })
      work
        .then(resolve, () => reject(new BrokenConnection('The connection broke off.')))
        .finally(() => this.signal.removeEventListener('abort', end))
    })
  }

  private async watchSilence(ended: AbortSignal): Promise<void> {
    const { clock } = this.deps
    for (;;) {
      await clock.after(SILENCE_MS, ended)
      if (ended.aborted) return
      if (!isWithin(this.lastByte, clock.now(), SILENCE_MS)) return this.cut.abort()
    }
  }

  private async free(): Promise<number> {
    const { part } = this.job
    return (await onDisk(part, this.deps.files.freeSpace(dirname(part)))).free
  }

  /** All bytes are there. */
  private async verify(got: number, writtenOn: boolean): Promise<TransferOutcome> {
    const against = await verifyFile(this.deps.files, { ...this.job, size: this.size }, got)
    if (!against) return { kind: 'done', size: got, ...(this.named === undefined ? {} : { name: this.named }) }
    if (against.kind === 'short') throw new BrokenConnection(against.why)
    const refused = await this.refuse(against.why)
    // Halves of two different files do not make one file.
    const again = writtenOn && against.kind === 'checksum'
    return again ? { kind: 'later', detail: against.why, busy: false } : refused
  }

  private async refuse(detail: string): Promise<TransferOutcome> {
    await onDisk(this.job.part, this.deps.files.remove(this.job.part))
    return { kind: 'lost', detail, blames: true }
  }

  /** The size that the file must have. */
  private get size(): number | null {
    return this.job.link.size ?? null
  }
}

function noRoom(part: string, free: number, bytes: number): TransferOutcome | undefined {
  if (free >= bytes + ROOM) return undefined
  const needed = Math.ceil((bytes + ROOM) / 1_000_000)
  const detail = `The disk of ${dirname(part)} has ${Math.floor(free / 1_000_000)} MB left, and ${needed} MB are needed.`
  return { kind: 'disk', detail }
}
