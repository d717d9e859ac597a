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
/** The days back and ahead for which releases are fetched. */
const [BACK_DAYS, AHEAD_DAYS] = [14, 42]

/** Binds releases of a series right after it was added, and not only after the next refresh. */
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

/** The subject of an add operation is the id at the provider, which may differ from the id that the series got. */
function comicOfSubject(db: ReadHandle, subject: string): string | undefined {
  const ref = readSeriesId(subject)
  return (ref && comicOf(db, ref.provider, ref.provider_id)) ?? findSeries(db, subject)?.comic_id
}
