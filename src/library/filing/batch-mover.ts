import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Clock, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import { pathsOf, setLocation } from '../series/presence-store'
import { findSeries } from '../series/store'
import { commonFolder, isBelow, removeEmptyFolders, rootAbove } from './folders'
import type { FileJournal } from './journal'
import { freeName } from './naming'
import type { RenamePayload } from './rename'
import { changesOf, type FileChangeRow } from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  operations: Operations
  journal: FileJournal
  roots: () => readonly string[]
}

/** Result of a rename; its batch holds the reason for each file. */
interface Moved {
  batch_id: string
  moved: number
  failed: number
}

/** Runs the planned moves of a batch. A failed move does not stop the others; when all fail, the work fails. */
export class BatchMover implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, { signal, report, operation_id }: Tools): Promise<Moved | undefined> {
    const { db, operations, journal } = this.deps
    const { batch_id, comic_id, home } = payload as RenamePayload
    await journal.ready()
    const all = changesOf(db.read, batch_id)
    const lastFrom = new Map(all.map(({ from_path }, at) => [from_path, at]))
    const waiting = new Set<string>()
    const name = findSeries(db.read, comic_id)?.name
    const isCancelled = () => operations.find(operation_id)?.state === 'cancelled'
    for (const [at, change] of all.entries()) {
      // A file that waits under a temporary name gets its name even so.
      if (signal.aborted && (!isCancelled() || !waiting.has(change.file_id))) continue
      if (change.state === 'planned') await this.move(change, batch_id)
      const isAside = (lastFrom.get(change.to_path) ?? -1) > at
      if (isAside) waiting.add(change.file_id)
      report((at + 1) / all.length, { comic_id, name, batch_id, done: at + 1, total: all.length })
    }
    if (signal.aborted && !isCancelled()) return undefined
    await this.finishBatch(batch_id, comic_id, home)
    const moved = this.outcome(batch_id)
    const [first] = changesOf(db.read, batch_id).filter(({ error }) => error !== null)
    if (moved.moved === 0 && first) throw new Refusal('conflict', first.error as string)
    return moved
  }

  ended(payload: unknown): void {
    this.deps.journal.endBatch((payload as RenamePayload).batch_id)
  }

  /** Sets the folder of the series to where its files are. */
  async tidyAfterUndo(batchId: string, comicId: string | null): Promise<void> {
    if (comicId !== null) this.updateSeriesFolder(comicId, null)
    await this.tidy(changesOf(this.deps.db.read, batchId))
  }

  private async move(change: FileChangeRow, batchId: string): Promise<void> {
    try {
      await this.deps.journal.runPlannedMove(change)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the row has the reason
      const [aside] = changesOf(this.deps.db.read, batchId).filter(({ to_path }) => to_path === change.from_path)
      if (aside?.state === 'done') await this.placeElsewhere(change, aside, batchId)
    }
  }

  /**
   * A file that waited under a temporary name and did not get its name moves back to its old path, or else beside the
   * file that has its name.
   */
  private async placeElsewhere(change: FileChangeRow, aside: FileChangeRow, batchId: string): Promise<void> {
    const { files, journal } = this.deps
    const entries = await files.list(dirname(change.to_path)).catch(() => [])
    const names = new Set(entries.map(({ name }) => name.toLowerCase()))
    const free = freeName(basename(change.to_path), extname(change.to_path), (name) => names.has(name.toLowerCase()))
    for (const to of [aside.from_path, join(dirname(change.to_path), free)]) {
      const landed = await journal.moveFile(batchId, { file_id: change.file_id, to }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return undefined
      })
      if (landed) return
    }
  }

  private async finishBatch(batchId: string, comicId: string, home: string | null): Promise<void> {
    await this.deps.journal.settleBatch(batchId)
    this.updateSeriesFolder(comicId, home)
    await this.tidy(changesOf(this.deps.db.read, batchId))
    this.deps.journal.endBatch(batchId)
  }

  /** The folder of a series is where its files are. */
  private updateSeriesFolder(comicId: string, home: string | null): void {
    const { db, clock, roots } = this.deps
    db.write((tx) => {
      const series = findSeries(tx, comicId)
      const paths = series ? pathsOf(tx, comicId) : []
      if (!series || paths.length === 0) return
      const holdsAll = (folder: string | null) => folder !== null && paths.every((path) => isBelow(path, folder))
      const isLeft = series.location !== null && !paths.some((path) => isBelow(path, series.location as string))
      const found = commonFolder(paths, (path) => rootAbove(roots(), path))
      const location = holdsAll(home) ? home : isLeft || series.location === null ? found : series.location
      if (location !== series.location) setLocation(tx, comicId, location, clock.now())
      tx.emit({ type: 'series.changed', comic_id: comicId })
    })
  }

  /** Folders that a batch emptied, or created without need. */
  private async tidy(changes: readonly FileChangeRow[]): Promise<void> {
    const { files, roots } = this.deps
    const folders = new Set(changes.flatMap(({ from_path, to_path }) => [dirname(from_path), dirname(to_path)]))
    const known = roots().map((root) => resolve(root))
    for (const folder of [...folders].sort((a, b) => b.length - a.length))
      await removeEmptyFolders(files, folder, known).catch(() => undefined) // a folder that cannot be removed is left
  }

  private outcome(batch_id: string): Moved {
    const changes = changesOf(this.deps.db.read, batch_id)
    const count = (...states: FileChangeRow['state'][]) => changes.filter(({ state }) => states.includes(state)).length
    // A change whose disk does not respond is still started: its file was not moved either.
    return { batch_id, moved: count('done'), failed: count('failed', 'started') }
  }
}
