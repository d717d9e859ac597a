import { dirname, join } from 'node:path'
import { isWithin } from '../../../base/platform/clock'
import type { Clock, Files, Log, Processes } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { LentDatabase } from '../../../base/storage/write-errors'
import type { SendOptions } from '../clients/client'
import type { ReleasePayload } from '../payload'
import type { TorrentFault, TorrentHelperReport, TorrentStatus } from './helper-messages'
import { HelperProcess, type TorrentLimits, type TorrentWork } from './helper-process'
import { removeTorrentFiles } from './remove-torrent-files'
import { hasSeededEnough } from './seeding'
import * as store from './store'
import { idles, nextProgress, type TorrentProgress, totalsOf } from './torrent-progress'
import { TorrentQueue } from './torrent-queue'

export type BuiltinTorrentRelease = Extract<ReleasePayload, { kind: 'torrent' | 'magnet' }>

interface Deps {
  db: Database
  clock: Clock
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder' | 'freeSpace'>
  processes: Pick<Processes, 'helper'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  settings: {
    /** Folder for torrents; each gets its own folder inside. */
    folder: () => string
    /** Ratio of uploaded bytes to the size, after which a torrent stops seeding. */
    ratio: () => number
    /** Number of torrents that download at the same time; others wait in the queue. */
    atOnce: () => number
    limits: () => TorrentLimits
  }
}

/** How often the uploaded bytes are saved: a crash loses this much at most. */
const NOTE_MS = 30_000
const REMOVED_MS = 5000

