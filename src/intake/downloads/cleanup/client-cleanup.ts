import { isBlockedUntil, plus } from '../../../base/platform/clock'
import type { Clock, Instant, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { AcceptedRelease, ClientItem, ClientReply, DownloadClient } from '../clients/client'
import * as store from '../store'
import { type CleanupRules, dropsFiles, seededEnough } from './cleanup'
import { isOurs } from './ownership'
import { isSharedItem } from './shared-item-store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  clients: {
    named(name: string | null): DownloadClient | undefined
    rules(name: string): Rules | undefined
  }
}

/** `category`: the client's category for releases from Panelkeep. */
type Rules = CleanupRules & { category?: string }

/** Leaves the job to the client for good. */
const LEFT = { held: null }

/** Pause before a failed request to a client is retried. */
const AGAIN_MS = 60_000

/**
 * Has clients remove ended items: at once, or after enough seeding. Jobs that Panelkeep did not add, or that another
 * download uses, are not touched.
 */
export class ClientCleanup {
  private signal: AbortSignal | undefined
  private readonly later = new Map<string, Instant>()

  constructor(private readonly deps: Deps) {}

  /** Once `signal` aborts, nothing is written. */
  async round(signal: AbortSignal): Promise<void> {
    this.signal = signal
    const { db, clock } = this.deps
    const pending = store.itemsHeld(db.read)
    const now = clock.now()
    const due = pending.filter(({ item_id }) => !isBlockedUntil(this.later.get(item_id) ?? now, now, AGAIN_MS))
    for (const id of this.later.keys()) if (!pending.some(({ item_id }) => item_id === id)) this.later.delete(id)
    const byClient = Map.groupBy(due, ({ client }) => client)
    await Promise.all([...byClient].map(([name, items]) => this.ofClient(name, items)))
  }

  private async ofClient(name: string | null, items: readonly store.DownloadItem[]): Promise<void> {
    const client = this.deps.clients.named(name)
    // The client was deleted from the settings, so its data cannot be removed.
    if (!client || name === null) return this.write(items, { held: 'gone' })
    const rules = this.deps.clients.rules(name)
    // Jobs that the user added are not touched.
    this.write(
      items.filter(({ added }) => added === false),
      LEFT,
    )
    const ours = items.filter(({ added }) => added !== false)
    for (const item of ours) if (item.held !== 'seeding') await this.drop(client, item, rules)
    const seeding = ours.filter(({ held }) => held === 'seeding')
    if (seeding.length > 0) await this.whenSeeded(client, seeding, rules)
  }

  private async whenSeeded(client: DownloadClient, items: readonly store.DownloadItem[], rules: Rules | undefined) {
    // The rules now leave the job to the client.
    if (!rules?.remove_completed) return this.write(items, LEFT)
    const seen = await this.inspect(client, items)
    for (const item of items) {
      const sighting = seen && sightingOf(item, seen)
      if (sighting && seededEnough(item, rules, sighting)) await this.remove(client, item, sighting, rules)
      else if (sighting || !seen) this.wait(item)
      else await this.findAgain(client, item)
    }
  }

  /**
   * Finds the item by name, since clients may assign new ids after a restart. If the client does not have it, there is
   * nothing to remove.
   */
  private async findAgain(client: DownloadClient, item: store.DownloadItem): Promise<void> {
    const found = await this.find(client, item)
    if (found === null) return this.write([item], { held: 'gone' })
    if (found !== undefined) this.write([item], { client_id: found.id })
    this.wait(item)
  }

  private async drop(client: DownloadClient, item: store.DownloadItem, rules: Rules | undefined): Promise<void> {
    const known = item.client_id === null ? await this.learnId(client, item) : item
    if (known === undefined) return this.wait(item)
    if (known === null) return
    const seen = await this.inspect(client, [known])
    if (seen === undefined) return this.wait(item)
    const sighting = sightingOf(known, seen)
    if (sighting) await this.remove(client, known, sighting, rules)
    else await this.findAgain(client, known)
  }

