import { DiskError, onDisk } from '../../../base/outbound/transfer/on-disk'
import type { Random } from '../../../base/platform/ports'
import { legalPart } from '../../../library/filing/legal'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient } from '../clients/client'
import type { ReleasePayload } from '../payload'
import type { AttemptDeps } from './download-attempt'
import { addDdl, type DdlRow, ddlAmong, ddlNamed } from './store'
import type { DdlWorker } from './worker'

interface Deps extends Pick<AttemptDeps, 'db' | 'clock' | 'files'> {
  random: Random
  worker: DdlWorker
}

const OFF = 'Direct downloads are switched off. Switch them on under Settings, Download clients.'

/**
 * Direct downloads as a download client: Panelkeep fetches them itself. Each accepted release is a row, so a crash
 * loses nothing.
 */
export class DdlClient implements DownloadClient {
  readonly name = 'ddl'
  readonly label = 'Direct downloads'
  readonly type = 'ddl'
  readonly takes = ['link'] as const

  constructor(private readonly deps: Deps) {}

  async test(): Promise<ClientReply<ClientTestResult>> {
    const { worker, files } = this.deps
    if (!worker.isOn()) return { failure: 'unreachable', detail: OFF }
    const folder = worker.location()
    try {
      await onDisk(folder, files.makeFolder(folder))
      return { ok: { warnings: [] } }
    } catch (error) {
      return { failure: 'unreachable', detail: (error as DiskError).message }
    }
  }

  async send(name: string, release: ReleasePayload): Promise<ClientReply<AcceptedRelease>> {
    const { db, clock, random, worker } = this.deps
    if (release.kind !== 'link') return { failure: 'rejected', detail: 'Direct downloads only accept links to files.' }
    const now = clock.now()
    const row = db.write((tx) => {
      addDdl(tx, {
        ddl_id: random.id(),
        client_name: name,
        status: 'Queued',
        links: release.links.map((link) => ({
          ...(release.size === undefined ? {} : { size: release.size }),
          ...link,
        })),
        filename: legalPart(release.name),
        size: release.size ?? null,
        site: `DDL(${release.links[0]?.label ?? ''})`,
        submitted_at: now,
        updated_at: now,
      })
      return ddlNamed(tx, name) as DdlRow
    })
    worker.startDue()
    return { ok: { id: row.ddl_id, added: true } }
  }

  async find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    const row = ddlNamed(this.deps.db.read, name)
    return { ok: row ? { id: row.ddl_id, added: true } : null }
  }

  async acknowledge(): Promise<void> {
    // The row stays, since it is the download.
  }

  async inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    const rows = ddlAmong(this.deps.db.read, clientIds)
    return { ok: new Map(rows.map((row) => [row.ddl_id, this.seen(row)])) }
  }

  async remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    try {
      await this.deps.worker.drop(clientId, { files })
      return { ok: true }
    } catch (error) {
      return { failure: 'unreachable', detail: new DiskError(error, this.deps.worker.location()).message }
    }
  }

  private seen(row: DdlRow): ClientItem {
    const { status, size, path, error, blames } = row
    const now = this.deps.worker.progress(row.ddl_id)
    const done = now?.got ?? row.got
    const sizes = { done, ...(size === null ? {} : { total: size }) }
    if (status === 'Completed') return { state: 'done', ...sizes, ...(path === null ? {} : { path }) }
    if (status === 'Failed') return { state: 'failed', ...sizes, detail: error ?? 'It failed.', blames }
    if (!now) return { state: 'queued', ...sizes, ...this.waits(error) }
    const { speed } = now
    const eta = speed && size !== null ? { eta: Math.ceil((size - done) / speed) } : {}
    return { state: 'downloading', ...sizes, ...(speed === undefined ? {} : { speed }), ...eta }
  }

  private waits(error: string | null): { detail?: string } {
    if (!this.deps.worker.isOn()) return { detail: OFF }
    return error === null ? {} : { detail: error }
  }
}
