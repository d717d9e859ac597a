import { count } from 'drizzle-orm'
import type { Reader } from '../../base/storage/database'
import { series } from '../../library/series/tables'

export function countSeries(db: Reader): number {
  return db.select({ series: count() }).from(series).get()?.series ?? 0
}
