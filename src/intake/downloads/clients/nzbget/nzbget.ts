import type { Http } from '../../../../base/platform/ports'
import type { ReleasePayload } from '../../payload'
import { type ItemControl, itemControls } from '../../states'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient } from '../client'
import {
  asClientReply,
  ClientError,
  type ReplyFields,
  replyFields,
  replyJson,
  replyRows,
  replyWord,
  requestClient,
} from '../client-request'
import { ConfiguredClient } from '../configured-client'
import { inside } from '../paths'
import { nextPriority } from '../queue-order'
import { type FinishedFiles, removeFinished } from '../remove-finished'
import type { ClientRow } from '../store'
import { NZBGET_PRIORITIES, nzbgetGroupItem, nzbgetHistoryItem, nzbgetPriority } from './nzbget-jobs'

const PRIORITIES = { default: 0, low: -50, normal: 0, high: 50, force: 900 }
const COMMANDS: Record<Exclude<ItemControl, 'up' | 'down'>, string> = {
  pause: 'GroupPause',
  resume: 'GroupResume',
  first: 'GroupMoveTop',
  last: 'GroupMoveBottom',
}
/** The job parameter with our name for the job; other programs that add downloads use the same one. */
const OURS = 'drone'

/** NZBGet, from 16 on, and its successors. */
export class Nzbget extends ConfiguredClient<FinishedFiles & { row: ClientRow; http: Http }> implements DownloadClient {
  readonly type = 'nzbget'
  readonly takes = ['nzb'] as const
  readonly controls = itemControls

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const version = replyWord(await this.ask('version'))
      const options = replyRows(await this.ask('config'))
      const settings = new Map(options.map(({ Name, Value }) => [replyWord(Name), replyWord(Value)]))
      return testedOf(this.deps.row, version, settings)
    })
  }

  /** NZBGet gives an id to every NZB, even an unreadable one. Only its history shows the failure. */
  send(name: string, release: ReleasePayload): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const { row } = this.deps
      if (release.kind !== 'nzb') throw new ClientError('rejected', `${row.name} accepts NZB files only.`)
      const content = Buffer.from(release.bytes).toString('base64')
      const priority = PRIORITIES[row.settings.priority ?? 'default']
      const parameters = [[OURS, name], ...(release.password ? [['*Unpack:Password', release.password]] : [])]
      // Panelkeep detects duplicates itself; with FORCE, NZBGet accepts releases that it had before.
      const params = [`${name}.nzb`, content, row.category, priority, false, false, '', 0, 'FORCE', parameters]
      const id = Number(await this.ask('append', params, true))
      if (id > 0) return { id: String(id), added: true }
      throw new ClientError('rejected', `${row.name} rejected the NZB. Its messages say why.`)
    })
  }

  find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const jobs = [...(await this.groups()), ...(await this.history())]
      const found = jobs.find((job) => nameOn(job) === name)
      return found ? { id: replyWord(found.NZBID), added: true } : null
    })
  }

  async acknowledge(): Promise<void> {}

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      const mine = (jobs: ReplyFields[]) => jobs.filter(({ NZBID }) => clientIds.includes(replyWord(NZBID)))
      const groups = mine(await this.groups())
      const seen = new Map<string, ClientItem>()
      if (groups.length < clientIds.length) {
        for (const job of mine(await this.history())) seen.set(replyWord(job.NZBID), named(job, nzbgetHistoryItem(job)))
      }
      if (groups.length > 0) {
        const status = replyFields(await this.ask('status'))
        for (const group of groups) seen.set(replyWord(group.NZBID), named(group, nzbgetGroupItem(group, status)))
      }
      return seen
    })
  }

  /**
   * Removes a job from the queue with its parts. NZBGet only removes finished jobs from its history, so Panelkeep
   * deletes their files.
   */
  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const edit = (command: string) => this.ask('editqueue', [command, 0, '', [Number(clientId)]])
      await edit('GroupFinalDelete')
      const job = files ? (await this.history()).find(({ NZBID }) => replyWord(NZBID) === clientId) : undefined
      // The parts of a parked job stay on the disk unless the job is removed from the queue.
      if (job?.RetryData === true) {
        await edit('HistoryReturn')
        await edit('GroupFinalDelete')
      }
      await edit('HistoryFinalDelete')
      const path = job && nzbgetHistoryItem(job).path
      if (job && path) await removeFinished(this.deps, path, replyWord(job.Name))
      return true as const
    })
  }

  control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const { name } = this.deps.row
      const [command, value] =
        change === 'up' || change === 'down' ? await this.priorityChange(clientId, change) : [COMMANDS[change], '']
      if ((await this.ask('editqueue', [command, 0, value, [Number(clientId)]])) === true) return true as const
      throw new ClientError('rejected', `The download is no longer in the queue of ${name}.`)
    })
  }

  private async priorityChange(clientId: string, change: 'up' | 'down'): Promise<[string, string]> {
    const { name } = this.deps.row
    const group = (await this.groups()).find(({ NZBID }) => replyWord(NZBID) === clientId)
    if (!group) throw new ClientError('rejected', `The download is no longer in the queue of ${name}.`)
    const steps = NZBGET_PRIORITIES.map(([priority]) => priority)
    const next = nextPriority(name, steps, nzbgetPriority(group), change)
    return ['GroupSetPriority', String(new Map<string, number>(NZBGET_PRIORITIES).get(next))]
  }

  private async groups(): Promise<ReplyFields[]> {
    return replyRows(await this.ask('listgroups', [0]))
  }

  /** Includes hidden jobs: a job renamed by the user ends up there. */
  private async history(): Promise<ReplyFields[]> {
    return replyRows(await this.ask('history', [true]))
  }

  private async ask(method: string, params: unknown[] = [], changes = false): Promise<unknown> {
    const { row, http } = this.deps
    const Authorization = `Basic ${Buffer.from(`${row.username}:${row.secret}`).toString('base64')}`
    const headers = { Authorization, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ method, params, id: 1 })
    const sent = await requestClient({ http, row }, '/jsonrpc', { method: 'POST', headers, body, changes })
    if (sent.status === 401 || sent.status === 403)
      throw new ClientError(
        'unreachable',
        `${row.name} rejects this user name and password. They are set there under Settings, Security.`,
      )
    if (sent.status !== 200) {
      // NZBGet sends this for every unknown path.
      const nothing = sent.status === 404 || sent.status === 503
      const reason = nothing ? `There is no NZBGet at ${row.address}` : `${row.name} answers with status ${sent.status}`
      throw new ClientError('unreachable', `${reason}. Check its address, with the path it is served under.`)
    }
    const reply = replyFields(replyJson(row, sent))
    if (reply.error === undefined || reply.error === null) return reply.result
    const message = replyWord(replyFields(reply.error).message)
    throw new ClientError(
      'rejected',
      `${row.name} refuses ${method}: ${message}. Its user may need more rights than adding.`,
    )
  }
}

