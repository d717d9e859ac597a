import { addTimelineRow } from '../../base/activity/store'
import type { Clock, Instant, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { passingSentence } from '../../base/storage/write-errors'
import { type CleanupRules, cleanupAfter } from '../../intake/downloads/cleanup/cleanup'
import { itemSubject } from '../../intake/downloads/journal/item-label'
import * as course from '../../intake/downloads/journal/stage-changes'
import { type DownloadItem, issuesOfItem, itemsWithKey, updateItem } from '../../intake/downloads/store'
import type { Acquisition } from '../../intake/search/acquisition'
import { resolveStuckItem } from '../../intake/search/runs/item-store'
import type { SearchRuns } from '../../intake/search/runs/service'
import { findIssue, releaseIssues, setIntent } from '../../library/series/store'
import type { Obligation } from './obligation-store'
import type { ImportSourceBody } from './schema'
import { type AttentionAction, actionsAt, type Problem, resolutionOf, triggerOf } from './states'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  search: { runs: Pick<SearchRuns, 'beginIssues'>; acquisition: Pick<Acquisition, 'route'> }
  /** The user's rules for the client of the download. */
  rulesOf: (client: string) => CleanupRules | undefined
  /** Imports the files of the download, or those of `source`. Throws Refusal when they cannot be imported. */
  importFrom: (item: DownloadItem, source: ImportSourceBody | undefined) => Promise<unknown>
}

/** The result; `run_id` of the search for another release. */
export type RemedyResult = { run_id?: string | null } | { problem: Problem; sentence: string }

type Searching = keyof typeof triggerOf

/** Actions on items that need attention. */
export class Remedies {
  constructor(private readonly deps: Deps) {}

  /** Returns the result of each item by its key. Starts one search per series. */
  async apply(
    action: AttentionAction,
    due: readonly Obligation[],
    source?: ImportSourceBody,
  ): Promise<Map<string, RemedyResult>> {
    const done = new Map<string, RemedyResult>()
    const able = due.filter((each) => {
      const problem = this.problemOf(action, each)
      if (problem) done.set(each.release_key, problem)
      return !problem
    })
    if (action === 'retry' || action === 'search_again') {
      for (const own of Map.groupBy(able, ({ comic_id }) => comic_id).values()) {
        const begun = this.searched(action, own)
        for (const { release_key } of own) done.set(release_key, begun)
      }
      return done
    }
    for (const each of able)
      done.set(each.release_key, action === 'import' ? await this.imported(each, source) : this.stopped(each))
    return done
  }

  /** Why the action is not possible for this item. */
  private problemOf(action: AttentionAction, { stage, kind }: Obligation): RemedyResult | undefined {
    const can: readonly AttentionAction[] = actionsAt[stage]
    if (!can.includes(action)) {
      const sentence = `This cannot be done here, but ${can.join(' or ')} can.`
      return { problem: 'action_not_allowed', sentence }
    }
    if (!(action in triggerOf)) return undefined
    if (kind === null) return { problem: 'missing_issue', sentence: 'The issue is no longer in the library.' }
    // While the gate is closed the search waits as a row.
    const route = this.deps.search.acquisition.route()
    return route.viable ? undefined : { problem: 'search_blocked', sentence: route.reason }
  }

  private searched(action: Searching, due: readonly Obligation[]): RemedyResult {
    const { db, clock, log, search } = this.deps
    try {
      return db.write((tx) => {
        const issueIds = due.flatMap((each) => this.freed(tx, action, each, clock.now()))
        return { run_id: search.runs.beginIssues([...new Set(issueIds)], triggerOf[action])?.run_id ?? null }
      })
    } catch (error) {
      const passing = passingSentence(error)
      if (passing !== undefined) return { problem: 'not_writable', sentence: passing }
      const release_keys = due.map(({ release_key }) => release_key)
      log.error('attention', 'search could not be started', { release_keys, error })
      return {
        problem: 'search_failed',
        sentence: 'The search could not be started because of an internal error. See the log.',
      }
    }
  }

