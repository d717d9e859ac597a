import { dirname } from 'node:path'
import type { Config } from '../../../base/config/config'
import type { Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { findJob } from '../../../base/work/store'
import type { DataPaths } from '../backups/data-paths'
import type { Backups } from '../backups/service'
import type { BackupFact } from './backups'
import type { DatabaseFact } from './database'

interface Deps {
  ports: { files: Files }
  db: Database
  config: Pick<Config, 'get'>
  paths: DataPaths
  backups: Pick<Backups, 'list'>
}

const BACKUP_JOB = 'backup'

/** Size of the database and free space on its disk; undefined for one in memory. */
export async function databaseFact({ ports, paths }: Deps): Promise<DatabaseFact | undefined> {
  const facts = await ports.files.stat(paths.database)
  if (!facts) return undefined
  const { free } = await ports.files.freeSpace(dirname(paths.database))
  return { bytes: facts.size, free }
}

export async function backupFact({ db, config, backups }: Deps): Promise<BackupFact> {
  const row = findJob(db.read, BACKUP_JOB)
  const newest = (await backups.list()).find(({ ok }) => ok)
  return {
    everyMinutes: row?.paused ? 0 : config.get('backup_interval'),
    newest: newest?.when ?? null,
    startedAt: row?.last_started_at ?? null,
    failure: row?.last_ok === false ? row.last_error : null,
  }
}
