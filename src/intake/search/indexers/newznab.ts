import type { IndexerRow } from './indexer'
import { PagedIndexer, type PagedIndexerDeps } from './paged-indexer'

/** An indexer of usenet posts. */
export const newznab = (row: IndexerRow, deps: PagedIndexerDeps) =>
  new PagedIndexer(row, deps, {
    protocol: 'usenet',
    params: ({ most_days }, { rss_uid }) => ({
      ...(most_days === undefined || most_days <= 0 ? {} : { maxage: String(most_days) }),
      // Some indexers count a user's requests by this number as well as by the key.
      ...(rss_uid ? { i: rss_uid } : {}),
    }),
  })
