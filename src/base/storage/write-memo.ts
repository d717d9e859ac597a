import { callerKey } from '../platform/caller'
import type { Database } from './database'

/** One per number that a page shows. */
const MOST_VALUES = 50

/** Values that are computed from the database and stay right until something is written: for what pages poll. */
export class WriteMemo {
  private readonly values = new Map<string, unknown>()
  private stamp = ''

  constructor(private readonly db: Pick<Database, 'stamp'>) {}

  /** `make` must not wait, and its value must not be changed: it is handed out again. Not for a transaction. */
  get<T>(key: string, make: () => T): T {
    const stamp = this.db.stamp()
    if (stamp !== this.stamp) this.values.clear()
    this.stamp = stamp
    const own = callerKey(key)
    if (!this.values.has(own)) {
      if (this.values.size >= MOST_VALUES) this.values.clear()
      this.values.set(own, make())
    }
    return this.values.get(own) as T
  }
}
