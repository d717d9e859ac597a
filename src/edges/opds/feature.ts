import type { Config } from '../../base/config/config'
import { ChangeMemo } from '../../base/events/change-memo'
import type { AppEvent } from '../../base/events/types'
import type { Clock, Files } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { StoryArcs } from '../../collecting/arcs/service'
import type { ReadingLists } from '../../collecting/readlist/service'
import type { Names } from '../../library/credits/service'
import type { PageSizes } from '../../library/reading/page-sizes'
import type { Pages } from '../../library/reading/pages'
import type { ReadingProgress } from '../../library/reading/progress'
import type { LibrarySearch } from '../../library/series/library-search'
import { CatalogNames } from './catalog-names'
import { LibraryCards } from './library-cards'
import { OneOffs } from './one-offs'
import { PageDates } from './page-dates'
import { CatalogSearch } from './search'
import { Catalog } from './service'
import { CatalogShelves } from './shelves'
import { CatalogV2 } from './v2-catalog'
import { Progression } from './v2-progression'

interface CatalogDeps {
  db: Database
  clock: Clock
  config: Config
  files: Pick<Files, 'list' | 'stat'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
  reading: { pages: Pages; sizes: PageSizes; progress: ReadingProgress }
  readlist: ReadingLists
  arcs: StoryArcs
  librarySearch: LibrarySearch
  names: Names
  memo: ChangeMemo
}

/** The catalog for reading apps, as OPDS 1.2 and 2.0. */
export function makeCatalog({
  db,
  clock,
  config,
  files,
  subscribe,
  reading,
  readlist,
  arcs,
  librarySearch,
  names,
  memo,
}: CatalogDeps) {
  const library = new LibraryCards({ db, clock, subscribe })
  const shelves = new CatalogShelves({ db, memo })
  // Its first page also depends on what was read, and on lists and arcs.
  const rootMemo = new ChangeMemo({ clock, subscribe }, [
    'library.changed',
    'series.changed',
    'issue.changed',
    'collection.changed',
    'reading.changed',
    'readlist.changed',
    'arc.changed',
    'config.changed',
  ])
  const search = new CatalogSearch({ db, shelves, library: librarySearch })
  const catalog = new Catalog({
    db,
    config,
    clock,
    pages: reading.pages,
    library,
    shelves,
    search,
    readlist,
    arcs,
    memo: rootMemo,
  })
  return {
    catalog,
    names: new CatalogNames({ catalog, names }),
    shelves,
    search,
    oneOffs: new OneOffs({ config, files }),
    dates: new PageDates({ db, clock }),
    v2: new CatalogV2({ db, catalog, sizes: reading.sizes }),
    progression: new Progression({ db, catalog, progress: reading.progress }),
  }
}
