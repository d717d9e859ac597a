import { addTimelineRow } from '../activity/store'
import type { Bus } from '../events/bus'
import type { Clock, Log } from '../platform/ports'
import type { Intent } from '../series/states'
import { wantIssues } from '../series/store'
import type { Database } from '../storage/database'
import type { Operations } from '../work/operations'
import { ListImporter } from './list-importer'
import { ArcMatcher } from './matcher'
import { StoryArcs } from './service'
import { ARC_REFRESH } from './states'
import { findArc } from './store'

interface World {
  db: Database
  clock: Clock
  log: Log
  operations: Operations
  subscribe: Bus['subscribe']
  setIntent: (issueId: string, intent: Intent) => unknown
  searchFor: (issueIds: readonly string[]) => unknown
}

export function makeArcs({ db, clock, log, operations, subscribe, ...library }: World) {
  const matcher = new ArcMatcher({ db, clock, log, want: (tx, issueIds) => wantIssues(tx, issueIds, clock.now()) })
  subscribe(({ type }) => {
    if (type === 'library.changed' || type === 'series.changed') matcher.kick()
  })
  const tell = (arcId: string, status: 'started' | 'succeeded' | { failure: string }) =>
    db.write((tx) => {
      const arc = findArc(tx, arcId)
      if (!arc) return
      const row = {
        at: clock.now(),
        activity: 'refresh',
        subject: { type: 'arc', id: arcId, label: arc.name },
      } as const
      if (typeof status === 'string') addTimelineRow(tx, { ...row, status })
      else addTimelineRow(tx, { ...row, status: 'failed', reason: { code: 'refresh_failed', detail: status.failure } })
    })
  operations.handle(ARC_REFRESH, {
    async run(payload, { signal }) {
      const { arc_id } = payload as { arc_id: string }
      tell(arc_id, 'started')
      const counts = await matcher.rematch(arc_id, signal)
      if (!signal.aborted) tell(arc_id, 'succeeded')
      return counts
    },
    ended: (payload, _state, failure) => tell((payload as { arc_id: string }).arc_id, { failure }),
  })
  const arcLists = new ListImporter({ db, clock, matcher })
  return { arcLists, arcs: new StoryArcs({ db, clock, operations, matcher, ...library }), arcMatcher: matcher }
}
