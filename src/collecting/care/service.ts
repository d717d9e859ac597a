import type { Clock, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { FileJournal } from '../../library/filing/journal'
import { countStates, setBatch } from '../../library/filing/store'
import { fileWithId } from '../../library/series/file-store'
import { REMOVE_PAGES } from '../../library/unwanted/states'
import * as checks from './check-store'
import { setGroupsIgnored } from './duplicates/group-store'
import type { CopyList } from './duplicates/list'
import { type RemovalPayload, removedFilesTitle, removedTitle } from './duplicates/removal'
import { renamedTitle } from './findings/extensions'
import { setFindingsIgnored } from './findings/finding-store'
import type { GapIssues } from './findings/gap-issues'
import type { FindingList } from './findings/list'
import type { CareFollower } from './follower'
import { setIgnored } from './ignored-store'
import type { LibraryCheck } from './library-check'
import type * as schema from './schema'
import type { SeriesMerges } from './series/merges'
import type { PairList } from './series/pair-list'
import { setPairsIgnored } from './series/pair-store'
import type { SeriesCheck } from './series-check'
import { CARE_CHECK, CARE_EXTENSIONS, CARE_REMOVE, CARE_SUBJECT } from './states'
import { sizesOf, totalSize } from './storage/size-store'

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
  findings: FindingList
  gaps: GapIssues
  pairs: PairList
  merges: SeriesMerges
  unwanted: { found: number }
}

/** The page about the care of the collection: its lists, and what is done with them. */
export class Care {
  constructor(private readonly deps: Deps) {}

  summary(): schema.CareSummary {
    const { db, operations, series, follower, copies, findings, pairs, unwanted } = this.deps
    const { read } = db
    const [checking] = operations.active(CARE_CHECK, CARE_SUBJECT)
    const [ofCopies, ofFindings, ofPairs] = [copies.counts(), findings.counts(), pairs.counts()]
    const isRunning = (kind: string) => operations.active(kind, CARE_SUBJECT).length > 0
    const batches = checks.cleanUpBatches(read)
    const states = countStates(
      read,
      batches.map(({ batch_id }) => batch_id),
    )
    return {
      checked_at: checks.checkedAt(read),
      checking: checking ? { progress: checking.progress ?? 0, waits: series.waits } : null,
      removing: isRunning(CARE_REMOVE) || isRunning(CARE_EXTENSIONS) || operations.active(REMOVE_PAGES).length > 0,
      waiting: follower.waiting,
      copies: ofCopies.shown,
      findings: ofFindings.shown,
      pairs: ofPairs.shown,
      repeated_pages: unwanted.found,
      ignored: ofCopies.ignored + ofFindings.ignored + ofPairs.ignored,
      ...totalSize(read),
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
    return this.begin(CARE_REMOVE, removedTitle(0), (batch_id): RemovalPayload => ({ batch_id, kind, group_ids, keep }))
  }

  findingPage(query: schema.FindingsQuery): schema.FindingPage {
    return this.deps.findings.page(query)
  }

  previewExtensions(body: schema.ExtensionsBody): Promise<schema.ExtensionsPreview> {
    return this.deps.findings.previewExtensions(body)
  }

  /** Throws Refusal 'conflict' while extensions are being corrected, and 'missing' when no file is known. */
  correctExtensions({ file_ids }: schema.ExtensionsBody) {
    this.checkFiles(file_ids)
    return this.begin(CARE_EXTENSIONS, renamedTitle(0), (batch_id) => ({ batch_id, file_ids }))
  }

  previewFileRemoval(body: schema.RemoveFilesBody): schema.RemovalPreview {
    return this.deps.findings.previewRemoval(body)
  }

  /** Throws Refusal 'conflict' while files are being removed, and 'missing' when no file is known. */
  removeFiles({ file_ids }: schema.RemoveFilesBody) {
    this.checkFiles(file_ids)
    return this.begin(
      CARE_REMOVE,
      removedFilesTitle(0),
      (batch_id): RemovalPayload => ({ batch_id, file_ids, keep: {} }),
    )
  }

  previewGaps(body: schema.GapsBody): Promise<schema.GapsPreview> {
    return this.deps.gaps.preview(body)
  }

  wantGaps(body: schema.GapsBody): Promise<schema.GapsWanted> {
    return this.deps.gaps.want(body)
  }

  pairPage(query: schema.PairsQuery): schema.PairPage {
    return this.deps.pairs.page(query)
  }

  previewMerge(body: schema.MergeBody): schema.MergePreview {
    return this.deps.merges.preview(body)
  }

  merge(body: schema.MergeBody) {
    return this.deps.merges.merge(body)
  }

  undoMerge(mergeId: string) {
    return this.deps.merges.undo(mergeId)
  }

  mergeList(): schema.MergeList {
    return this.deps.merges.list()
  }

  sizes({ facet }: schema.SizesQuery): schema.Sizes {
    return { rows: sizesOf(this.deps.db.read, facet) }
  }

  /** Deletes the records of old merges. */
  prune(): void {
    this.deps.merges.prune()
  }

  ignore({ kind, subjects, ignored }: schema.IgnoreBody): { success: true } {
    this.deps.db.write((tx) => {
      setIgnored(tx, kind, subjects, ignored)
      if (kind === 'copies') setGroupsIgnored(tx, subjects, ignored)
      else if (kind === 'pair') setPairsIgnored(tx, subjects, ignored)
      else setFindingsIgnored(tx, kind, subjects, ignored)
    })
    return { success: true }
  }

  private checkFiles(fileIds: readonly string[] | undefined): void {
    const { read } = this.deps.db
    if (fileIds && !fileIds.some((id) => fileWithId(read, id)))
      throw new Refusal('missing', 'None of these files is in the library.')
  }

  /** Starts work on files with a batch of its own, which is what undo needs. */
  private begin(kind: string, title: string, payloadOf: (batchId: string) => unknown) {
    const { db, operations, journal } = this.deps
    return db.write((tx) => {
      const batch_id = journal.beginBatch({ kind: 'clean_up', comic_id: null, title })
      const { operation_id } = operations.enqueue({ kind, subject: CARE_SUBJECT, payload: payloadOf(batch_id) })
      setBatch(tx, batch_id, { operation_id })
      return { success: true as const, operation_id, batch_id }
    })
  }
}

function checkSubject({ kind, group_ids }: Pick<schema.RemoveCopiesBody, 'kind' | 'group_ids'>): void {
  if ((kind === undefined) === (group_ids === undefined)) throw new Refusal('invalid', 'Send either a kind or groups.')
}
