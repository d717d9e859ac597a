import type { Span } from '../http/paging'
import { normalNumber } from '../releases/numbers'
import { matchKey } from '../releases/titles'
import type { SeriesRow } from '../series/store'
import type { Database } from '../storage/database'
import * as seriesStore from './series-store'
import * as store from './store'

export interface SearchTerms {
  /** Parts that the name of a series must contain, each of them. */
  keys: string[]
  /** When the last word is a number: the name without it, and the number. */
  numbered?: { keys: string[]; number: string }
}

const MOST_WORDS = 12
/** Series whose issues a search lists. */
const MOST_FOUND = 50
/** Issues found by their own titles, which are read only when names gave fewer issues than this. */
const MOST_TITLES = 100
const NUMBER = /^#?(\d{1,6}(?:\.\d{1,3})?)$/

/** Parses the search field of a reading app: `saga 12` is issue 12 of Saga, or a series with 12 in its name. */
export function parseSearch(words: string): SearchTerms {
  const list = words
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  const keys = keysOf(list)
  const number = NUMBER.exec(list.at(-1) ?? '')?.[1]
  if (number === undefined || list.length < 2) return { keys }
  return { keys, numbered: { keys: keysOf(list.slice(0, -1)), number: normalNumber(number) } }
}

function keysOf(words: string[]): string[] {
  // matchKey drops articles within a name but keeps a single one; the letter in front puts every word within a name.
  const keys = words.map((word) => matchKey(`x ${word}`).slice(1)).filter((key) => key !== '')
  return keys.length > 0 || words.length === 0 ? keys : [matchKey(words.join(' '))]
}

/** Issues of one series that a search found. */
interface SeriesMatch {
  series: SeriesRow
  number?: string
  count: number
}

export interface SearchHits {
  total: number
  ids(span: Span): string[]
}

/** Finds issues by number, by the name of their series or publisher, and by their own title. */
export class Search {
  constructor(private readonly deps: { db: Database }) {}

  /** Issues by number first, then whole series by name, then those of publishers, then single issues by title. */
  find(words: string): SearchHits {
    const { keys, numbered } = parseSearch(words.trim())
    const db = this.deps.db.read
    const byNumber = numbered
      ? this.counted(seriesStore.seriesWith(db, numbered.keys, MOST_FOUND), numbered.number)
      : []
    const byName = this.counted(seriesStore.seriesWith(db, keys, MOST_FOUND))
    const named = new Set(byName.map(({ series }) => series.comic_id))
    const ofPublishers = seriesStore.seriesOfPublishers(db, words.trim(), MOST_FOUND)
    const byPublisher = this.counted(ofPublishers.filter(({ comic_id }) => !named.has(comic_id)))
    // Whole series list all their issues, so these are not listed twice.
    const whole = new Set([...named, ...byPublisher.map(({ series }) => series.comic_id)])
    const finds = [...byNumber.filter(({ series }) => !whole.has(series.comic_id)), ...byName, ...byPublisher]
    const ofSeries = finds.reduce((sum, { count }) => sum + count, 0)
    const listed = new Set(finds.map(({ series }) => series.comic_id))
    const titled = ofSeries < MOST_TITLES ? store.issuesTitled(db, words.trim(), MOST_TITLES) : []
    return this.found(
      finds,
      ofSeries,
      titled.filter(({ comic_id }) => !listed.has(comic_id)),
    )
  }

  private found(finds: SeriesMatch[], ofSeries: number, titled: { issue_id: string }[]): SearchHits {
    const ids = ({ limit, offset }: Span) => {
      const from = Math.max(0, offset - ofSeries)
      const rest = titled.slice(from, Math.max(from, offset + limit - ofSeries)).map(({ issue_id }) => issue_id)
      return [...this.idsOf(finds, { limit, offset }), ...rest]
    }
    return { total: ofSeries + titled.length, ids }
  }

  private counted(rows: SeriesRow[], number?: string): SeriesMatch[] {
    const ids = rows.map((row) => row.comic_id)
    const counts = store.countBooks(this.deps.db.read, ids, number)
    return rows.flatMap((series) => {
      const count = counts.get(series.comic_id)
      return count === undefined ? [] : [{ series, number, count }]
    })
  }

  /** The ids of one page of the results, reading only the series on that page. */
  private idsOf(finds: SeriesMatch[], { limit: size, offset: index }: Span): string[] {
    const ids: string[] = []
    let before = 0
    for (const { series, number, count } of finds) {
      const offset = Math.max(0, index - before)
      const limit = Math.min(count - offset, size - ids.length)
      if (limit > 0) ids.push(...store.issuesOfSeries(this.deps.db.read, series.comic_id, { limit, offset }, number))
      before += count
    }
    return ids
  }
}
