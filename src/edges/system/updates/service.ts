import { dirname } from 'node:path'
import type { Config } from '../../../base/config/config'
import { diskSentence } from '../../../base/platform/disk-sentence'
import { errorCode } from '../../../base/platform/error-code'
import type { Clock, Files, HostNames, Log, Programs, Random, Transfers } from '../../../base/platform/ports'
import { versionOrder } from '../../../base/platform/version-order'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import type { StoredBackup } from '../backups/stored-backups'
import { findOwnVersion } from '../store'
import { downloadArtefact } from './download'
import type { FeedClient } from './feed-client'
import { ELSEWHERE, type Installation } from './installation'
import { clearUpdate, type UpdatePaths, type UpdateResult, updatePaths, writePending } from './pending-update'
import { isSigned } from './signature'
import { UNFINISHED, UPDATE, type UpdateState, WORKING } from './states'
import * as store from './store'
import { unpackExecutable } from './unpack'

interface Deps {
  db: Database
  ports: {
    clock: Clock
    random: Random
    files: Files
    programs: Programs
    transfers: Transfers
    names: HostNames
    log: Log
  }
  config: Pick<Config, 'get'>
  operations: Operations
  backups: { make: (why: 'before_update') => Promise<StoredBackup> }
  client: FeedClient
  /** The running version. */
  version: string
  installation: Installation
  /** Public key that was compiled in; empty when there is none. */
  key: string
  /** Folder of an update in the data directory. */
  folder: string
  /** Checks whether a restart would work. Throws Refusal. */
  checkRestart: () => Promise<void>
  endRun: (how: 'update') => void
}

const PROGRESS_MS = 1000
const TRY_MS = 60_000

/** Updates this executable in place: downloads, verifies, and hands over to the restart. */
export class Updates {
  /** The next update waits for this removal: both use the same files. */
  private clearing = Promise.resolve()

  constructor(private readonly deps: Deps) {}

  /** The state for the version page. */
  async read() {
    const { db, version, installation } = this.deps
    const row = store.latestUpdate(db.read)
    const known = findOwnVersion(db.read)
    const latest = known?.latest ?? null
    const isNewer = latest !== null && (versionOrder(version, latest) ?? 0) < 0
    const artefact = known?.latest_artefacts?.[installation.target]
    return {
      install_type: installation.kind,
      target: installation.target,
      /** Why this copy cannot be updated in place; null when it can. */
      obstacle: (await this.obstacle()) ?? null,
      available: isNewer ? { version: latest, notes: known?.latest_notes ?? [], size: artefact?.size ?? null } : null,
      update: row ? updateView(row) : null,
    }
  }

  /** Starts the update to `version`, which must be the newest of the feed. Throws Refusal. */
  async begin(version: string) {
    const { db, ports, version: from, installation, operations, checkRestart } = this.deps
    const obstacle = await this.obstacle()
    if (obstacle) throw new Refusal('conflict', obstacle)
    const known = findOwnVersion(db.read)
    if (known?.latest !== version)
      throw new Refusal('conflict', `Version ${version} is not the newest of the update feed. Check for updates again.`)
    if ((versionOrder(from, version) ?? 0) >= 0)
      throw new Refusal(
        'conflict',
        `Version ${version} is not newer than ${from}. Panelkeep installs newer versions only.`,
      )
    const artefact = known.latest_artefacts?.[installation.target]
    if (!artefact)
      throw new Refusal('conflict', `The update feed has no file of version ${version} for ${installation.target}.`)
    if (store.unfinishedUpdates(db.read).length > 0) throw new Refusal('conflict', 'An update is already running.')
    await checkRestart()
    const update_id = ports.random.id()
    db.write((tx) =>
      store.addUpdate(tx, {
        update_id,
        version,
        from_version: from,
        state: 'downloading',
        artefact,
        created_at: ports.clock.now(),
      }),
    )
    const { operation_id } = operations.enqueue({ kind: UPDATE, subject: UPDATE, payload: { update_id } })
    this.change(update_id, { operation_id })
    return { success: true as const, operation_id }
  }

  /** Stops an update before the restart. */
  cancel() {
    const [row] = store.unfinishedUpdates(this.deps.db.read)
    if (!row || row.state === 'restarting' || !row.operation_id || !this.deps.operations.cancel(row.operation_id))
      throw new Refusal('conflict', 'No update is being downloaded.')
    return { success: true as const }
  }

