import type { Config } from '../../base/config/config'
import type { Bus } from '../../base/events/bus'
import type { Ports } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { arcRoot, namingOf, permissionsOf } from '../../library/filing/configured'
import type { FileImporter } from '../../library/filing/importer'
import type { FileJournal } from '../../library/filing/journal'
import { providerOrder } from '../../library/metadata/client/configured'
import type { Providers } from '../../library/metadata/providers/registry'
import type { Intent } from '../../library/series/states'
import { wantIssues } from '../../library/series/store'
import { ArcFolders } from './arc-folders'
import { ArcFiler } from './filer'
import { ListImporter } from './list-importer'
import { ListSources } from './list-sources'
import { ArcLoader } from './loader'
import { ArcMatcher } from './matcher'
import { ArcOffers } from './offers'
import { ProposedOrders } from './proposed-order'
import { StoryArcs } from './service'
import { ARC_ADD, ARC_FILES, ARC_FOLDER, ARC_REFRESH } from './states'
import { type OnIssuesReplaced, UnfollowedIssues } from './unfollowed'

interface World {
  db: Database
  ports: Ports
  config: Config
  operations: Operations
  providers: Providers
  subscribe: Bus['subscribe']
  filing: { journal: FileJournal; importer: FileImporter }
  setIntent: (issueId: string, intent: Intent) => unknown
  searchFor: (issueIds: readonly string[]) => unknown
  replaced: OnIssuesReplaced
  /** Brings the names of the library up to date. */
  followNames: () => void
}

export function makeArcs({
  db,
  ports,
  config,
  operations,
  providers,
  subscribe,
  filing,
  replaced,
  followNames,
  ...library
}: World) {
  const { clock, log, files } = ports
  const arcFolders = new ArcFolders({
    db,
    files,
    settings: () => ({
      places: arcRoot(config),
      isOn: config.get('storyarcdir'),
      format: config.get('arc_folderformat'),
      isNumbered: config.get('read2filename'),
      naming: namingOf(config),
    }),
  })
  const arcFiler = new ArcFiler({
    db,
    clock,
    log,
    files,
    operations,
    ...filing,
    folders: arcFolders,
    settings: () => ({
      isOn: config.get('copy2arcdir'),
      placing: config.get('arc_fileops'),
      permissions: permissionsOf(config),
    }),
  })
  operations.handle(ARC_FILES, arcFiler)
  const unfollowed = new UnfollowedIssues({ clock, replaced })
  const want = (tx: Tx, issueIds: readonly string[]) => wantIssues(tx, issueIds, clock.now())
  const matcher = new ArcMatcher({ db, clock, log, want, unfollowed })
  subscribe(({ type }) => {
    if (type === 'library.changed' || type === 'series.changed') matcher.scheduleMatching()
    if (type === 'library.changed' || type === 'series.changed' || type === 'arc.changed' || type === 'config.changed')
      arcFiler.scheduleFiling()
  })
  const arcLoading = new ArcLoader({ db, clock, operations, providers, matcher, unfollowed })
  operations.handle(ARC_ADD, arcLoading.adding)
  operations.handle(ARC_REFRESH, arcLoading.refreshing)
  const arcLists = new ListImporter({ db, clock, matcher })
  const arcSources = new ListSources({ ports, config, operations, lists: arcLists })
  operations.handle(ARC_FOLDER, arcSources.importing)
  const arcs = new StoryArcs({ db, clock, log, operations, matcher, unfollowed, ...library })
  const arcOffers = new ArcOffers({ db, clock, arcs, order: () => providerOrder(config), followNames })
  const proposedOrders = new ProposedOrders({ db, clock, random: ports.random })
  return {
    arcs,
    arcOffers,
    proposedOrders,
    arcLists,
    arcSources,
    arcLoading,
    arcMatcher: matcher,
    arcFolders,
    arcFiler,
  }
}
