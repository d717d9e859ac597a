import type { AppEvent } from '../../base/events/types'
import type { Clock } from '../../base/platform/ports'
import type { Database, ReadHandle } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { ADD } from '../../library/metadata/add/series-adder'
import { comicOf } from '../../library/metadata/store'
import { REFRESH } from '../../library/metadata/sync/series-refresher'
import { readSeriesId } from '../../library/metadata/wire-ids'
import { findSeries } from '../../library/series/store'
import type { Binder } from './binder'
import { addDays, dayAt } from './calendar'

interface Deps {
  db: Database
  clock: Clock
  operations: Pick<Operations, 'find'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
  binder: Binder
}

const LOADS = [ADD, REFRESH]
/** As far back and ahead as releases are fetched. */
const [BACK_DAYS, AHEAD_DAYS] = [14, 42]

/** Releases of a series that was just added show as its issues at once, and not only after the next refresh. */
export function bindAfterLoads({ db, clock, operations, subscribe, binder }: Deps): void {
  subscribe((event) => {
    if (event.type !== 'operation.changed' || event.state !== 'succeeded' || !LOADS.includes(event.kind)) return
    const comicId = comicOfSubject(db.read, operations.find(event.operation_id)?.subject ?? '')
    if (comicId === undefined) return
    const today = dayAt(clock.now())
    db.write((tx) => {
      binder.bindSeries(tx, comicId, { first: addDays(today, -BACK_DAYS), last: addDays(today, AHEAD_DAYS) })
      tx.emit({ type: 'releases.changed' })
    })
  })
}

/** A series that is being added is named by its id at the provider, which may not be the one it got. */
function comicOfSubject(db: ReadHandle, subject: string): string | undefined {
  const ref = readSeriesId(subject)
  return (ref && comicOf(db, ref.provider, ref.provider_id)) ?? findSeries(db, subject)?.comic_id
}
