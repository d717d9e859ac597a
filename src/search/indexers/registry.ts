import type { Config } from '../../config/config'
import type { IndexerType } from '../states'
import type { Indexer, IndexerRow, Indexers } from './indexer'
import { enabledBy } from './indexer-desk'
import { newznab } from './newznab'
import type { Deps } from './searching'
import { findIndexer, listIndexers } from './store'
import { torznab } from './torznab'

const kinds = { newznab, torznab } satisfies Record<IndexerType, (row: IndexerRow, deps: Deps) => Indexer>

export function makeIndexers(deps: Deps & { config: Pick<Config, 'get'> }): Indexers {
  const made = (row: IndexerRow) => kinds[row.type](row, deps)
  return {
    enabled: () =>
      listIndexers(deps.db.read)
        .filter(({ enabled, type }) => enabled && deps.config.get(enabledBy[type]))
        .map(made),
    get(indexerId) {
      const row = findIndexer(deps.db.read, indexerId)
      return row && made(row)
    },
  }
}
