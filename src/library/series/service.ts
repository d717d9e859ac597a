import { diskReason } from '../../base/platform/disk-reason'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files, Log, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { recount, seriesWithoutCounts } from './counts-store'
import { pathOfOtherSeries } from './file-store'
import { removableFolder, type SeriesFolder } from './folder'
import { gapsOf } from './gaps'
import { needSeries, unknownIssue, unknownSeries } from './need'
import type { SearchSettings } from './schema'
import { bareNumberModes, type ContentType, type Intent, intents, monitorModes, type SeriesStatus } from './states'
import * as store from './store'
import { keepFormat } from './upgrades-store'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  random: Random
  /** The library folders of all kinds. */
  roots: () => string[]
}

const COUNTED_AT_ONCE = 5

/** Changes to the library. */
export class SeriesLibrary {
  /** Deletes other features' data about a series, in the transaction that removes it. A hook must not throw. */
  readonly beforeDelete: ((tx: Tx, comicId: string) => void)[] = []

  constructor(private readonly deps: Deps) {}

  has(comicId: string): boolean {
    return store.findSeries(this.deps.db.read, comicId) !== undefined
  }

  /**
   * With `directory`, the folder is removed first: when the disk refuses, the series still exists and the user can try
   * again.
   */
  async remove(comicId: string, directory: boolean): Promise<{ success: true; message: string }> {
    const row = needSeries(this.deps.db.read, comicId)
    const folder = directory ? await this.removableFolderOf(row) : undefined
    if (folder) await this.removeFolder(folder.path)
    this.deps.db.write((tx) => this.deleteRows(tx, comicId))
    this.deps.log.info('series', 'series removed', { comic_id: comicId, folder: folder?.path })
    const what = folder ? `${row.name} and its folder ${folder.path} were` : `${row.name} was`
    return { success: true, message: `${what} removed.` }
  }

  /** Folders stay on disk. */
  removeAll(ids: string[]) {
    const results = this.deps.db.write((tx) =>
      [...new Set(ids)].map((id) => ({ id, success: this.deleteRows(tx, id) })),
    )
    const deleted = results.filter(({ success }) => success).length
    return { success: deleted === results.length, deleted, total: results.length, results }
  }

  setSearch(comicId: string, requested: SearchSettings) {
    const { allow_packs, ignore_type } = requested
    const bare_number_mode = oneOf('bare_number_mode', bareNumberModes, requested.bare_number_mode)
    const monitor_mode = oneOf('monitor_mode', monitorModes, requested.monitor_mode)
    const change = withoutUndefined({ allow_packs, ignore_type, bare_number_mode, monitor_mode })
    if (Object.keys(change).length === 0) {
      throw new Refusal('invalid', 'Name at least one of allow_packs, ignore_type, bare_number_mode and monitor_mode.')
    }
    const row = this.change(comicId, change)
    const settings = {
      allow_packs: row.allow_packs,
      ignore_type: row.ignore_type,
      bare_number_mode: row.bare_number_mode,
      monitor_mode: row.monitor_mode,
    }
    return { success: true as const, settings }
  }

  /** Set by the user: no scan or provider changes the value afterwards. */
  setContentType(comicId: string, content_type: ContentType) {
    this.change(comicId, { content_type, content_type_chosen: true })
    return { success: true as const, content_type }
  }

  setStatus(comicId: string, status: SeriesStatus) {
    this.change(comicId, { status })
    return { success: true as const }
  }

  setStatusOfAll(ids: string[], status: SeriesStatus) {
    const { db, clock } = this.deps
    const count = db.write(
      (tx) => [...new Set(ids)].filter((id) => store.changeSeries(tx, id, { status }, clock.now())).length,
    )
    return { success: true as const, count }
  }

  setIntent(issueId: string, intent: Intent) {
    const { db, clock } = this.deps
    const row = db.write((tx) => store.setIntent(tx, issueId, intent, clock.now()))
    if (!row) throw unknownIssue(issueId)
    return { success: true as const }
  }

