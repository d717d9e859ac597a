import type { Config } from '../../../base/config/config'
import { options } from '../../../base/config/options'
import { isWithin } from '../../../base/platform/clock'
import type { Clock, Files, Http, Instant, Log, Tcp } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { PlaceMethod } from '../../../library/filing/states'
import { type Protocol, protocols } from '../states'
import type { ClientReply, ClientTestResult, DownloadClient } from './client'
import { clientMakers } from './makers'
import { MonitoredClient } from './monitored-client'
import { localPath } from './paths'
import { type ClientRow, findClient, listClients, pathMappingsOf } from './store'
import { Blackhole } from './watched-folder/blackhole'

interface Deps {
  db: Database
  clock: Clock
  http: Http
  tcp: Tcp
  files: Files
  log: Log
  config: Pick<Config, 'get'>
}

/** What happens to a client's completed and failed downloads. */
export interface ClientRules {
  label: string
  placing: PlaceMethod
  /** A torrent may be removed once either is met; null sets no limit. */
  seed_ratio: number | null
  seed_minutes: number | null
  remove_completed: boolean
  remove_failed: boolean
  category: string
}

/** A client that accepts releases without a row of its own. */
export interface FallbackClient {
  client: DownloadClient
  protocol: Protocol
  /** Whether the client accepts releases with the current settings. */
  enabled: () => boolean
  /** A sentence for the settings page: what the client is and what it needs. */
  detail: () => string
  /** Used only while no other client is set up for its protocol. */
  lastResort?: boolean
  rules?: Partial<ClientRules>
}

/** How long a grab waits for a client's answer; a client that does not answer in time is skipped for a while. */
const READY_MS = 5000
const PASSED_OVER_MS = 60_000

const PLAIN: Omit<ClientRules, 'label'> = {
  placing: 'move',
  seed_ratio: null,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
  category: '',
}

/** The clients that releases are sent to: the rows of the settings in their order, then the fallback clients. */
export class Clients {
  private readonly others: FallbackClient[]
  private readonly stopped = new AbortController()
  /** Clients hold sessions: a client is replaced only when its settings have changed. */
  private readonly made = new Map<string, { of: string; client: DownloadClient }>()
  /** When each silent client stopped answering. Grabs do not wait for silent clients. */
  private readonly silent = new Map<string, Instant>()

  constructor(private readonly deps: Deps) {
    const { files, clock, config } = deps
    const hole = (
      name: string,
      protocol: Protocol,
      what: string,
      key: 'blackhole_dir' | 'local_watchdir',
      folder = () => config.get(key),
    ): FallbackClient => ({
      client: new Blackhole({ name, label: options[key].label, what, files, clock, folder }),
      protocol,
      enabled: () => folder() !== '',
      detail: () => folder() || `No folder is set for ${what}.`,
      rules: { remove_completed: reportsSeeding({ type: 'blackhole', protocol }) },
    })
    this.others = [
      hole('blackhole_nzb', 'usenet', 'NZB files', 'blackhole_dir'),
      hole('blackhole_torrent', 'torrent', 'torrents', 'local_watchdir'),
    ]
  }

  /** Adds a client that is used when no configured client accepts a release. */
  fallback(fallback: FallbackClient): void {
    this.others.push(fallback)
  }

  get fallbacks(): readonly FallbackClient[] {
    return this.others
  }

  /** The enabled clients, in the order in which releases are offered to them. */
  inOrder(protocol: Protocol): DownloadClient[] {
    const rows = listClients(this.deps.db.read).filter((row) => row.enabled && row.protocol === protocol)
    const set = [...rows.map((row) => this.ofRow(row)), ...this.ofOthers(protocol, false)]
    return set.length > 0 ? set : this.ofOthers(protocol, true)
  }

  /** The first client for such releases; undefined when there is none. */
  for(protocol: Protocol): DownloadClient | undefined {
    return this.inOrder(protocol)[0]
  }

  /** Finds a disabled client too, since it may still have items of ours. */
  named(name: string | null): DownloadClient | undefined {
    if (name === null) return undefined
    const row = findClient(this.deps.db.read, name)
    return row ? this.ofRow(row) : this.others.find(({ client }) => client.name === name)?.client
  }

  /** A client of an unsaved row: its health is not stored. */
  trial(row: ClientRow): DownloadClient {
    return clientMakers[row.type]({ row, ...this.deps, local: (path) => this.localPath(row.client_id, path) })
  }

