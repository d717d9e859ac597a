import { dirname } from 'node:path'
import { startThread } from '../../../base/platform/threads'
import type { Tx } from '../../../base/storage/database'
import { makeArcs } from '../../../collecting/arcs/feature'
import type { OnIssuesReplaced } from '../../../collecting/arcs/unfollowed'
import { makeAttention } from '../../../collecting/attention/feature'
import { makeBulk } from '../../../collecting/bulk/feature'
import { makeCare } from '../../../collecting/care/feature'
import { makeEdits } from '../../../collecting/edits/feature'
import { makeMigration } from '../../../collecting/migration/feature'
import { settingsPorts } from '../../../collecting/migration/settings-ports'
import { ReadingLists } from '../../../collecting/readlist/service'
import { replaceListedIssue } from '../../../collecting/readlist/store'
import { makeRepair } from '../../../collecting/repair/feature'
import { makeRequests } from '../../../collecting/requests/feature'
import { makeWeekly } from '../../../collecting/weekly/feature'
import { replaceGrabbedIssue } from '../../../intake/downloads/journal/replaced-issue-store'
import { replacePlacedIssues } from '../../../intake/processing/store'
import { providerOrder } from '../../../library/metadata/client/configured'
import type { BaseServices } from './base'
import type { IntakeServices } from './intake'
import type { LibraryServices } from './library'

export type CollectingServices = ReturnType<typeof composeCollecting>

/** The edges' services that these services use. */
export interface LaterThanCollecting {
  /** Backs up the library. */
  backup: () => Promise<void>
  /** Records a notice that a user asks for something. */
  requested: (tx: Tx, item: { label: string; detail: string }) => void
}

/** Composes the services for a collection: story arcs, lists, weeks, bulk actions, repairs and moving in. */
export function composeCollecting(
  base: BaseServices,
  ofLibrary: LibraryServices,
  intake: IntakeServices,
  later: LaterThanCollecting,
) {
  const { timetable, folders, config, users } = base
  const { library, metadata, filing, reading, tagging, nameIndexer } = ofLibrary
  const { search, downloads, archives, processing } = intake
  const replaced: OnIssuesReplaced = (tx, issues) => {
    replacePlacedIssues(tx, issues)
    for (const [from, to] of issues) {
      replaceGrabbedIssue(tx, from.issue_id, to)
      replaceListedIssue(tx, from.issue_id, to)
    }
  }
  const storyArcs = makeArcs({
    ...base,
    providers: metadata.providers,
    setIntent: (issueId, intent) => library.setIntent(issueId, intent),
    filing,
    followNames: () => nameIndexer.follow(),
    searchFor: (issueIds) => search.searchForAll(issueIds, 'story_arc'),
    replaced,
  })
  const weekly = makeWeekly({
    ...base,
    metadata,
    searchFor: (issueId) => search.searchFor(issueId, 'weekly'),
    schedule: () => timetable.find('weekly'),
  })
  const requests = makeRequests({
    ...base,
    library,
    metadata,
    roots: folders.libraries,
    searchForAll: search.searchForAll,
    cardOf: (userId) => users.cardOf(userId),
    recordNotice: later.requested,
  })
  const bulk = makeBulk({
    ...base,
    library,
    ...filing,
    ...metadata,
    ...reading,
    tagging,
    roots: folders.libraries,
    searchFor: (issueIds) => search.searchForAll(issueIds, 'issue_wanted'),
  })
  const care = makeCare({
    ...base,
    ...filing,
    archives: ofLibrary.archivesInLibrary,
    roots: folders.libraries,
    isReading: reading.isReading,
    editing: metadata.editing,
    order: () => providerOrder(config),
    replaced,
    unwanted: ofLibrary.unwanted.pages,
  })
  const moving = makeMigration({
    ...base,
    ...intake,
    ...later,
    settings: settingsPorts({ ...base, indexers: search.indexerSettings, clients: downloads.clientSetup }),
    dataDir: dirname(base.paths.config),
    roots: folders.libraries,
    archives,
    storeReading: (issueId, report) => reading.progress.set(issueId, report),
    library,
    // A database in memory has no second connection.
    ...(base.db.path !== ':memory:' && { thread: () => startThread('--move-thread') }),
  })
  return {
    readlist: new ReadingLists({ ...base, nameOf: (userId) => base.users.cardOf(userId)?.name ?? null }),
    ...storyArcs,
    weekly,
    requests,
    bulk,
    ...care,
    edits: makeEdits({ ...base, order: () => providerOrder(config) }),
    ...makeRepair({ ...base, ...intake, clients: downloads.clients }),
    ...moving,
    attention: makeAttention({
      ...base,
      library,
      search,
      downloads,
      importFrom: processing.importFrom,
      waitingRequests: () => requests.waiting(),
    }),
  }
}
