import { type PageRange, pageRange, pagination } from '../../base/http/paging'
import { callerId } from '../../base/platform/caller'
import { plus } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operation, Operations } from '../../base/work/operations'
import { noSourceSentence } from '../../library/metadata/lookup/no-source'
import type { Providers } from '../../library/metadata/providers/registry'
import type { LinkCandidate } from '../../library/metadata/schema'
import { findSeveralSeries, type SeriesRow } from '../../library/series/store'
import { seriesCover } from '../../library/series/wire'
import { bulkProgress } from './bulk-run'
import type { BulkUndoPayload } from './bulk-undo'
import type { ItemOutcome } from './outcome'
import { type ActionScope, touchedBy } from './preview-store'
import type { QuickActions } from './quick-actions'
import type * as schema from './schema'
import { BULK, BULK_SUBJECT, BULK_UNDO, type BulkPayload } from './states'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  operations: Operations
  /** The library folders of both kinds. */
  roots: () => readonly string[]
  providers: Pick<Providers, 'serving'>
  quick: Pick<QuickActions, 'link'>
}

const PER_PAGE = 50
/** Series whose files are counted at once, so that no turn of the event loop is long. */
const AT_ONCE = 100
const KEPT_MS = 90 * 86_400_000

/** Actions on many series: previews, starts, results and undo. */
export class BulkOperations {
  constructor(private readonly deps: Deps) {}

