import { dirname } from 'node:path'
import type { Config } from '../../../base/config/config'
import type { Clock, Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { type DiskProbe, DiskProbes } from '../../../intake/imports/folders/disk-probe'
import type { FolderKind, Folders } from '../../../intake/imports/folders/folders'
import type { DataPaths } from '../backups/data-paths'
import { mappingsInUse } from './facts-store'
import type { FolderFact, FolderRole } from './folders'
import type { MappingFact } from './path-mappings'

interface Deps {
  ports: { files: Files; clock: Clock }
  db: Database
  config: Pick<Config, 'get'>
  paths: DataPaths
  /** Library folders and the import folder, as the settings page shows them. */
  importing: { libraries: Pick<Folders, 'list'> }
}

const ROLE: Record<FolderKind, FolderRole> = { comic: 'comics', manga: 'manga', inbox: 'import' }
const REASON: Partial<Record<DiskProbe['is'], string>> = {
  silent: 'Its disk does not respond.',
  closed: 'The folder cannot be opened.',
}

/**
 * All folders that Panelkeep uses, with their current state. Waits for a disk only for a limited time; concurrent
 * requests share one check.
 */
export function makeFolderFacts(deps: Deps) {
  const { files, clock } = deps.ports
  const disks = new DiskProbes({ files, clock })
  let looking: Promise<FolderFact[]> | undefined
  return {
    read(): Promise<FolderFact[]> {
      looking ??= lookAt(deps, disks).finally(() => {
        looking = undefined
      })
      return looking
    },
    /** The state of the local folders of path mappings. */
    mappings(): Promise<MappingFact[]> {
      const rows = mappingsInUse(deps.db.read)
      return Promise.all(rows.map(async (row) => ({ ...row, is: stateOf((await disks.ask(row.local)).is) })))
    },
  }
}

async function lookAt({ ports: { files }, config, paths, importing }: Deps, disks: DiskProbes): Promise<FolderFact[]> {
  const { folders } = await importing.libraries.list()
  const listed = folders.map(async ({ kind, path, state, reason, free_bytes, total_bytes }) => {
    const is = state === 'missing' || state === 'unreachable' ? state : 'there'
    const known = { role: ROLE[kind], path, state: is, reason, free: free_bytes, total: total_bytes } as const
    return { ...known, ...(await onDisk(files, path, is === 'there')) }
  })
  const others = named(config, paths).map(async ({ role, path }) => {
    const { is, space } = await disks.ask(path)
    const state = stateOf(is)
    const reason = REASON[is] ?? null
    const known = { role, path, state, reason, free: space?.free ?? null, total: space?.total ?? null } as const
    return { ...known, ...(await onDisk(files, path, state === 'there')) }
  })
  return Promise.all([...listed, ...others])
}

/** Folders of the settings, and the data directory; a database in memory has none. */
function named(config: Pick<Config, 'get'>, paths: DataPaths): { role: FolderRole; path: string }[] {
  const all: { role: FolderRole; path: string }[] = [
    { role: 'downloads', path: config.get('ddl_location') },
    { role: 'finished', path: config.get('enable_check_folder') ? config.get('check_folder') : '' },
    { role: 'nzb', path: config.get('blackhole_dir') },
    { role: 'torrents', path: config.get('local_watchdir') },
    { role: 'backups', path: config.get('backup_location') },
    { role: 'data', path: paths.database === ':memory:' ? '' : dirname(paths.database) },
  ]
  return all.filter(({ path }) => path !== '')
}

function stateOf(is: DiskProbe['is']): FolderFact['state'] {
  if (is === 'missing') return 'missing'
  return is === 'silent' || is === 'closed' ? 'unreachable' : 'there'
}

/** A disk that does not respond is not accessed. */
async function onDisk(files: Files, path: string, isThere: boolean): Promise<Pick<FolderFact, 'writable' | 'device'>> {
  if (!isThere) return { writable: false, device: null }
  const real = await files.real(path)
  const device = real === undefined ? undefined : (await files.stat(real))?.device
  return { writable: await files.isWritable(path), device: device ?? null }
}
