import { join } from 'node:path'
import type { Config } from '../../../base/config/config'
import type { AppEvent } from '../../../base/events/types'
import { diskReason } from '../../../base/platform/disk-reason'
import type { Ports } from '../../../base/platform/ports'
import { tidy } from '../../../base/platform/tidy'
import { Refusal } from '../../../base/refusal'
import type { SeriesFile } from '../../../library/reading/whole-series'
import { Copier } from './copier'
import type { DataPaths } from './data-paths'
import { makeBackup, unwritable } from './make-backup'
import { DATABASE, MANIFEST, SETTINGS_FILE } from './manifest'
import { prepareEmptyLibrary, prepareRestore } from './restore'
import { superfluous } from './retention'
import type { BackupReason } from './states'
import { backupsIn, type StoredBackup } from './stored-backups'
import { zipFiles } from './zip-files'

interface Deps {
  ports: Pick<Ports, 'files' | 'processes' | 'clock' | 'log'>
  config: Pick<Config, 'get' | 'hasLogin'>
  paths: DataPaths
  version: string
  publish: (event: AppEvent) => void
  /** Checks whether a restart would work. Throws Refusal. */
  checkRestart: () => Promise<void>
  /** Restarts Panelkeep. */
  restart: () => void
}

/** Makes, lists, serves and restores backups of the library and its settings. */
export class Backups {
  private readonly copier: Copier
  private making: Promise<StoredBackup> | undefined
  /** The backup that requests during a running backup share. */
  private next: Promise<StoredBackup> | undefined
  private isRestoring = false

  constructor(private readonly deps: Deps) {
    this.copier = new Copier(deps.ports.processes)
  }

  /** The folder of new backups. */
  get folder(): string {
    return this.deps.config.get('backup_location') || this.deps.paths.backups
  }

  /** All backups, newest first; also those in the default folder. */
  list(): Promise<StoredBackup[]> {
    return backupsIn(this.deps.ports.files, [this.folder, this.deps.paths.backups])
  }

  /** Minutes between two backups. 0 before the setup: an empty run would count as a backup. */
  get everyMinutes(): number {
    const { config } = this.deps
    return config.hasLogin ? config.get('backup_interval') : 0
  }

  /** The job: makes a backup and removes old ones. */
  async round(byHand = false): Promise<void> {
    await this.make(byHand ? 'asked' : 'scheduled')
    await this.prune()
  }

  /**
   * Makes one backup at a time. A running backup may have begun before the last changes, so requests meanwhile share
   * a later one; a backup before a change is never shared. Throws Refusal.
   */
  make(why: BackupReason): Promise<StoredBackup> {
    if (this.making !== undefined) {
      const own = () => this.make(why)
      if (why.startsWith('before_')) return this.making.then(own, own)
      const next = () => {
        this.next = undefined
        return this.make(why)
      }
      this.next ??= this.making.then(next, next)
      return this.next
    }
    this.making = this.makeNow(why).finally(() => {
      this.making = undefined
    })
    return this.making
  }

  async remove(backupId: string): Promise<void> {
    const backup = await this.find(backupId)
    await this.discard(backup)
    this.deps.publish({ type: 'backups.changed' })
  }

  /** The backup as one file to download. */
  async download(backupId: string): Promise<SeriesFile> {
    const { path, database, backup_id } = await this.find(backupId)
    const beside = path === database ? [] : [MANIFEST, SETTINGS_FILE].map((name) => ({ name, path: join(path, name) }))
    const all = [{ name: DATABASE, path: database }, ...beside]
    return zipFiles(this.deps.ports.files, `panelkeep-${backup_id.replace(/\.db$/, '')}.zip`, all)
  }

  /**
   * Replaces the library by a backup and restarts Panelkeep; the current library is set aside. Throws Refusal when
   * the backup cannot be used; nothing has changed then.
   */
  async restore(backupId: string, { withSettings = false, isWhole = true } = {}): Promise<void> {
    const backup = await this.find(backupId)
    if (!backup.ok) throw new Refusal('conflict', `The backup of ${backup.when} is damaged. Choose another one.`)
    // Settings from the backup replace the current ones, so the current ones need no check.
    if (!withSettings) await this.deps.checkRestart()
    await this.alone(() => prepareRestore({ ...this.tools }, backup, { ...this.now, withSettings, isWhole }))
    this.deps.ports.log.warn('backups', 'restoring the library from a backup', { backup: backup.path })
    this.deps.restart()
  }

  /** Restarts with an empty library; the damaged one is set aside. */
  async beginAnew(): Promise<void> {
    await this.deps.checkRestart()
    await this.alone(() => prepareEmptyLibrary(this.tools, { ...this.now, withSettings: false, isWhole: false }))
    this.deps.ports.log.warn('backups', 'starting with an empty library')
    this.deps.restart()
  }

  stop(): Promise<void> {
    return this.copier.stop()
  }

  private get tools() {
    return { files: this.deps.ports.files, copier: this.copier, paths: this.deps.paths }
  }

  private get now() {
    return { now: this.deps.ports.clock.now(), version: this.deps.version }
  }

  private async makeNow(why: BackupReason): Promise<StoredBackup> {
    const { ports, paths, version, publish } = this.deps
    if (paths.database === ':memory:')
      throw new Refusal('conflict', 'This library is only in memory and cannot be backed up.')
    const [folder, when] = [this.folder, ports.clock.now()]
    const leftOver = (path: string) => tidy(ports, 'backups', path)
    const made = await makeBackup({ ...this.tools, leftOver }, { why, when, version, folder })
    ports.log.info('backups', 'backup created', { backup: join(folder, made), why })
    publish({ type: 'backups.changed' })
    return this.find(made)
  }

  private async prune(): Promise<void> {
    const { config, ports, publish } = this.deps
    const keeping = { count: config.get('backup_retention'), days: config.get('backup_days') }
    const old = superfluous(await this.list(), keeping, ports.clock.now())
    for (const { path } of old)
      if (await tidy(ports, 'backups', path)) ports.log.info('backups', 'old backup removed', { backup: path })
    if (old.length > 0) publish({ type: 'backups.changed' })
  }

  private async discard({ path, database }: StoredBackup): Promise<void> {
    const { files, log } = this.deps.ports
    try {
      await (path === database ? files.remove(path) : files.removeFolder(path))
    } catch (error) {
      log.warn('backups', 'old backup not removed', { backup: path, error })
      const why = diskReason(error)
      throw new Refusal('unavailable', `The backup ${path} could not be removed. ${why}`, {}, { cause: error })
    }
  }

  private async find(backupId: string): Promise<StoredBackup> {
    const found = (await this.list()).find(({ backup_id }) => backup_id === backupId)
    if (!found) throw new Refusal('missing', `There is no backup ${backupId}.`)
    return found
  }

  private async alone(work: () => Promise<void>): Promise<void> {
    if (this.isRestoring) throw new Refusal('conflict', 'A backup is already being restored.')
    this.isRestoring = true
    try {
      await work()
    } catch (error) {
      this.isRestoring = false
      throw unwritable(error, this.deps.paths.pending)
    }
  }
}
