import { callerId } from '../../base/platform/caller'
import type { Clock } from '../../base/platform/ports'
import type { CommitHook, Database } from '../../base/storage/database'
import { ADD } from '../../library/metadata/add/series-adder'
import type { SeriesLibrary } from '../../library/series/service'
import { decisionAfter } from './machine'
import * as store from './store'

interface Deps {
  db: Pick<Database, 'beforeCommit'>
  clock: Pick<Clock, 'now'>
  library: Pick<SeriesLibrary, 'beforeDelete'>
}

const REMOVED = 'It was removed from the library.'

/** Keeps the decisions about requests right when their series leaves the library, or could not be added. */
export function followRequests({ db, clock, library }: Deps): void {
  library.beforeDelete.push((tx, comicId) => {
    for (const request of store.requestsOfSeries(tx, comicId)) {
      // A series can be followed still, an issue is gone.
      const decision = decisionAfter(request.decision, request.kind === 'issue' ? 'vanish' : 'remove')
      if (decision === undefined) continue
      const decided = { decided_by: callerId(), decided_at: clock.now() }
      store.changeRequest(tx, request.request_id, { decision, reason: REMOVED, operation_id: null, ...decided })
    }
  })
  db.beforeCommit(reopenFailed)
}

/** The owner decides again about a series that could not be added. */
const reopenFailed: CommitHook = (tx, events) => {
  for (const event of events) {
    if (event.type !== 'operation.changed' || event.kind !== ADD) continue
    if (event.state !== 'failed' && event.state !== 'cancelled') continue
    const request = store.requestOfOperation(tx, event.operation_id)
    if (!request) continue
    const decision = decisionAfter(request.decision, 'fail')
    const undecided = { decided_by: null, decided_at: null, operation_id: null }
    if (decision !== undefined) store.changeRequest(tx, request.request_id, { decision, ...undecided })
  }
}