  /** Handles the operation. After a restart it continues with the step at which the process ended. */
  readonly updating: Handler = {
    run: async (payload, tools) => {
      const { update_id } = payload as { update_id: string }
      const row = store.findUpdate(this.deps.db.read, update_id)
      if (!row || !WORKING.some((state) => state === row.state)) return
      try {
        await this.prepare(row, tools)
      } catch (error) {
        // A process that stops keeps its files, and the next start continues.
        if (!(await this.hasStopped(update_id, tools))) await this.clear()
        throw error
      }
    },
    ended: (payload, state, error) => {
      const { update_id } = payload as { update_id: string }
      this.finish({ update_id, state, error: state === 'failed' ? error : null })
      void this.clear()
    },
  }

  /** Records the result of an update and removes its files beside the executable. */
  async finishInterrupted(result: UpdateResult | undefined): Promise<void> {
    if (result) this.finish(result)
    const { db, operations } = this.deps
    for (const row of store.unfinishedUpdates(db.read)) {
      const isWorking = operations
        .active(UPDATE)
        .some(({ payload }) => (payload as Payload).update_id === row.update_id)
      if (isWorking && row.state !== 'restarting') return // the operation continues
      this.finish({ update_id: row.update_id, state: 'failed', error: INTERRUPTED })
    }
    await this.clear()
  }

  private finish({ update_id, state, error }: { update_id: string; state: UpdateState; error: string | null }): void {
    const { log, clock } = this.deps.ports
    const row = store.findUpdate(this.deps.db.read, update_id)
    if (!row || !UNFINISHED.some((each) => each === row.state)) return
    this.change(update_id, { state, error, finished_at: clock.now() })
    const level = state === 'installed' || state === 'cancelled' ? 'info' : 'warn'
    log[level]('updates', 'update ended', { from: row.from_version, to: row.version, state, why: error ?? undefined })
  }

  private async prepare(row: store.UpdateRow, tools: Tools): Promise<void> {
    const { installation, version: from, endRun } = this.deps
    const { update_id, version, artefact } = row
    const { paths } = this
    if (!paths) throw new Refusal('conflict', ELSEWHERE.source)
    await this.clearing
    await this.verifySignature(row)
    await this.download(row, paths, tools)
    if (await this.hasStopped(update_id, tools)) return
    this.change(update_id, { state: 'verifying' })
    await this.verifyContent(artefact, paths)
    if (await this.hasStopped(update_id, tools)) return
    this.change(update_id, { state: 'backing_up' })
    const { backup_id } = await this.deps.backups.make('before_update')
    if (await this.hasStopped(update_id, tools)) return
    this.change(update_id, { state: 'preparing', backup: backup_id })
    const isPacked = new URL(artefact.url).pathname.endsWith('.tar.gz')
    await this.place(paths, isPacked)
    await this.tryVersion(paths, version)
    if (await this.hasStopped(update_id, tools)) return
    this.change(update_id, { state: 'restarting' }) // cannot be cancelled from here on
    const pending = { update_id, from, to: version, step: 'ready', starts: 0, reason: null } as const
    await writePending(this.deps.ports.files, paths, pending)
    this.deps.ports.log.info('updates', 'update ready', { from, to: version, target: installation.target })
    endRun('update')
  }

  /** Whether the update was cancelled or the process stops. Only a cancelled update is removed. */
  private async hasStopped(updateId: string, { signal }: Tools): Promise<boolean> {
    if (store.findUpdate(this.deps.db.read, updateId)?.state === 'cancelled') await this.clear()
    return signal.aborted
  }

  private async verifySignature({ version, artefact }: store.UpdateRow): Promise<void> {
    const { key, installation } = this.deps
    if (key === '') throw new Refusal('conflict', NO_KEY)
    if (await isSigned(key, version, installation.target, artefact)) return
    const detail = `The signature of version ${version} is not valid. Nothing was installed. Check the address of the update feed.`
    throw new Refusal('upstream', detail)
  }

