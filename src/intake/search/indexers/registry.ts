import type { Config } from '../../../base/config/config'
import { archiveHost } from '../archive/host'
import { RecentReplies } from '../archive/recent-replies'
import { ArchiveIndexer } from '../archive/source'
import type { SourceType } from '../states'
import type { Indexer, IndexerRow, Indexers } from './indexer'
import { enabledBy } from './indexer-client'
import { newznab } from './newznab'
import type { PagedIndexerDeps } from './paged-indexer'
import { ARCHIVE, findIndexer, listIndexers, saveArchive } from './store'
import { torznab } from './torznab'

type SourceDeps = PagedIndexerDeps & { config: Pick<Config, 'get'> }

const kinds = {
  newznab,
  torznab,
  archive: (row, { indexerClient, config, recent }) =>
    new ArchiveIndexer({ ...row, host: archiveHost(config) }, { indexerClient, recent }),
} satisfies Record<SourceType, (row: IndexerRow, deps: SourceDeps & { recent: RecentReplies }) => Indexer>

export function makeIndexers(deps: SourceDeps): Indexers {
  const recent = new RecentReplies(deps.clock)
  const made = (row: IndexerRow) => kinds[row.type](row, { ...deps, recent })
  const isOn = ({ enabled, type }: IndexerRow) =>
    enabled && deps.config.get(enabledBy[type]) && (type !== 'archive' || deps.config.get('enable_ddl'))
  // Written only once, since a start on a full disk must write nothing.
  if (!findIndexer(deps.db.read, ARCHIVE)) deps.db.write((tx) => saveArchive(tx, deps.clock.now()))
  return {
    enabled: () => listIndexers(deps.db.read).filter(isOn).map(made),
    get(indexerId) {
      const row = findIndexer(deps.db.read, indexerId)
      return row && made(row)
    },
  }
}
