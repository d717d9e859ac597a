import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { MOVE_IN } from '../../collecting/migration/states'
import { CONFIRM } from '../../intake/imports/states'

/** Operations after which tables may hold many times their earlier rows. */
const GROWTH: ReadonlySet<string> = new Set([MOVE_IN, CONFIRM])
const [SOON, DAILY] = [1, 1440]

interface Deps {
  db: Pick<Database, 'gatherStatistics'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Updates the statistics of SQLite's query planner, daily and soon after the library grew quickly. */
export function makeDatabaseStatistics({ db, subscribe }: Deps) {
  let hasGrown = false
  subscribe((event) => {
    if (event.type === 'operation.changed' && event.state === 'succeeded' && GROWTH.has(event.kind)) hasGrown = true
  })
  return {
    /** Minutes until the next run. */
    everyMinutes: () => (hasGrown ? SOON : DAILY),
    async gather() {
      hasGrown = false
      await db.gatherStatistics()
    },
  }
}
