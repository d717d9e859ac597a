import { dirname, join } from 'node:path'
import type { Config } from '../../config/config'
import { between, plus } from '../../platform/clock'
import type { Clock, Files, Instant, Log, Names, Transfers } from '../../platform/ports'
import type { Database } from '../../storage/database'
import { afterwards } from './afterwards'
import { DiskTrouble, onDisk } from './disk'
import { hostsOf } from './gate'
import { Meter } from './meter'
import { nameFor } from './naming'
import { hostOf, pick } from './pick'
import * as store from './store'
import { type Outcome, Transfer } from './transfer'

export interface WorkerDeps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  net: { transfers: Transfers; names: Names }
  settings: {
    config: Pick<Config, 'get'>
    /** Where they go unless `ddl_location` names another folder. */
    folder: string
  }
}

interface Under {
  host: string
  abort: AbortController
  done: Promise<void>
  meter: Meter
  got: number
  written: Instant
}

/** What is there of a file; it gets its name when it is proven. */
const PART = 'file.part'
/** How far it is goes into its row this often. */
const KEPT_EVERY_MS = 10_000
const MINUTE_MS = 60_000
const KEPT_FOR_MS = 30 * 24 * 60 * MINUTE_MS

/** Fetches direct downloads, two at a time and one from each host. All that counts is in the rows: it goes on after a restart. */
export class DdlWorker {
  private readonly running = new Map<string, Under>()
  private readonly rests = new Map<string, Instant>()
  /** Being removed: not to be begun. */
  private readonly leaving = new Set<string>()
  private readonly stopping = new AbortController()
  private timer = new AbortController()

  constructor(private readonly deps: WorkerDeps) {}

  /** The folder that new ones go to. */
  location(): string {
    const { config, folder } = this.deps.settings
    return config.get('ddl_location') || folder
  }

  isOn(): boolean {
    return this.deps.settings.config.get('enable_ddl')
  }

  /** Takes up what the last process left, or gives it up where the reader wants that. */
  recover(): void {
    const { db, clock, settings } = this.deps
    const now = clock.now()
    const left = settings.config.get('ddl_autoresume')
      ? ({ status: 'Queued', moved_at: null, updated_at: now } as const)
      : ({ status: 'Failed', error: 'A restart cut it off. Queue it again to go on.', updated_at: now } as const)
    const cutOff = store.ddlRows(db.read, 'Downloading').filter(({ ddl_id }) => !this.running.has(ddl_id))
    if (cutOff.length > 0) db.write((tx) => cutOff.forEach((row) => void store.changeDdl(tx, row.ddl_id, left)))
    this.kick()
  }

  /** Begins whatever may begin now, and comes back when the next one may. */
  kick(): void {
    if (this.stopping.signal.aborted || !this.isOn()) return
    const { db, clock } = this.deps
    const rows = store.ddlRows(db.read, 'Queued', 'Downloading').filter(({ ddl_id }) => !this.leaving.has(ddl_id))
    const hosts = new Set([...this.running.values()].map(({ host }) => host))
    const { start, wake } = pick(rows, { ids: new Set(this.running.keys()), hosts, rests: this.rests }, clock.now())
    for (const row of start) this.begin(row)
    if (wake !== undefined) this.wakeAt(wake)
  }

  /** How far one is that is under way. */
  progress(ddlId: string): { got: number; speed: number | undefined } | undefined {
    const under = this.running.get(ddlId)
    return under && { got: under.got, speed: under.meter.speed() }
  }

  /** Ends it and forgets it, with what is there of it; `files` with the finished file too. */
  async drop(ddlId: string, { files }: { files: boolean }): Promise<void> {
    this.leaving.add(ddlId)
    try {
      const under = this.running.get(ddlId)
      under?.abort.abort()
      await under?.done
      const row = store.findDdl(this.deps.db.read, ddlId)
      if (!row) return
      await this.clear(row, files)
      this.deps.db.write((tx) => store.dropDdl(tx, ddlId))
    } finally {
      this.leaving.delete(ddlId)
      this.kick()
    }
  }

  /** Forgets what ended a month ago; files that are still there stay. */
  async tidy(): Promise<void> {
    const { db, clock } = this.deps
    for (const { ddl_id } of store.ddlEndedBefore(db.read, plus(clock.now(), -KEPT_FOR_MS)))
      await this.drop(ddl_id, { files: false })
  }

