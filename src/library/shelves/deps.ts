import type { Clock, Random } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'

export interface Deps {
  db: Database
  clock: Clock
  random: Random
}