  private async download(row: store.UpdateRow, paths: UpdatePaths, tools: Tools): Promise<void> {
    const { ports, client, config } = this.deps
    const { update_id, artefact } = row
    await ports.files.makeFolder(paths.folder, 0o700)
    if ((await ports.files.stat(paths.download))?.size === artefact.size) return
    let shownAt = Number.NEGATIVE_INFINITY
    await downloadArtefact(
      { ...ports, client },
      {
        artefact,
        part: paths.download,
        etag: row.etag,
        feedHost: URL.parse(config.get('update_feed'))?.hostname,
        signal: tools.signal,
        head: (etag) => this.change(update_id, { etag }),
        received: (received) => {
          const now = ports.clock.uptime()
          if (now - shownAt < PROGRESS_MS && received < artefact.size) return
          shownAt = now
          this.change(update_id, { received })
          tools.report(received / artefact.size)
        },
      },
    )
  }

  private async verifyContent({ sha256 }: store.UpdateRow['artefact'], { download }: UpdatePaths): Promise<void> {
    if ((await this.deps.ports.files.hash(download, 'sha256')) === sha256) return
    throw new Refusal(
      'upstream',
      'The downloaded file is damaged: its checksum is wrong. Nothing was installed. Try the update again.',
    )
  }

  private async place(paths: UpdatePaths, isPacked: boolean): Promise<void> {
    const { files } = this.deps.ports
    try {
      await unpackExecutable(files, { from: paths.download, isPacked, unpacked: paths.unpacked, to: paths.next })
    } catch (cause) {
      if (cause instanceof Refusal) throw cause
      throw isSystemFault(cause)
        ? new Refusal('unavailable', `${NOT_WRITTEN} ${diskSentence(cause, paths.next)}`, {}, { cause })
        : new Refusal('upstream', UNREADABLE, {}, { cause })
    }
  }

  /** Runs the new file once: a file that does not start must never replace the running one. */
  private async tryVersion(paths: UpdatePaths, version: string): Promise<void> {
    const { programs, log } = this.deps.ports
    const how = { env: {}, input: '', timeoutMs: TRY_MS }
    const result = await programs
      .run([paths.next, '--version'], how)
      .catch((error: unknown) => ({ code: null, output: String(error) }))
    if (result.code === 0 && result.output.trim() === `panelkeep ${version}`) return
    log.warn('updates', 'the new version did not start', { ...result })
    throw new Refusal(
      'upstream',
      `The downloaded version ${version} does not start on this machine. Nothing was installed.`,
    )
  }

  private async obstacle(): Promise<string | undefined> {
    const { installation, key, config, ports } = this.deps
    const { kind, executable } = installation
    if (kind !== 'executable') return ELSEWHERE[kind]
    if (executable === undefined) return ELSEWHERE.source
    if (key === '') return NO_KEY
    const folder = dirname(executable)
    if (!(await ports.files.isWritable(folder)))
      return `Panelkeep cannot write to ${folder}. Update it with the program that installed it, or replace the file by hand.`
    return config.get('update_feed') === '' ? NO_FEED : undefined
  }

  private get paths(): UpdatePaths | undefined {
    const { folder, installation } = this.deps
    return installation.executable === undefined ? undefined : updatePaths(folder, installation.executable)
  }

  private clear(): Promise<void> {
    const { files, log } = this.deps.ports
    const { paths } = this
    if (paths)
      this.clearing = this.clearing
        .then(() => clearUpdate(files, paths))
        .catch((error: unknown) => log.warn('updates', 'update files stay until the next start', { error }))
    return this.clearing
  }

  private change(updateId: string, change: Partial<store.UpdateRow>): void {
    this.deps.db.write((tx) => {
      store.changeUpdate(tx, updateId, change)
      tx.emit({ type: 'update.changed' })
    })
  }
}

/** Whether the disk or the system failed: ENOSPC, EACCES. Codes such as ERR_… and Z_DATA_ERROR are about content. */
const isSystemFault = (error: unknown) => /^E(?!RR_)[A-Z\d]+$/.test(errorCode(error) ?? '')

type Payload = { update_id: string }

export const NO_KEY =
  'This build has no public key for updates, so a download could not be verified. Install the new version by hand.'
const NO_FEED = 'No update feed is set.'
const NOT_WRITTEN = 'The new version could not be written.'
const UNREADABLE =
  'The downloaded update is damaged: its archive cannot be unpacked. Nothing was installed. Try the update again later.'
const INTERRUPTED = 'The update was interrupted before anything was replaced. Start it again.'

function updateView(row: store.UpdateRow) {
  const { update_id, version, from_version, state, received, artefact, error, created_at, finished_at } = row
  return { update_id, version, from_version, state, received, size: artefact.size, error, created_at, finished_at }
}
export type UpdateView = ReturnType<typeof updateView>
