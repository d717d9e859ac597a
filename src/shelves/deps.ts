import type { Clock, Random } from '../platform/ports'
import type { Database } from '../storage/database'

export interface Deps {
  db: Database
  clock: Clock
  random: Random
}
