import type { Activity, ActivityStatus } from '../../../base/activity/states'
import { addTimelineRow } from '../../../base/activity/store'
import type { Instant } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import { releaseIssues, snatchIssues } from '../../../library/series/store'
import { block } from '../blocklist/store'
import type { Resolution, Stage } from '../states'
import * as store from '../store'
import { itemSubject } from './item-label'
import type { FailureReason } from './reasons'

/**
 * Stage changes of an item. Each change is made in the caller's transaction, together with the item's issues, the
 * blocklist and the timeline. Returns undefined, without any change, when the current stage does not allow it.
 */

type StageActivity = readonly [Activity, ActivityStatus]

const STAGE_ACTIVITY: Partial<Record<Stage, StageActivity>> = {
  snatched: ['grab', 'succeeded'],
  downloaded: ['download', 'succeeded'],
  post_processing: ['import', 'started'],
  post_processed: ['import', 'succeeded'],
}

/** Fields that are written together with the stage. */
export type StageDetails = Partial<
  Pick<store.DownloadItem, 'client_id' | 'added' | 'client_instance' | 'content_path' | 'held'>
>

/** Moves an item to its next stage. At the last one, issues without a file are missing again. */
export function advanceStage(
  tx: Tx,
  itemId: string,
  to: Extract<Stage, 'snatched' | 'downloaded' | 'post_processing' | 'moved' | 'post_processed'>,
  at: Instant,
  beside: StageDetails = {},
): store.DownloadItem | undefined {
  const moved = store.moveItem(tx, itemId, { to, at })
  if (!moved) return undefined
  const item = store.updateItem(tx, itemId, {
    ...beside,
    missing_since: null,
    unreachable_since: null,
    stalled_since: null,
  })
  const issues = store.issuesOfItem(tx, itemId)
  if (to === 'snatched') snatchIssues(tx, issues, at)
  if (to === 'post_processed') {
    releaseIssues(tx, issues, at)
    // Earlier failures of the same issue no longer need a decision.
    for (const { item_id } of store.undecidedItems(tx, item.entity_id)) resolveItem(tx, item_id, 'imported')
    if (item.content_path !== null) resolveItemsAt(tx, item.content_path, at)
  }
  // Panelkeep did not download a file that was put into a folder.
  const activity = to === 'downloaded' && item.origin !== 'grab' ? undefined : STAGE_ACTIVITY[to]
  if (activity) recordActivity(tx, item, activity, at)
  emitChange(tx, item)
  return item
}

export interface FailedEnd {
  to: Extract<Stage, 'failed' | 'manual_review'>
  reason: FailureReason
  /** A sentence for users. */
  detail: string
  /** The release is to blame, and is not grabbed again. */
  blames?: boolean
  /** When its issues are searched for again. */
  again_at?: Instant
  /** The step that failed. */
  at_step: Extract<Activity, 'grab' | 'download' | 'import'>
}

/**
 * Ends an item as failed, or leaves it to the user to review. Issues of a failed item are missing again; otherwise they
 * stay reserved.
 */
export function endAsFailed(
  tx: Tx,
  itemId: string,
  end: FailedEnd,
  at: Instant,
  beside: StageDetails = {},
): store.DownloadItem | undefined {
  const { to, reason, detail, blames, again_at, at_step } = end
  if (!store.moveItem(tx, itemId, { to, at, reason: `${reason}: ${detail}` })) return undefined
  const item = store.updateItem(tx, itemId, { ...beside, again_at: again_at ?? null })
  if (to === 'failed') releaseIssues(tx, store.issuesOfItem(tx, itemId), at)
  if (blames) blockRelease(tx, item, detail, at)
  const status = to === 'failed' ? 'failed' : at_step === 'import' ? 'needs_attention' : 'failed'
  recordActivity(tx, item, [at_step, status], at, { code: reason, detail })
  emitChange(tx, item)
  return item
}

/** Cancels an item for the user: later reports change nothing. */
export function cancelItem(
  tx: Tx,
  itemId: string,
  at: Instant,
  why: string,
  beside: StageDetails = {},
): store.DownloadItem | undefined {
  const from = store.findDownload(tx, itemId)?.stage
  if (!store.moveItem(tx, itemId, { to: 'cancelled', at, reason: `cancelled_by_operator: ${why}` })) return undefined
  const item = store.updateItem(tx, itemId, beside)
  releaseIssues(tx, store.issuesOfItem(tx, itemId), at)
  const step: Activity = from === 'reserved' ? 'grab' : from === 'snatched' ? 'download' : 'import'
  recordActivity(tx, item, [step, 'cancelled'], at, { code: 'cancelled_by_operator', detail: why })
  emitChange(tx, item)
  return item
}

/** Records the user's decision about a failed item; undefined when one was recorded before. The stage stays. */
export function resolveItem(tx: Tx, itemId: string, resolution: Resolution): store.DownloadItem | undefined {
  const before = store.findDownload(tx, itemId)
  if (!before || before.resolution !== null || !['failed', 'manual_review'].includes(before.stage)) return undefined
  const item = store.updateItem(tx, itemId, { resolution, again_at: null })
  emitChange(tx, item)
  return item
}

/**
 * Resolves the undecided items at this path, since their files were imported in another way. Their issues that did not
 * get a file are missing again.
 */
export function resolveItemsAt(tx: Tx, path: string, at: Instant): void {
  for (const { item_id, stage } of store.undecidedAt(tx, path)) {
    resolveItem(tx, item_id, 'imported')
    if (stage !== 'manual_review') continue
    const left = store.issuesOfItem(tx, item_id).filter((issueId) => !store.isIssueInFlight(tx, issueId))
    releaseIssues(tx, left, at)
  }
}

/** Blocks the release, so that it is not grabbed again. */
export function blockRelease(tx: Tx, item: store.DownloadItem, reason: string, at: Instant): void {
  const { digest, content, title, indexer, entity_id, comic_id } = item
  // Files from a folder never were a release that could be grabbed again.
  if (item.origin === 'grab')
    block(tx, { digest, content, title, indexer, entity_id, comic_id, reason, blocked_at: at })
}

function recordActivity(
  tx: Tx,
  item: store.DownloadItem,
  [activity, status]: StageActivity,
  at: Instant,
  reason?: { code: string; detail: string },
) {
  const { release_key, comic_id, indexer } = item
  const grabbed = activity === 'grab' ? { provider: indexer } : {}
  addTimelineRow(tx, {
    at,
    activity,
    status,
    subject: itemSubject(tx, item),
    release_key,
    comic_id,
    ...grabbed,
    ...(reason && { reason }),
  })
}

function emitChange(tx: Tx, { item_id, release_key, stage }: store.DownloadItem): void {
  tx.emit({ type: 'download.changed', item_id, release_key, stage })
}
