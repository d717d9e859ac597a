import type { ChangeMemo } from '../../base/events/change-memo'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { readCounts } from '../../library/reading/progress-store'
import { type LibrarySearch, wordKeys } from '../../library/series/library-search'
import { seriesRows, seriesWith } from '../opds/series-store'
import type { Condition } from './condition'
import { fold } from './fold'
import { pageOf, type Rows } from './page'
import type { PageRequest, Sort } from './query'
import type { SeriesRecord } from './records'
import * as store from './series-list-store'
import { libraryOf } from './states'
import type { LibraryWords } from './words'

/** Series that one search finds. */
const MOST_FOUND = 5000

export interface SeriesQuery {
  condition: Condition
  sorts: readonly Sort[]
  paging: PageRequest
  words?: string
  /** The ids of a collection, in whose order they come. */
  among?: readonly string[]
  /** Only those that got files after they were added. */
  updated?: boolean
}

interface Deps {
  db: Database
  readingMemo: ChangeMemo
  search: Pick<LibrarySearch, 'seriesNamed'>
  words: LibraryWords
}

/** The series with files. Their order is kept until the library or reading changes, so that a page reads its rows alone. */
export class SeriesLists {
  constructor(private readonly deps: Deps) {}

  async list(query: SeriesQuery): Promise<Rows<string>> {
    const ids = await this.ids(query)
    const sorted = store.knownSeriesSorts(query.sorts).length > 0 || query.words !== undefined
    return pageOf(ids, query.paging, sorted)
  }

  private async ids({ condition, sorts, words, among, updated = false }: SeriesQuery): Promise<readonly string[]> {
    const known = store.knownSeriesSorts(sorts)
    const found = words === undefined ? among : this.found(words, among)
    const list = { condition, sorts: known, updated, ...(found === undefined ? {} : { among: found }) }
    const make = () => store.listedSeries(this.deps.db.read, list, this.deps.words)
    if (found !== undefined || known.some(({ key }) => key === 'random')) return make()
    return this.deps.readingMemo.get(`komga series ${JSON.stringify([condition, known, updated])}`, make)
  }

  private found(words: string, among: readonly string[] | undefined): string[] {
    const keys = wordKeys(words)
    const search = { keys, ids: this.deps.search.seriesNamed(keys) }
    const ids = seriesWith(this.deps.db.read, search, MOST_FOUND).map(({ comic_id }) => comic_id)
    return among === undefined ? ids : ids.filter((id) => among.includes(id))
  }

  /** How many series begin with each letter; `#` for what is no letter. */
  async letters(query: Omit<SeriesQuery, 'sorts' | 'paging'>): Promise<{ group: string; count: number }[]> {
    const ids = await this.ids({ ...query, sorts: [], paging: { page: 0, size: 1, unpaged: true } })
    const counts = new Map<string, number>()
    for (const name of store.sortNames(this.deps.db.read, ids)) {
      const letter = fold(name).slice(0, 1)
      const group = /^[a-z]$/.test(letter) ? letter : '#'
      counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([group, count]) => ({ group, count }))
  }

  /** Throws Refusal 'missing' when the series does not exist or has no file. */
  one(comicId: string): SeriesRecord {
    const [series] = this.records([comicId])
    if (!series || series.row.files_at === null)
      throw new Refusal('missing', `There is no series ${comicId.slice(0, 100)}.`)
    return series
  }

  /** In the order of `comicIds`. */
  records(comicIds: readonly string[], db = this.deps.db.read): SeriesRecord[] {
    const facts = store.factsOfSeries(db, comicIds)
    const counts = readCounts(db, comicIds)
    return seriesRows(db, [...comicIds]).map((row) => ({
      row,
      library: libraryOf(row.content_type),
      facts: facts.get(row.comic_id)!,
      ...{ read: 0, reading: 0, ...counts.get(row.comic_id) },
    }))
  }
}