  /** Adds the missing numbers as wanted issues. */
  wantGaps(comicId: string): { numbers: number[]; issueIds: string[] } {
    const { db, clock, random } = this.deps
    return db.write((tx) => {
      const series = needSeries(tx, comicId)
      const added = gapsOf(store.issuesOf(tx, comicId), series).map((gap) => ({ ...gap, issue_id: random.id() }))
      for (const { unit, number, issue_id } of added) {
        const row = {
          kind: 'issue',
          unit,
          number: `${number}`,
          intent: 'wanted',
          added_at: clock.now(),
        } as const
        store.insertIssue(tx, { issue_id, comic_id: comicId, ...row })
      }
      if (added.length > 0) {
        recount(tx, comicId)
        tx.emit({ type: 'series.changed', comic_id: comicId })
      }
      return { numbers: added.map(({ number }) => number), issueIds: added.map(({ issue_id }) => issue_id) }
    })
  }

  /** Whether an issue keeps its file even though another format is preferred. */
  keepFile(issueId: string, isKept: boolean) {
    const { db, clock } = this.deps
    if (!db.write((tx) => keepFormat(tx, issueId, isKept, clock.now()))) throw unknownIssue(issueId)
    return { success: true as const }
  }

  /** `policy` returns the decision to the series. */
  setIssueStatus(issueId: string, word: string) {
    const status = oneOf('status', intents, word) as Intent
    return { ...this.setIntent(issueId, status), status }
  }

  /** Recounts series from older versions, a few at a time. */
  async recountOldSeries(signal: AbortSignal): Promise<void> {
    const { db } = this.deps
    for (;;) {
      const ids = signal.aborted ? [] : seriesWithoutCounts(db.read, COUNTED_AT_ONCE)
      if (ids.length === 0) return
      db.write((tx) => {
        for (const id of ids) recount(tx, id)
      })
      await nextTurn()
    }
  }

  private change(comicId: string, change: store.SeriesChange): store.SeriesRow {
    const { db, clock } = this.deps
    const row = db.write((tx) => {
      const changed = store.changeSeries(tx, comicId, change, clock.now())
      // Whether volumes cover chapters depends on the mode and the content type.
      if (changed && (change.monitor_mode || change.content_type)) recount(tx, comicId)
      return changed
    })
    if (!row) throw unknownSeries(comicId)
    return row
  }

  private deleteRows(tx: Tx, comicId: string): boolean {
    if (!store.findSeries(tx, comicId)) return false
    for (const hook of this.beforeDelete) hook(tx, comicId)
    return store.deleteSeries(tx, comicId)
  }

  private async removableFolderOf(row: store.SeriesRow): Promise<SeriesFolder> {
    const { files, roots, db } = this.deps
    const folder = await removableFolder(files, roots(), row.location)
    const otherSeries = pathOfOtherSeries(db.read, row.comic_id, folder.spellings)
    if (otherSeries === undefined) return folder
    throw new Refusal('conflict', `${otherSeries} belongs to another series. Nothing was removed.`)
  }

  private async removeFolder(folder: string): Promise<void> {
    const { files, log } = this.deps
    try {
      await files.removeFolder(folder)
    } catch (cause) {
      log.warn('series', 'series folder not removed', { folder, error: cause })
      const detail = `${folder} could not be removed, at least not all of it. ${diskReason(cause)} The series is still in the library.`
      throw new Refusal('unavailable', detail, {}, { cause })
    }
  }
}

/** Matches a word in any case. */
function oneOf<const T extends string>(name: string, words: readonly T[], word: string | undefined): T | undefined {
  if (word === undefined) return undefined
  const found = words.find((known) => known === word.toLowerCase())
  if (found === undefined) throw new Refusal('invalid', `${name} must be one of ${words.join(', ')}.`)
  return found
}

/** Without undefined fields. */
function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
