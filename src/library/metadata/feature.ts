import type { Config } from '../../base/config/config'
import type { DiskCache } from '../../base/platform/disk-cache'
import type { Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { homesOf, namingOf } from '../filing/configured'
import { freeHome } from '../filing/free-home'
import type { Covers } from '../reading/covers'
import type { PictureQueue } from '../reading/picture-queue'
import type { SeriesLibrary } from '../series/service'
import { newSeriesFolder } from './add/chosen-folder'
import { ADD, type Home, SeriesAdder } from './add/series-adder'
import { providerOrder } from './client/configured'
import { MetadataClient } from './client/metadata-client'
import { IssuePages } from './edit/issue-page'
import { MetadataEditor } from './edit/metadata-editor'
import { ProviderLinker } from './edit/provider-linker'
import { ArcSearch } from './lookup/arc-search'
import { Lookup } from './lookup/lookup'
import { Art } from './pictures/art'
import { PictureFetch } from './pictures/picture-fetch'
import { Pictures } from './pictures/pictures'
import { SeriesCovers } from './pictures/series-covers'
import { ProviderSettings } from './providers/provider-settings'
import { makeProviders } from './providers/registry'
import { linkedTo } from './store'
import { PASS, RoutinePass } from './sync/routine-pass'
import type { LoadDeps } from './sync/series-loader'
import { REFRESH, SeriesRefresher } from './sync/series-refresher'
import { refId } from './wire-ids'

interface Deps {
  ports: Ports
  db: Database
  config: Config
  operations: Operations
  library: SeriesLibrary
  /** Whether the library has a story arc with this id. */
  hasArc: (arcId: string) => boolean
  reading: { covers: Covers; cache: DiskCache; pictureQueue: PictureQueue }
}

/** Everything that brings providers' metadata into the library, with the background work. */
export function makeMetadata({ ports, db, config, operations, library, hasArc, reading }: Deps) {
  const { clock, random, log } = ports
  const { covers, cache, pictureQueue } = reading
  const client = new MetadataClient({ db, clock, http: ports.http, log, config })
  const providers = makeProviders({ client, config })
  const pictures = new Pictures({ config, fetch: new PictureFetch(ports), cache, pictureQueue, log })
  const order = () => providerOrder(config)
  const load: LoadDeps = { db, clock, random, providers, order, annuals: () => config.get('annuals_on') }
  const monitorSettings = () => ({
    autowant_all: config.get('autowant_all'),
    autowant_upcoming: config.get('autowant_upcoming'),
  })
  const home: Home = (db, facts, kind, root = homesOf(config, kind)[0]) =>
    root === undefined
      ? undefined
      : freeHome(db, newSeriesFolder(root, facts, namingOf(config)), namingOf(config), null)
  const adding = new SeriesAdder({ load, operations, monitorSettings, home })
  const refreshing = new SeriesRefresher({ load, operations })
  const pass = new RoutinePass({ load, operations })
  operations.handle(ADD, adding)
  operations.handle(REFRESH, refreshing)
  operations.handle(PASS, pass)
  endsWithSeries(library, operations)
  return {
    client,
    providers,
    sources: new ProviderSettings({ client, providers, config }),
    pictures,
    art: new Art({ db, covers, pictures }),
    seriesCovers: new SeriesCovers({ db, config }),
    adding,
    monitorSettings,
    refreshing,
    pass,
    arcSearch: new ArcSearch({ config, providers, hasArc }),
    lookup: new Lookup({ db, clock, config, providers, operations }),
    editing: new MetadataEditor(load),
    linking: new ProviderLinker({ load, refreshing }),
    issues: new IssuePages(load),
  }
}

/** Work on a series ends when the series is deleted. */
function endsWithSeries(library: SeriesLibrary, operations: Operations): void {
  library.beforeDelete.push((tx, comicId) => {
    const ids = [comicId, ...linkedTo(tx, comicId).map(refId)]
    const work = [...operations.active(REFRESH, comicId), ...ids.flatMap((id) => operations.active(ADD, id))]
    for (const { operation_id } of work) operations.cancel(operation_id)
  })
}
