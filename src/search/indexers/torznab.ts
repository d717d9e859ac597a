import type { IndexerRow } from './indexer'
import { type Deps, Searching } from './searching'

/** A torrent tracker, spoken to through Prowlarr, Jackett or its own interface of this kind. It knows no ages. */
export const torznab = (row: IndexerRow, deps: Deps) =>
  new Searching(row, deps, { protocol: 'torrent', params: () => ({}) })