  /** Frees the issues for another release; returns the issues to search for. */
  private freed(tx: Tx, action: Searching, due: Obligation, at: Instant): string[] {
    const issueIds = this.removeReviewed(tx, due, at)
    // The user looked at the release and rejected it.
    if (action === 'search_again')
      for (const item of itemsOf(tx, due).filter(isReviewed)) course.blockRelease(tx, item, ASKED, at)
    setIntent(tx, due.entity_id, 'wanted', at)
    this.stamp(tx, due, action)
    return issueIds
  }

  private stopped(due: Obligation): RemedyResult {
    const { db, clock } = this.deps
    return db.write((tx) => {
      const at = clock.now()
      this.removeReviewed(tx, due, at)
      if (due.kind !== null) {
        // A file in the library is kept; only the upgrade is no longer wanted.
        if (findIssue(tx, due.entity_id)?.fulfillment !== 'downloaded') setIntent(tx, due.entity_id, 'ignored', at)
        const { comic_id } = due
        const about = { entity_id: due.entity_id, comic_id: comic_id ?? '', title: due.title ?? '' }
        const reason = { code: 'stopped_wanting', detail: 'A user unmarked it as wanted.' }
        addTimelineRow(tx, {
          at,
          activity: 'search',
          status: 'cancelled',
          subject: itemSubject(tx, about),
          comic_id,
          reason,
        })
      }
      this.stamp(tx, due, 'stop_wanting')
      return {}
    })
  }

  private async imported(due: Obligation, source: ImportSourceBody | undefined): Promise<RemedyResult> {
    const { db, log } = this.deps
    const items = itemsOf(db.read, due)
    const [item] = items
    if (!item || (!source?.nzb_folder && item.content_path === null)) {
      const sentence = 'The location of the download is unknown. Enter its folder or file.'
      return { problem: 'missing_import_source', sentence }
    }
    try {
      await this.deps.importFrom(item, source)
    } catch (error) {
      if (error instanceof Refusal) return refused(error)
      const passing = passingSentence(error)
      if (passing !== undefined) return { problem: 'not_writable', sentence: passing }
      log.error('attention', 'import could not be started', { release_key: due.release_key, error })
      return {
        problem: 'import_failed',
        sentence: 'The import could not be started because of an internal error. See the log.',
      }
    }
    return db.write((tx) => {
      // Only the earlier items: the imported one has the same key and may need attention again by now.
      for (const { item_id } of items) course.resolveItem(tx, item_id, 'imported')
      return {}
    })
  }

  /** Frees the issues of the item and lets its client remove it. Returns the issues, the main one first. */
  private removeReviewed(tx: Tx, due: Obligation, at: Instant): string[] {
    const items = itemsOf(tx, due)
    for (const { item_id, client, protocol } of items.filter(isReviewed)) {
      releaseIssues(tx, issuesOfItem(tx, item_id), at)
      const cleanup = client === null ? null : cleanupAfter(this.deps.rulesOf(client), protocol, 'failed')
      if (cleanup !== null) updateItem(tx, item_id, { held: cleanup })
    }
    return [...new Set([due.entity_id, ...items.flatMap(({ item_id }) => issuesOfItem(tx, item_id))])]
  }

  private stamp(tx: Tx, due: Obligation, action: AttentionAction): void {
    const resolution = resolutionOf[action]
    if (due.run_id !== null) resolveStuckItem(tx, { ...due, run_id: due.run_id }, resolution)
    for (const { item_id } of itemsOf(tx, due)) course.resolveItem(tx, item_id, resolution)
  }
}

/** The issues of the item are still reserved, since it may be the right release. */
const isReviewed = ({ stage }: DownloadItem) => stage === 'manual_review'

const ASKED = 'A user requested another release.'

/** The item is already being imported, or has no files. */
const refused = ({ kind, detail }: Refusal): RemedyResult => ({
  problem: kind === 'conflict' ? 'not_in_attention' : 'invalid_import_source',
  sentence: detail,
})

/** Unresolved items of that key, newest first; none for a quarantined search. */
function itemsOf(db: Tx | Database['read'], { release_key, item_id }: Obligation): DownloadItem[] {
  if (item_id === null) return []
  const waiting = ({ stage, resolution }: DownloadItem) =>
    resolution === null && (stage === 'failed' || stage === 'manual_review')
  return itemsWithKey(db, release_key)
    .filter(waiting)
    .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
}
