import type { Config } from '../../../base/config/config'
import { SUCCESS } from '../../../base/http/success'
import { AddressRefused, allowedHostsIn, checkAddress } from '../../../base/outbound/allowed-address'
import { sha256 } from '../../../base/platform/digest'
import type { Clock, HostNames, Instant, Random } from '../../../base/platform/ports'
import { legacy } from '../../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../../base/storage/database'
import { findIssue, findSeries, reserveIssues } from '../../../library/series/store'
import type { AcquisitionGate } from '../../acquisition/gate'
import { unblock } from '../blocklist/store'
import { releaseNameInClient } from '../clients/release-name'
import { releaseKey } from '../journal/release-key'
import * as course from '../journal/stage-changes'
import { isOpen } from '../machine'
import type { CancelResult } from '../queue/cancel'
import * as items from '../store'
import { nameInUrl } from './naming'
import { type DownloadRequest, readDownloadRequest } from './read-request'
import type { DdlAccepted } from './schema'
import * as store from './store'
import type { DdlWorker } from './worker'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  worker: DdlWorker
  addresses: { names: HostNames; config: Pick<Config, 'get'> }
  gate: Pick<AcquisitionGate, 'decide'>
  /** Cancels an item of the journal. */
  cancelItem: (itemId: string) => CancelResult
}

type Found = { row: store.DdlRow } | { item: items.DownloadItem }

/** Direct downloads on request. Each is an item of the journal, and is imported like a grab. */
export class DdlRequests {
  constructor(private readonly deps: Deps) {}

  async add(body: Record<string, unknown>): Promise<DdlAccepted> {
    const { db, worker, addresses } = this.deps
    const request = readDownloadRequest(body)
    this.checkOn()
    await this.checkLink(request.link, addresses)
    const before = store.findDdl(db.read, request.id)
    if (before?.status === 'Failed') {
      this.again(before)
      return successReply(request.id, 'It is queued again.')
    }
    if (before) return successReply(request.id, 'It is queued already.')
    const added = db.write((tx) => this.insert(tx, request))
    if (!added) throw legacy('conflict', 'The file at this address is downloading already.')
    worker.startDue()
    return successReply(request.id, 'It is queued.')
  }

  /** Restarts a download from its first address. */
  async requeue(id: string): Promise<typeof SUCCESS> {
    const found = this.find(id)
    if (!('row' in found)) throw legacy('invalid', 'It is no direct download: only those are queued again.')
    if (found.row.status !== 'Failed') throw legacy('invalid', 'It has not failed, so it is not queued again.')
    if (found.row.links.length === 0) throw legacy('invalid', 'It has no download address.')
    this.checkOn()
    this.again(found.row)
    return SUCCESS
  }

  /** Cancels and deletes a direct download. The file of a finished download stays. */
  async remove(id: string): Promise<typeof SUCCESS> {
    const { db, cancelItem, worker } = this.deps
    const found = this.find(id)
    if ('item' in found) {
      if (cancelItem(found.item.item_id) === 'cancelled') return SUCCESS
      throw legacy('conflict', 'It has ended already, so there is nothing to cancel.')
    }
    const { ddl_id } = found.row
    const open = store.itemsOfDdl(db.read, ddl_id).filter(({ stage }) => isOpen(stage))
    for (const { item_id } of open) cancelItem(item_id)
    await worker.drop(ddl_id, { files: open.length > 0 })
    return SUCCESS
  }

  private find(id: string): Found {
    const { db } = this.deps
    const row = store.findDdl(db.read, id)
    if (row) return { row }
    const item = items.findDownload(db.read, id)
    if (!item) throw legacy('missing', `There is no download ${id}.`)
    const own = item.client === 'ddl' ? store.findDdl(db.read, item.client_id ?? '') : undefined
    return own ? { row: own } : { item }
  }

  private checkOn(): void {
    if (this.deps.worker.isOn()) return
    throw legacy('unavailable', 'Direct downloads are switched off. Switch them on with enable_ddl.')
  }

  /** Refused during maintenance, which rewrites the rows that reserving issues would change. */
  private checkGate(tx: Tx): void {
    const { answer, reason } = this.deps.gate.decide('interactive_grab', tx)
    if (answer === 'dispatch') return
    throw legacy('locked', `No download can be added now. ${reason}`, { code: 'maintenance' })
  }

  private async checkLink(link: URL, { names, config }: Deps['addresses']): Promise<void> {
    try {
      const allowed = allowedHostsIn(config.get('ddl_allowed_hosts'))
      await checkAddress(link, { names, allowed })
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      if (error.why !== 'unknown') throw legacy('invalid', error.message)
    }
  }