  async preview({ action, ids }: schema.BulkPreviewBody): Promise<schema.BulkPreview> {
    const chosen = [...new Set(ids)]
    const sum: ActionScope = { series: 0, files: 0, bytes: 0, issues: 0 }
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const touched = touchedBy(this.deps.db.read, action, chosen.slice(at, at + AT_ONCE))
      for (const key of ['series', 'files', 'bytes', 'issues'] as const) sum[key] += touched[key]
      await nextTurn()
    }
    const problem = action === 'match' ? this.matchProblem(chosen) : undefined
    return { action, ...sum, skipped: chosen.length - sum.series, ...(problem ? { problem } : {}) }
  }

  /** Why none of the series can be matched: no source of their kinds is set up. */
  private matchProblem(ids: readonly string[]): string | undefined {
    const { db, providers } = this.deps
    const kinds = store.kindsOf(db.read, ids)
    const [lacking] = kinds.filter((kind) => providers.serving(kind).length === 0)
    if (lacking === undefined || kinds.some((kind) => providers.serving(kind).length > 0)) return undefined
    return kinds.length > 1
      ? 'No metadata source is set up. Set one up in Settings, Metadata.'
      : noSourceSentence(lacking)
  }

  /** Throws Refusal 'conflict' while another bulk operation runs. */
  begin({ ids, ...order }: schema.BulkBody) {
    const { db, operations } = this.deps
    this.checkIdle()
    if (order.action === 'move' && !order.folder) throw new Refusal('invalid', 'Choose the folder to move to.')
    return db.write((tx) => {
      const payload: BulkPayload = { ...order, user_id: callerId() }
      const { operation_id } = operations.enqueue({ kind: BULK, subject: BULK_SUBJECT, payload })
      const series = store.addItems(tx, operation_id, [...new Set(ids)])
      if (series === 0) throw new Refusal('missing', 'None of these series is in the library.')
      return { success: true as const, operation_id, series }
    })
  }

  /** Matches an unsure series as the user chose; without a choice, it stays unmatched. */
  async choose(operationId: string, { comic_id, choice }: schema.ChoiceBody) {
    const { db, quick } = this.deps
    this.find(operationId)
    const item = store.findItemOf(db.read, operationId, comic_id)
    if (!item) throw new Refusal('missing', 'The series is not part of this operation.')
    if (item.state !== 'unsure') throw new Refusal('conflict', 'A match was already chosen.')
    const candidate = choice && item.choices?.find((each) => isSame(each, choice))
    if (choice && !candidate) throw new Refusal('invalid', 'This match was not proposed.')
    const outcome: ItemOutcome = candidate
      ? await quick.link(comic_id, candidate)
      : { state: 'unchanged', sentence: 'No match chosen.' }
    const { state, sentence = '', undo } = outcome
    db.write((tx) => store.setItem(tx, item, { state, sentence, ...(undo ? { undo } : {}) }))
    return { success: true as const, sentence, unsure: store.countBulkItems(db.read, operationId).unsure }
  }

  undo(operationId: string) {
    const { db, operations } = this.deps
    const row = this.find(operationId)
    if (isActive(row)) throw new Refusal('conflict', 'This operation is still running. Cancel it first.')
    this.checkIdle()
    if (store.countUndoable(db.read, operationId) === 0) throw new Refusal('conflict', 'There is nothing to undo.')
    return db.write((tx) => {
      store.markForUndo(tx, operationId)
      const payload: BulkUndoPayload = { operation_id: operationId }
      const { operation_id } = operations.enqueue({ kind: BULK_UNDO, subject: BULK_SUBJECT, payload })
      return { success: true as const, operation_id }
    })
  }

  /** Cancels the operation: the current series is finished, the others do not change. */
  cancel(operationId: string): { success: true } {
    this.find(operationId)
    if (!this.deps.operations.cancel(operationId)) throw new Refusal('conflict', 'This operation has ended already.')
    return { success: true }
  }

  /** The last bulk operation, running or ended. */
  latest(): { operation: schema.BulkOperation | null } {
    const row = this.deps.operations.latest(BULK)
    return { operation: row ? this.view(row) : null }
  }

  detail(operationId: string, query: schema.ItemsQuery) {
    const { read } = this.deps.db
    const operation = this.view(this.find(operationId))
    const { limit = PER_PAGE, offset }: PageRange = pageRange(query)
    const rows = store.itemsOfBulk(read, operationId, query.state, { limit, offset })
    const series = findSeveralSeries(
      read,
      rows.map(({ comic_id }) => comic_id),
    )
    const items = rows.map(({ comic_id, name, state, sentence, choices }) => ({
      comic_id,
      name,
      state,
      sentence,
      series: ownSeries(series.get(comic_id)),
      choices: state === 'unsure' ? (choices ?? []) : [],
    }))
    const counts = store.countBulkItems(read, operationId)
    const total = query.state ? counts[query.state] : Object.values(counts).reduce((sum, each) => sum + each, 0)
    return { operation, items, pagination: pagination(total, { limit, offset }, items.length) }
  }

  /** Deletes results after 90 days. Files of deleted series stay in the recycle folder. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneItems(tx, plus(clock.now(), -KEPT_MS)))
  }

  private view(row: Operation): schema.BulkOperation {
    const { db, operations } = this.deps
    const { operation_id, state, progress, error, created_at, finished_at } = row
    const { name = null } = (row.detail ?? {}) as { name?: string | null }
    const counts = bulkProgress(db, operation_id, row.payload as BulkPayload, name)
    const undoing = operations
      .active(BULK_UNDO, BULK_SUBJECT)
      .some(({ payload }) => (payload as BulkUndoPayload).operation_id === operation_id)
    const undone = store.countBulkItems(db.read, operation_id).undone
    const undoable = isActive(row) ? 0 : store.countUndoable(db.read, operation_id)
    return { operation_id, state, progress, error, created_at, finished_at, ...counts, undone, undoable, undoing }
  }

  private find(operationId: string): Operation {
    const row = this.deps.operations.find(operationId)
    if (row?.kind !== BULK) throw new Refusal('missing', 'Operation not found.')
    return row
  }

  private checkIdle(): void {
    const { operations } = this.deps
    const active = [...operations.active(BULK, BULK_SUBJECT), ...operations.active(BULK_UNDO, BULK_SUBJECT)]
    if (active.length > 0)
      throw new Refusal('conflict', 'Another bulk operation is running. Wait for it to finish, or cancel it.')
  }
}

const isActive = ({ state }: Operation) => state === 'queued' || state === 'running'

const isSame = (one: LinkCandidate, other: { provider: string; provider_id: string }) =>
  one.provider === other.provider && one.provider_id === other.provider_id

const ownSeries = (row: SeriesRow | undefined) =>
  row ? { year: row.year, publisher: row.publisher, have: row.have, image: seriesCover(row) } : null