  /** Resolves when nothing is being fetched; what waits for its turn may be left. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ done }) => done))
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.timer.abort()
    for (const { abort } of this.running.values()) abort.abort()
    await this.idle()
  }

  private wakeAt(at: Instant): void {
    const { clock } = this.deps
    this.timer.abort()
    const timer = new AbortController()
    this.timer = timer
    void clock.after(Math.max(1000, between(clock.now(), at)), timer.signal).then(() => {
      if (!timer.signal.aborted) this.kick()
    })
  }

  private begin(row: store.DdlRow): void {
    const { clock, settings } = this.deps
    const host = hostOf(row)
    const abort = new AbortController()
    const under: Under = {
      host,
      abort,
      done: Promise.resolve(),
      meter: new Meter(clock),
      got: row.got,
      written: clock.now(),
    }
    this.running.set(row.ddl_id, under)
    under.done = Promise.resolve()
      .then(() => this.work(row, under))
      .catch((error: unknown) => this.lose(row, error))
      .finally(() => {
        this.running.delete(row.ddl_id)
        this.rest(host, plus(clock.now(), settings.config.get('ddl_query_delay') * 1000))
        this.kick()
      })
  }

  private async work(asked: store.DdlRow, under: Under): Promise<void> {
    const { db, clock } = this.deps
    const now = clock.now()
    const folder = asked.path ?? join(this.location(), asked.client_name)
    const begun = { status: 'Downloading', path: folder, moved_at: asked.moved_at ?? now, updated_at: now } as const
    const row = db.write((tx) => store.changeDdl(tx, asked.ddl_id, begun))
    const link = row?.links[row.link_at]
    if (!row || !link) return
    let high = row.got
    let moved = false
    const part = join(folder, PART)
    const told = {
      head: ({ from, tag, total }: { from: number; tag: string | null; total: number | null }) => {
        under.got = from
        under.meter.moved(from)
        this.keep(row, { etag: tag, got: from, ...(row.size === null && total !== null ? { size: total } : {}) })
      },
      moved: (got: number) => {
        under.got = got
        under.meter.moved(got)
        if (got <= high) return
        high = got
        moved = true
        if (between(under.written, clock.now()) < KEPT_EVERY_MS) return
        under.written = clock.now()
        this.keep(row, { got, moved_at: under.written })
      },
    }
    const outcome = await this.transfer({ link, size: row.size, tag: row.etag, part }, told, under.abort.signal)
    if (outcome.kind !== 'stopped') await this.conclude(row, outcome, { part, moved, got: under.got })
  }

  private async transfer(
    job: ConstructorParameters<typeof Transfer>[1],
    told: ConstructorParameters<typeof Transfer>[2],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { net, files, clock, settings } = this.deps
    try {
      await onDisk(job.part, files.makeFolder(dirname(job.part)))
    } catch (error) {
      return { kind: 'disk', detail: (error as DiskTrouble).message }
    }
    const allowed = () => hostsOf(settings.config.get('ddl_allowed_hosts'))
    return new Transfer({ ...net, files, clock, allowed }, job, told, signal).run()
  }

  private async conclude(
    row: store.DdlRow,
    outcome: Exclude<Outcome, { kind: 'stopped' }>,
    { part, moved, got }: { part: string; moved: boolean; got: number },
  ): Promise<void> {
    const { clock, files, settings, log } = this.deps
    if (outcome.kind === 'done') {
      try {
        await this.finish(row, part, outcome)
        return
      } catch (error) {
        if (!(error instanceof DiskTrouble)) throw error
        outcome = { kind: 'disk', detail: error.message }
      }
    }
    const stuckMs = settings.config.get('ddl_stuck_threshold') * MINUTE_MS
    const now = clock.now()
    const { change, restUntil, dropPart } = afterwards(row, outcome, { now, stuckMs, moved })
    if (restUntil !== undefined) this.rest(hostOf(row), restUntil)
    if (dropPart || change.status === 'Failed') await files.remove(part).catch(() => {})
    this.keep(row, { got, ...(moved ? { moved_at: now } : {}), ...change })
    log.warn('downloads', change.status === 'Failed' ? 'direct download failed' : 'direct download waits', {
      item: row.client_name,
      host: hostOf(row),
      why: outcome.detail,
      until: change.retry_at ?? undefined,
    })
  }

  /** The proven part gets its name: from then on it is the file. */
  private async finish(
    row: store.DdlRow,
    part: string,
    { size, name }: { size: number; name?: string },
  ): Promise<void> {
    const { files, clock, log } = this.deps
    const file = await nameFor(files, part, { ...row, said: name })
    const target = join(dirname(part), file)
    await onDisk(target, files.rename(part, target))
    const now = clock.now()
    const done = { status: 'Completed', path: target, filename: file, size, got: size, moved_at: now } as const
    this.keep(row, { ...done, error: null, retry_at: null, updated_at: now })
    log.info('downloads', 'direct download completed', { item: row.client_name, host: hostOf(row), bytes: size })
  }

  private async clear({ client_name, status, path }: store.DdlRow, all: boolean): Promise<void> {
    const { files } = this.deps
    if (path === null) return
    const folder = status === 'Completed' ? dirname(path) : path
    // Whatever the row says: only the folder that was made for it.
    if (!folder.endsWith(client_name)) return
    if (all) return files.removeFolder(folder)
    await files.remove(join(folder, PART))
    await files.removeEmptyFolder(folder)
  }

  private keep({ ddl_id }: store.DdlRow, change: Partial<store.DdlRow>): void {
    this.deps.db.write((tx) => store.changeDdl(tx, ddl_id, change))
  }

  private rest(host: string, until: Instant): void {
    if (until > (this.rests.get(host) ?? '')) this.rests.set(host, until)
  }

  /** A fault of ours, or no room to write how it stands: it keeps its place and is tried again. */
  private lose(row: store.DdlRow, error: unknown): void {
    const { log, clock } = this.deps
    log.error('downloads', 'direct download broke off', { item: row.client_name, error })
    this.rest(hostOf(row), plus(clock.now(), 10 * MINUTE_MS))
  }
}
