import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { MOVE_IN } from '../../collecting/migration/states'
import { CONFIRM } from '../../intake/imports/states'

/** Work after which tables may hold many times what they held before. */
const GROWTH: ReadonlySet<string> = new Set([MOVE_IN, CONFIRM])
const [SOON, DAILY] = [1, 1440]

interface Deps {
  db: Pick<Database, 'gatherStatistics'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Gathers the statistics that SQLite plans queries by, daily and soon after the library grew at once. */
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
