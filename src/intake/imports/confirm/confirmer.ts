import { isWithin } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Files, Instant, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database, Tx } from '../../../base/storage/database'
import { LentDatabase, writeErrorSentence } from '../../../base/storage/write-errors'
import type { Handler, Tools } from '../../../base/work/operations'
import { progressEvent } from '../progress'
import { chosenOf } from '../proposals/chosen-proposal'
import { shownFor } from '../proposals/store'
import type { ScanPayload } from '../scan/scanner'
import * as store from '../store'
import { isDescribed, type SeriesCorrection } from './add-to-library'
import { checkFiles } from './group-check'
import { ImportBatch } from './import-batch'
import { pruneMade } from './made-store'

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

const PRUNED = 1000
const PULSE_MS = 200

/** Creates series from the chosen groups. Finished groups are marked, so an interrupted run continues after them. */
export class Confirmer implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<ConfirmResult | undefined> {
    const { db, clock } = this.deps
    const { signal } = tools
    const confirm = payload as ConfirmPayload
    const batch = this.batchFor(confirm, tools)
    let reportedAt: Instant | undefined
    for (const [at, groupId] of confirm.group_ids.entries()) {
      if (signal.aborted) return undefined
      const group = store.findGroup(db.read, groupId)
      if (!group || group.imported_at !== null) continue
      if (reportedAt === undefined || !isWithin(reportedAt, clock.now(), PULSE_MS)) {
        reportedAt = clock.now()
        await batch.save()
        this.reportSeries(confirm, group.series_name)
        tools.report(at / confirm.group_ids.length)
      }
      await this.importGroup(batch, group, confirm.corrections[groupId] ?? {})
    }
    if (!signal.aborted) await batch.save()
    while (!signal.aborted && (await tools.persist((tx) => pruneMade(tx, confirm.kind, clock.now(), PRUNED))))
      await nextTurn()
    if (signal.aborted) return undefined
    // Last, because once the import shows as completed, the user may undo it or scan again.
    await tools.persist((tx) => {
      for (const [groupId, error] of batch.unwritten) store.changeGroup(tx, groupId, { errors: [error] })
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

  private batchFor({ want_new }: ConfirmPayload, { signal, operation_id }: Tools): ImportBatch {
    const { db, clock, random, order, listIssues } = this.deps
    return new ImportBatch({
      db,
      clock,
      random,
      order,
      operation_id,
      signal,
      want_new,
      imported({ group, correction }) {
        const { series_id } = chosenOf(group, shownFor(db.read, group.comic_id)) ?? {}
        if (series_id !== undefined && !isDescribed(correction)) listIssues(series_id, want_new)
      },
    })
  }

  private async importGroup(batch: ImportBatch, group: store.GroupRow, correction: SeriesCorrection): Promise<void> {
    const { db, files: disk } = this.deps
    const files = store.newFilesOfGroup(db.read, group.group_id)
    await batch.makeRoom(files.length)
    await batch.add({ ...(await checkFiles(disk, files)), group, correction, count: files.length })
  }

  private reportSeries({ scan_id }: ConfirmPayload, series: string): void {
    try {
      this.deps.db.write((tx) => announce(tx, store.changeScan(tx, scan_id, 'importing', { current_series: series })))
    } catch (error) {
      // A lost progress report does no harm, and the import says itself what it cannot save.
      if (error instanceof LentDatabase || writeErrorSentence(error) === undefined) throw error
    }
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
