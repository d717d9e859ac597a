import { dirname } from 'node:path'
import type { Bus } from '../../../base/events/bus'
import { makeDashboard } from '../../dashboard/feature'
import { makeAppLibrary } from '../../komga/feature'
import { makeHooks } from '../../notify/feature'
import { makeNotices } from '../../notify/notice-feature'
import { makeCatalog } from '../../opds/feature'
import { Backups } from '../../system/backups/service'
import { makeHealth } from '../../system/checks/feature'
import { makeDiagnostics } from '../../system/diagnostics/feature'
import { FolderPicker } from '../../system/folder-picker/service'
import { Logs } from '../../system/logs'
import { olderSettings } from '../../system/older/older-settings'
import { knownSecrets } from '../../system/secrets-store'
import { makeUpdates } from '../../system/updates/feature'
import type { BaseServices } from './base'
import type { CollectingServices } from './collecting'
import type { IntakeServices } from './intake'
import type { LibraryServices } from './library'

export type EdgeServices = ReturnType<typeof composeEdges>

/** Composes the edges: other programs, notifications, reading apps, and the care of Panelkeep itself. */
export function composeEdges(
  base: BaseServices,
  ofLibrary: LibraryServices,
  intake: IntakeServices,
  { weekly, ...collecting }: CollectingServices,
) {
  const { bus, book, config, paths, folders, settings } = base
  const { search, downloads, gate } = intake
  const publish: Bus['publish'] = (event) => bus.publish(event)
  const hooks = makeHooks({ ...base, libraries: folders.libraries })
  const notices = makeNotices({ ...base, gate })
  const places = { dataDir: dirname(paths.config), cacheDir: base.cacheDir, book }
  settings.also(
    { shown: search.indexerSettings.shown },
    search.olderReleaseOptions,
    ...olderSettings({ ...base, clients: downloads.clientSetup, targets: notices.targets, places }),
  )
  book.hide(knownSecrets(base))
  const backups = new Backups({ ...base, publish, restart: () => base.endRun('restart') })
  const around = { ...base, ...ofLibrary, ...intake, backups }
  const health = makeHealth({ ...around, recordNotice: notices.health })
  const { versions, updates } = makeUpdates({ ...base, backups, newer: notices.newer })
  const opds = makeCatalog({ ...base, ...ofLibrary, ...collecting, memo: ofLibrary.libraryMemo })
  return {
    hooks,
    notices,
    backups,
    ...health,
    versions,
    updates,
    ...makeDiagnostics({ ...around, ...health, versions }),
    logs: new Logs({ book, config, running: base.logLevel, publish }),
    folderPicker: new FolderPicker({
      ...base,
      platform: base.machine.platform,
      used: () => folders.places().map(({ path }) => path),
    }),
    dashboard: makeDashboard({ ...base, releases: weekly.releases, roots: folders.roots }),
    opds,
    apps: makeAppLibrary({ ...base, ...ofLibrary, ...collecting, memo: ofLibrary.libraryMemo, catalog: opds }),
  }
}
