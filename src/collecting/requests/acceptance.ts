import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Trigger } from '../../intake/search/states'
import { chosenFolder } from '../../library/metadata/add/chosen-folder'
import type { SeriesAdder } from '../../library/metadata/add/series-adder'
import { type MonitorSettings, monitorPlan } from '../../library/metadata/sync/monitoring'
import { readSeriesId } from '../../library/metadata/wire-ids'
import { describeSeries } from '../../library/series/describe-store'
import type { SeriesLibrary } from '../../library/series/service'
import { issuesOf, wantIssues } from '../../library/series/store'
import type { DecideBody } from './schema'
import type { ListedRequest } from './store'

interface Deps {
  db: Database
  clock: Clock
  adding: Pick<SeriesAdder, 'add'>
  library: Pick<SeriesLibrary, 'setIntent'>
  monitorSettings: () => MonitorSettings
  /** The library folders of all kinds. */
  roots: () => string[]
  searchForAll: (issueIds: readonly string[], trigger: Trigger) => string | null
}

/** What an accepted request starts. */
interface Accepted {
  operation_id: string | null
  /** Issues that are wanted now, to be searched for. */
  issueIds: string[]
}

/** Follows a series, or wants an issue, as the pages do. */
export class Acceptance {
  constructor(private readonly deps: Deps) {}

  /** Call in the transaction that saves the decision. Throws what adding the series throws. */
  accept(tx: Tx, request: ListedRequest, choices: DecideBody): Accepted {
    if (request.kind === 'series') return this.follow(tx, request, choices)
    this.deps.library.setIntent(request.subject, 'wanted')
    return { operation_id: null, issueIds: [request.subject] }
  }

  /** Call after the transaction. */
  search({ issueIds }: Accepted): void {
    if (issueIds.length > 0) this.deps.searchForAll(issueIds, 'issue_wanted')
  }

  private follow(tx: Tx, { subject, comic_id }: ListedRequest, { want, root }: DecideBody): Accepted {
    const { adding, roots } = this.deps
    const choices = {
      ...chosenFolder(root, roots()),
      ...(want === undefined ? {} : { monitor: want === 'none' ? ('none' as const) : ('all' as const) }),
      ...(want === 'missing' ? { want_new: false } : {}),
    }
    const isOfProvider = readSeriesId(subject) !== undefined
    const operation_id = isOfProvider ? adding.add(subject, choices).operation_id : null
    if (operation_id !== null) return { operation_id, issueIds: [] }
    if (comic_id === null) throw new Refusal('conflict', 'The series is no longer in the library.')
    return { operation_id, issueIds: this.wantMissing(tx, comic_id, want) }
  }

  /** The series is in the library: its missing issues become wanted. */
  private wantMissing(tx: Tx, comicId: string, want: DecideBody['want']): string[] {
    const { clock, monitorSettings } = this.deps
    const first = want === undefined ? monitorPlan(undefined, monitorSettings()).first : want
    if (first === 'none') return []
    if (first !== 'missing') describeSeries(tx, comicId, { want_new: true }, clock.now())
    if (first === 'future') return []
    const missing = issuesOf(tx, comicId).filter(
      ({ fulfillment, intent }) => (fulfillment === 'missing' || fulfillment === 'failed') && intent !== 'ignored',
    )
    const issueIds = missing.map(({ issue_id }) => issue_id)
    wantIssues(tx, issueIds, clock.now())
    return issueIds
  }
}
