import type { AppEvent } from '../../base/events/types'
import { callerKey } from '../../base/platform/caller'
import { between } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Instant } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { progressOfIssues, progressVersion, readCounts } from '../../library/reading/progress-store'
import type { SeriesRow } from '../../library/series/store'
import { CardIndex } from './card-index'
import { cardsOf, cardsOfSeries, type SeriesCard } from './card-store'

// What users with limits see depends on collections too.
const CHANGES: AppEvent['type'][] = ['library.changed', 'series.changed', 'issue.changed', 'collection.changed']
/** Series read between two turns of the event loop. */
const AT_ONCE = 20

/** Users whose cards are kept: those of a large library take some megabytes each. */
const MOST_USERS = 3

/** Events are hints: a missed one is noticed after this time. */
const LASTS_MS = 60 * 60_000

interface Built {
  version: string
  at: Instant
  cards: Promise<CardIndex>
}

interface Deps {
  db: Database
  clock: Clock
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/**
 * The cards of the library as each user sees it, in memory until it changes: no database index covers every filter and
 * page. Reading 250,000 issues takes about a second, with turns for other requests in between.
 */
export class LibraryCards {
  private changes = 0
  /** By user and limits, least recently used first. */
  private readonly built = new Map<string, Built>()

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (CHANGES.includes(event.type)) this.changes += 1
    })
  }

  /** The cards of the caller's library. Simultaneous requests of one user share one read. */
  all(): Promise<CardIndex> {
    const { db, clock } = this.deps
    const user = callerKey('cards')
    const at = clock.now()
    const version = `${this.changes} ${progressVersion(db.read)}`
    const known = this.built.get(user)
    const isCurrent = known?.version === version && between(known.at, at) <= LASTS_MS
    const built = isCurrent ? known : this.build(user, { version, at })
    this.built.delete(user)
    this.built.set(user, built)
    if (this.built.size > MOST_USERS) this.built.delete(this.built.keys().next().value as string)
    return built.cards
  }

  private build(user: string, of: Pick<Built, 'version' | 'at'>): Built {
    const built = { ...of, cards: this.read() }
    built.cards.catch(() => {
      if (this.built.get(user) === built) this.built.delete(user)
    })
    return built
  }

  private async read(): Promise<CardIndex> {
    const cards = new CardIndex()
    const rows = cardsOfSeries(this.deps.db.read)
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      this.addAll(cards, rows.slice(at, at + AT_ONCE))
      await nextTurn()
    }
    return cards
  }

  private addAll(cards: CardIndex, rows: SeriesCard[]): void {
    const db = this.deps.db.read
    const begun = readCounts(
      db,
      rows.map(({ comic_id }) => comic_id),
    )
    for (const series of rows) addSeries(db, cards, series, begun.has(series.comic_id))
  }
}

/** The cards of one series. */
export function seriesCards(db: Database['read'], series: SeriesRow): CardIndex {
  const cards = new CardIndex()
  addSeries(db, cards, series, true)
  return cards
}

function addSeries(db: Database['read'], cards: CardIndex, series: SeriesCard, begun: boolean): void {
  const rows = cardsOf(db, series.comic_id)
  const ids = begun ? rows.map(({ issue_id }) => issue_id) : []
  const progress = progressOfIssues(db, ids)
  for (const card of rows) cards.add(series, card, progress.get(card.issue_id))
}
