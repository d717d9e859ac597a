import { newestRows } from '../../base/activity/timeline-store'
import type { AppEvent } from '../../base/events/types'
import { plus } from '../../base/platform/clock'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { UpcomingRow } from '../../collecting/weekly/schema'
import type { Releases } from '../../collecting/weekly/service'
import type { ActivityPanel, CollectionCharts, PanelQuery, ScanTargets, Stats } from './schema'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  releases: Pick<Releases, 'upcoming'>
  /** The library folders of a kind. */
  roots: (kind: 'comic' | 'manga') => string[]
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

const MOST_EVENTS = 5
const DAYS = 30
const DAY_MS = 86_400_000
const MOST_RELEASES = 6
/** Bars of a chart; the rest is small. */
const MOST_PUBLISHERS = 12
const MOST_SERIES = 10
/** Events that may change the counts of the collection. */
const CHANGES: readonly AppEvent['type'][] = ['series.changed', 'library.changed']

const NONE = { series: 0, have: 0, total: 0 }

/** The panels of the dashboard. Each is a request of its own, so that a failing panel does not affect the others. */
export class Dashboard {
  private known: CollectionCharts | undefined

  constructor(private readonly deps: Deps) {
    deps.subscribe(({ type }) => {
      if (CHANGES.includes(type)) this.known = undefined
    })
  }

  library(): { stats: Stats } {
    const kinds = store.countsByKind(this.deps.db.read)
    const of = (kind: string) => kinds.find(({ content_type }) => content_type === kind) ?? NONE
    const [comic, manga] = [of('comic'), of('manga')]
    const [have, total] = [comic.have + manga.have, comic.total + manga.total]
    return {
      stats: {
        total_series: comic.series + manga.series,
        total_issues: have,
        total_expected: total,
        completion_pct: percent(have, total),
        manga_series: manga.series,
        manga_have: manga.have,
        manga_total: manga.total,
        manga_completion_pct: percent(manga.have, manga.total),
        comic_series: comic.series,
        comic_have: comic.have,
        comic_total: comic.total,
      },
    }
  }

  /** Events of the last 30 days. */
  activity(): ActivityPanel {
    const { db, clock } = this.deps
    return { events: newestRows(db.read, plus(clock.now(), -DAYS * DAY_MS), MOST_EVENTS), days: DAYS }
  }

  /** Issues of the library that are released this week, past or to come. */
  upcoming({ zone }: PanelQuery = {}): { releases: UpcomingRow[] } {
    const releases = this.deps.releases.upcoming({ include_downloaded_issues: true, zone })
    return { releases: releases.slice(0, MOST_RELEASES) }
  }

  /** Which kinds of libraries have a folder to scan. */
  scanTargets(): ScanTargets {
    const { roots } = this.deps
    return { comic: roots('comic').length > 0, manga: roots('manga').length > 0 }
  }

  /** Counts for the charts, computed again only after a change. */
  collection(): CollectionCharts {
    this.known ??= this.count()
    return this.known
  }

  private count(): CollectionCharts {
    const db = this.deps.db.read
    const growth = store.filesByMonth(db)
    const total = (key: 'files' | 'bytes') => growth.reduce((sum, month) => sum + month[key], 0)
    return {
      files: total('files'),
      bytes: total('bytes'),
      growth,
      publishers: store.issuesByPublisher(db).slice(0, MOST_PUBLISHERS),
      decades: store.issuesByDecade(db),
      formats: store.filesByFormat(db),
      completion: store.seriesByCompletion(db),
      storage: store.largestSeries(db, MOST_SERIES),
    }
  }
}

/** With one decimal, at most 100: a series may have more issues than its provider lists. */
function percent(have: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.round((have / total) * 1000) / 10)
}
