import { isLeftAlone, plus } from '../../platform/clock'
import type { Clock, Instant, Log } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { ClientItem, DownloadClient, Reply } from '../clients/client'
import * as store from '../store'
import { type CleanupRules, dropsFiles, seededEnough } from './cleanup'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  clients: {
    named(name: string | null): DownloadClient | undefined
    rules(name: string): CleanupRules | undefined
  }
}

/** Pause before a failed request to a client is repeated. */
const AGAIN_MS = 60_000

/** Has clients let go of what has ended: at once, or when it has seeded enough. */
export class ClientCleanup {
  private signal: AbortSignal | undefined
  private readonly later = new Map<string, Instant>()

  constructor(private readonly deps: Deps) {}

  /** After `signal` aborts nothing is written. */
  async round(signal: AbortSignal): Promise<void> {
    this.signal = signal
    const { db, clock } = this.deps
    const pending = store.itemsHeld(db.read)
    const now = clock.now()
    const due = pending.filter(({ item_id }) => !isLeftAlone(this.later.get(item_id) ?? now, now, AGAIN_MS))
    for (const id of this.later.keys()) if (!pending.some(({ item_id }) => item_id === id)) this.later.delete(id)
    const byClient = Map.groupBy(due, ({ client }) => client)
    await Promise.all([...byClient].map(([name, items]) => this.ofClient(name, items)))
  }

  private async ofClient(name: string | null, items: readonly store.Item[]): Promise<void> {
    const client = this.deps.clients.named(name)
    // The client was deleted from the settings, so its data cannot be removed.
    if (!client || name === null) return this.write(items, { held: 'gone' })
    const rules = this.deps.clients.rules(name)
    const seeding = items.filter(({ held }) => held === 'seeding')
    for (const item of items) if (item.held !== 'seeding') await this.drop(client, item, rules)
    if (seeding.length > 0) await this.whenSeeded(client, seeding, rules)
  }

  private async whenSeeded(client: DownloadClient, items: readonly store.Item[], rules: CleanupRules | undefined) {
    // The reader leaves it to the client by now.
    if (!rules?.remove_completed) return this.write(items, { held: null })
    const seen = await this.ask(client, (target) => target.inspect(items.flatMap(({ client_id }) => client_id ?? [])))
    for (const item of items) {
      const sighting: ClientItem | undefined = seen && 'ok' in seen ? seen.ok.get(item.client_id ?? '') : undefined
      if (sighting && seededEnough(item, rules, sighting)) await this.drop(client, item, rules)
      else if (sighting || !seen || !('ok' in seen)) this.wait(item)
      else await this.findAgain(client, item)
    }
  }

  /** Clients may assign new ids after a restart. What the client does not have needs no removing. */
  private async findAgain(client: DownloadClient, item: store.Item): Promise<void> {
    const id = await this.idOf(client, item)
    if (id === null) return this.write([item], { held: 'gone' })
    if (id !== undefined) this.write([item], { client_id: id })
    this.wait(item)
  }

  private async drop(client: DownloadClient, item: store.Item, rules: CleanupRules | undefined): Promise<void> {
    const id = item.client_id ?? (await this.idOf(client, item))
    if (id === undefined) return this.wait(item)
    // Nothing came of the hand-over that was cancelled.
    if (id === null) return this.write([item], { held: 'gone' })
    const files = item.held === 'dropping' || dropsFiles(rules, item.protocol)
    const reply = await this.ask(client, (target) => target.remove(id, { files }))
    if (reply && 'ok' in reply) this.write([item], { held: 'gone' })
    else this.wait(item)
  }

  /** Undefined while the client cannot say. */
  private async idOf(client: DownloadClient, { client_name }: store.Item): Promise<string | null | undefined> {
    if (client_name === null) return null
    const found = await this.ask(client, (target) => target.find(client_name))
    return found && 'ok' in found ? found.ok : undefined
  }

  private async ask<T>(
    client: DownloadClient,
    question: (client: DownloadClient) => Promise<Reply<T>>,
  ): Promise<Reply<T> | undefined> {
    const reply = await question(client).catch((error: unknown) => {
      this.deps.log.error('downloads', 'client could not be told', { client: client.label, error })
      return undefined
    })
    if (reply && !('ok' in reply)) {
      this.deps.log.debug('downloads', 'client does not let go', { client: client.label, detail: reply.detail })
    }
    return reply
  }

  private wait({ item_id }: store.Item): void {
    this.later.set(item_id, plus(this.deps.clock.now(), AGAIN_MS))
  }

  private write(items: readonly store.Item[], facts: Partial<Pick<store.Item, 'held' | 'client_id'>>): void {
    const { db } = this.deps
    if (this.signal?.aborted) return
    db.write((tx) => {
      for (const { item_id, held, client_id } of items) {
        const now = store.findItem(tx, item_id)
        // Unless a late answer of the hand-over has given it something to drop meanwhile.
        if (now?.held === held && now.client_id === client_id) store.note(tx, item_id, facts)
      }
    })
  }
}
