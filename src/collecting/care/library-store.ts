import { count } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { series } from '../../library/series/tables'

export function countSeries(db: ReadHandle): number {
  return db.select({ all: count() }).from(series).get()?.all ?? 0
}
