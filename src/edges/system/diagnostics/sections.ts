import type { Config } from '../../../base/config/config'
import type { Option } from '../../../base/config/option'
import { isSecret, type OptionName, optionNames, options } from '../../../base/config/options'
import type { Database } from '../../../base/storage/database'
import { migrations } from '../../../base/storage/migrations/index'
import type { Timetable } from '../../../base/work/timetable'
import type { ProviderSettings } from '../../../library/metadata/providers/provider-settings'
import type { FolderFact } from '../checks/folders'
import type { HealthChecks } from '../checks/health'
import { jobViewOf } from '../jobs'
import type { Network } from '../network'
import type { SectionName } from './bundle-schema'
import type { Diagnosis } from './diagnostics'
import { buckets, journalModes, platforms, sizes } from './states'
import * as store from './store'

export interface SectionDeps {
  db: Database
  config: Pick<Config, 'get'>
  version: string
  platform: string
  network: Pick<Network, 'listensOnNetwork'>
  timetable: Pick<Timetable, 'list'>
  healthChecks: Pick<HealthChecks, 'read'>
  sources: Pick<ProviderSettings, 'list'>
  folders: () => Promise<FolderFact[]>
  diagnosis: Pick<Diagnosis, 'read' | 'tools' | 'database'>
}

type Counted = { kind: string; count: number; failing?: number }

/** The content of each section of a support bundle. Rows are counted, never shown. */
export function sectionsOf(deps: SectionDeps): Record<SectionName, () => unknown> {
  const { db, diagnosis } = deps
  return {
    build: async () => {
      const { uptime_s } = await diagnosis.read({ include_acquisition: false })
      return {
        version: deps.version,
        platform: known(platforms, deps.platform),
        uptime_hours: bucket(uptime_s / 3600),
      }
    },
    library: () => {
      const { series, issues, files, gone } = store.countedLibrary(db.read)
      return { series: inBuckets(series), issues: bucket(issues), files: inBuckets(files), gone: bucket(gone) }
    },
    database: async () => {
      const { size_bytes, journal_mode } = await diagnosis.database()
      return {
        size: sizeOf(size_bytes),
        journal_mode: known(journalModes, journal_mode),
        migrations: migrations.length,
      }
    },
    settings: () => optionNames.map((name) => settingOf(deps.config, name)),
    folders: async () =>
      (await deps.folders()).map(({ role, state, writable, free }) => ({ role, state, writable, free: sizeOf(free) })),
    tools: () => diagnosis.tools(),
    health: () => {
      const { findings } = deps.healthChecks.read()
      const groups = Map.groupBy(findings, ({ check_id, gravity }) => `${check_id} ${gravity}`)
      return [...groups.values()].map((all) => ({
        check: all[0]!.check_id,
        gravity: all[0]!.gravity,
        count: bucket(all.length),
      }))
    },
    jobs: () =>
      deps.timetable.list().map((job) => {
        const { id, dispatch, paused, failures_in_row } = jobViewOf(job, db.read)
        return { name: id, state: dispatch.state, paused, failures_in_row: bucket(failures_in_row) }
      }),
    downloads: () => inBuckets(store.countedDownloads(db.read)),
    clients: () => inBuckets(store.countedClients(db.read)),
    indexers: () => inBuckets(store.countedIndexers(db.read)),
    providers: () => deps.sources.list().providers.map(({ name, state, failure }) => ({ name, state, failure })),
    notices: () => inBuckets(store.countedTargets(db.read)),
    network: () => ({
      listens_on_network: deps.network.listensOnNetwork(),
      catalog: deps.config.get('opds_enable'),
      devices: bucket(store.countedDevices(db.read)),
    }),
  }
}

/** Only switches and choices are shown; for other options only whether they were changed. */
function settingOf(config: Pick<Config, 'get'>, name: OptionName) {
  const option: Option = options[name]
  const value = config.get(name)
  const state = JSON.stringify(value) === JSON.stringify(option.default) ? 'default' : 'changed'
  const isTold = !isSecret(name) && (option.type === 'switch' || option.type === 'choice')
  return { name, state, ...(isTold ? { value } : {}) }
}

const inBuckets = (rows: readonly Counted[]) =>
  rows.map(({ kind, count, failing }) => ({
    kind,
    count: bucket(count),
    ...(failing === undefined ? {} : { failing: bucket(failing) }),
  }))

function bucket(count: number): (typeof buckets)[number] {
  const whole = Math.floor(count)
  return buckets[whole <= 0 ? 0 : Math.min(String(whole).length, buckets.length - 1)]!
}

const MB = 1_000_000
function sizeOf(bytes: number | null): (typeof sizes)[number] {
  if (!bytes) return 'none'
  const above = [10 * MB, 100 * MB, 1000 * MB].filter((least) => bytes >= least).length
  return sizes[above + 1]!
}

const known = <T extends readonly string[]>(words: T, word: string): T[number] =>
  words.includes(word) ? word : words.at(-1)!
