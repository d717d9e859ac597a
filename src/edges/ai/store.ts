import { count } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { series } from '../../library/series/tables'

export function countLibrarySeries(db: ReadHandle): number {
  return db.select({ series: count() }).from(series).get()?.series ?? 0
}
