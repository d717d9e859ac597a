import { plus } from '../../base/platform/clock'
import type { Clock } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { fileOf, fileWithId } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import { type CleanupRules, cleanupAfter } from '../downloads/cleanup/cleanup'
import type { FailureReason } from '../downloads/journal/reasons'
import { advanceStage, blockRelease, endAsFailed, type FailedEnd } from '../downloads/journal/stage-changes'
import { type DownloadItem, failuresSince, issuesOfItem, updateItem } from '../downloads/store'
import { failedDecision } from '../downloads/tracking/follow'
import type { ImportListeners, ProcessingSettings } from './settings'
import type { Placement } from './store'

interface Deps {
  db: Database
  clock: Clock
  settings: Pick<ProcessingSettings, 'rules' | 'failures'> & ImportListeners
}

const WEEK_MS = 7 * 86_400_000

/** Ends a downloaded item. Each outcome is one transaction, which also notifies the listeners. */
export class ItemOutcomes {
  constructor(private readonly deps: Deps) {}

  /** Expected issues that have no file. */
  missing({ item_id }: DownloadItem): string[] {
    const { read } = this.deps.db
    return issuesOfItem(read, item_id).filter((id) => fileOf(read, id) === undefined)
  }

  placed(item: DownloadItem, rows: readonly Placement[]): void {
    const { db, clock, settings } = this.deps
    db.write((tx) => {
      const at = clock.now()
      const missing = this.missing(item)
      this.learn(tx, item, rows)
      if (!advanceStage(tx, item.item_id, 'post_processed', at, { held: this.clientHold(item, 'placed') })) return
      if (missing.length > 0) {
        // The next search for these must not grab the same release.
        blockRelease(tx, item, 'The release did not contain everything in its name.', at)
        if (item.origin === 'grab' && settings.failures().searches) updateItem(tx, item.item_id, { again_at: at })
      }
      this.notifyListeners(tx, rows)
    })
  }

  /** The result of a folder goes to the issue that the folder turned out to be. */
  private learn(tx: Tx, { item_id, entity_id }: DownloadItem, rows: readonly Placement[]): void {
    const [known] = rows.filter(({ issue_ids, state }) => issue_ids?.length && (state === 'placed' || state === 'kept'))
    const issue = known && findIssue(tx, known.issue_ids?.[0] ?? '')
    if (!issue || findIssue(tx, entity_id)) return
    updateItem(tx, item_id, { entity_type: issue.kind, entity_id: issue.issue_id, comic_id: issue.comic_id })
  }

  private notifyListeners(tx: Tx, rows: readonly Placement[]): void {
    const { settings } = this.deps
    const placed = rows.filter(({ state }) => state === 'placed')
    settings.tagging(placed.map(({ file_id }) => file_id as string))
    for (const [comic_id, own] of Map.groupBy(placed, (row) => row.comic_id as string)) {
      const issue_ids = own.flatMap((row) => row.issue_ids ?? [])
      const files = own.flatMap(({ file_id }) => fileWithId(tx, file_id as string)?.path ?? [])
      settings.hooks(tx, { comic_id, issue_ids, files })
    }
  }

  /** The release is to blame: another one is searched for, if the settings allow it. */
  failed(item: DownloadItem, at_step: FailedEnd['at_step'], reason: FailureReason, detail: string): void {
    const { db, clock, settings } = this.deps
    const now = clock.now()
    const facts = {
      now,
      rules: this.rulesOf(item),
      settings: settings.failures(),
      failures: () => failuresSince(db.read, item.entity_id, plus(now, -WEEK_MS)),
    }
    const { end, held } = failedDecision(item, facts, { reason, detail, blames: true })
    this.end(item, { ...end, at_step }, held)
  }

  /** The user has to review the item. */
  review(item: DownloadItem, reason: FailureReason, detail: string): void {
    this.end(item, { to: 'manual_review', reason, detail, at_step: 'import' }, this.clientHold(item, 'review'))
  }

  private end({ item_id }: DownloadItem, end: FailedEnd, held: DownloadItem['held']): void {
    const { db, clock } = this.deps
    db.write((tx) => void endAsFailed(tx, item_id, end, clock.now(), { held }))
  }

  private clientHold(item: DownloadItem, outcome: 'placed' | 'review') {
    return cleanupAfter(this.rulesOf(item), item.protocol, outcome)
  }

  private rulesOf({ client }: DownloadItem): CleanupRules | undefined {
    return client === null ? undefined : this.deps.settings.rules(client)
  }
}
