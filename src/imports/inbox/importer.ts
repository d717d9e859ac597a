import { basename, dirname, join } from 'node:path'
import { removeEmptyFolders } from '../../filing/folders'
import { checkRoom } from '../../filing/room'
import { freePath, type Homes, homeOf } from '../../filing/series-folder'
import type { ArchiveDeps } from '../../formats/archives/archive'
import { ArchiveError } from '../../formats/archives/fault'
import { fileFacts } from '../../formats/archives/file-facts'
import { fingerprint } from '../../formats/fingerprint'
import type { Clock, FileFacts, Files, Log, Random } from '../../platform/ports'
import { lookAt } from '../../recognition/service'
import { Refusal } from '../../refusal'
import { setLocation } from '../../series/presence-store'
import { findSeries, type SeriesRow } from '../../series/store'
import type { Database } from '../../storage/database'
import type { Handler, Tools } from '../../work/operations'
import { tellInbox } from '../timeline'
import { type Settled, settle } from './link'
import { arrivalParts } from './names'
import * as store from './store'

export interface InboxPayload {
  imp_ids: string[]
  /** The originals go once the library has the files. */
  move: boolean
}

/** What an import from the inbox came to. */
export interface Finished {
  imported: number
  moved: number
  errors: { imp_id: string; error: string }[]
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  archives: ArchiveDeps & { files: Files }
  places: {
    /** The import folder. */
    inbox: () => string
    homes: (series: SeriesRow) => Pick<Homes, 'roots' | 'naming'>
    /** Whether arrivals are called by the templates. */
    renames: () => boolean
  }
}

/**
 * Takes files of the import folder into the library. Each step is written down before it is done, and the original
 * stays until the copy is checked, named and linked: whenever the process ends, the next one finds one whole file to
 * go on with and makes no second.
 */
