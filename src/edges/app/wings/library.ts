import { join } from 'node:path'
import { UserOverview } from '../../../base/auth/user-overview'
import { ChangeMemo } from '../../../base/events/change-memo'
import { TextIndex } from '../../../base/storage/text-index'
import { findArc } from '../../../collecting/arcs/store'
import { wantedInArcs } from '../../../collecting/arcs/wanted-rows'
import { relistInboxFile } from '../../../intake/imports/inbox/relist'
import { moveCachedFile } from '../../../intake/imports/scan/cache-store'
import { blockReleaseOf } from '../../../intake/processing/block-release'
import { betterFormatsIn, worseFormats } from '../../../intake/search/rules/format-ranks'
import { attemptsOf } from '../../../intake/search/runs/store'
import { makeNames } from '../../../library/credits/feature'
import { NameIndexer } from '../../../library/credits/name-indexer'
import { makeFiling } from '../../../library/filing/feature'
import { importSource } from '../../../library/filing/store'
import { providerOrder } from '../../../library/metadata/client/configured'
import { makeMetadata } from '../../../library/metadata/feature'
import { groupsOfSeries, pageMarksOf } from '../../../library/metadata/file-facts-store'
import { authorsOf, creditedIn } from '../../../library/metadata/people-store'
import { checkedAt, seriesLinksOf } from '../../../library/metadata/store'
import { knownIds } from '../../../library/metadata/sync/save-series'
import { makeReading } from '../../../library/reading/feature'
import { readLately } from '../../../library/reading/lately'
import type { ListOrders } from '../../../library/reading/list-orders'
import { contentColumns, inspectFile } from '../../../library/recognition/service'
import { Browse } from '../../../library/series/browse'
import { libraryFiles } from '../../../library/series/library-files'
import { LibrarySearch } from '../../../library/series/library-search'
import { SeriesLibrary } from '../../../library/series/service'
import { hidingViews } from '../../../library/series/visibility'
import { makeShelves } from '../../../library/shelves/feature'
import { makeTagging } from '../../../library/tagging/feature'
import { makeUnwanted } from '../../../library/unwanted/feature'
import type { BaseServices } from './base'

export type LibraryServices = ReturnType<typeof composeLibrary>

/** Services of later wings that the library uses. */
export interface LaterThanLibrary {
  lists: ListOrders
  /** Reads a file of the library again after a change. */
  readChanged: (path: string) => Promise<void>
}

const OF_LIBRARY = ['library.changed', 'series.changed', 'issue.changed', 'collection.changed'] as const

/** Composes the library: series, their files and metadata, and reading. */
export function composeLibrary(base: BaseServices, later: LaterThanLibrary) {
  const { db, clock, files, log, random, config, unpacker, folders, subscribe } = base
  const filesInLibrary = libraryFiles(files, folders.libraries, (path) => importSource(db.read, path))
  const archivesInLibrary = { files: filesInLibrary, unpacker }
  db.hideWith(hidingViews)
  const library = new SeriesLibrary({ db, clock, files, log, random, roots: folders.libraries })
  const reading = makeReading({ ...base, ...later, filesInLibrary, pageMarks: pageMarksOf })
  const filing = makeFiling({
    ...base,
    follow: moveCachedFile,
    left(tx, fileId) {
      blockReleaseOf(tx, fileId, clock.now())
      relistInboxFile(tx, fileId)
    },
    inspect: async (path) => contentColumns(await inspectFile(path, { files, unpacker })),
  })
  const hasArc = (arcId: string) => findArc(db.read, arcId) !== undefined
  const metadata = makeMetadata({ ...base, library, reading, hasArc })
  const { providers } = metadata
  const tagging = makeTagging({ ...base, ...filing, providers, archives: archivesInLibrary })
  const unwanted = makeUnwanted({
    ...base,
    ...filing,
    archives: archivesInLibrary,
    pictureQueue: reading.pictureQueue,
    refresh: (issueId, fileId) => reading.pages.source(issueId, fileId),
    hashOf: (fileId) => reading.contents.hashOf(fileId),
    isReading: reading.isReading,
    order: () => providerOrder(config),
  })
  const index = new TextIndex(db.path === ':memory:' ? db.path : join(base.cacheDir, 'search.db'))
  const librarySearch = new LibrarySearch({ ...base, index, authorsOf, creditedIn })
  // Filters and their counts also depend on names and on reading progress.
  const nameIndexer = new NameIndexer({ ...base, order: () => providerOrder(config) })
  const readingMemo = new ChangeMemo({ clock, subscribe, stamp: () => nameIndexer.version }, [
    ...OF_LIBRARY,
    'reading.changed',
  ])
  const browse = new Browse({
    db,
    memo: readingMemo,
    search: librarySearch,
    clock,
    sign: base.signing.sign,
    idsOf: (comicId) => knownIds(db.read, comicId),
    log,
    linksOf: seriesLinksOf,
    attemptsOf,
    checkedAt,
    annuals: () => config.get('annuals_on'),
    wantedInArcs: (read) => (config.get('upcoming_storyarcs') ? wantedInArcs(read) : undefined),
    formats: { worse: worseFormats, better: betterFormatsIn },
  })
  return {
    archivesInLibrary,
    library,
    reading,
    filing,
    metadata,
    tagging,
    unwanted,
    librarySearch,
    browse,
    userOverview: new UserOverview({ ...base, readLately: (userId) => readLately(db.read, userId) }),
    /** Keeps a reply until the library changes. */
    libraryMemo: new ChangeMemo({ clock, subscribe }, [...OF_LIBRARY]),
    ...makeShelves({ ...base, listed: (ids) => browse.listed(ids), groupsOfSeries }),
    nameIndexer,
    ...makeNames({ ...base, memo: readingMemo, indexer: nameIndexer, listed: (ids) => browse.listed(ids) }),
  }
}
