import type { Clock, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { FileJournal } from '../../library/filing/journal'
import { countStates, setBatch } from '../../library/filing/store'
import * as checks from './check-store'
import { setGroupsIgnored } from './duplicates/group-store'
import type { CopyList } from './duplicates/list'
import { type RemovalPayload, removedTitle } from './duplicates/removal'
import type { CareFollower } from './follower'
import { setIgnored } from './ignored-store'
import type { LibraryCheck } from './library-check'
import type * as schema from './schema'
import type { SeriesCheck } from './series-check'
import { CARE_CHECK, CARE_REMOVE, CARE_SUBJECT } from './states'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  operations: Operations
  journal: FileJournal
  check: LibraryCheck
  series: SeriesCheck
  follower: CareFollower
  copies: CopyList
}

/** The page about the care of the collection: its lists, and what is done with them. */
export class Care {
  constructor(private readonly deps: Deps) {}

  summary(): schema.CareSummary {
    const { db, operations, series, follower, copies } = this.deps
    const { read } = db
    const [checking] = operations.active(CARE_CHECK, CARE_SUBJECT)
    const counted = copies.counts()
    const batches = checks.cleanUpBatches(read)
    const states = countStates(
      read,
      batches.map(({ batch_id }) => batch_id),
    )
    return {
      checked_at: checks.checkedAt(read),
      checking: checking ? { progress: checking.progress ?? 0, waits: series.waits } : null,
      removing: operations.active(CARE_REMOVE, CARE_SUBJECT).length > 0,
      waiting: follower.waiting,
      copies: counted.shown,
      findings: [],
      pairs: 0,
      ignored: counted.ignored,
      files: 0,
      bytes: 0,
      recycled: checks.recycledSizes(read),
      batches: batches.map(({ batch_id, title, state, created_at }) => {
        const { done = 0, undone = 0, failed = 0, undo_failed = 0 } = states.get(batch_id) ?? {}
        const error = failed + undo_failed > 0 ? checks.firstError(read, batch_id) : null
        return { batch_id, title, state, created_at, done: done + undone, failed: failed + undo_failed, error }
      }),
    }
  }

  checkNow(): { success: true; operation_id: string } {
    return { success: true, operation_id: this.deps.check.begin() }
  }

  copyPage(query: schema.CopiesQuery): schema.CopyPage {
    return this.deps.copies.page(query)
  }

  previewRemoval(body: schema.RemoveCopiesBody): Promise<schema.RemovalPreview> {
    checkSubject(body)
    return this.deps.copies.preview(body)
  }

  /** Throws Refusal 'conflict' while copies are being removed. */
  removeCopies({ kind, group_ids, keep = {} }: schema.RemoveCopiesBody) {
    checkSubject({ kind, group_ids })
    const { db, operations, journal } = this.deps
    return db.write((tx) => {
      const batch_id = journal.beginBatch({ kind: 'clean_up', comic_id: null, title: removedTitle(0) })
      const payload: RemovalPayload = { batch_id, kind, group_ids, keep }
      const { operation_id } = operations.enqueue({ kind: CARE_REMOVE, subject: CARE_SUBJECT, payload })
      setBatch(tx, batch_id, { operation_id })
      return { success: true as const, operation_id, batch_id }
    })
  }

  ignore({ kind, subjects, ignored }: schema.IgnoreBody): { success: true } {
    this.deps.db.write((tx) => {
      setIgnored(tx, kind, subjects, ignored)
      if (kind === 'copies') setGroupsIgnored(tx, subjects, ignored)
    })
    return { success: true }
  }
}

function checkSubject({ kind, group_ids }: Pick<schema.RemoveCopiesBody, 'kind' | 'group_ids'>): void {
  if ((kind === undefined) === (group_ids === undefined))
    throw new Refusal('invalid', 'Name either a kind or the groups.')
}