export class InboxImporter implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, { signal, report, operation_id }: Tools): Promise<Finished | undefined> {
    const { imp_ids, move } = payload as InboxPayload
    for (const [at, impId] of imp_ids.entries()) {
      if (signal.aborted) return undefined
      await this.finish(impId, signal)
      report((at + 1) / imp_ids.length)
    }
    this.tell(imp_ids, operation_id)
    return this.outcome(imp_ids, move)
  }

  /** Whatever was not placed yet stays in the import folder and can be chosen again. */
  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    const { imp_ids } = payload as InboxPayload
    const problem = state === 'failed' ? error : 'The import was cancelled.'
    for (const impId of imp_ids) this.fail(impId, problem)
    this.tell(imp_ids, imp_ids[0] ?? '')
  }

  private tell(impIds: string[], key: string): void {
    const { db, clock } = this.deps
    const rows = store.rowsById(db.read, impIds)
    db.write((tx) => tellInbox(tx, rows, { at: clock.now(), key }))
  }

  private outcome(impIds: string[], move: boolean): Finished {
    const rows = store.rowsById(this.deps.db.read, impIds)
    const imported = rows.filter(({ status }) => status === 'Imported')
    return {
      imported: imported.length,
      moved: move ? imported.filter(({ problem }) => problem === null).length : 0,
      errors: rows.flatMap(({ imp_id, status, problem }) =>
        status === 'Failed' ? [{ imp_id, error: problem ?? 'It was not imported.' }] : [],
      ),
    }
  }

  private async finish(impId: string, signal: AbortSignal): Promise<void> {
    const row = store.findRow(this.deps.db.read, impId)
    try {
      if (row?.status === 'Importing') await this.place(row, signal)
    } catch (error) {
      if (!signal.aborted) this.fail(impId, this.sentence(impId, error))
    }
    if (!signal.aborted) await this.removeSource(impId)
  }

  private async place(row: store.InboxRow, signal: AbortSignal): Promise<void> {
    const { db, archives } = this.deps
    const series = findSeries(db.read, row.comic_id ?? '')
    if (!series) throw new Refusal('missing', 'The series was removed from the library.')
    const done = await this.alreadyPlaced(row)
    if (done) return this.link(row, done)
    const facts = await this.checkSource(row)
    await lookAt(row.path, archives)
    const { homes, renames } = this.deps.places
    const { naming, roots } = homes(series)
    const home = await homeOf(series, { db: db.read, files: archives.files, naming, roots })
    await checkRoom(archives.files, home, facts.size)
    const called = renames() ? arrivalParts(db.read, row, series, naming) : [basename(row.path)]
    // The next arrival could not tell the folder of the series from those that the template makes in it.
    if (series.location === null && called.length > 1)
      db.write((tx) => setLocation(tx, series.comic_id, home, this.deps.clock.now()))
    for (;;) {
      const target = await this.copyInto(join(home, ...called), row, facts)
      if (target) return this.link(row, target)
      if (signal.aborted) return
    }
  }

  /** The last process may have ended between naming the copy and linking it. */
  private async alreadyPlaced({ imp_id, target, target_hash }: store.InboxRow): Promise<string | undefined> {
    const { files } = this.deps.archives
    if (target === null) return undefined
    await files.remove(partOf(dirname(target), imp_id))
    if (target_hash === null || (await files.stat(target)) === undefined) return undefined
    return (await files.hash(target)) === target_hash ? target : undefined
  }

  private async checkSource(row: store.InboxRow): Promise<FileFacts> {
    const facts = await fileFacts(this.deps.archives.files, row.path)
    if (facts.size !== row.size || facts.modifiedMs !== row.modified_ms)
      throw new Refusal('conflict', 'The file changed since it was looked at. Look through the import folder again.')
    return facts
  }

  /** Undefined when something took the name in the meantime. */
  private async copyInto(wanted: string, row: store.InboxRow, facts: FileFacts): Promise<string | undefined> {
    const { db, archives } = this.deps
    const { files } = archives
    const folder = dirname(wanted)
    await files.makeFolder(folder)
    const target = await freePath(files, folder, basename(wanted))
    const part = partOf(folder, row.imp_id)
    db.write((tx) => store.changeRow(tx, row.imp_id, { target, target_hash: null }))
    try {
      const hash = await files.copy(row.path, part)
      const copied = await files.stat(part)
      if (copied?.size !== facts.size || (await files.hash(part)) !== hash)
        throw new Refusal('unavailable', 'The copy is not the same as the file; the disk may be failing.')
      await this.checkSource(row)
      db.write((tx) => store.changeRow(tx, row.imp_id, { target_hash: hash }))
      if (await files.place(part, target)) return target
      return undefined
    } finally {
      await files.remove(part)
    }
  }

  /** A copy that cannot be linked is removed again: its original is still there. */
  private async link(row: store.InboxRow, path: string): Promise<void> {
    const { files } = this.deps.archives
    try {
      const look = await lookAt(path, this.deps.archives)
      const facts = await fileFacts(files, path)
      const placed = { path, look, facts, fingerprint: await fingerprint(path, files) }
      if (!this.settle(row, placed))
        throw new Refusal('missing', 'The series or the issue was removed from the library in the meantime.')
    } catch (error) {
      await files.remove(path)
      throw error
    }
  }

  private settle(row: store.InboxRow, placed: Pick<Settled, 'path' | 'look' | 'facts' | 'fingerprint'>): boolean {
    const { db, clock, random } = this.deps
    return db.write((tx) => {
      const at = clock.now()
      const change = { status: 'Imported', problem: null, target: placed.path, imported_at: at } as const
      // Cancelled in the meantime: then it was not imported.
      if (store.findRow(tx, row.imp_id)?.status !== 'Importing') return false
      if (!settle(tx, { ...placed, row, at }, random)) return false
      store.changeRow(tx, row.imp_id, change)
      tx.emit({ type: 'inbox.changed' })
      return true
    })
  }

  /** Only once the library has the file, and only as it was when it was copied. */
  private async removeSource(impId: string): Promise<void> {
    const { db, log, archives } = this.deps
    const row = store.findRow(db.read, impId)
    if (row?.status !== 'Imported' || !row.removes_source || row.target === null) return
    let problem: string | null = null
    try {
      const [source, target] = [await archives.files.stat(row.path), await archives.files.stat(row.target)]
      const same = source?.size === row.size && source.modifiedMs === row.modified_ms
      if (same && target?.size === row.size && !(await this.isOne(row.path, row.target))) await this.takeOut(row.path)
    } catch (error) {
      problem = 'The library has it, but the file in the import folder could not be removed.'
      log.warn('imports', 'a file that was imported could not be removed', { path: row.path, error })
    }
    db.write((tx) => store.changeRow(tx, impId, { removes_source: false, problem }))
  }

  /** Folders that held nothing else go with the file, but never the import folder itself. */
  private async takeOut(path: string): Promise<void> {
    const { archives, log, places } = this.deps
    await archives.files.remove(path)
    try {
      const inbox = places.inbox()
      await removeEmptyFolders(archives.files, dirname(path), inbox === '' ? [] : [inbox])
    } catch (error) {
      log.warn('imports', 'an empty folder of the import folder could not be removed', { path, error })
    }
  }

  private async isOne(path: string, other: string): Promise<boolean> {
    const { files } = this.deps.archives
    return (await files.real(path)) === (await files.real(other))
  }

  private fail(impId: string, problem: string): void {
    const { db } = this.deps
    db.write((tx) => {
      const change = { status: 'Failed', problem, removes_source: false } as const
      if (store.moveRow(tx, impId, 'Importing', change)) tx.emit({ type: 'inbox.changed' })
    })
  }

  private sentence(impId: string, error: unknown): string {
    if (error instanceof Refusal || error instanceof ArchiveError) return error.detail
    this.deps.log.warn('imports', 'a file was not imported', { imp_id: impId, error })
    return `It could not be copied: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Where a copy lies until it is checked; scans pass over names that begin with a dot. */
const partOf = (folder: string, impId: string): string => join(folder, `.${impId}.part`)
