import { basename, dirname } from 'node:path'
import type { Clock, Files, Random } from '../../../base/platform/ports'
import { pluralWords } from '../../../base/platform/words'
import { Refusal } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import type { ClientTestResult as Answer } from './client'
import type { Clients } from './clients'
import { localPath } from './paths'
import { clientPresets } from './presets'
import { clientRowFrom, isOtherServer, readMappings } from './read-settings'
import type {
  ClientChangeBody,
  ClientLists,
  ClientSaved,
  ClientTestBody,
  ClientTestReply,
  ClientView,
  NewClientBody,
} from './schema'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  files: Pick<Files, 'list' | 'stat'>
  clients: Clients
}

const MOST = 100

/** Shows, saves and tests the download clients of the settings page. */
export class ClientSetup {
  constructor(private readonly deps: Deps) {}

  lists(): ClientLists {
    const { db, clients } = this.deps
    return {
      clients: store.listClients(db.read).map((row) => viewOf(row, store.pathMappingsOf(db.read, row.client_id))),
      fallbacks: clients.fallbacks.map(({ client, protocol, enabled, detail }) => ({
        name: client.name,
        label: client.label,
        protocol,
        enabled: enabled(),
        detail: detail(),
      })),
      presets: clientPresets,
    }
  }

  async add(body: NewClientBody): Promise<ClientSaved> {
    return this.plan(body)()
  }

  async change(clientId: string, body: ClientChangeBody, force = false): Promise<ClientSaved> {
    return this.plan(body, { clientId, force })()
  }

  /** Checks a new or changed client, and returns a function that saves it. Throws Refusal. */
  plan(body: ClientChangeBody, of?: { clientId: string; force?: boolean }): () => Promise<ClientSaved> {
    const { row, mappings, ask } = of ? this.changed(of, body) : this.fresh(body)
    const named = store.listClients(this.deps.db.read).find(({ name }) => name.toLowerCase() === row.name.toLowerCase())
    if (named && named.client_id !== row.client_id)
      throw new Refusal('conflict', `Another download client is called ${named.name} already. Choose another name.`)
    return () => this.saveClient(row, mappings, ask)
  }

  private fresh(body: ClientChangeBody) {
    const { db, clock, random } = this.deps
    const rows = store.listClients(db.read)
    if (rows.length >= MOST) throw new Refusal('invalid', `No more than ${MOST} download clients are kept.`)
    const position = Math.max(-1, ...rows.map((row) => row.position)) + 1
    const row = clientRowFrom(body, { fresh: { client_id: random.id(), position, added_at: clock.now() } })
    return { row, mappings: readMappings(body.mappings ?? [], row.name), ask: true }
  }

  private changed({ clientId, force = false }: { clientId: string; force?: boolean }, body: ClientChangeBody) {
    const old = this.existing(clientId)
    const row = clientRowFrom(body, { old, fresh: old })
    if (isOtherServer(row, old) && !force) this.refuseInFlight(old, 'given another address')
    const kept = () => store.pathMappingsOf(this.deps.db.read, clientId)
    const mappings = body.mappings ? readMappings(body.mappings, row.name) : kept()
    const ask = asksOtherwise(row, old)
    return { row: ask ? { ...row, ...store.NEW_CLIENT_STATE } : row, mappings, ask }
  }

  /** Removes the client's row. Items of ours that it still has stay there. */
  remove(clientId: string, force = false): { success: true } {
    const old = this.existing(clientId)
    if (!force) this.refuseInFlight(old, 'removed')
    this.write((tx) => store.removeClient(tx, clientId))
    return { success: true }
  }

  order(clientIds: string[]): { success: true } {
    const rows = store.listClients(this.deps.db.read)
    const same = new Set(clientIds).size === rows.length && rows.every((row) => clientIds.includes(row.client_id))
    if (!same || clientIds.length !== rows.length)
      throw new Refusal('invalid', 'client_ids has to name every download client once.')
    this.write((tx) => {
      for (const [position, id] of clientIds.entries()) store.movePosition(tx, id, position)
    })
    return { success: true }
  }

