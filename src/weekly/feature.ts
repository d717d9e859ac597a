import type { Config } from '../config/config'
import type { Ports } from '../platform/ports'
import type { Database } from '../storage/database'
import { Releases } from './service'

interface World {
  ports: Pick<Ports, 'clock'>
  db: Database
  config: Pick<Config, 'get'>
}

/** What comes out: the library's own dates, and what sources of releases say. */
export function makeWeekly({ ports: { clock }, db, config }: World) {
  const releases = new Releases({
    db,
    clock,
    annuals: () => config.get('annuals_on'),
    sources: { order: [], states: () => [] },
    isRefreshing: () => false,
  })
  return { releases }
}
