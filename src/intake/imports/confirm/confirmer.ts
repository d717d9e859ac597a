import { basename } from 'node:path'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { fileFacts } from '../../../base/formats/archives/file-facts'
import { isWithin } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Files, Instant, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database, Tx } from '../../../base/storage/database'
import { LentDatabase, writeErrorSentence } from '../../../base/storage/write-errors'
import type { Handler, Tools } from '../../../base/work/operations'
import type { SeriesRow } from '../../../library/series/store'
import { hasContent } from '../folders/library-folders'
import { progressEvent } from '../progress'
import { chosenOf } from '../proposals/chosen-proposal'
import { shownFor } from '../proposals/store'
import type { ScanPayload } from '../scan/scanner'
import * as store from '../store'
import { recordSeriesImport, type SeriesImportSummary } from '../timeline'
import { addToLibrary, isDescribed, type SeriesCorrection } from './add-to-library'
import { type MadeRow, pruneMade, saveMadeRows } from './made-store'

export interface ConfirmPayload extends ScanPayload {
  group_ids: string[]
  /** By group id. */
  corrections: Record<string, SeriesCorrection>
  /** The user's choice for the new series of this import. */
  want_new?: boolean
}

/** Result of a confirm. */
export interface ConfirmResult {
  /** Number of imported series. */
  imported: number
  errors: { comicid: string; error: string }[]
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  files: Files
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Called with each imported series of a provider, whose issues are fetched later. */
  listIssues: (seriesId: string, wantNew: boolean | undefined) => unknown
}

/** Files of one transaction. */
const BATCH = 50
const PRUNED = 1000
const PULSE_MS = 200
/** Limit of error sentences per series: an unmounted disk has one for each file. */
const MOST_ERRORS = 20