  /** Tests a client, saved or not: whether it would accept a release, and whether its folder can be read here. */
  async test({ client_id, ...body }: ClientTestBody): Promise<ClientTestReply> {
    const { db, clients } = this.deps
    const old = client_id === undefined ? undefined : this.existing(client_id)
    const row = clientRowFrom(body, { ...(old && { old }), fresh: { client_id: '', position: 0, added_at: '' } })
    // The result of a saved client is stored.
    const saved = old && !asksOtherwise(row, old) ? clients.named(old.client_id) : undefined
    const reply = await (saved ?? clients.trial(row)).test()
    if (!('ok' in reply)) return { ...NOTHING, success: false, detail: reply.detail }
    const mappings = body.mappings
      ? readMappings(body.mappings, row.name)
      : old
        ? store.pathMappingsOf(db.read, old.client_id)
        : []
    const folder = await this.folderOf(reply.ok, mappings, row.category)
    const { version, warnings, categories = [] } = reply.ok
    const unread = folder && !folder.readable ? [unreadSentence(row.name, folder)] : []
    return {
      success: true,
      detail:
        row.type === 'blackhole'
          ? `${row.name} is ready.`
          : `${row.name} answers${version ? `: version ${version}` : ''}.`,
      version: version ?? null,
      warnings: [...warnings, ...unread],
      categories,
      folder,
    }
  }

  private existing(clientId: string): store.ClientRow {
    const row = store.findClient(this.deps.db.read, clientId)
    if (row) return row
    throw new Refusal('missing', 'This download client no longer exists. Reload the page.')
  }

  private refuseInFlight({ client_id, name }: store.ClientRow, what: string): void {
    const { open } = store.countItemsOfClient(this.deps.db.read, client_id)
    if (open === 0) return
    throw new Refusal(
      'conflict',
      pluralWords(
        open,
        `One download is in progress with ${name}. Wait for it, cancel it, or confirm that it is ${what} anyway.`,
        `{count} downloads are in progress with ${name}. Wait for it, cancel it, or confirm that it is ${what} anyway.`,
      ),
      {
        code: 'in_flight',
        in_flight: open,
      },
    )
  }

  private async saveClient(
    row: store.ClientRow,
    mappings: store.ClientPathMapping[],
    ask: boolean,
  ): Promise<ClientSaved> {
    const { random, clients } = this.deps
    const { client_id } = row
    const rows = mappings.map((each, position) => ({ ...each, mapping_id: random.id(), client_id, position }))
    this.write((tx) => {
      store.saveClient(tx, row)
      store.replaceMappings(tx, client_id, rows)
    })
    // A new client shows its health from the start.
    if (ask && row.enabled) await clients.named(client_id)?.test()
    return { success: true, client: viewOf(this.existing(client_id), mappings) }
  }

  private write(work: (tx: Tx) => void): void {
    this.deps.db.write((tx) => {
      work(tx)
      tx.emit({ type: 'clients.changed' })
    })
  }

  private async folderOf({ folder: remote }: Answer, mappings: store.ClientPathMapping[], category: string) {
    if (!remote) return null
    const local = localPath(mappings, remote)
    // Clients create their folder, and the folder of a category inside it, when they first need them.
    const [above, further] = [dirname(local), dirname(dirname(local))]
    const isOfCategory = basename(local) === category && !isTop(dirname(further))
    return { remote, local, readable: await this.canRead([local, above, ...(isOfCategory ? [further] : [])]) }
  }

  /** Checks the first existing folder. An existing root of the disk proves nothing. */
  private async canRead([folder, ...above]: string[]): Promise<boolean> {
    if (folder === undefined || isTop(folder)) return false
    const { files } = this.deps
    try {
      if ((await files.stat(folder)) === undefined) return this.canRead(above)
      await files.list(folder)
      return true
    } catch {
      return false // The caller's sentence names the folder.
    }
  }
}

const isTop = (folder: string) => dirname(folder) === folder

const ASKED_WITH = ['address', 'username', 'secret', 'verify', 'category', 'settings'] as const

/** Whether the address or login of a client changed, so that its stored health no longer applies. */
const asksOtherwise = (row: store.ClientRow, old: store.ClientRow): boolean =>
  ASKED_WITH.some((field) => JSON.stringify(row[field]) !== JSON.stringify(old[field]))

const NOTHING = { version: null, warnings: [], categories: [], folder: null }

function unreadSentence(name: string, { remote, local }: NonNullable<ClientTestReply['folder']>): string {
  const here =
    remote === local ? 'Panelkeep cannot read that folder' : `Panelkeep cannot read ${local}, where that is mapped to`
  return `${name} puts completed downloads into ${remote}, and ${here}. Add a path mapping for this folder.`
}

function viewOf(row: store.ClientRow, mappings: store.ClientPathMapping[]): ClientView {
  const { secret, added_at: _at, version, failure: _failure, detail, failing_since, last_ok_at, ...rest } = row
  const state = failing_since !== null ? 'failing' : last_ok_at !== null ? 'ok' : 'unknown'
  return {
    ...rest,
    secret_set: secret !== '',
    mappings,
    standing: { state, version, detail, since: failing_since ?? last_ok_at },
  }
}