  /**
   * The client's id for a hand-over that was cancelled. Null when the client did not accept the release, or had it
   * before.
   */
  private async learnId(
    client: DownloadClient,
    item: store.DownloadItem,
  ): Promise<store.DownloadItem | null | undefined> {
    const found = await this.find(client, item)
    if (found === undefined) return undefined
    if (found === null) this.write([item], { held: 'gone' })
    else if (found.added === false) this.write([item], LEFT)
    else {
      const handed = { client_id: found.id, added: found.added }
      this.write([item], handed)
      return { ...item, ...handed }
    }
    return null
  }

  /** Removes a job that Panelkeep added and that no other download uses. */
  private async remove(client: DownloadClient, item: store.DownloadItem, seen: ClientItem, rules: Rules | undefined) {
    const client_id = item.client_id as string
    if (!isOurs(item, seen, rules?.category ?? '')) {
      const { title } = item
      this.deps.log.info('downloads', 'job left in its client, as Panelkeep did not add it', {
        title,
        client: client.label,
      })
      return this.write([item], LEFT)
    }
    if (isSharedItem(this.deps.db.read, { ...item, client_id })) return this.write([item], { held: 'gone' })
    const files = !wereThere(seen) && (item.held === 'dropping' || dropsFiles(rules, item.protocol))
    const reply = await this.ask(client, (target) => target.remove(client_id, { files }))
    if (reply && 'ok' in reply) this.write([item], { held: 'gone' })
    else this.wait(item)
  }

  /** Undefined while the client does not answer. */
  private async inspect(client: DownloadClient, items: readonly store.DownloadItem[]) {
    const ids = items.flatMap(({ client_id }) => client_id ?? [])
    const seen = await this.ask(client, (target) => target.inspect(ids))
    return seen && 'ok' in seen ? seen.ok : undefined
  }

  /** Undefined while the client does not answer. */
  private async find(client: DownloadClient, item: store.DownloadItem): Promise<AcceptedRelease | null | undefined> {
    const { client_name, info_hash } = item
    if (client_name === null) return null
    const found = await this.ask(client, (target) => target.find(client_name, info_hash ?? undefined))
    return found && 'ok' in found ? found.ok : undefined
  }

  private async ask<T>(
    client: DownloadClient,
    question: (client: DownloadClient) => Promise<ClientReply<T>>,
  ): Promise<ClientReply<T> | undefined> {
    const reply = await question(client).catch((error: unknown) => {
      this.deps.log.error('downloads', 'client request failed', { client: client.label, error })
      return undefined
    })
    if (reply && !('ok' in reply)) {
      this.deps.log.debug('downloads', 'client did not remove the job', { client: client.label, detail: reply.detail })
    }
    return reply
  }

  private wait({ item_id }: store.DownloadItem): void {
    this.later.set(item_id, plus(this.deps.clock.now(), AGAIN_MS))
  }

  private write(
    items: readonly store.DownloadItem[],
    facts: Partial<Pick<store.DownloadItem, 'held' | 'client_id' | 'added'>>,
  ): void {
    const { db } = this.deps
    if (this.signal?.aborted) return
    db.write((tx) => {
      for (const { item_id, held, client_id } of items) {
        const now = store.findDownload(tx, item_id)
        // Unless a late reply to the hand-over has set something to remove meanwhile.
        if (now?.held === held && now.client_id === client_id) store.updateItem(tx, item_id, facts)
      }
    })
  }
}

/** The client found all of the torrent's files on the disk, so they belong to the user. */
const wereThere = ({ fetched, done = 0 }: ClientItem) => fetched === 0 && done > 0

/** The client's item with this id, unless the id now belongs to another job. */
function sightingOf(
  { client_id, client_name }: store.DownloadItem,
  seen: Map<string, ClientItem>,
): ClientItem | undefined {
  const sighting = seen.get(client_id ?? '')
  return sighting && (sighting.name ?? client_name) === client_name ? sighting : undefined
}
