import type { IndexerRow } from './indexer'
import { PagedIndexer, type PagedIndexerDeps } from './paged-indexer'

/** A torrent tracker behind Prowlarr, Jackett or its own torznab API. It reports no ages. */
export const torznab = (row: IndexerRow, deps: PagedIndexerDeps) =>
  new PagedIndexer(row, deps, { protocol: 'torrent', params: () => ({}) })
