import type { TimelineRow } from '../../base/activity/store'
import type { AppEvent } from '../../base/events/types'
import { plus } from '../../base/platform/clock'
import type { Clock, Log } from '../../base/platform/ports'
import type { Database, ReadHandle, Tx } from '../../base/storage/database'
import { obligations } from '../../collecting/attention/obligation-store'
import { healingReasons } from '../../intake/downloads/journal/reasons'
import { issueTitle } from '../../library/series/issue-title'
import { findIssue, findSeries } from '../../library/series/store'
import type { ImportFacts } from './import-payload'
import { keepReach, reachOf, timelineBehind } from './notice-store'
import type { Notices } from './notices'
import type { NoticeItem } from './states'

const DAY_MS = 86_400_000
const STEPS: readonly TimelineRow['activity'][] = ['search', 'grab', 'download', 'import']

interface Deps {
  db: Database
  clock: Pick<Clock, 'now'>
  log: Pick<Log, 'error'>
  notices: Pick<Notices, 'record'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/**
 * Turns events into notices. Grabs and failures are read from the timeline up to a stored row, so that each gives
 * exactly one notice across restarts.
 */
export class NoticeCollector {
  private isDue = false

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (event.type === 'activity.added' && eventOf(event.row)) this.soon()
    })
  }

  /** Adds notices for the timeline rows since the last call. */
  collect(): void {
    const { db, clock } = this.deps
    const { newest, reach } = reachOf(db.read)
    if (newest === reach) return
    db.write((tx) => {
      // A cleared timeline counts its rows from the start again.
      const from = reach === undefined ? newest : reach > newest ? 0 : reach
      const isOpen = openNow(tx)
      const rows = timelineBehind(tx, from, plus(clock.now(), -DAY_MS))
      for (const [event, same] of Map.groupBy(rows, eventOf)) {
        if (!event) continue
        const rows = event === 'needs_attention' ? same.filter(isOpen) : same
        this.deps.notices.record(tx, event, rows.map(itemOf), PAGES[event])
      }
      keepReach(tx, newest)
    })
  }

  /** Records that issues were imported. */
  arrived(tx: Tx, { comic_id, issue_ids }: ImportFacts): void {
    const name = findSeries(tx, comic_id)?.name
    if (name === undefined) return
    const arrived = issue_ids.map((issueId) => {
      const issue = findIssue(tx, issueId)
      return { label: issueTitle(name, issue), detail: issue?.title ?? '' }
    })
    this.deps.notices.record(tx, 'arrived', arrived, pageOf(comic_id))
  }

  /** Records that a user asks for a series or an issue. */
  requested(tx: Tx, item: NoticeItem): void {
    this.deps.notices.record(tx, 'requested', [item], '/requests')
  }

  /** Records that a newer Panelkeep is available; `at` is the address of its release notes. */
  newer(tx: Tx, { version, at }: { version: string; at: string | null }): void {
    this.deps.notices.record(tx, 'update', [{ label: `Panelkeep ${version}`, detail: at ?? '' }], '/system/about')
  }

  /** Sends after the transaction: transactions are synchronous, so they end before a microtask runs. */
  private soon(): void {
    if (this.isDue) return
    this.isDue = true
    void Promise.resolve()
      .then(() => {
        this.isDue = false
        this.collect()
      })
      .catch((error: unknown) => this.deps.log.error('notices', 'the timeline could not be read', { error }))
  }
}

const pageOf = (comicId: string) => `/library/${encodeURIComponent(comicId)}`
const PAGES = { grabbed: '/activity', failed: '/activity', needs_attention: '/activity/attention' } as const

/** The event of a timeline row; undefined when the row gives no notice. */
function eventOf({ activity, status, reason_code }: TimelineRow): keyof typeof PAGES | undefined {
  if (activity === 'grab' && status === 'succeeded') return 'grabbed'
  if (!STEPS.includes(activity)) return undefined
  if (status === 'needs_attention') return 'needs_attention'
  if (status !== 'failed' || activity === 'search') return undefined
  return reason_code !== null && healingReasons.includes(reason_code) ? 'failed' : 'needs_attention'
}

function itemOf({ subject_label, reason_detail, activity, provider }: TimelineRow): NoticeItem {
  const from = activity === 'grab' && provider !== null ? `From ${provider}.` : ''
  return { label: subject_label, detail: reason_detail ?? from }
}

/** Whether the problem of a row is still open: neither resolved nor replaced by another release. Read on first use. */
function openNow(db: ReadHandle): (row: TimelineRow) => boolean {
  let open: Set<string> | undefined
  return ({ subject_id, release_key }) => {
    open ??= new Set(obligations(db).flatMap((each) => [`issue ${each.entity_id}`, `release ${each.release_key}`]))
    return open.has(`issue ${subject_id}`) || open.has(`release ${release_key}`)
  }
}
