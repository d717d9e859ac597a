import { dirname, join } from 'node:path'
import { isWithin } from '../../../base/platform/clock'
import type { Clock, Files, Log, Processes } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { SendOptions } from '../clients/client'
import type { ReleasePayload } from '../payload'
import type { Fault, Report, TorrentStatus } from './helper-messages'
import { HelperProcess, type TorrentLimits, type Work } from './helper-process'
import { removeOwnFiles } from './own-files'
import { hasSeededEnough } from './seeding'
import * as store from './store'
import { idles, nextProgress, type TorrentProgress, totalsOf } from './torrent-progress'
import { TorrentQueue } from './torrent-queue'

export type TorrentRelease = Extract<ReleasePayload, { kind: 'torrent' | 'magnet' }>

interface Deps {
  db: Database
  clock: Clock
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder' | 'freeSpace'>
  processes: Pick<Processes, 'helper'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  settings: {
    /** Where torrents are put, each in a folder of its own. */
    folder: () => string
    /** Uploaded to size, after which a torrent is seeded no longer. */
    ratio: () => number
    /** Torrents that are fetched at the same time; those behind them wait. */
    atOnce: () => number
    limits: () => TorrentLimits
  }
}

/** How often what was uploaded is written down: a crash forgets that much. */
const NOTE_MS = 30_000
const REMOVED_MS = 5000

/** The torrents of the built-in client. The rows are the truth; the helper process may end at any time. */
export class OwnTorrents {
  private readonly helper: HelperProcess
  private readonly watched = new Map<string, TorrentProgress>()
  private readonly removals = new Map<string, () => void>()
  private readonly queue: TorrentQueue

  constructor(private readonly deps: Deps) {
    const { processes, clock, log, settings } = deps
    this.queue = new TorrentQueue({ idles: (infoHash) => this.idles(infoHash), atOnce: settings.atOnce })
    this.helper = new HelperProcess({
      processes,
      clock,
      log,
      limits: settings.limits,
      isNeeded: () => this.isNeeded(),
      work: () => {
        this.queue.endAll()
        return this.due()
      },
      onReport: (report, body) => this.receive(report, body),
      crashed: () => this.noteAll(),
    })
  }

  /** Resumes the torrents of an earlier run. */
  recover(): void {
    this.helper.start()
  }

  /** `waits`: for others to be fetched. */
  find(infoHash: string): { row: store.OwnTorrent; seen: TorrentStatus | undefined; waits: boolean } | undefined {
    const row = store.findOwn(this.deps.db.read, infoHash)
    if (!row) return undefined
    const watched = this.watched.get(infoHash)
    const waits = this.helper.isRunning() && !this.queue.has(infoHash)
    return { row: watched ? { ...row, ...totalsOf(watched) } : row, seen: watched?.seen, waits }
  }

  named(clientName: string): string | undefined {
    return store.ownNamed(this.deps.db.read, clientName)?.info_hash
  }

  /** Adds a torrent, or continues the one with this hash under another name. */
  add(clientName: string, release: TorrentRelease, total: number | null, sending: SendOptions): void {
    const { db, clock, settings } = this.deps
    const { info_hash } = release
    const before = store.findOwn(db.read, info_hash)
    const { minimum_ratio, minimum_seed_seconds } = sending
    if (before && before.error === null) {
      const goals = { minimum_ratio: minimum_ratio ?? null, minimum_seed_seconds: minimum_seed_seconds ?? null }
      db.write((tx) => store.changeOwn(tx, info_hash, { client_name: clientName, ...goals }))
      return
    }
    const row: store.NewOwnTorrent = {
      info_hash,
      client_name: clientName,
      magnet: release.kind === 'magnet' ? release.link : null,
      torrent: release.kind === 'torrent' ? release.bytes.toBase64() : null,
      folder: before?.folder ?? join(settings.folder(), info_hash),
      total,
      minimum_ratio,
      minimum_seed_seconds,
      added_at: clock.now(),
    }
    db.write((tx) => store.putOwn(tx, row))
    this.queue.end(info_hash) // the helper had let go of one that failed
    this.helper.start()
    this.goOn()
  }

  /** Drops a torrent, whatever it is doing; with `files` also what was fetched. */
  async remove(infoHash: string, files: boolean): Promise<void> {
    const { db } = this.deps
    const row = store.findOwn(db.read, infoHash)
    if (!row) return
    await this.letGo(infoHash)
    if (files) await removeOwnFiles(this.deps.files, row.folder, store.fileOfOwn(db.read, infoHash))
    else await this.deps.files.removeEmptyFolder(row.folder)
    db.write((tx) => store.dropOwn(tx, infoHash))
    this.drop(infoHash)
    this.restWhenIdle()
    this.goOn()
  }

  async stop(): Promise<void> {
    this.noteAll()
    await this.helper.stop()
  }

  /** Until the helper has closed its files: on Windows open ones cannot be removed. */
  private async letGo(infoHash: string): Promise<void> {
    if (!this.helper.isRunning()) return
    this.queue.hold(infoHash)
    const late = new AbortController()
    const removed = new Promise<void>((resolve) => this.removals.set(infoHash, resolve))
    this.helper.send({ op: 'remove', info_hash: infoHash })
    await Promise.race([removed, this.deps.clock.after(REMOVED_MS, late.signal)])
    late.abort()
    this.removals.delete(infoHash)
  }

