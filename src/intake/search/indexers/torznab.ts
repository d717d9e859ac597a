import type { IndexerRow } from './indexer'
import { PagedIndexer, type PagedIndexerDeps } from './paged-indexer'

/** A torrent tracker, spoken to through Prowlarr, Jackett or its own interface of this kind. It reports no ages. */
export const torznab = (row: IndexerRow, deps: PagedIndexerDeps) =>
  new PagedIndexer(row, deps, { protocol: 'torrent', params: () => ({}) })
