import type { Clock, Random } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'

export interface ShelfDeps {
  db: Database
  clock: Clock
  random: Random
}
