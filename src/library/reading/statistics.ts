import { pagination } from '../../base/http/paging'
import { callerId } from '../../base/platform/caller'
import type { Clock, Instant } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { findSeries } from '../series/store'
import { seriesCover } from '../series/wire'
import { type ReadingRecord, readStateOf } from './machine'
import { dayAfter, dayIn, isZone, ownZone } from './reading-day'
import type { ReadingStatistics, StatisticsQuery } from './schema'
import * as store from './statistics-store'
import { today as todayOf } from './today'

/** What one report says about the reading itself. */
interface ReadingReport {
  comic_id: string
  before: ReadingRecord | undefined
  /** Undefined when newer progress exists. */
  next: ReadingRecord | undefined
  page_count: number
  at: Instant
  sitting?: store.SittingReport
  zone?: string
}

/**
 * Counts a report on its day, in the transaction that stores the progress. Marks are not reading and never get here.
 * Panelkeep's reader counts pages and time itself; for other apps, pages reached for the first time count.
 */
export function countReading(tx: Tx, { comic_id, before, next, page_count, at, sitting, zone }: ReadingReport): void {
  const known = zone !== undefined && isZone(zone) ? zone : undefined
  const last = store.lastZone(tx)
  if (known !== undefined && known !== last) store.saveZone(tx, known)
  const own = sitting && { ...sitting, pages: Math.min(sitting.pages, page_count) }
  const { pages, seconds } = own
    ? store.countSitting(tx, own, at)
    : { pages: next ? pagesReached(before, next) : 0, seconds: 0 }
  const issues = next && next.times_read > (before?.times_read ?? 0) ? 1 : 0
  if (pages === 0 && seconds === 0 && issues === 0) return
  const day = dayIn(known ?? last ?? ownZone(), at)
  store.addReading(tx, { day, comic_id, name: findSeries(tx, comic_id)!.name }, { pages, issues, seconds })
}

/** Pages beyond the furthest one of this reading; in a new reading, from the first. */
function pagesReached(before: ReadingRecord | undefined, next: ReadingRecord): number {
  if (readStateOf(next) === 'unread') return 0
  const isSame = before !== undefined && readStateOf(before) !== 'unread' && before.started_at === next.started_at
  return Math.max(0, next.furthest - (isSame ? before.furthest : -1))
}

/** Any week begins within this range, whatever its first day. */
const DAYS = 14
const MOST_SERIES = 50

export class StatisticsReader {
  /** The last streak of each user: ten years of days are counted once, not for every request. */
  private readonly counted = new Map<string, { of: string; streak: number }>()

  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /** Throws Refusal 'invalid' for an unknown time zone. */
  of({ zone, limit = MOST_SERIES, offset = 0 }: StatisticsQuery): ReadingStatistics {
    const { db } = this.deps
    const today = todayOf(this.deps, zone)
    const from = dayAfter(today, 1 - DAYS)
    const byDay = new Map(store.readingDaysFrom(db.read, from).map((row) => [row.day, row]))
    const days = Array.from({ length: DAYS }, (_, at) => dayAfter(from, at))
    const { series: total, ...totals } = store.readingTotal(db.read)
    const rows = store.readSeriesTotals(db.read, { limit, offset }).map(({ total, series }) => ({
      ...total,
      name: series?.name ?? total.name,
      image: series && seriesCover(series),
      exists: series !== null,
    }))
    return {
      today,
      since: store.firstReadingDay(db.read),
      days: days.map((day) => byDay.get(day) ?? { day, pages: 0, issues: 0, seconds: 0 }),
      streak: this.streak(dayAfter(today, -1), totals),
      totals,
      series: rows,
      pagination: pagination(total, { limit, offset }, rows.length),
    }
  }

  /** A day's first page or issue always increases the sums. */
  private streak(yesterday: string, { pages, issues }: store.ReadingSums): number {
    const of = `${yesterday} ${pages} ${issues}`
    const known = this.counted.get(callerId())
    if (known?.of === of) return known.streak
    const streak = store.streakUntil(this.deps.db.read, yesterday)
    this.counted.set(callerId(), { of, streak })
    return streak
  }
}
