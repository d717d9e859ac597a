import { basename, dirname, join } from 'node:path'
import type { Config } from '../../../base/config/config'
import { allowedHostsIn } from '../../../base/outbound/allowed-address'
import { DiskError, onDisk } from '../../../base/outbound/transfer/on-disk'
import {
  Transfer,
  type TransferCallbacks,
  type TransferJob,
  type TransferOutcome,
} from '../../../base/outbound/transfer/transfer'
import { isWithin } from '../../../base/platform/clock'
import type { Clock, Files, HostNames, Instant, Log, Transfers } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { changeAfterAttempt } from './change-after-attempt'
import { Meter } from './meter'
import { downloadFileName } from './naming'
import { downloadHost } from './pick-downloads'
import * as store from './store'

export interface AttemptDeps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  net: { transfers: Transfers; names: HostNames }
  settings: {
    config: Pick<Config, 'get'>
    /** Default folder, unless `ddl_location` names another one. */
    folder: string
  }
}

/** Name of the partial file. The file is renamed once size and checksum are verified. */
export const PART = 'file.part'
/** How often the progress is saved in the row. */
const KEPT_EVERY_MS = 10_000
const MINUTE_MS = 60_000

/** One attempt at one direct download. Its outcome is written to the row. */
export class DownloadAttempt {
  readonly host: string
  readonly meter: Meter
  private readonly abort = new AbortController()
  private readonly part: string
  private moved = false
  private kept: Instant
  private now: number

  constructor(
    private readonly deps: AttemptDeps,
    private readonly row: store.DdlRow,
    private readonly folder: string,
  ) {
    this.host = downloadHost(row)
    this.meter = new Meter(deps.clock)
    this.part = join(folder, PART)
    this.now = row.got
    this.kept = deps.clock.now()
  }

  /** Bytes on the disk. */
  get got(): number {
    return this.now
  }

  stop(): void {
    this.abort.abort()
  }

  /** Returns the time before which the host must not be contacted again, if the host sets one. */
  async run(): Promise<Instant | undefined> {
    const { clock } = this.deps
    const { row, folder, part } = this
    const now = clock.now()
    this.saveRow({ status: 'Downloading', path: folder, moved_at: row.moved_at ?? now, updated_at: now })
    const there = await this.named()
    if (there !== undefined) {
      await this.complete(there.path, there.size)
      return undefined
    }
    const link = row.links[row.link_at]
    if (!link) {
      await this.saveSoon({ status: 'Failed', error: 'It has no download address.' })
      return undefined
    }
    const outcome = await this.transfer({ link, tag: row.etag, part })
    return outcome.kind === 'stopped' ? undefined : this.conclude(outcome)
  }

  private async transfer(job: TransferJob): Promise<TransferOutcome> {
    const { net, files, clock, settings } = this.deps
    try {
      await onDisk(job.part, files.makeFolder(this.folder))
    } catch (error) {
      return { kind: 'disk', detail: (error as DiskError).message }
    }
    const allowed = () => allowedHostsIn(settings.config.get('ddl_allowed_hosts'))
    return new Transfer({ net: { ...net, allowed }, files, clock }, job, this.callbacks(), this.abort.signal).run()
  }

  private callbacks(): TransferCallbacks {
    const { clock } = this.deps
    return {
      head: ({ from, tag, total }) => {
        this.now = from
        this.meter.moved(from)
        this.saveRow({ etag: tag, got: from, ...(total === null ? {} : { size: total }) })
      },
      moved: (got) => {
        this.now = got
        this.meter.moved(got)
        // Bytes from earlier attempts are not progress.
        if (got <= this.row.got) return
        this.moved = true
        if (isWithin(this.kept, clock.now(), KEPT_EVERY_MS)) return
        if (this.deps.db.isLent) return
        this.kept = clock.now()
        this.saveRow({ got, moved_at: this.kept })
      },
    }
  }

  private async conclude(outcome: Exclude<TransferOutcome, { kind: 'stopped' }>): Promise<Instant | undefined> {
    if (outcome.kind !== 'done') return this.leave(outcome)
    try {
      await this.finish(outcome)
      return undefined
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      return this.leave({ kind: 'disk', detail: error.message })
    }
  }

  /** Records an attempt that did not complete the file. */
  private async leave(outcome: Parameters<typeof changeAfterAttempt>[1]): Promise<Instant | undefined> {
    const { clock, files, settings, log } = this.deps
    const { row, moved } = this
    const stuckMs = settings.config.get('ddl_stuck_threshold') * MINUTE_MS
    const now = clock.now()
    const { change, restUntil, dropPart } = changeAfterAttempt(row, outcome, { now, stuckMs, moved })
    if (dropPart || change.status === 'Failed') await files.remove(this.part).catch(() => {})
    await this.saveSoon({ got: this.now, ...(moved ? { moved_at: now } : {}), ...change })
    log.warn('downloads', change.status === 'Failed' ? 'direct download failed' : 'direct download will be retried', {
      item: row.client_name,
      host: this.host,
      why: outcome.detail,
      until: change.retry_at ?? undefined,
    })
    return restUntil
  }

  /** Renames the verified partial file to its final name. */
  private async finish({ size, name }: { size: number; name?: string }): Promise<void> {
    const { files, log } = this.deps
    const { row, part } = this
    const filename = await downloadFileName(files, part, { ...row, remote_name: name })
    const path = join(dirname(part), filename)
    await this.saveSoon({ filename })
    await onDisk(path, files.rename(part, path))
    await this.complete(path, size)
    log.info('downloads', 'direct download completed', { item: row.client_name, host: this.host, bytes: size })
  }

  private async complete(path: string, size: number): Promise<void> {
    const now = this.deps.clock.now()
    const done = { status: 'Completed', path, filename: basename(path), size, got: size, moved_at: now } as const
    await this.saveSoon({ ...done, error: null, retry_at: null, updated_at: now })
  }

  /** The file, if the previous process renamed it and then stopped. Other files there are the user's. */
  private async named(): Promise<{ path: string; size: number } | undefined> {
    const { files } = this.deps
    const { filename } = this.row
    if (filename === '' || (await files.stat(this.part))) return undefined
    const path = join(this.folder, filename)
    const facts = await files.stat(path)
    return facts?.kind === 'file' ? { path, size: facts.size } : undefined
  }

  /** What an attempt ended with is not lost to a table that is moved in. */
  private async saveSoon(change: Partial<store.DdlRow>): Promise<void> {
    await this.deps.db.writeReturned((tx) => store.changeDdl(tx, this.row.ddl_id, change))
  }

  private saveRow(change: Partial<store.DdlRow>): void {
    this.deps.db.write((tx) => store.changeDdl(tx, this.row.ddl_id, change))
  }
}
