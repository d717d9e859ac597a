import { count } from 'drizzle-orm'
import { series } from '../series/tables'
import type { Reader } from '../storage/database'

export function countSeries(db: Reader): number {
  return db.select({ series: count() }).from(series).get()?.series ?? 0
}
