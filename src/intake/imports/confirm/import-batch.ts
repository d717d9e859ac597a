import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database, Tx } from '../../../base/storage/database'
import { LentDatabase, writeErrorSentence } from '../../../base/storage/write-errors'
import * as store from '../store'
import { recordSeriesImport } from '../timeline'
import { addToLibrary, type SeriesCorrection } from './add-to-library'
import type { CheckedFiles } from './group-check'
import { type MadeRow, saveMadeRows } from './made-store'

/**
 * Files of one transaction. Series with few files share one, because each commit writes a page of every index that it
 * changed.
 */
const MOST_FILES = 50

interface Deps {
  db: Database
  clock: Clock
  random: Random
  operation_id: string
  signal: AbortSignal
  want_new: boolean | undefined
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Called with each imported group after the commit. */
  imported: (group: CheckedGroup) => void
}

/** A group whose files were compared with the disk. */
export interface CheckedGroup extends CheckedFiles {
  group: store.GroupRow
  correction: SeriesCorrection
  /** Number of its files, with those that cannot be imported. */
  count: number
}

/** The files of a group that one transaction imports. */
interface Part extends CheckedGroup {
  files: store.ScannedFileRow[]
  isLast: boolean
}

type Outcome = { isNew: boolean; state: 'refused' | 'gone' | 'begun' | 'imported' }

/** Adds groups to the library, several with few files in one transaction, and one with many files in several. */
export class ImportBatch {
  private readonly waiting: Part[] = []
  /** Groups that could not be saved, and why. */
  readonly unwritten = new Map<string, string>()
  /** Groups of which nothing more is imported, since the library lost their series. */
  private readonly gone = new Set<string>()
  /** Groups whose series this run created. */
  private readonly made = new Set<string>()

  constructor(private readonly deps: Deps) {}

  /** Saves what waits unless so many more files fit into the same transaction. */
  async makeRoom(files: number): Promise<void> {
    if (this.files + files > MOST_FILES) await this.save()
  }

  /** Saved with the next groups, or at once when the transaction is full. A stopped run leaves the rest to the next. */
  async add(checked: CheckedGroup): Promise<void> {
    const { whole } = checked
    for (let from = 0; from === 0 || from < whole.length; from += MOST_FILES) {
      if (this.deps.signal.aborted) return
      const end = from + MOST_FILES
      this.waiting.push({ ...checked, files: whole.slice(from, end), isLast: end >= whole.length })
      if (this.files >= MOST_FILES) await this.save()
    }
  }

  /** Without room for all, those are saved that have room. */
  async save(): Promise<void> {
    const parts = this.waiting.splice(0)
    if (parts.length === 0) return
    if (!this.write(parts) && parts.length > 1) for (const part of parts) this.write([part])
    await nextTurn()
  }

  private get files(): number {
    return this.waiting.reduce((sum, { files }) => sum + files.length, 0)
  }

  /** False, without a change, when the database could not be written. */
  private write(parts: readonly Part[]): boolean {
    const { db, imported } = this.deps
    const due = parts.filter(({ group }) => !this.gone.has(group.group_id) && !this.unwritten.has(group.group_id))
    try {
      const outcomes = db.write((tx) => due.map((part) => [part, this.importPart(tx, part)] as const))
      for (const [part, { isNew, state }] of outcomes) {
        if (isNew) this.made.add(part.group.group_id)
        if (state === 'gone') this.gone.add(part.group.group_id)
        if (state === 'imported') imported(part)
      }
      return true
    } catch (error) {
      // Soon over: the operation runs again, and continues with these groups.
      if (error instanceof LentDatabase) throw error
      const why = writeErrorSentence(error)
      if (why === undefined) throw error
      if (parts.length === 1) this.unwritten.set(parts[0]!.group.group_id, why)
      return false
    }
  }

  private importPart(tx: Tx, part: Part): Outcome {
    const { group, correction, files, whole, errors, count, isLast } = part
    const { clock, random, operation_id, want_new, order } = this.deps
    if (whole.length === 0 && errors.length > 0) {
      this.recordRefusal(tx, part, errors)
      return { isNew: false, state: 'refused' }
    }
    const at = clock.now()
    const made: MadeRow[] = []
    const wanted = { group, correction, want_new, at, order: order(), made: (row: MadeRow) => made.push(row) }
    const series = addToLibrary(tx, wanted, files, random)
    saveMadeRows(tx, operation_id, made)
    const isNew = this.made.has(group.group_id) || made.some(({ kind }) => kind === 'series')
    if (!series) {
      const lost = [...errors, `${group.series_name} was removed from the library since the scan. Scan again.`]
      this.recordRefusal(tx, part, lost)
      return { isNew, state: 'gone' }
    }
    if (!isLast) return { isNew, state: 'begun' }
    store.changeGroup(tx, group.group_id, { errors, imported_at: at })
    const { comic_id, name } = series
    const imported = whole.length
    recordSeriesImport(tx, { comic_id, name, imported, left: count - imported, errors, isNew, at })
    return { isNew, state: 'imported' }
  }

  private recordRefusal(tx: Tx, { group, count }: Part, errors: string[]): void {
    const { group_id, comic_id, series_name: name } = group
    store.changeGroup(tx, group_id, { errors })
    recordSeriesImport(tx, { comic_id, name, imported: 0, left: count, errors, at: this.deps.clock.now() })
  }
}