  /** Whether a client for such releases is set up; only its test shows whether it works. */
  isSet(protocol: Protocol): boolean {
    return this.inOrder(protocol).length > 0
  }

  /** The first healthy client, or the first; only clients that were never checked get a request. */
  async downstream(protocol: Protocol): Promise<{ client: DownloadClient; well: boolean } | undefined> {
    const set = this.inOrder(protocol)
    for (const client of set) if (await this.isWell(client)) return { client, well: true }
    return set[0] && { client: set[0], well: false }
  }

  /**
   * Whether a client accepts a release now, for grabs that can fall back to other clients. A client that does not
   * answer gets a few seconds, and is then skipped for a while.
   */
  async ready(client: DownloadClient): Promise<ClientReply<ClientTestResult>> {
    const { clock } = this.deps
    const since = this.silent.get(client.name)
    const silence: ClientReply<ClientTestResult> = {
      failure: 'unreachable',
      detail: `${client.label} does not answer. See whether it runs.`,
    }
    if (since !== undefined && isWithin(since, clock.now(), PASSED_OVER_MS)) return silence
    const answered = new AbortController()
    const reply = await Promise.race([client.test(), clock.after(READY_MS, answered.signal)])
    answered.abort()
    if (reply) this.silent.delete(client.name)
    else this.silent.set(client.name, clock.now())
    return reply ?? silence
  }

  /** The names of enabled clients that answered the last request. */
  healthyNames(): Set<string> {
    const { read } = this.deps.db
    const names = protocols.flatMap((protocol) => this.inOrder(protocol).map(({ name }) => name))
    return new Set(names.filter((name) => !findClient(read, name)?.failing_since))
  }

  rules(name: string): ClientRules | undefined {
    const row = findClient(this.deps.db.read, name)
    if (row) {
      const { placing, seed_ratio, seed_minutes, remove_failed, category } = row
      const remove_completed = row.remove_completed && reportsSeeding(row)
      return { label: row.name, placing, seed_ratio, seed_minutes, remove_completed, remove_failed, category }
    }
    const other = this.others.find(({ client }) => client.name === name)
    return other && { label: other.client.label, ...PLAIN, ...other.rules }
  }

  /** The local path of a path that the client reported. */
  localPath(name: string, remotePath: string): string {
    return localPath(pathMappingsOf(this.deps.db.read, name), remotePath)
  }

  /** Tests each enabled client and stores its state in its row. */
  async check(): Promise<void> {
    const rows = listClients(this.deps.db.read).filter(({ enabled }) => enabled)
    await Promise.all(rows.map((row) => this.ask(row)))
  }

  /** Late replies are not recorded after this call. */
  stop(): void {
    this.stopped.abort()
  }

  private async ask(row: ClientRow): Promise<void> {
    try {
      await this.ofRow(row).test()
    } catch (error) {
      this.deps.log.error('downloads', 'client request failed', { client: row.name, error })
    }
  }

  private async isWell(client: DownloadClient): Promise<boolean> {
    const row = findClient(this.deps.db.read, client.name)
    if (row?.failing_since) return false
    return row?.last_ok_at ? true : 'ok' in (await client.test())
  }

  private ofOthers(protocol: Protocol, lastResort: boolean): DownloadClient[] {
    const set = this.others.filter((other) => other.protocol === protocol && other.enabled())
    return set.filter((other) => (other.lastResort ?? false) === lastResort).map(({ client }) => client)
  }

  private ofRow(row: ClientRow): DownloadClient {
    const of = madeOf(row)
    const before = this.made.get(row.client_id)
    if (before?.of === of) return before.client
    const client = new MonitoredClient({ client: this.trial(row), stopped: this.stopped.signal, ...this.deps })
    this.made.set(row.client_id, { of, client })
    return client
  }
}

/** A watched folder does not report seeding, so the data of torrents is left to its client. */
const reportsSeeding = ({ type, protocol }: Pick<ClientRow, 'type' | 'protocol'>) =>
  type !== 'blackhole' || protocol !== 'torrent'

/** The settings of a row that the client object depends on: not its health, not its position. */
function madeOf(row: ClientRow): string {
  const { version: _v, failure: _f, detail: _d, failing_since: _s, last_ok_at: _o, position: _p, ...rest } = row
  return JSON.stringify(rest)
}
