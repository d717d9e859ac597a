import type { Attention, AttentionCounts, Flights, ResolveReport } from '../../collecting/attention/schema'
import type { FailureReason } from '../../intake/downloads/journal/reasons'
import { advanceStage, endAsFailed } from '../../intake/downloads/journal/stage-changes'
import { addItem, type NewDownloadItem } from '../../intake/downloads/store'
import { searchItems, searchRuns } from '../../intake/search/tables'
import { findIssue, reserveIssues } from '../../library/series/store'
import type { TestApp } from '../app'
import { advanceUntil } from '../fakes/advance-until'
import { fillLibrary, makeInteractiveHarness, removeHarness, startApp } from '../indexers/interactive-harness'

/** Grabs of Harbor Lights in the real app, their outcomes, and what the API reports. */

export interface Grab extends Partial<NewDownloadItem> {
  issues?: string[]
}

/** The key of an indexer with a slash in its name. */
export const keyOf = (number: string) => `harbor-${number}|indexer a/b`

export function attentionIn(app: TestApp) {
  const { db, clock, reader } = app
  const get = <T>(path: string) => reader.json<T>(200, reader.get(path))

  /** Returns the id of the item. */
  function grab(number: string, { issues = [`harbor-${number}`], ...more }: Grab = {}): string {
    const item_id = more.item_id ?? `item-${number}`
    db.write((tx) => {
      const grabbed_at = clock.now()
      reserveIssues(tx, issues, grabbed_at)
      const entity_id = issues[0] as string
      const release = { title: `Harbor Lights 00${number} (2015)`, indexer: 'Indexer A/B', digest: item_id } as const
      const about = { entity_type: 'issue', entity_id, comic_id: 'harbor', protocol: 'usenet' } as const
      const release_key = `${entity_id}|indexer a/b`
      addItem(tx, { ...release, ...about, item_id, release_key, grabbed_at, ...more }, issues)
      return undefined
    })
    return item_id
  }

  function end(itemId: string, to: 'failed' | 'manual_review', reason: FailureReason): void {
    db.write((tx) => {
      advanceStage(tx, itemId, 'snatched', clock.now())
      endAsFailed(tx, itemId, { to, reason, detail: 'The client said so.', at_step: 'download' }, clock.now())
    })
  }

  /** A search that was abandoned after its third restart, or a running one. */
  function stuck(
    run_id: string,
    entity_id: string,
    state: 'quarantined' | 'accepted' = 'quarantined',
    tries = 3,
  ): void {
    const now = clock.now()
    const isOpen = state === 'accepted'
    const scope = {
      trigger: 'issue_wanted',
      scope_type: 'issue',
      scope_id: entity_id,
      priority: 'interactive',
    } as const
    const completion_state = isOpen ? 'running' : 'failed'
    const times = { created_at: now, updated_at: now, completed_at: isOpen ? null : now }
    const item = { run_id, entity_type: 'issue', entity_id, position: 0, state, updated_at: now } as const
    db.write((tx) => {
      const run = { run_id, ...scope, dispatch_state: 'accepted', completion_state, ...times } as const
      tx.insert(searchRuns).values(run).run()
      tx.insert(searchItems)
        .values({ ...item, attempt_count: tries })
        .run()
    })
  }

  return {
    get,
    grab,
    stuck,
    failed(
      number: string,
      { reason = 'download_failed_no_auto_handling', ...more }: Grab & { reason?: FailureReason } = {},
    ) {
      end(grab(number, more), 'failed', reason)
    },
    /** Needs attention, with its issues reserved. */
    reviewed: (number: string, more: Grab = {}) => end(grab(number, more), 'manual_review', 'no_match_in_library'),
    /** Ends the item as imported. */
    arrived(itemId: string) {
      db.write((tx) => {
        for (const to of ['snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'] as const)
          advanceStage(tx, itemId, to, clock.now())
      })
    },
    attention: (query = '') => get<Attention>(`/api/attention${query}`),
    status: () => get<AttentionCounts>('/api/activity/status'),
    inFlight: async () => (await get<Flights>('/api/activity/in-flight')).results,
    cancelFlight: (code: number, body: unknown) =>
      reader.json<{ detail?: string }>(code, reader.post('/api/activity/in-flight/cancel', body)),
    resolve: (code: number, action: string, release_keys: string[]) =>
      reader.json<ResolveReport & { detail?: string }>(
        code,
        reader.post('/api/attention/resolve', { action, release_keys }),
      ),
    fulfillment: (issueId: string) => findIssue(db.read, issueId)?.fulfillment,
    intent: (issueId: string) => findIssue(db.read, issueId)?.intent,
    later: () => clock.advance('1 min'),
    ended: () => advanceUntil(clock, app.idle()),
  }
}

/** The real app with Harbor Lights and one empty indexer. */
export async function startAttention() {
  const harness = makeInteractiveHarness({ a: { releases: [] } })
  const app = await startApp(harness)
  fillLibrary(app, harness)
  const close = async () => {
    await app.close()
    removeHarness(harness)
  }
  return { ...attentionIn(app), app, harness, close }
}
