import type {
  AcceptedRelease,
  ClientItem,
  ClientReply,
  ClientTestResult,
  DownloadClient,
} from '../../intake/downloads/clients/client'
import type { ReleasePayload } from '../../intake/downloads/payload'
import { type ItemControl, itemControls } from '../../intake/downloads/states'

/** A download client in memory that can fail like real ones. */
export class FakeClient implements DownloadClient {
  readonly label = 'Fake client'
  readonly takes = ['nzb', 'torrent', 'magnet', 'link'] as const
  readonly controls = itemControls
  /** Controls that the client applied, by the name of the release. */
  readonly controlled: [name: string, change: ItemControl][] = []
  /** Makes the client unreachable. */
  down = false
  /** Accepts the next release and loses the response. */
  loses = false
  /** Names of accepted releases, with repeats. */
  readonly accepted: string[] = []
  /** Names of removed releases, and whether their files were removed. */
  readonly removed: [name: string, files: boolean][] = []
  private jobs = new Map<string, { name: string; sighting: ClientItem }>()
  private count = 0

  constructor(
    readonly name = 'fake',
    readonly type: DownloadClient['type'] = 'sabnzbd',
  ) {}

  async test(): Promise<ClientReply<ClientTestResult>> {
    return this.down ? UNREACHABLE : { ok: { warnings: [] } }
  }

  async send(name: string, _release: ReleasePayload): Promise<ClientReply<AcceptedRelease>> {
    if (this.down) return UNREACHABLE
    this.accepted.push(name)
    const id = this.newId()
    this.jobs.set(id, { name, sighting: { state: 'downloading', total: 100, done: 0 } })
    if (!this.loses) return { ok: { id, added: true } }
    this.loses = false
    return { failure: 'ambiguous', detail: 'It did not answer in time.' }
  }

  async find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    if (this.down) return UNREACHABLE
    const id = [...this.jobs].find(([, job]) => job.name === name)?.[0]
    return { ok: id === undefined ? null : { id, added: true } }
  }

  async acknowledge(): Promise<void> {}

  async inspect(ids: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    if (this.down) return UNREACHABLE
    return { ok: new Map(ids.flatMap((id) => (this.jobs.has(id) ? [[id, this.jobs.get(id)!.sighting]] : []))) }
  }

  async remove(id: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    if (this.down) return UNREACHABLE
    const job = this.jobs.get(id)
    if (job) this.removed.push([job.name, files])
    this.jobs.delete(id)
    return { ok: true }
  }

  async control(id: string, change: ItemControl): Promise<ClientReply<true>> {
    if (this.down) return UNREACHABLE
    const job = this.jobs.get(id)
    if (!job) return { failure: 'rejected', detail: 'It has no such job.' }
    this.controlled.push([job.name, change])
    return { ok: true }
  }

  /** Sets the state of all releases. */
  all(sighting: ClientItem): void {
    for (const job of this.jobs.values()) job.sighting = sighting
  }

  get names(): string[] {
    return [...this.jobs.values()].map(({ name }) => name)
  }

  /** Restarts with new ids for the releases. */
  restart(): void {
    this.jobs = new Map([...this.jobs.values()].map((job) => [this.newId(), job]))
  }

  /** Restarts without the releases. */
  forget(): void {
    this.jobs.clear()
  }

  private newId(): string {
    this.count += 1
    return `job-${this.count}`
  }
}

const UNREACHABLE = { failure: 'unreachable', detail: 'It does not answer.' } as const