/** Our name for a job; empty for jobs of others. Ids are not enough: a cleared queue counts from 1 again. */
const nameOn = ({ Parameters }: ReplyFields) =>
  replyWord(replyRows(Parameters).find(({ Name }) => Name === OURS)?.Value)
const named = (job: ReplyFields, item: ClientItem): ClientItem => ({ ...item, name: nameOn(job) })

function testedOf({ name, category }: ClientRow, version: string, settings: Map<string, string>): ClientTestResult {
  if (settings.get('KeepHistory') === '0')
    throw new ClientError(
      'rejected',
      `${name} keeps no history, so Panelkeep cannot find its completed downloads. Set KeepHistory to 7 or more.`,
    )
  const numbered = [...settings].filter(([key]) => /^Category\d+\.Name$/.test(key))
  const categories = numbered.map(([, value]) => value)
  const [key] = numbered.find(([, value]) => value.toLowerCase() === category.toLowerCase()) ?? []
  const own = (key && settings.get(key.replace('.Name', '.DestDir'))) || ''
  const appended = settings.get('AppendCategoryDir') !== 'no' && category !== '' ? category : ''
  const whole = (path: string) => path.replace(/\$\{MainDir\}/gi, settings.get('MainDir') ?? '')
  const destination = whole(settings.get('DestDir') ?? '')
  return {
    version,
    warnings: key || category === '' ? [] : [missing(name, category, categories)],
    categories,
    folder: own === '' ? inside(destination, appended) : inside(destination, whole(own)),
  }
}

const missing = (name: string, category: string, categories: string[]) =>
  `${name} has no category ${category}. Add it in its Settings, Categories${
    categories.length === 0 ? '' : `, or choose one of ${categories.join(', ')}`
  }.`
