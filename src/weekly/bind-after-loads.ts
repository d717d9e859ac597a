import type { AppEvent } from '../events/types'
import { ADD } from '../metadata/add/series-adder'
import { REFRESH } from '../metadata/sync/series-refresher'
import type { Clock } from '../platform/ports'
import type { Database } from '../storage/database'
import type { Binder } from './binder'
import { addDays, dayAt } from './calendar'

interface Deps {
  db: Database
  clock: Clock
  subscribe: (listener: (event: AppEvent) => void) => unknown
  binder: Binder
}

const LOADS = [ADD, REFRESH]
/** As far back and ahead as releases are fetched. */
const [BACK_DAYS, AHEAD_DAYS] = [14, 42]

/** Releases of a series that was just added show as its issues at once, and not only after the next refresh. */
export function bindAfterLoads({ db, clock, subscribe, binder }: Deps): void {
  subscribe((event) => {
    if (event.type !== 'operation.changed' || event.state !== 'succeeded' || !LOADS.includes(event.kind)) return
    const today = dayAt(clock.now())
    db.write((tx) => {
      binder.bind(tx, { first: addDays(today, -BACK_DAYS), last: addDays(today, AHEAD_DAYS) })
      tx.emit({ type: 'releases.changed' })
    })
  })
}