/** Creates series from the chosen groups. Finished groups are marked, so an interrupted run continues after them. */
export class Confirmer implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<ConfirmResult | undefined> {
    const { db, clock } = this.deps
    const { signal, report } = tools
    const confirm = payload as ConfirmPayload
    /** Errors that could not be saved in a row, by group. */
    const unwritten = new Map<string, string>()
    let reportedAt: Instant | undefined
    for (const [at, groupId] of confirm.group_ids.entries()) {
      if (signal.aborted) return undefined
      const group = store.findGroup(db.read, groupId)
      if (!group || group.imported_at !== null) continue
      try {
        reportedAt = this.reportProgress(confirm, group.series_name, reportedAt)
        await this.importGroup(group, confirm, tools)
      } catch (error) {
        // Soon over: the operation runs again, and continues with this group.
        if (error instanceof LentDatabase) throw error
        const why = writeErrorSentence(error)
        if (why === undefined) throw error
        unwritten.set(groupId, why)
      }
      report((at + 1) / confirm.group_ids.length)
    }
    while (!signal.aborted && (await tools.persist((tx) => pruneMade(tx, confirm.kind, clock.now(), PRUNED))))
      await nextTurn()
    if (signal.aborted) return undefined
    // Last, because once the import shows as completed, the user may undo it or scan again.
    await tools.persist((tx) => {
      for (const [groupId, error] of unwritten) store.changeGroup(tx, groupId, { errors: [error] })
      this.end(confirm)
    })
    return this.outcome(confirm)
  }

  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    this.end(payload as ConfirmPayload, state === 'failed' ? error : undefined)
  }

  /** The outcome of every chosen group, from rows: a resumed run also counts what it did before. */
  outcome({ group_ids }: ConfirmPayload): ConfirmResult {
    const groups = group_ids.flatMap((id) => store.findGroup(this.deps.db.read, id) ?? [])
    return {
      imported: groups.filter((group) => group.imported_at !== null).length,
      errors: groups.flatMap(({ comic_id, errors }) => errors.map((error) => ({ comicid: comic_id, error }))),
    }
  }

  private async importGroup(
    group: store.GroupRow,
    { corrections, want_new }: ConfirmPayload,
    { signal, operation_id }: Tools,
  ): Promise<void> {
    const correction = corrections[group.group_id] ?? {}
    const { db, clock, random, order } = this.deps
    const files = store.newFilesOfGroup(db.read, group.group_id)
    const { whole, errors } = await this.check(files)
    const refuse = (sentences: string[]) =>
      db.write((tx) => {
        store.changeGroup(tx, group.group_id, { errors: sentences })
        this.recordSeries(tx, group, { imported: 0, left: files.length, errors: sentences })
      })
    const away = errors.length > 0 ? await this.folderAway(files) : undefined
    if (away !== undefined) {
      // Left unchanged, so that everything can be confirmed once the disk is back.
      const sentence = `${away} cannot be read, so nothing was imported. Connect its disk and import again.`
      refuse([sentence])
      return
    }
    if (whole.length === 0 && errors.length > 0) {
      refuse(errors)
      return
    }
    let isNew = false
    for (let from = 0; from === 0 || from < whole.length; from += BATCH) {
      if (signal.aborted) return
      const last = from + BATCH >= whole.length
      const found = db.write((tx) => {
        const at = clock.now()
        const made: MadeRow[] = []
        const wanted = { group, correction, want_new, at, order: order(), made: (row: MadeRow) => made.push(row) }
        const series = addToLibrary(tx, wanted, whole.slice(from, from + BATCH), random)
        saveMadeRows(tx, operation_id, made)
        isNew ||= made.some(({ kind }) => kind === 'series')
        if (!series) errors.push(`${group.series_name} was removed from the library since the scan. Scan again.`)
        const imported = series ? whole.length : 0
        const done = { imported, left: files.length - imported, errors, isNew }
        if (!series || last) {
          store.changeGroup(tx, group.group_id, { errors, ...(series ? { imported_at: at } : {}) })
          this.recordSeries(tx, series ?? group, done)
        }
        return series !== undefined
      })
      if (!found) return
      await nextTurn()
    }
    const { series_id } = chosenOf(group, shownFor(db.read, group.comic_id)) ?? {}
    if (series_id !== undefined && !isDescribed(correction)) this.deps.listIssues(series_id, want_new)
  }

  private recordSeries(
    tx: Tx,
    series: store.GroupRow | SeriesRow,
    story: Pick<SeriesImportSummary, 'imported' | 'left' | 'errors' | 'isNew'>,
  ): void {
    const name = 'series_name' in series ? series.series_name : series.name
    recordSeriesImport(tx, { ...story, comic_id: series.comic_id, name, at: this.deps.clock.now() })
  }

  /** Files that are unchanged since the scan, and an error sentence for each of the others. */
  private async check(files: store.ScannedFileRow[]): Promise<{ whole: store.ScannedFileRow[]; errors: string[] }> {
    const whole: store.ScannedFileRow[] = []
    const errors: string[] = []
    for (const file of files) {
      const problem = await this.change(file)
      if (problem) errors.push(`${basename(file.path)}: ${problem}`)
      else whole.push(file)
    }
    const more = errors.length - MOST_ERRORS
    return {
      whole,
      errors: more > 1 ? [...errors.slice(0, MOST_ERRORS), `The same goes for ${more} more files.`] : errors,
    }
  }

  /** The library folder of these files if nothing in it can be read, as after its disk was unmounted. */
  private async folderAway(files: readonly store.ScannedFileRow[]): Promise<string | undefined> {
    const roots = new Set(files.map(({ path, root_length }) => path.slice(0, root_length - 1)))
    for (const root of roots) if (!(await hasContent(this.deps.files, root))) return root
    return undefined
  }

  private async change(file: store.ScannedFileRow): Promise<string | undefined> {
    try {
      const facts = await fileFacts(this.deps.files, file.path)
      const same = facts.size === file.size && facts.modifiedMs === file.modified_ms
      return same ? undefined : 'The file changed since the scan. Scan again.'
    } catch (error) {
      return error instanceof ArchiveError ? error.detail : 'The file cannot be reached.'
    }
  }

  /** Reports progress, five times a second at most. */
  private reportProgress(
    { scan_id }: ConfirmPayload,
    series: string,
    before: Instant | undefined,
  ): Instant | undefined {
    const { db, clock } = this.deps
    const now = clock.now()
    if (before !== undefined && isWithin(before, now, PULSE_MS)) return before
    db.write((tx) => announce(tx, store.changeScan(tx, scan_id, 'importing', { current_series: series })))
    return now
  }

  private end({ scan_id }: ConfirmPayload, error?: string): void {
    this.deps.db.write((tx) => {
      const errors = [...(store.findScan(tx, scan_id)?.errors ?? []), ...(error ? [error] : [])]
      announce(tx, store.changeScan(tx, scan_id, 'importing', { state: 'completed', current_series: null, errors }))
    })
  }
}

function announce(tx: Tx, scan: store.ScanRow | undefined): void {
  if (scan) tx.emit({ type: 'import.progress', ...progressEvent(scan) })
}
