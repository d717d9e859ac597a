import type { ChangeMemo } from '../../base/events/change-memo'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { StoryArcs } from '../../collecting/arcs/service'
import type { ReadingLists } from '../../collecting/readlist/service'
import type { NameIndexer } from '../../library/credits/name-indexer'
import type { ReadingProgress } from '../../library/reading/progress'
import type { LibrarySearch } from '../../library/series/library-search'
import type { CatalogSearch } from '../opds/search'
import type { CatalogShelves } from '../opds/shelves'
import { BookOrders } from './book-orders'
import { Books } from './books'
import { appEvents } from './events'
import { OpenedShelf } from './opened-books'
import { AppProgress } from './progress'
import { SeriesLists } from './series'
import { ShelfLists } from './shelf-lists'
import { LibraryWords } from './words'

interface Deps {
  db: Database
  clock: Clock
  /** Kept until the library changes, and until the library, lists or reading change. */
  memo: ChangeMemo
  readingMemo: ChangeMemo
  /** For the numbers of each series. A long list reads many, which would drop the other values of `memo`. */
  numbersMemo: ChangeMemo
  librarySearch: LibrarySearch
  nameIndexer: NameIndexer
  search: CatalogSearch
  shelves: CatalogShelves
  readlist: ReadingLists
  arcs: StoryArcs
  progress: ReadingProgress
}

/** The library as apps that speak Komga's interface see it: series, books, lists, words and progress as plain records. */
export class AppLibrary {
  readonly words: LibraryWords
  readonly series: SeriesLists
  readonly books: Books
  readonly lists: ShelfLists
  readonly progress: AppProgress

  constructor(private readonly deps: Deps) {
    const { db, clock, librarySearch, progress } = deps
    this.words = new LibraryWords({ ...deps, opened: new OpenedShelf(deps) })
    this.series = new SeriesLists({ ...deps, search: librarySearch, words: this.words })
    const orders = new BookOrders({ ...deps, words: this.words })
    this.books = new Books({ ...deps, orders, words: this.words })
    this.lists = new ShelfLists({ ...deps, memo: deps.readingMemo, now: () => clock.now() })
    this.progress = new AppProgress({ db, books: this.books, progress })
  }

  /** Events for the caller's stream. */
  events() {
    return appEvents({ db: this.deps.db, lists: this.lists })
  }
}
