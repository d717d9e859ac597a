import { basename, dirname, join } from 'node:path'
import { between, plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import { type AttemptDeps, DownloadAttempt, PART } from './download-attempt'
import { downloadHost, type HostPause, pickDownloads } from './pick-downloads'
import * as store from './store'

interface RunningDownload {
  fetching: DownloadAttempt
  done: Promise<void>
}

const MINUTE_MS = 60_000
const KEPT_FOR_MS = 30 * 24 * 60 * MINUTE_MS

/**
 * Runs direct downloads, two at a time and one per host. All state is in the rows, so downloads continue after a
 * restart.
 */
export class DdlWorker {
  private readonly running = new Map<string, RunningDownload>()
  private readonly rests = new Map<string, HostPause>()
  /** Downloads that are being removed, and must not start. */
  private readonly leaving = new Set<string>()
  private readonly stopping = new AbortController()
  private timer = new AbortController()

  constructor(private readonly deps: AttemptDeps) {}

  /** Folder for new downloads. */
  location(): string {
    const { config, folder } = this.deps.settings
    return config.get('ddl_location') || folder
  }

  isOn(): boolean {
    return this.deps.settings.config.get('enable_ddl')
  }

  /** Resumes the downloads that the previous process left, or fails them if the settings say so. */
  recover(): void {
    const { db, clock, settings } = this.deps
    const now = clock.now()
    const left = settings.config.get('ddl_autoresume')
      ? ({ status: 'Queued', moved_at: null, updated_at: now } as const)
      : ({
          status: 'Failed',
          error: 'A restart interrupted the download. Queue it again to resume.',
          updated_at: now,
        } as const)
    const cutOff = store.ddlRows(db.read, 'Downloading').filter(({ ddl_id }) => !this.running.has(ddl_id))
    if (cutOff.length > 0) db.write((tx) => cutOff.forEach((row) => void store.changeDdl(tx, row.ddl_id, left)))
    this.startDue()
  }

  /** Starts every download that is due, and schedules itself for the next one. */
  startDue(): void {
    if (this.stopping.signal.aborted || !this.isOn()) return
    const { db, clock } = this.deps
    const rows = store.ddlRows(db.read, 'Queued', 'Downloading').filter(({ ddl_id }) => !this.leaving.has(ddl_id))
    const hosts = new Set([...this.running.values()].map(({ fetching }) => fetching.host))
    const { start, wake } = pickDownloads(
      rows,
      { ids: new Set(this.running.keys()), hosts, rests: this.rests },
      clock.now(),
    )
    for (const row of start) this.begin(row)
    if (wake !== undefined) this.wakeAt(wake)
  }

  /** Progress of a running download. */
  progress(ddlId: string): { got: number; speed: number | undefined } | undefined {
    const under = this.running.get(ddlId)
    return under && { got: under.fetching.got, speed: under.fetching.meter.speed() }
  }

  /** Stops and deletes a download with its partial file; with `files`, the finished file too. */
  async drop(ddlId: string, { files }: { files: boolean }): Promise<void> {
    this.leaving.add(ddlId)
    try {
      const under = this.running.get(ddlId)
      under?.fetching.stop()
      await under?.done
      const row = store.findDdl(this.deps.db.read, ddlId)
      if (!row) return
      await this.clear(row, files)
      this.deps.db.write((tx) => store.dropDdl(tx, ddlId))
    } finally {
      this.leaving.delete(ddlId)
      this.startDue()
    }
  }

  /** Removes downloads that ended a month ago; their files stay. */
  async tidy(): Promise<void> {
    const { db, clock } = this.deps
    for (const { ddl_id } of store.ddlEndedBefore(db.read, plus(clock.now(), -KEPT_FOR_MS)))
      await this.drop(ddl_id, { files: false })
  }

  /** Resolves when no download is running; some may still wait. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ done }) => done))
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.timer.abort()
    for (const { fetching } of this.running.values()) fetching.stop()
    await this.idle()
  }

  private wakeAt(at: Instant): void {
    const { clock } = this.deps
    this.timer.abort()
    const timer = new AbortController()
    this.timer = timer
    void clock.after(Math.max(1000, between(clock.now(), at)), timer.signal).then(() => {
      if (!timer.signal.aborted) this.startDue()
    })
  }

  private begin(row: store.DdlRow): void {
    const { clock, settings } = this.deps
    const fetching = new DownloadAttempt(this.deps, row, row.path ?? join(this.location(), row.client_name))
    const { host } = fetching
    const done = Promise.resolve()
      .then(() => fetching.run())
      .then((until) => {
        if (until !== undefined) this.rest(host, until)
      })
      .catch((error: unknown) => this.deferAfterError(row, error))
      .finally(() => {
        this.running.delete(row.ddl_id)
        this.rest(host, plus(clock.now(), settings.config.get('ddl_query_delay') * 1000))
        this.startDue()
      })
    this.running.set(row.ddl_id, { fetching, done })
  }

  private async clear({ client_name, status, path }: store.DdlRow, all: boolean): Promise<void> {
    const { files } = this.deps
    if (path === null) return
    const isFile = status === 'Completed'
    const folder = isFile ? dirname(path) : path
    // Only inside the folder that was created for this download, whatever path the row has. Other files there are the
    // user's.
    if (basename(folder) !== client_name) return
    if (all && isFile) await files.remove(path)
    await files.remove(join(folder, PART))
    await files.removeEmptyFolder(folder)
  }

  private rest(host: string, until: Instant): void {
    const from = this.deps.clock.now()
    const known = this.rests.get(host)
    if (!known || known.from > from || until > known.until) this.rests.set(host, { from, until })
  }

  /** After an internal error, or without space to save the state, the download keeps its position and is retried. */
  private deferAfterError(row: store.DdlRow, error: unknown): void {
    const { log, clock } = this.deps
    log.error('downloads', 'direct download interrupted', { item: row.client_name, error })
    this.rest(downloadHost(row), plus(clock.now(), 10 * MINUTE_MS))
  }
}
