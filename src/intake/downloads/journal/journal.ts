import type { Clock, Log, Random } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { reserveIssues } from '../../../library/series/store'
import { addedFor } from '../cleanup/shared-item-store'
import type { AcceptedRelease, DownloadClient, SendOptions } from '../clients/client'
import { releaseNameInClient } from '../clients/release-name'
import type { ReleasePayload } from '../payload'
import type { Stage } from '../states'
import * as store from '../store'
import type { FailureReason } from './reasons'
import { releaseKey } from './release-key'
import * as course from './stage-changes'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  clients: { named(name: string | null): DownloadClient | undefined }
  /** Called when a client has a new item, or an item to remove. */
  onChange?: () => void
}

/** A release to grab. */
export type ReleaseToGrab = Pick<
  store.NewDownloadItem,
  | 'digest'
  | 'entity_type'
  | 'entity_id'
  | 'comic_id'
  | 'title'
  | 'indexer_id'
  | 'indexer'
  | 'protocol'
  | 'size'
  | 'pack'
  | 'requested_by'
  | 'info_hash'
  | 'content'
  | 'minimum_ratio'
  | 'minimum_seed_seconds'
> & {
  issue_ids: readonly string[]
  /** The release replaces the file of `entity_id`, which stays in the library until then. */
  upgrade?: boolean
}

export interface HandOverResult {
  stage: Extract<Stage, 'snatched' | 'failed' | 'manual_review'>
  detail: string
  /** The client received the release and rejected it. */
  rejected?: true
}

/**
 * The journal of grabs. The intent is written before the effect: an item is reserved, then sent to its client, then
 * snatched. After a crash the client is searched for the name in the row, so nothing is sent twice, and each grab ends
 * exactly once.
 */
export class Journal {
  /** Items that this process is sending right now, which `recover` skips. */
  private readonly busy = new Set<string>()
  private recovered = Promise.resolve()

  constructor(private readonly deps: Deps) {}

  /** Undefined when the same release is open already, or when none of its issues is missing any more. */
  reserve(
    wanted: ReleaseToGrab,
    client: DownloadClient,
    itemId = this.deps.random.id(),
  ): store.DownloadItem | undefined {
    const { db, clock } = this.deps
    const { issue_ids, upgrade, ...facts } = wanted
    const key = releaseKey(wanted.entity_id, wanted.indexer)
    return db.write((tx) => {
      const at = clock.now()
      if (store.openWith(tx, wanted)) return undefined
      const issues = reserveIssues(tx, issue_ids, at).map(({ issue_id }) => issue_id)
      if (upgrade && !store.isIssueInFlight(tx, facts.entity_id)) issues.push(facts.entity_id)
      if (issues.length === 0) return undefined
      const names = {
        release_key: key,
        client: client.name,
        client_name: releaseNameInClient(wanted.title, key, itemId),
      }
      const item = store.addItem(tx, { ...facts, ...names, item_id: itemId, grabbed_at: at }, issues)
      if (item) this.busy.add(itemId)
      return item
    })
  }

  /** Sends a reserved item to its client, once. */
  async handOver(item: store.DownloadItem, release: ReleasePayload, client: DownloadClient): Promise<HandOverResult> {
    const name = item.client_name as string
    try {
      const reply = await client.send(name, release, sendingOf(item))
      if ('ok' in reply) return await this.snatched(item, client, reply.ok)
      const { detail } = reply
      if (reply.failure !== 'ambiguous') {
        const failed = this.failed(item, 'submission_rejected', detail)
        return reply.failure === 'rejected' ? { ...failed, rejected: true } : failed
      }
      const found = await this.found(item, client)
      if (!('ok' in found)) return this.doubted(item, 'submission_outcome_unknown', detail)
      if (found.ok === null) return this.failed(item, 'submission_rejected', detail)
      return await this.snatched(item, client, found.ok)
    } finally {
      this.busy.delete(item.item_id)
    }
  }

