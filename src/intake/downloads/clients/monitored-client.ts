import { isWithin } from '../../../base/platform/clock'
import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { ReleasePayload } from '../payload'
import type { ItemControl } from '../states'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient, SendOptions } from './client'
import { type ClientHealthRow, findClient, saveClientHealth } from './store'

interface Deps {
  client: DownloadClient
  db: Database
  clock: Clock
  /** Once this aborts, nothing is read or written any more. */
  stopped: AbortSignal
}

/** A repeated success is recorded again after this long. */
const FRESH_MS = 5 * 60_000

/** Wraps a client and updates its row: since when it fails and why, or when it last answered. */
export class MonitoredClient implements DownloadClient {
  constructor(private readonly deps: Deps) {}

  get name() {
    return this.deps.client.name
  }

  get label() {
    return this.deps.client.label
  }

  get type() {
    return this.deps.client.type
  }

  get takes() {
    return this.deps.client.takes
  }

  get controls() {
    return this.deps.client.controls
  }

  async test(): Promise<ClientReply<ClientTestResult>> {
    const reply = await this.deps.client.test()
    if ('ok' in reply)
      this.recordSuccess({ version: reply.ok.version ?? null, detail: reply.ok.warnings.join(' ') || null })
    else this.recordFailure(reply)
    return reply
  }

  async send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>> {
    const reply = await this.deps.client.send(name, release, sending)
    // A rejection may be the release's fault; an ambiguous reply is checked again later.
    if ('ok' in reply) this.recordSuccess()
    else if (reply.failure === 'unreachable') this.recordFailure(reply)
    return reply
  }

  find(name: string, infoHash?: string): Promise<ClientReply<AcceptedRelease | null>> {
    return this.recorded(this.deps.client.find(name, infoHash))
  }

  acknowledge(name: string): Promise<void> {
    return this.deps.client.acknowledge(name)
  }

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return this.recorded(this.deps.client.inspect(clientIds))
  }

  remove(clientId: string, options: { files: boolean }): Promise<ClientReply<true>> {
    return this.recorded(this.deps.client.remove(clientId, options))
  }

  async control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    const { client } = this.deps
    const rejection: ClientReply<true> = { failure: 'rejected', detail: `${this.label} has no such control.` }
    const reply = (await client.control?.(clientId, change)) ?? rejection
    // A rejection is about the download, not about the health of the client.
    if ('ok' in reply) this.recordSuccess()
    else if (reply.failure === 'unreachable') this.recordFailure(reply)
    return reply
  }

  private async recorded<T>(call: Promise<ClientReply<T>>): Promise<ClientReply<T>> {
    const reply = await call
    if ('ok' in reply) this.recordSuccess()
    else this.recordFailure(reply)
    return reply
  }

  private recordSuccess(found?: Pick<ClientHealthRow, 'version' | 'detail'>): void {
    const { db, clock, stopped } = this.deps
    const row = stopped.aborted ? undefined : findClient(db.read, this.name)
    if (!row) return
    const now = clock.now()
    const { failing_since, version, detail } = row
    const news = failing_since !== null || (found && (found.version !== version || found.detail !== detail))
    if (!news && row.last_ok_at !== null && isWithin(row.last_ok_at, now, FRESH_MS)) return
    const better = failing_since === null ? {} : { failure: null, detail: null, failing_since: null }
    this.saveHealth({ ...better, ...found, last_ok_at: now }, news || row.last_ok_at === null)
  }

  private recordFailure({ failure, detail }: Exclude<ClientReply<never>, { ok: never }>): void {
    const { db, clock, stopped } = this.deps
    const row = stopped.aborted ? undefined : findClient(db.read, this.name)
    if (!row || (row.failing_since !== null && row.detail === detail)) return
    this.saveHealth({ failure, detail, failing_since: row.failing_since ?? clock.now() }, true)
  }

  private saveHealth(standing: Partial<ClientHealthRow>, tell: boolean): void {
    this.deps.db.write((tx) => {
      saveClientHealth(tx, this.name, standing)
      if (tell) tx.emit({ type: 'clients.changed' })
    })
  }
}
