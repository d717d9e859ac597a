import type { Config } from '../../../base/config/config'
import type { HelperKind } from '../../../base/formats/helper/library'
import { between } from '../../../base/platform/clock'
import type { Clock, Files, Instant } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { SearchHealthReply } from '../../../intake/search/health/schema'
import type { FolderFact } from '../checks/folders'
import type * as schema from './schema'
import * as store from './store'

interface Deps {
  clock: Clock
  files: Files
  db: Database
  config: Pick<Config, 'get'>
  build: () => schema.Diagnostics['build']
  platform: string
  failing: () => HelperKind[]
  folders: () => Promise<FolderFact[]>
  acquisition: () => SearchHealthReply['acquisition']
}

/** The state of this Panelkeep, for support. */
export class Diagnosis {
  private readonly since: Instant

  constructor(private readonly deps: Deps) {
    this.since = deps.clock.now()
  }

  async read({ include_acquisition = true }: { include_acquisition?: boolean }): Promise<schema.Diagnostics> {
    const { db, config, clock, build, platform, acquisition } = this.deps
    return {
      db_empty: store.isEmpty(db.read),
      migration_dismissed: config.get('migration_dismissed'),
      build: build(),
      platform,
      uptime_s: Math.floor(between(this.since, clock.now()) / 1000),
      database: await this.database(),
      tools: this.tools(),
      paths: (await this.deps.folders()).map(({ role, path, state, writable, free }) => ({
        key: role,
        path,
        exists: state === 'there',
        writable,
        free_bytes: free,
      })),
      ...(include_acquisition ? { acquisition: acquisition() } : {}),
    }
  }

  tools(): schema.Diagnostics['tools'] {
    const failing = this.deps.failing()
    const state = (kind: HelperKind) => (failing.includes(kind) ? 'failing' : 'ok')
    return { unrar: state('rar'), '7z': state('7z'), pdf: state('pdf') }
  }

  async database(): Promise<schema.Diagnostics['database']> {
    const { db, files } = this.deps
    const path = db.path === ':memory:' ? null : db.path
    const size_bytes = path === null ? 0 : ((await files.stat(path))?.size ?? 0)
    return { path, size_bytes, ...store.schemaOf(db.read) }
  }
}