  private receive(report: Report, body: Uint8Array): void {
    const { db, log } = this.deps
    try {
      if ('seen' in report) this.sawAll(report.seen)
      else if ('found' in report) db.write((tx) => store.changeOwn(tx, report.found, { torrent: body.toBase64() }))
      else if ('removed' in report) this.removed(report.removed)
      else this.failed(report.failed)
    } catch (error) {
      log.error('downloads', 'a report of the torrent helper was lost', { error })
    }
  }

  private sawAll(all: readonly TorrentStatus[]): void {
    for (const seen of all) this.saw(seen)
    if (this.helper.minds()) {
      this.goOn()
      return
    }
    this.noteAll()
    this.helper.rest() // the next one starts with the current settings
  }

  /** Gives the helper what has its turn now. */
  private goOn(): void {
    if (!this.helper.isRunning()) return
    for (const { order, file } of this.due()) this.helper.send(order, file)
  }

  private due(): Work[] {
    return this.queue.next(store.activeOwn(this.deps.db.read)).map((row) => this.workOf(row))
  }

  private idles(infoHash: string): boolean {
    const watched = this.watched.get(infoHash)
    return watched !== undefined && idles(watched)
  }

  /** The helper does not have it any more, and shall not have it again. */
  private drop(infoHash: string): void {
    this.watched.delete(infoHash)
    this.queue.end(infoHash)
  }

  private saw(seen: TorrentStatus): void {
    const { db, clock, log, settings } = this.deps
    const row = store.findOwn(db.read, seen.info_hash)
    if (!row || row.seeded_at !== null || row.error !== null) return
    const now = clock.now()
    const watched = nextProgress(this.watched.get(row.info_hash), row, seen, now)
    this.watched.set(row.info_hash, watched)
    if (row.total === null && seen.total !== null) this.learnSize(row, seen.total)
    if (seen.phase === 'seeding' && row.completed_at === null) {
      db.write((tx) => store.changeOwn(tx, row.info_hash, { completed_at: now, total: seen.total }))
      log.info('downloads', 'torrent fetched', { info_hash: row.info_hash, bytes: seen.total })
    }
    const enough = seen.phase === 'seeding' && hasSeededEnough({ ...row, ...totalsOf(watched) }, settings.ratio())
    if (enough || !isWithin(watched.notedAt, now, NOTE_MS)) this.note(row.info_hash, watched)
    if (enough) this.finish(row.info_hash)
  }

  /** Of a magnet link it is known only now how large it is, and whether there is room for it. */
  private learnSize({ info_hash, folder }: store.OwnTorrent, total: number): void {
    this.deps.db.write((tx) => store.changeOwn(tx, info_hash, { total }))
    void this.deps.files.freeSpace(dirname(folder)).then(
      ({ free }) => {
        if (free >= total || this.helper.isStopped()) return
        this.helper.send({ op: 'remove', info_hash })
        this.failed({ info_hash, message: 'there is not enough room for it', code: 'ENOSPC' })
      },
      () => undefined, // a folder that cannot be looked at says so itself when it is written to
    )
  }

  private note(infoHash: string, watched: TorrentProgress): void {
    this.deps.db.write((tx) => store.changeOwn(tx, infoHash, totalsOf(watched)))
    watched.notedAt = watched.at
  }

  private noteAll(): void {
    for (const [infoHash, watched] of this.watched) this.note(infoHash, watched)
    this.watched.clear()
  }

  private finish(infoHash: string): void {
    const { db, clock, log } = this.deps
    db.write((tx) => store.changeOwn(tx, infoHash, { seeded_at: clock.now() }))
    log.info('downloads', 'torrent seeded enough', { info_hash: infoHash })
    this.helper.send({ op: 'remove', info_hash: infoHash })
    this.drop(infoHash)
  }

  /** The helper has reported to its trackers and closed its files. */
  private removed(infoHash: string): void {
    this.removals.get(infoHash)?.()
    this.restWhenIdle()
    this.goOn()
  }

  private failed({ info_hash, message, code }: Fault): void {
    const { db, log } = this.deps
    log.warn('downloads', 'torrent failed', { info_hash, message, code })
    db.write((tx) => store.changeOwn(tx, info_hash, { error: code === null ? message : `${code}: ${message}` }))
    this.drop(info_hash)
    this.restWhenIdle()
    this.goOn()
  }

  private restWhenIdle(): void {
    if (!this.isNeeded()) this.helper.rest()
  }

  private isNeeded(): boolean {
    return store.activeOwn(this.deps.db.read).length > 0
  }

  private workOf({ info_hash, magnet, folder }: store.OwnTorrent): Work {
    const order = { op: 'add', info_hash, magnet, folder } as const
    const file = store.fileOfOwn(this.deps.db.read, info_hash)
    return file === null ? { order } : { order, file: Uint8Array.fromBase64(file) }
  }
}
