import { SUCCESS } from '../../../base/http/success'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { isOurs } from '../cleanup/ownership'
import type { ClientReply, DownloadClient } from '../clients/client'
import type { RemoveBody } from '../schema'
import type { ItemControl } from '../states'
import * as store from '../store'
import type { DownloadCancels } from './cancel'

interface Deps {
  db: Database
  clients: {
    named(name: string | null): Pick<DownloadClient, 'name' | 'label' | 'controls' | 'control' | 'inspect'> | undefined
    rules(name: string): { category?: string } | undefined
  }
  cancels: Pick<DownloadCancels, 'remove'>
  /** Called when a client may have something new to report. */
  checkNow: () => void
}

const CANNOT: Record<ItemControl, (client: string) => string> = {
  pause: (client) => `${client} cannot pause single downloads.`,
  resume: (client) => `${client} cannot resume single downloads.`,
  first: (client) => `${client} cannot reorder its downloads.`,
  up: (client) => `${client} cannot reorder its downloads.`,
  down: (client) => `${client} cannot reorder its downloads.`,
  last: (client) => `${client} cannot reorder its downloads.`,
}

/** The user's controls of a download in the queue, which its client carries out. */
export class ItemControls {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'missing', 'conflict' when the client cannot do it, and 'unavailable' when it does not answer. */
  async change(itemId: string, change: ItemControl): Promise<typeof SUCCESS> {
    const item = store.findDownload(this.deps.db.read, itemId)
    if (!item) throw new Refusal('missing', GONE)
    const client = this.deps.clients.named(item.client)
    if (item.stage !== 'snatched' || item.client_id === null || !client)
      throw new Refusal('conflict', 'This download is not in a download client now.')
    if (!client.control || !client.controls?.includes(change))
      throw new Refusal('conflict', CANNOT[change](client.label))
    const seen = okOf(await client.inspect([item.client_id])).get(item.client_id)
    const category = this.deps.clients.rules(client.name)?.category ?? ''
    if (item.added === false || (seen && !isOurs(item, seen, category)))
      throw new Refusal('conflict', `${client.label} had this download before Panelkeep. Change it in ${client.label}.`)
    okOf(await client.control(item.client_id, change))
    this.deps.checkNow()
    return SUCCESS
  }

  remove(itemId: string, { keep_data, block }: RemoveBody): typeof SUCCESS {
    const result = this.deps.cancels.remove(itemId, { keepData: keep_data, block })
    if (result === 'unknown') throw new Refusal('missing', GONE)
    if (result === 'ended') throw new Refusal('conflict', 'This download has already ended.')
    return SUCCESS
  }
}

function okOf<T>(reply: ClientReply<T>): T {
  if ('ok' in reply) return reply.ok
  throw new Refusal(reply.failure === 'unreachable' ? 'unavailable' : 'conflict', reply.detail)
}

const GONE = 'This download no longer exists.'
