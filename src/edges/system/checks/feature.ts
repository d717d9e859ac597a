import { listDevices } from '../../../base/auth/device-store'
import type { Users } from '../../../base/auth/users'
import type { Config } from '../../../base/config/config'
import type { Bus } from '../../../base/events/bus'
import type { AppEvent } from '../../../base/events/types'
import { HELPER_NAMES, type UnpackHelper } from '../../../base/formats/helper/unpacker'
import { isLoopback } from '../../../base/http/origin'
import type { LanguageModel } from '../../../base/llm/service'
import type { ServiceClocks } from '../../../base/outbound/service-clocks'
import type { LogBook } from '../../../base/platform/log-book'
import type { Ports } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { findJob } from '../../../base/work/store'
import type { JobState, Timetable } from '../../../base/work/timetable'
import { countUnreadable } from '../../../collecting/care/findings/finding-store'
import type { AcquisitionGate } from '../../../intake/acquisition/gate'
import { listClients } from '../../../intake/downloads/clients/store'
import type { Folders } from '../../../intake/imports/folders/folders'
import type { IndexerRow } from '../../../intake/search/indexers/indexer'
import { enabledBy } from '../../../intake/search/indexers/indexer-client'
import { listIndexers } from '../../../intake/search/indexers/store'
import { lacksChosenCategories } from '../../../intake/search/indexers/wire'
import type { ProviderSettings } from '../../../library/metadata/providers/provider-settings'
import type { DataPaths } from '../backups/data-paths'
import type { Backups } from '../backups/service'
import type { Network } from '../network'
import { acquisitionFindings } from './acquisition'
import { assistantFindings } from './assistant'
import { backupFindings } from './backups'
import type { Check } from './check'
import { clientFindings } from './clients'
import { clockFindings } from './clock'
import { ClockJumps } from './clock-jumps'
import { databaseFindings } from './database'
import { backupFact, databaseFact } from './database-facts'
import { diskFindings } from './disk-space'
import { lostDownloads } from './facts-store'
import { feedGapFindings } from './feed-gaps'
import { makeFolderFacts } from './folder-facts'
import { folderFindings } from './folders'
import { formatFindings } from './formats'
import { HealthChecks } from './health'
import { type IndexerFact, indexerFindings } from './indexers'
import { HEALTH_JOB } from './job-name'
import { type JobFact, jobFindings } from './jobs'
import { libraryFileFindings } from './library-files'
import { logFindings } from './log'
import { type NetworkFact, networkFindings } from './network'
import { type RecordNotice, recordHealthChange } from './notices'
import { mappingFindings } from './path-mappings'
import { providerFindings } from './provider-keys'
import { settingsFindings } from './settings'
import { userFindings } from './users'

const MENDS: ReadonlySet<AppEvent['type']> = new Set(['config.changed'])
/**
 * Events after which all checks run: a client's failure may come from a missing path, which only a run of all checks
 * finds.
 */
const TURNS: ReadonlySet<AppEvent['type']> = new Set(['clients.changed'])
const INDEXERS = ['indexers.changed', 'config.changed'] as const

export interface CheckDeps {
  ports: Pick<Ports, 'clock' | 'files' | 'log'>
  db: Database
  config: Pick<Config, 'get' | 'invalidValues'>
  book: Pick<LogBook, 'problem'>
  network: Network
  paths: DataPaths
  timetable: Timetable
  gate: Pick<AcquisitionGate, 'read'>
  unpacker: Pick<UnpackHelper, 'failing'>
  services: Pick<ServiceClocks, 'list'>
  backups: Pick<Backups, 'list'>
  importing: { libraries: Pick<Folders, 'list'> }
  metadata: { sources: Pick<ProviderSettings, 'list'> }
  languageModel: Pick<LanguageModel, 'status'>
  users: Pick<Users, 'ownerName' | 'ownerNameIsTaken'>
  recordNotice: RecordNotice
  subscribe: Bus['subscribe']
}

/** The health checks. */
export function makeHealth(deps: CheckDeps): {
  healthChecks: HealthChecks
  stopHealth: () => Promise<unknown>
} {
  const { db, ports, timetable } = deps
  const { clock, log } = ports
  const healthChecks = new HealthChecks({
    db,
    clock,
    log,
    checks: checksOf(deps),
    checkedAt: () => findJob(db.read, HEALTH_JOB)?.last_finished_at ?? null,
  })
  healthChecks.onChange.push((tx, change) => recordHealthChange(tx, change, deps.recordNotice))
  // Findings from rows appear at once, the others soon after a change of settings or a new failure.
  let again: Promise<unknown> = Promise.resolve()
  const stop = deps.subscribe(({ type }) => {
    healthChecks.update(type)
    if (TURNS.has(type) || (MENDS.has(type) && healthChecks.read().findings.length > 0))
      again = timetable.run(HEALTH_JOB)
  })
  const stopHealth = () => {
    stop()
    return again
  }
  return { healthChecks, stopHealth }
}