  /**
   * Resumes the hand-overs that the previous process left unfinished. If a client does not answer, the item waits for
   * the next call.
   */
  recover(): Promise<void> {
    this.recovered = this.recovered.then(async () => {
      const left = store.itemsIn(this.deps.db.read, 'reserved')
      for (const item of left.filter(({ item_id }) => !this.busy.has(item_id))) await this.resumeHandOver(item)
    })
    return this.recovered
  }

  /** Resolves when no recovery is running. */
  ready(): Promise<void> {
    return this.recovered
  }

  find(itemId: string): store.DownloadItem | undefined {
    return store.findDownload(this.deps.db.read, itemId)
  }

  private async resumeHandOver(item: store.DownloadItem): Promise<void> {
    const { clients, log } = this.deps
    const client = clients.named(item.client)
    log.info('downloads', 'grab resumed', { title: item.title, client: item.client })
    if (!client) {
      const detail = 'The client that it was meant for is no longer set up.'
      this.doubted(item, 'submission_outcome_unknown', detail)
      return
    }
    const found = await this.found(item, client)
    if (!('ok' in found)) {
      log.warn('downloads', 'client request failed', { detail: found.detail })
      this.noteSilence(item)
    } else if (found.ok !== null) await this.snatched(item, client, found.ok)
    else {
      const detail = 'Panelkeep stopped before the release was sent.'
      // The release is not to blame, so its issues are searched for again.
      this.failed(item, 'reserved_without_persisted_acceptance', detail, { again_at: this.deps.clock.now() })
      await client.acknowledge(item.client_name as string)
    }
  }

  /** The item keeps its state; the queue shows the reason. */
  private noteSilence({ item_id, unreachable_since }: store.DownloadItem): void {
    const { db, clock } = this.deps
    if (unreachable_since === null)
      db.write((tx) => void store.updateItem(tx, item_id, { unreachable_since: clock.now() }))
  }

  private found({ client_name, info_hash }: store.DownloadItem, client: DownloadClient) {
    return client.find(client_name as string, info_hash ?? undefined)
  }

  private async snatched(
    item: store.DownloadItem,
    client: DownloadClient,
    { id: client_id, added: isNew }: AcceptedRelease,
  ): Promise<HandOverResult> {
    const { db, clock, onChange } = this.deps
    db.write((tx) => {
      // A torrent added for another download is shared by both. The last of them removes it.
      const other = isNew ? undefined : addedFor(tx, { ...item, client_id })
      const handed = { ...other, client_id, added: item.added ?? (other ? true : isNew) }
      if (course.advanceStage(tx, item.item_id, 'snatched', clock.now(), handed)) return
      // The item was cancelled during the hand-over, so the client must remove the release.
      if (store.findDownload(tx, item.item_id)?.stage === 'cancelled') {
        store.updateItem(tx, item.item_id, { ...handed, held: 'dropping' })
      }
    })
    onChange?.()
    // A torrent that was there before does not have our mark.
    if (isNew !== false) await client.acknowledge(item.client_name as string)
    return { stage: 'snatched', detail: 'It was sent to the download client.' }
  }

  private failed(
    { item_id }: store.DownloadItem,
    reason: FailureReason,
    detail: string,
    more: { again_at?: string } = {},
  ): HandOverResult {
    const { db, clock } = this.deps
    const end = { to: 'failed', reason, detail, at_step: 'grab', ...more } as const
    db.write((tx) => void course.endAsFailed(tx, item_id, end, clock.now()))
    return { stage: 'failed', detail }
  }

  /** Keeps the issues reserved, since the client may have the release. The user decides. */
  private doubted({ item_id }: store.DownloadItem, reason: FailureReason, detail: string): HandOverResult {
    const { db, clock } = this.deps
    const end = { to: 'manual_review', reason, detail, at_step: 'grab' } as const
    db.write((tx) => void course.endAsFailed(tx, item_id, end, clock.now()))
    return { stage: 'manual_review', detail }
  }
}

/** The seeding rules of a torrent's tracker. */
function sendingOf({ minimum_ratio, minimum_seed_seconds }: store.DownloadItem): SendOptions {
  return {
    ...(minimum_ratio !== null && { minimum_ratio }),
    ...(minimum_seed_seconds !== null && { minimum_seed_seconds }),
  }
}
