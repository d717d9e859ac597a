import type { PageSpan } from '../../base/http/paging'
import { normalNumber } from '../../base/names/numbers'
import type { Database } from '../../base/storage/database'
import { withFile } from '../../library/series/file-store'
import type { ReadableSeries } from '../../library/series/find-store'
import { type LibrarySearch, wordKeys } from '../../library/series/library-search'
import * as seriesStore from './series-store'
import type { CatalogShelves } from './shelves'
import * as store from './store'

export interface SearchTerms {
  /** Parts that the name of a series must all contain. */
  keys: string[]
  /** When the last word is a number: the name without it, and the number. */
  numbered?: { keys: string[]; number: string }
}

/** Maximum number of series whose issues a search lists. */
const MOST_FOUND = 50
/** Issues found by their own titles and people. These are searched only when names gave fewer issues than this. */
const MOST_TITLES = 100
const NUMBERED = /^(.*\S)\s+#?(\d{1,6}(?:\.\d{1,3})?)$/s

/** Parses the search field of a reading app: `saga 12` is issue 12 of Saga, or a series with 12 in its name. */
export function parseSearch(words: string): SearchTerms {
  const keys = wordKeys(words)
  const [, name, number] = NUMBERED.exec(words.trim()) ?? []
  if (name === undefined || number === undefined) return { keys }
  return { keys, numbered: { keys: wordKeys(name), number: normalNumber(number) } }
}

/** Issues of one series that a search found. */
interface SeriesMatch {
  comic_id: string
  count: number
  ids(span: PageSpan): string[]
}

export interface SearchHits {
  total: number
  ids(span: PageSpan): string[]
}

/** Finds issues by number, by the name of their series or publisher, and by their own title and people. */
export class CatalogSearch {
  constructor(
    private readonly deps: {
      db: Database
      shelves: CatalogShelves
      library: Pick<LibrarySearch, 'seriesNamed' | 'issuesNamed'>
    },
  ) {}

  /** Issues by number first, then whole series by name, then by publisher, then single issues by title. */
  find(words: string): SearchHits {
    const { keys, numbered } = parseSearch(words.trim())
    const byNumber = numbered ? this.withNumber(this.seriesNamed(numbered.keys), numbered.number) : []
    const byName = this.counted(this.seriesNamed(keys))
    const named = new Set(byName.map(({ comic_id }) => comic_id))
    const ofPublishers = this.deps.shelves.ofPublishers(words.trim(), MOST_FOUND)
    const byPublisher = this.counted(ofPublishers.filter(({ comic_id }) => !named.has(comic_id)))
    // Whole series list all their issues, so these are not listed twice.
    const whole = new Set([...named, ...byPublisher.map(({ comic_id }) => comic_id)])
    const finds = [...byNumber.filter(({ comic_id }) => !whole.has(comic_id)), ...byName, ...byPublisher]
    const ofSeries = finds.reduce((sum, { count }) => sum + count, 0)
    const listed = new Set(finds.map(({ comic_id }) => comic_id))
    const titled = ofSeries < MOST_TITLES ? this.issuesNamed(keys) : []
    return this.found(
      finds,
      ofSeries,
      titled.filter(({ comic_id }) => !listed.has(comic_id)),
    )
  }

  private seriesNamed(keys: string[]): ReadableSeries[] {
    const ids = this.deps.library.seriesNamed(keys)
    return seriesStore.seriesWith(this.deps.db.read, { keys, ids }, MOST_FOUND)
  }

  private issuesNamed(keys: string[]) {
    const { library } = this.deps
    const some = library.issuesNamed(keys, MOST_TITLES * 2)
    const readable = this.readableOf(some)
    if (readable.length >= MOST_TITLES || some.length < MOST_TITLES * 2) return readable.slice(0, MOST_TITLES)
    // Many of them have no file.
    return this.readableOf(library.issuesNamed(keys, MOST_TITLES * 10)).slice(0, MOST_TITLES)
  }

  private readableOf<T extends { issue_id: string }>(found: readonly T[]): T[] {
    const kept = withFile(
      this.deps.db.read,
      found.map(({ issue_id }) => issue_id),
    )
    return found.filter(({ issue_id }) => kept.has(issue_id))
  }

  private found(finds: SeriesMatch[], ofSeries: number, titled: { issue_id: string }[]): SearchHits {
    const ids = ({ limit, offset }: PageSpan) => {
      const from = Math.max(0, offset - ofSeries)
      const rest = titled.slice(from, Math.max(from, offset + limit - ofSeries)).map(({ issue_id }) => issue_id)
      return [...this.idsOf(finds, { limit, offset }), ...rest]
    }
    return { total: ofSeries + titled.length, ids }
  }

  private counted(rows: ReadableSeries[]): SeriesMatch[] {
    return rows.flatMap(({ comic_id, readable }) => {
      const ids = (span: PageSpan) => store.readableIssuesOfSeries(this.deps.db.read, comic_id, span)
      return readable > 0 ? [{ comic_id, count: readable, ids }] : []
    })
  }

  private withNumber(rows: ReadableSeries[], number: string): SeriesMatch[] {
    const comicIds = rows.map((row) => row.comic_id)
    const numbered = store.readableIssuesNumbered(this.deps.db.read, comicIds, number)
    return rows.flatMap(({ comic_id }) => {
      const all = numbered.get(comic_id)
      if (!all) return []
      const ids = ({ limit, offset }: PageSpan) => all.slice(offset, offset + limit)
      return [{ comic_id, count: all.length, ids }]
    })
  }

  /** The ids of one page of the results, reading only the series on that page. */
  private idsOf(finds: SeriesMatch[], { limit: size, offset: index }: PageSpan): string[] {
    const ids: string[] = []
    let before = 0
    for (const find of finds) {
      const offset = Math.max(0, index - before)
      const limit = Math.min(find.count - offset, size - ids.length)
      if (limit > 0) ids.push(...find.ids({ limit, offset }))
      before += find.count
    }
    return ids
  }
}