/** The checks read rows, the disk and the results of other services. They send no requests. */
function checksOf(deps: CheckDeps): Check[] {
  const { db, ports, config, book, network, timetable, unpacker, services, metadata } = deps
  const now = () => ports.clock.now()
  const folders = makeFolderFacts(deps)
  const jumps = new ClockJumps(ports.clock, findJob(db.read, HEALTH_JOB)?.last_finished_at ?? null)
  const inUse = () => listIndexers(db.read).filter(({ enabled, type }) => enabled && config.get(enabledBy[type]))
  return [
    {
      id: 'settings',
      label: 'Settings',
      run: () => settingsFindings([...config.invalidValues(), ...network.problems()]),
    },
    { id: 'folders', label: 'Folders', run: async () => folderFindings(await folders.read()) },
    { id: 'disk_space', label: 'Room on disks', run: async () => diskFindings(await folders.read()) },
    { id: 'database', label: 'Library database', run: async () => databaseFindings(await databaseFact(deps)) },
    { id: 'backups', label: 'Backups', run: async () => backupFindings(await backupFact(deps), now()) },
    { id: 'log', label: 'Log', run: () => logFindings(book.problem) },
    { id: 'clock', label: 'Clock', run: () => [...jumps.findings(), ...clockFindings(services.list())] },
    {
      id: 'clients',
      label: 'Download clients',
      after: ['clients.changed'],
      run: () => clientFindings(listClients(db.read), now()),
    },
    {
      id: 'path_mappings',
      label: 'Path mappings',
      run: async () => mappingFindings(await folders.mappings(), lostDownloads(db.read)),
    },
    {
      id: 'indexers',
      label: 'Indexers',
      after: INDEXERS,
      run: () => indexerFindings(inUse().map(indexerFact), now()),
    },
    {
      id: 'feed_gaps',
      label: 'Feeds of indexers',
      after: INDEXERS,
      run: () => feedGapFindings(config.get('enable_rss') ? inUse().filter(({ feed_gap }) => feed_gap) : []),
    },
    {
      id: 'acquisition',
      label: 'Automatic searches',
      after: ['acquisition.changed'],
      run: () => acquisitionFindings(deps.gate.read()),
    },
    {
      id: 'provider_keys',
      label: 'Metadata services',
      after: ['providers.changed', 'config.changed'],
      run: () => providerFindings(metadata.sources.list().providers.filter(({ state }) => state !== 'off')),
    },
    { id: 'assistant', label: 'Assistant', run: () => assistantFindings(deps.languageModel.status()) },
    { id: 'network', label: 'Access from your network', run: () => networkFindings(networkFact(deps), now()) },
    {
      id: 'users',
      label: 'Users',
      after: ['user.changed', 'config.changed'],
      run: () => userFindings(deps.users.ownerName, deps.users.ownerNameIsTaken),
    },
    {
      id: 'formats',
      label: 'RAR, 7-Zip and PDF files',
      run: () => formatFindings(unpacker.failing().map((kind) => HELPER_NAMES[kind])),
    },
    { id: 'library_files', label: 'Library files', run: () => libraryFileFindings(countUnreadable(db.read)) },
    { id: 'jobs', label: 'Jobs', run: () => jobFindings(timetable.list().map(jobFact)) },
  ]
}

const indexerFact = (row: IndexerRow): IndexerFact => ({ ...row, lacks_categories: lacksChosenCategories(row) })

const jobFact = ({ name, label, row }: JobState): JobFact => ({
  id: name,
  label,
  failures_in_row: row?.failures_in_row ?? 0,
})

function networkFact({ db, config, network }: CheckDeps): NetworkFact {
  return {
    opds: config.get('opds_enable'),
    listens: network.listensOnNetwork(),
    port: network.port(),
    addresses: network.addresses(),
    isProxied: config.get('public_url') !== '',
    devices: listDevices(db.read).map(({ name, created_at, last_used_at, last_address }) => ({
      name,
      created_at,
      last_used_at,
      isHere: last_address !== null && isLoopback(last_address),
    })),
  }
}
