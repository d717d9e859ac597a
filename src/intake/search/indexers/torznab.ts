import type { IndexerRow } from './indexer'
import { type Deps, PagedIndexer } from './paged-indexer'

/** A torrent tracker, spoken to through Prowlarr, Jackett or its own interface of this kind. It reports no ages. */
export const torznab = (row: IndexerRow, deps: Deps) =>
  new PagedIndexer(row, deps, { protocol: 'torrent', params: () => ({}) })