/** The torrents of the built-in client. The rows are the truth; the helper process may end at any time. */
export class BuiltinTorrents {
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
      crashed: () => this.saveAllTotals(),
    })
  }

  /** Resumes the torrents of an earlier run. */
  recover(): void {
    this.helper.start()
  }

  /** `waits`: the torrent is queued behind others. */
  find(
    infoHash: string,
  ): { row: store.BuiltinTorrentRow; seen: TorrentStatus | undefined; waits: boolean } | undefined {
    const row = store.findTorrent(this.deps.db.read, infoHash)
    if (!row) return undefined
    const watched = this.watched.get(infoHash)
    const waits = this.helper.isRunning() && !this.queue.has(infoHash)
    return { row: watched ? { ...row, ...totalsOf(watched) } : row, seen: watched?.seen, waits }
  }

  named(clientName: string): string | undefined {
    return store.torrentNamed(this.deps.db.read, clientName)?.info_hash
  }

  /** Adds a torrent, or continues the one with this hash under another name. */
  add(clientName: string, release: BuiltinTorrentRelease, total: number | null, sending: SendOptions): void {
    const { db, clock, settings } = this.deps
    const { info_hash } = release
    const before = store.findTorrent(db.read, info_hash)
    const { minimum_ratio, minimum_seed_seconds } = sending
    if (before && before.error === null) {
      const goals = { minimum_ratio: minimum_ratio ?? null, minimum_seed_seconds: minimum_seed_seconds ?? null }
      db.write((tx) => store.changeTorrent(tx, info_hash, { client_name: clientName, ...goals }))
      return
    }
    const row: store.NewBuiltinTorrent = {
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
    db.write((tx) => store.replaceTorrent(tx, row))
    this.queue.end(info_hash) // The helper forgets failed torrents.
    this.helper.start()
    this.startNext()
  }

  /** Removes a torrent in any state; with `files` also its downloaded files. */
  async remove(infoHash: string, files: boolean): Promise<void> {
    const { db } = this.deps
    const row = store.findTorrent(db.read, infoHash)
    if (!row) return
    await this.removeFromHelper(infoHash)
    if (files) await removeTorrentFiles(this.deps.files, row.folder, store.torrentFileOf(db.read, infoHash))
    else await this.deps.files.removeEmptyFolder(row.folder)
    db.write((tx) => store.deleteTorrent(tx, infoHash))
    this.forget(infoHash)
    this.restWhenIdle()
    this.startNext()
  }

  async stop(): Promise<void> {
    this.saveAllTotals()
    await this.helper.stop()
  }

  /** Waits until the helper has closed the files: on Windows open files cannot be removed. */
  private async removeFromHelper(infoHash: string): Promise<void> {
    if (!this.helper.isRunning()) return
    this.queue.hold(infoHash)
    const late = new AbortController()
    const removed = new Promise<void>((resolve) => this.removals.set(infoHash, resolve))
    this.helper.send({ op: 'remove', info_hash: infoHash })
    await Promise.race([removed, this.deps.clock.after(REMOVED_MS, late.signal)])
    late.abort()
    this.removals.delete(infoHash)
  }

  private receive(report: TorrentHelperReport, body: Uint8Array): void {
    const { db, log } = this.deps
    try {
      if ('seen' in report) this.applyStatuses(report.seen)
      else if ('found' in report) db.write((tx) => store.changeTorrent(tx, report.found, { torrent: body.toBase64() }))
      else if ('removed' in report) this.removed(report.removed)
      else this.failed(report.failed)
    } catch (error) {
      if (error instanceof LentDatabase) void db.returned().then(() => this.receive(report, body))
      else log.error('downloads', 'report of the torrent helper lost', { error })
    }
  }

  private applyStatuses(all: readonly TorrentStatus[]): void {
    for (const seen of all) this.applyStatus(seen)
    if (this.helper.applyLimits()) {
      this.startNext()
      return
    }
    this.saveAllTotals()
    this.helper.kill() // The next process starts with the current settings.
  }

  /** Sends the torrents that are due to the helper. */
  private startNext(): void {
    if (!this.helper.isRunning()) return
    for (const { order, file } of this.due()) this.helper.send(order, file)
  }

  private due(): TorrentWork[] {
    return this.queue.next(store.activeTorrents(this.deps.db.read)).map((row) => this.workOf(row))
  }

  private idles(infoHash: string): boolean {
    const watched = this.watched.get(infoHash)
    return watched !== undefined && idles(watched)
  }

  /** Forgets a torrent; the helper will not get it again. */
  private forget(infoHash: string): void {
    this.watched.delete(infoHash)
    this.queue.end(infoHash)
  }

  private applyStatus(seen: TorrentStatus): void {
    const { db, clock, log, settings } = this.deps
    const row = store.findTorrent(db.read, seen.info_hash)
    if (!row || row.seeded_at !== null || row.error !== null) return
    const now = clock.now()
    const watched = nextProgress(this.watched.get(row.info_hash), row, seen, now)
    this.watched.set(row.info_hash, watched)
    if (row.total === null && seen.total !== null) this.learnSize(row, seen.total)
    if (seen.phase === 'seeding' && row.completed_at === null) {
      db.write((tx) => store.changeTorrent(tx, row.info_hash, { completed_at: now, total: seen.total }))
      log.info('downloads', 'torrent fetched', { info_hash: row.info_hash, bytes: seen.total })
    }
    const enough = seen.phase === 'seeding' && hasSeededEnough({ ...row, ...totalsOf(watched) }, settings.ratio())
    if (enough || !isWithin(watched.notedAt, now, NOTE_MS)) this.saveTotals(row.info_hash, watched)
    if (enough) this.finish(row.info_hash)
  }

  /** The size of a magnet link's torrent is known only now, and with it whether the disk has room. */
  private learnSize({ info_hash, folder }: store.BuiltinTorrentRow, total: number): void {
    this.deps.db.write((tx) => store.changeTorrent(tx, info_hash, { total }))
    void this.deps.files.freeSpace(dirname(folder)).then(
      ({ free }) => {
        if (free >= total || this.helper.isStopped()) return
        this.helper.send({ op: 'remove', info_hash })
        this.failed({ info_hash, message: 'there is not enough room for it', code: 'ENOSPC' })
      },
      () => undefined, // A folder that cannot be read reports its error when it is written to.
    )
  }

  private saveTotals(infoHash: string, watched: TorrentProgress): void {
    this.deps.db.write((tx) => store.changeTorrent(tx, infoHash, totalsOf(watched)))
    watched.notedAt = watched.at
  }

  private saveAllTotals(): void {
    for (const [infoHash, watched] of this.watched) this.saveTotals(infoHash, watched)
    this.watched.clear()
  }

  private finish(infoHash: string): void {
    const { db, clock, log } = this.deps
    db.write((tx) => store.changeTorrent(tx, infoHash, { seeded_at: clock.now() }))
    log.info('downloads', 'torrent seeded enough', { info_hash: infoHash })
    this.helper.send({ op: 'remove', info_hash: infoHash })
    this.forget(infoHash)
  }

  /** The helper has reported to its trackers and closed its files. */
  private removed(infoHash: string): void {
    this.removals.get(infoHash)?.()
    this.restWhenIdle()
    this.startNext()
  }

  private failed({ info_hash, message, code }: TorrentFault): void {
    const { db, log } = this.deps
    log.warn('downloads', 'torrent failed', { info_hash, message, code })
    db.write((tx) => store.changeTorrent(tx, info_hash, { error: code === null ? message : `${code}: ${message}` }))
    this.forget(info_hash)
    this.restWhenIdle()
    this.startNext()
  }

  private restWhenIdle(): void {
    if (!this.isNeeded()) this.helper.kill()
  }

  private isNeeded(): boolean {
    return store.activeTorrents(this.deps.db.read).length > 0
  }

  private workOf({ info_hash, magnet, folder }: store.BuiltinTorrentRow): TorrentWork {
    const order = { op: 'add', info_hash, magnet, folder } as const
    const file = store.torrentFileOf(this.deps.db.read, info_hash)
    return file === null ? { order } : { order, file: Uint8Array.fromBase64(file) }
  }
}
