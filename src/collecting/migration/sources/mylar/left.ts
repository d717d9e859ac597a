import type { MoveIn } from '../../source'
import { mylarLabel, mylarText } from './mylar-values'

/** Tables that are not moved, and why. Their links are never shown, since they contain keys of indexers. */
export const LEFT_TABLES = {
  rssdb: 'A cache of feeds. Indexers are queried again.',
  ref32p: 'Ids of a tracker that was shut down.',
  oneoffhistory: 'Single downloads outside of the library. Only series of the library have a history.',
  jobhistory: 'Times of scheduled tasks. Panelkeep has a schedule of its own.',
} as const

/** Tables that no step reads: Panelkeep rebuilds their contents. */
export const UNREAD_TABLES: Record<string, string> = {
  importresults: 'Files that waited for an import. Scan their folder again.',
  searchresults: 'Results of old searches.',
  manualresults: 'Results of old searches.',
  tmp_searches: 'Results of old searches.',
  exceptions_log: 'Errors of Mylar itself.',
  exceptions: 'Exceptions for a service that was shut down.',
  notifs: 'Notices that were shown.',
  provider_searches: 'Times of the last searches at each indexer.',
}

export const leaveBehind =
  (table: keyof typeof LEFT_TABLES) =>
  (move: MoveIn): void => {
    const columns = ['title', 'series', 'comicname', 'issuenumber', 'jobname', 'comicid', 'issueid', 'id']
    for (const row of move.database.rows(table, columns)) {
      const name =
        mylarText(row.title) ?? mylarText(row.series) ?? mylarText(row.comicname) ?? mylarText(row.jobname) ?? ''
      const number = mylarText(row.issuenumber)
      const id = mylarLabel(row.issueid) || mylarLabel(row.comicid) || mylarLabel(row.id)
      move.tally.left(id, number === null ? name : `${name} #${number}`, LEFT_TABLES[table])
    }
  }
