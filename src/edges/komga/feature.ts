import { ChangeMemo } from '../../base/events/change-memo'
import type { AppEvent } from '../../base/events/types'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { StoryArcs } from '../../collecting/arcs/service'
import type { ReadingLists } from '../../collecting/readlist/service'
import type { NameIndexer } from '../../library/credits/name-indexer'
import type { ReadingProgress } from '../../library/reading/progress'
import type { LibrarySearch } from '../../library/series/library-search'
import type { CatalogSearch } from '../opds/search'
import type { CatalogShelves } from '../opds/shelves'
import { AppLibrary } from './service'

interface AppDeps {
  db: Database
  clock: Clock
  subscribe: (listener: (event: AppEvent) => void) => unknown
  reading: { progress: ReadingProgress }
  readlist: ReadingLists
  arcs: StoryArcs
  librarySearch: LibrarySearch
  nameIndexer: NameIndexer
  memo: ChangeMemo
  catalog: { search: CatalogSearch; shelves: CatalogShelves }
}

const OF_LIBRARY = ['library.changed', 'series.changed', 'issue.changed', 'collection.changed'] as const

/** The interface of Komga for reading apps. */
export function makeAppLibrary({ reading, catalog, ...deps }: AppDeps): AppLibrary {
  const readingMemo = new ChangeMemo({ ...deps, stamp: () => deps.nameIndexer.version }, [
    ...OF_LIBRARY,
    'reading.changed',
    'readlist.changed',
    'arc.changed',
  ])
  const numbersMemo = new ChangeMemo(deps, OF_LIBRARY)
  return new AppLibrary({ ...deps, ...catalog, readingMemo, numbersMemo, progress: reading.progress })
}