  private insert(tx: Tx, request: DownloadRequest): boolean {
    this.checkGate(tx)
    const { clock, random } = this.deps
    const at = clock.now()
    const item_id = random.id()
    const { id, link, site, filename, size, ...facts } = request
    const title = titleOf(request)
    const target = aimOf(tx, request, item_id)
    const release_key = `${releaseKey(target.entity_id, site)}|ddl:${id}`
    const client_name = releaseNameInClient(title, release_key, item_id)
    const item = items.addItem(
      tx,
      {
        ...target,
        item_id,
        release_key,
        title,
        client_name,
        size,
        pack: request.pack,
        digest: digestOf(link),
        indexer: site,
        protocol: 'ddl',
        client: 'ddl',
        origin: 'request',
        grabbed_at: at,
      },
      this.reserve(tx, target, at),
    )
    if (!item) return false
    store.addDdl(tx, {
      ...facts,
      ddl_id: id,
      client_name,
      filename,
      size,
      site,
      status: 'Queued',
      submitted_at: at,
      updated_at: at,
      links: [{ url: link.href, label: link.hostname, ...(size === null ? {} : { size }) }],
    })
    course.advanceStage(tx, item_id, 'snatched', at, { client_id: id })
    return true
  }

  /** Queues the download again. A failed item is followed by a new one. */
  private again(row: store.DdlRow): void {
    const { db, clock, random, worker } = this.deps
    db.write((tx) => {
      this.checkGate(tx)
      const at = clock.now()
      const anew = { link_at: 0, attempts: 0, got: 0, etag: null, retry_at: null, moved_at: null, error: null }
      const change = { ...anew, status: 'Queued', blames: false, updated_at: at } as const
      if (!store.moveDdl(tx, row.ddl_id, 'Failed', change)) throw legacy('invalid', 'It is queued already.')
      const last = store.itemsOfDdl(tx, row.ddl_id)[0]
      if (!last || isOpen(last.stage)) return
      course.resolveItem(tx, last.item_id, 'retried')
      unblock(tx, last.digest)
      const item_id = random.id()
      const issues = this.reserve(tx, last, at)
      if (!items.addItem(tx, { ...begun(last), item_id, grabbed_at: at }, issues))
        throw legacy('conflict', 'The same release is downloading already.')
      course.advanceStage(tx, item_id, 'snatched', at, { client_id: row.ddl_id })
    })
    worker.startDue()
  }

  /** Reserves the issue of the request; an issue already in the library may get its file replaced. */
  private reserve(tx: Tx, { entity_id }: Pick<items.DownloadItem, 'entity_id'>, at: Instant) {
    if (!findIssue(tx, entity_id)) return []
    reserveIssues(tx, [entity_id], at)
    return [entity_id]
  }
}

const successReply = (id: string, message: string): DdlAccepted => ({ success: true, message, id })

type Aim = Pick<items.DownloadItem, 'entity_type' | 'entity_id' | 'comic_id'>

/** The issue or series from the request, if the library has it; otherwise only the item. */
function aimOf(db: ReadHandle, { issue_id, comic_id }: DownloadRequest, itemId: string): Aim {
  const issue = issue_id === null ? undefined : findIssue(db, issue_id)
  if (issue) return { entity_type: issue.kind, entity_id: issue.issue_id, comic_id: issue.comic_id }
  const series = comic_id === null ? undefined : findSeries(db, comic_id)
  if (series) return { entity_type: 'series', entity_id: series.comic_id, comic_id: series.comic_id }
  return { entity_type: 'issue', entity_id: itemId, comic_id: '' }
}

function titleOf({ filename, series, issues, year, link, id }: DownloadRequest): string {
  const stem = (name: string | undefined) => name?.replace(/\.[a-z\d]{2,4}$/i, '') ?? ''
  const named = [series, issues, year && `(${year})`].filter(Boolean).join(' ')
  return stem(filename) || (series ? named : stem(nameInUrl(link.href))) || id
}

/** The same file is not downloaded twice at a time, under any name. */
const digestOf = (link: URL) => sha256(`ddl\n${link.href}`).slice(0, 40)

/** The fields of an item that also apply to the next attempt. */
function begun(item: items.DownloadItem): Omit<items.NewDownloadItem, 'item_id' | 'grabbed_at'> {
  const { release_key, digest, entity_type, entity_id, comic_id, title, indexer_id, indexer, protocol } = item
  const { size, pack, client, client_name, origin } = item
  const what = { release_key, digest, entity_type, entity_id, comic_id, title, indexer_id, indexer, protocol }
  return { ...what, size, pack, client, client_name, origin }
}
