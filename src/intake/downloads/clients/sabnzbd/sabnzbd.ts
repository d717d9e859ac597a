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
  replyText,
  replyWord,
  requestClient,
} from '../client-request'
import { ConfiguredClient } from '../configured-client'
import { isFullPath } from '../paths'
import { nextPriority } from '../queue-order'
import { grabMarkOf } from '../release-name'
import { type FinishedFiles, removeFinished } from '../remove-finished'
import type { ClientRow } from '../store'
import { sabnzbdHistoryItem, sabnzbdPriority, sabnzbdQueueItems } from './sabnzbd-jobs'
import { sabnzbdTestResult } from './sabnzbd-setup'

const PRIORITIES = { default: -100, low: -1, normal: 0, high: 1, force: 2 }
const STEPS = ['low', 'normal', 'high', 'force'] as const

/** SABnzbd 3 and later. Every request is a form, so that no URL contains the key. */
export class Sabnzbd
  extends ConfiguredClient<FinishedFiles & { row: ClientRow; http: Http }>
  implements DownloadClient
{
  readonly type = 'sabnzbd'
  readonly takes = ['nzb'] as const
  readonly controls = itemControls

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const version = replyWord((await this.ask('version')).version)
      // The version is public; the queue needs the key.
      await this.ask('queue', { limit: '1' })
      const settings = replyFields((await this.ask('get_config')).config)
      return sabnzbdTestResult(this.deps.row, version, settings, await this.completeFolder(settings))
    })
  }

  send(name: string, release: ReleasePayload): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const { row } = this.deps
      if (release.kind !== 'nzb') throw new ClientError('rejected', `${row.name} accepts NZB files only.`)
      const file = new File([release.bytes as Uint8Array<ArrayBuffer>], `${name}.nzb`)
      const priority = String(PRIORITIES[row.settings.priority ?? 'default'])
      const password: Record<string, string> = release.password ? { password: release.password } : {}
      const reply = await this.ask('addfile', { nzbname: name, cat: row.category, priority, ...password }, file)
      const [id] = Array.isArray(reply.nzo_ids) ? reply.nzo_ids.map(replyWord) : []
      if (reply.status === true && id) return { id, added: true }
      throw new ClientError(
        'rejected',
        `${row.name} rejected the NZB: ${replyWord(reply.error) || 'it found nothing in it'}.`,
      )
    })
  }

  /** Finds the job by the mark at the end of its name, since SABnzbd cleans up names. */
  find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const mark = grabMarkOf(name)
      const called = (slot: ReplyFields) => [slot.filename, slot.name].some((each) => replyWord(each).includes(mark))
      const jobs = [...(await this.queue()).slots, ...(await this.history({ search: mark.slice(1, -1) }))]
      const found = jobs.find(called)
      return found ? { id: replyWord(found.nzo_id), added: true } : null
    })
  }

  async acknowledge(): Promise<void> {}

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      const queue = await this.queue()
      const seen = sabnzbdQueueItems(queue.facts, queue.slots)
      const left = clientIds.filter((id) => !seen.has(id))
      if (left.length > 0) {
        for (const slot of await this.history({ nzo_ids: left.join(',') })) {
          seen.set(replyWord(slot.nzo_id), sabnzbdHistoryItem(slot))
        }
      }
      return new Map([...seen].filter(([id]) => clientIds.includes(id)))
    })
  }

  /**
   * Removes a job from the queue with its parts. SABnzbd only removes finished jobs from its history, so Panelkeep
   * deletes their files.
   */
  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const finished = files ? await this.history({ nzo_ids: clientId }) : []
      const what = { name: 'delete', value: clientId, del_files: files ? '1' : '0' }
      await this.ask('queue', what)
      // Newer versions would only archive the job.
      await this.ask('history', { ...what, archive: '0' })
      // SABnzbd confirms every removal, even while it still processes the job.
      if ((await this.history({ nzo_ids: clientId })).length > 0)
        throw new ClientError('unreachable', `${this.label} is still working on the download.`)
      const done = finished.find(({ status }) => status === 'Completed')
      if (done) await removeFinished(this.deps, replyWord(done.storage), replyWord(done.name))
      return true as const
    })
  }

  /** SABnzbd orders its queue by priority first, so a change of position also sets the priority. */
  control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const slots = (await this.queue()).slots
      const slot = slots.find(({ nzo_id }) => replyWord(nzo_id) === clientId)
      if (!slot) throw new ClientError('rejected', `The download is no longer in the queue of ${this.label}.`)
      if (change === 'pause' || change === 'resume') {
        await this.ask('queue', { name: change, value: clientId })
        return true as const
      }
      const isPaused = replyWord(slot.status) === 'Paused'
      if (change === 'up' || change === 'down') {
        await this.prioritize(clientId, nextPriority(this.label, STEPS, sabnzbdPriority(slot), change), isPaused)
        return true as const
      }
      // A paused job is only moved: it takes the priority of its new neighbours.
      if (!isPaused) await this.prioritize(clientId, change === 'first' ? 'high' : 'low', false)
      const place = change === 'first' ? 0 : slots.length - 1
      await this.ask('switch', { value: clientId, value2: String(place) })
      return true as const
    })
  }

  /** Pauses a paused job again, since SABnzbd resumes it when its priority changes. */
  private async prioritize(clientId: string, priority: keyof typeof PRIORITIES, isPaused: boolean): Promise<void> {
    await this.ask('queue', { name: 'priority', value: clientId, value2: String(PRIORITIES[priority]) })
    if (isPaused) await this.ask('queue', { name: 'pause', value: clientId })
  }

  /** The folder for completed jobs, which may be relative to the home folder of SABnzbd's user. */
  private async completeFolder(settings: ReplyFields): Promise<string> {
    const folder = replyWord(replyFields(settings.misc).complete_dir)
    if (isFullPath(folder)) return folder
    return replyWord(replyFields((await this.ask('fullstatus', { skip_dashboard: '1' })).status).completedir)
  }

  private async queue(): Promise<{ facts: ReplyFields; slots: ReplyFields[] }> {
    const facts = replyFields((await this.ask('queue', { start: '0', limit: '0' })).queue)
    return { facts, slots: replyRows(facts.slots) }
  }

  /** Newer versions only search their archive on request; older ones return the same list twice. */
  private async history(which: Record<string, string>): Promise<ReplyFields[]> {
    const slotsWith = async (more: Record<string, string>) =>
      replyRows(
        replyFields((await this.ask('history', { start: '0', limit: '1000', ...which, ...more })).history).slots,
      )
    return [...(await slotsWith({ archive: '1' })), ...(await slotsWith({}))]
  }

  private async ask(mode: string, fields: Record<string, string> = {}, file?: File): Promise<ReplyFields> {
    const { row, http } = this.deps
    const body = new FormData()
    const all = { mode, output: 'json', apikey: row.secret, ...fields }
    for (const [field, value] of Object.entries(all)) body.set(field, value)
    if (file) body.set('name', file)
    const sent = await requestClient({ http, row }, '/api', { method: 'POST', body, changes: file !== undefined })
    refuse(row, sent.status, replyText(sent))
    return replyFields(replyJson(row, sent))
  }
}

/** SABnzbd reports errors as plain text, even when JSON was requested. */
function refuse({ name, address }: ClientRow, status: number, text: string): void {
  if (/API Key (?:Incorrect|Required)/i.test(text))
    throw new ClientError(
      'unreachable',
      `${name} rejected this API key. Copy the API key, not the NZB key, from its Config, General.`,
    )
  if (/Hostname verification failed/i.test(text)) {
    const { hostname } = new URL(address)
    throw new ClientError(
      'unreachable',
      `${name} rejects the host name ${hostname}. Add ${hostname} to host_whitelist in its Config, Special.`,
    )
  }
  if (/Access denied/i.test(text))
    throw new ClientError(
      'unreachable',
      `${name} blocks requests from this computer. Allow it under External internet access in its Config, General.`,
    )
  if (status === 404)
    throw new ClientError(
      'unreachable',
      `There is no SABnzbd at ${address}. It may need the path it is served under, such as /sabnzbd, at its end.`,
    )
  if (status !== 200) throw new ClientError('unreachable', `${name} answers with status ${status}.`)
}
