import type { Config } from '../../base/config/config'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { Files, Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { permissionsOf } from '../../library/filing/configured'
import type { FileImporter } from '../../library/filing/importer'
import type { FileJournal } from '../../library/filing/journal'
import { providerOrder } from '../../library/metadata/client/configured'
import type { CleanupRules } from '../downloads/cleanup/cleanup'
import { PROCESS_DOWNLOAD } from '../downloads/states'
import type { DownloadItem } from '../downloads/store'
import { failureSettings } from '../downloads/tracking/failure-settings'
import type { ConfiguredFolders } from '../imports/folders/configured'
import { formatScoreOf } from '../search/rules/format-ranks'
import { releaseScore } from '../search/rules/series-rules'
import { releaseLimitsOf } from '../search/verdict/limits'
import { DropFolder } from './drop-folder'
import { ItemOutcomes } from './item-outcomes'
import { ImportOffers } from './offers'
import { Placer } from './place'
import { ProcessRequests, type ProcessSource } from './requests'
import { Processor } from './run'
import type { ImportListeners, ProcessingSettings } from './settings'

interface Deps extends Pick<Ports, 'clock' | 'random' | 'files' | 'log'> {
  db: Database
  config: Pick<Config, 'get'>
  operations: Operations
  folders: ConfiguredFolders
  journal: FileJournal
  importer: FileImporter
  archives: ArchiveDeps & { files: Files }
  downloads: {
    clients: { rules(name: string): CleanupRules | undefined; localPath(name: string, path: string): string }
  }
  arrived: ImportListeners
  arcPath: (issueIds: readonly string[], name: string) => Promise<string | undefined>
}

/** From a finished download to files in the library. */
export function makeProcessing({ db, clock, random, log, config, operations, folders, journal, ...more }: Deps) {
  const { archives, arrived } = more
  const { clients } = more.downloads
  const placer = new Placer({
    db,
    ports: { clock },
    archives,
    journal,
    importer: more.importer,
    homes: folders.homes,
    arcPath: more.arcPath,
    manner: () => ({
      preference: config.get('dupeconstraint'),
      scoreOf: config.get('upgrade_by_score')
        ? (issueIds, name) => releaseScore(db.read, issueIds, name, clock.now())
        : undefined,
      formatScoreOf: (issueIds, format) => formatScoreOf(db.read, issueIds, format),
      renames: config.get('rename_arrivals'),
      permissions: permissionsOf(config),
    }),
    order: () => providerOrder(config),
  })
  const settings: ProcessingSettings & ImportListeners = {
    rules: (client: string) => clients.rules(client),
    placing: () => config.get('file_opts'),
    failures: () => failureSettings(config),
    isOn: () => config.get('post_processing'),
    usual: () => folders.inboxSettings().usual,
    limits: () => releaseLimitsOf(config),
    root: (kind: 'comic' | 'manga') => folders.inboxSettings().homes(kind)[0],
    ...arrived,
  }
  const ends = new ItemOutcomes({ db, clock, settings })
  const ports = { clock, random, log, settings }
  operations.handle(PROCESS_DOWNLOAD, new Processor({ db, ports, archives, journal, placer, ends }))
  const requests = new ProcessRequests({
    db,
    ports: { clock, random, files: archives.files },
    operations,
    libraries: folders.libraries,
    localPath: (client, path) => clients.localPath(client, path),
    ends,
  })
  const folder = () => (config.get('enable_check_folder') ? config.get('check_folder') : '')
  const dropped = new DropFolder({ db, clock, log, files: archives.files, requests, folder })
  const importFrom = (item: DownloadItem, source?: ProcessSource) => requests.importFrom(item, source)
  return {
    requests,
    offers: new ImportOffers({ db, clock, files: archives.files, requests, settings }),
    importFrom,
    /** The folder of completed downloads that is scanned; '' when none is set. */
    dropFolder: { path: folder, scan: () => dropped.scan() },
  }
}
