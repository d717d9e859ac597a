import { newestRows } from '../../base/activity/timeline-store'
import type { AppEvent } from '../../base/events/types'
import { plus } from '../../base/platform/clock'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Releases } from '../../collecting/weekly/service'
import { countByProgress } from '../../library/series/list-store'
import type { ActivityPanel, CollectionCharts, PanelQuery, ScanTargets, Stats, UpcomingPanel } from './schema'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  releases: Pick<Releases, 'upcoming' | 'countThisWeek'>
  /** The library folders of a kind. */
  roots: (kind: 'comic' | 'manga') => string[]
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

const EVENTS = 5
const DAYS = 30
const DAY_MS = 86_400_000
const MOST_RELEASES = 6
/** Bars of a chart; the rest is small. */
const MOST_PUBLISHERS = 12
const MOST_SERIES = 10
/** Events that may change the counts of the collection. */
const CHANGES: readonly AppEvent['type'][] = ['series.changed', 'library.changed']

const NONE = { series: 0, have: 0, total: 0, announced: 0, known_series: 0, known_have: 0, known_total: 0 }
type KindCounts = typeof NONE

/** The panels of the dashboard. Each is a request of its own, so that a failing panel does not affect the others. */
export class Dashboard {
  private known: { day: string; charts: CollectionCharts } | undefined

  constructor(private readonly deps: Deps) {
    deps.subscribe(({ type }) => {
      if (CHANGES.includes(type)) this.known = undefined
    })
  }

  library(): { stats: Stats } {
    const kinds = store.countsByKind(this.deps.db.read, this.today())
    const of = (kind: string): KindCounts => kinds.find(({ content_type }) => content_type === kind) ?? NONE
    const [comic, manga] = [of('comic'), of('manga')]
    const both = (key: keyof KindCounts) => comic[key] + manga[key]
    return {
      stats: {
        total_series: both('series'),
        total_issues: both('have'),
        total_expected: both('total'),
        announced: both('announced'),
        known_series: both('known_series'),
        completion_pct: percent(both('known_have'), both('known_total')),
        manga_series: manga.series,
        manga_have: manga.have,
        manga_total: manga.total,
        manga_completion_pct: percent(manga.known_have, manga.known_total),
        comic_series: comic.series,
        comic_have: comic.have,
        comic_total: comic.total,
        comic_completion_pct: percent(comic.known_have, comic.known_total),
      },
    }
  }

  /** Events of the last 30 days. */
  activity(limit = EVENTS): ActivityPanel {
    const { db, clock } = this.deps
    return { events: newestRows(db.read, plus(clock.now(), -DAYS * DAY_MS), limit), days: DAYS }
  }

  /** Wanted and owned issues that are released this week, past or to come, and the count of all. */
  upcoming(week: PanelQuery = {}): UpcomingPanel {
    const { releases } = this.deps
    const shown = releases.upcoming({ include_downloaded_issues: true, ...week })
    return { releases: shown.slice(0, MOST_RELEASES), total: releases.countThisWeek(week) }
  }

  /** Which kinds of libraries have a folder to scan. */
  scanTargets(): ScanTargets {
    const { roots } = this.deps
    return { comic: roots('comic').length > 0, manga: roots('manga').length > 0 }
  }

  /** Counts for the charts, computed again only after a change and on another day. */
  collection(): CollectionCharts {
    const day = this.today()
    if (this.known?.day !== day) this.known = { day, charts: this.count(day) }
    return this.known.charts
  }

  private today(): string {
    return this.deps.clock.now().slice(0, 10)
  }

  private count(day: string): CollectionCharts {
    const db = this.deps.db.read
    const growth = store.filesByMonth(db)
    const { missing: partial, ...completion } = countByProgress(db, day)
    const total = (key: 'files' | 'bytes') => growth.reduce((sum, month) => sum + month[key], 0)
    return {
      files: total('files'),
      bytes: total('bytes'),
      growth,
      publishers: store.issuesByPublisher(db).slice(0, MOST_PUBLISHERS),
      decades: store.issuesByDecade(db),
      formats: store.filesByFormat(db),
      completion: { ...completion, partial },
      storage: store.largestSeries(db, MOST_SERIES),
    }
  }
}

/** With one decimal; 100 only when all are owned. */
function percent(have: number, total: number): number {
  if (have >= total) return total === 0 ? 0 : 100
  return Math.min(99.9, Math.round((have / total) * 1000) / 10)
}
