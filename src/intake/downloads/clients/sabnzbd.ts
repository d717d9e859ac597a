import type { Http } from '../../../base/platform/ports'
import type { ReleasePayload } from '../payload'
import { type ItemControl, itemControls } from '../states'
import type { AcceptedRelease, ClientItem, ClientTestResult, DownloadClient, Reply } from './client'
import {
  asReply,
  ClientError,
  type Fields,
  fieldsOf,
  jsonOf,
  listOf,
  requestClient,
  textOf,
  wordOf,
} from './client-request'
import { type FinishedFiles, removeFinished } from './finished'
import { markOf } from './names'
import { OfRow } from './of-row'
import { isFullPath } from './paths'
import { nextPriority } from './queue-order'
import { clientItemOfHistory, priorityOf, sightingsOfQueue } from './sabnzbd-jobs'
import { testedOf } from './sabnzbd-setup'
import type { ClientRow } from './store'

const PRIORITIES = { default: -100, low: -1, normal: 0, high: 1, force: 2 }
const STEPS = ['low', 'normal', 'high', 'force'] as const

/** SABnzbd, from 3 on. Every request is a form, so that no URL contains the key. */
export class Sabnzbd extends OfRow<FinishedFiles & { row: ClientRow; http: Http }> implements DownloadClient {
  readonly type = 'sabnzbd'
  readonly takes = ['nzb'] as const
  readonly controls = itemControls

  test(): Promise<Reply<ClientTestResult>> {
    return asReply(async () => {
      const version = wordOf((await this.ask('version')).version)
      // The version is public; the queue needs the key.
      await this.ask('queue', { limit: '1' })
      const settings = fieldsOf((await this.ask('get_config')).config)
      return testedOf(this.deps.row, version, settings, await this.completeFolder(settings))
    })
  }

  send(name: string, release: ReleasePayload): Promise<Reply<AcceptedRelease>> {
    return asReply(async () => {
      const { row } = this.deps
      if (release.kind !== 'nzb') throw new ClientError('rejected', `${row.name} accepts NZB files only.`)
      const file = new File([release.bytes as Uint8Array<ArrayBuffer>], `${name}.nzb`)
      const priority = String(PRIORITIES[row.settings.priority ?? 'default'])
      const password: Record<string, string> = release.password ? { password: release.password } : {}
      const reply = await this.ask('addfile', { nzbname: name, cat: row.category, priority, ...password }, file)
      const [id] = Array.isArray(reply.nzo_ids) ? reply.nzo_ids.map(wordOf) : []
      if (reply.status === true && id) return { id, added: true }
      throw new ClientError(
        'rejected',
        `${row.name} rejected the NZB: ${wordOf(reply.error) || 'it found nothing in it'}.`,
      )
    })
  }

  /** By the mark at the end of its name: it tidies names itself. */
  find(name: string): Promise<Reply<AcceptedRelease | null>> {
    return asReply(async () => {
      const mark = markOf(name)
      const called = (slot: Fields) => [slot.filename, slot.name].some((each) => wordOf(each).includes(mark))
      const jobs = [...(await this.queue()).slots, ...(await this.history({ search: mark.slice(1, -1) }))]
      const found = jobs.find(called)
      return found ? { id: wordOf(found.nzo_id), added: true } : null
    })
  }

  async settle(): Promise<void> {}

  inspect(clientIds: readonly string[]): Promise<Reply<Map<string, ClientItem>>> {
    return asReply(async () => {
      const queue = await this.queue()
      const seen = sightingsOfQueue(queue.facts, queue.slots)
      const left = clientIds.filter((id) => !seen.has(id))
      if (left.length > 0) {
        for (const slot of await this.history({ nzo_ids: left.join(',') })) {
          seen.set(wordOf(slot.nzo_id), clientItemOfHistory(slot))
        }
      }
      return new Map([...seen].filter(([id]) => clientIds.includes(id)))
    })
  }

  /** From the queue with its parts. Of what is finished it forgets the job, and its files are for us to delete. */
  remove(clientId: string, { files }: { files: boolean }): Promise<Reply<true>> {
    return asReply(async () => {
      const finished = files ? await this.history({ nzo_ids: clientId }) : []
      const what = { name: 'delete', value: clientId, del_files: files ? '1' : '0' }
      await this.ask('queue', what)
      // Newer versions would only archive the job.
      await this.ask('history', { ...what, archive: '0' })
      // SABnzbd always confirms, even while it still works on the job.
      if ((await this.history({ nzo_ids: clientId })).length > 0)
        throw new ClientError('unreachable', `${this.label} is still working on the download.`)
      const done = finished.find(({ status }) => status === 'Completed')
      if (done) await removeFinished(this.deps, wordOf(done.storage), wordOf(done.name))
      return true as const
    })
  }

  /** Its order is by priority first, so the place in the queue is set with it. */
  control(clientId: string, change: ItemControl): Promise<Reply<true>> {
    return asReply(async () => {
      const slots = (await this.queue()).slots
      const slot = slots.find(({ nzo_id }) => wordOf(nzo_id) === clientId)
      if (!slot) throw new ClientError('rejected', `The download is no longer in the queue of ${this.label}.`)
      if (change === 'pause' || change === 'resume') {
        await this.ask('queue', { name: change, value: clientId })
        return true as const
      }
      const isPaused = wordOf(slot.status) === 'Paused'
      if (change === 'up' || change === 'down') {
        await this.prioritize(clientId, nextPriority(this.label, STEPS, priorityOf(slot), change), isPaused)
        return true as const
      }
      // A paused job is moved alone: it takes the priority of its new neighbours.
      if (!isPaused) await this.prioritize(clientId, change === 'first' ? 'high' : 'low', false)
      const place = change === 'first' ? 0 : slots.length - 1
      await this.ask('switch', { value: clientId, value2: String(place) })
      return true as const
    })
  }

  /** SABnzbd resumes a paused job with another priority, so it is paused again. */
  private async prioritize(clientId: string, priority: keyof typeof PRIORITIES, isPaused: boolean): Promise<void> {
    await this.ask('queue', { name: 'priority', value: clientId, value2: String(PRIORITIES[priority]) })
    if (isPaused) await this.ask('queue', { name: 'pause', value: clientId })
  }

  /** Its settings may name it from the home of its user on. */
  private async completeFolder(settings: Fields): Promise<string> {
    const folder = wordOf(fieldsOf(settings.misc).complete_dir)
    if (isFullPath(folder)) return folder
    return wordOf(fieldsOf((await this.ask('fullstatus', { skip_dashboard: '1' })).status).completedir)
  }

  private async queue(): Promise<{ facts: Fields; slots: Fields[] }> {
    const facts = fieldsOf((await this.ask('queue', { start: '0', limit: '0' })).queue)
    return { facts, slots: listOf(facts.slots) }
  }

  /** Newer versions have an archive that is searched only on request; older ones return the same list twice. */
  private async history(which: Record<string, string>): Promise<Fields[]> {
    const slotsWith = async (more: Record<string, string>) =>
      listOf(fieldsOf((await this.ask('history', { start: '0', limit: '1000', ...which, ...more })).history).slots)
    return [...(await slotsWith({ archive: '1' })), ...(await slotsWith({}))]
  }

  private async ask(mode: string, fields: Record<string, string> = {}, file?: File): Promise<Fields> {
    const { row, http } = this.deps
    const body = new FormData()
    const all = { mode, output: 'json', apikey: row.secret, ...fields }
    for (const [field, value] of Object.entries(all)) body.set(field, value)
    if (file) body.set('name', file)
    const sent = await requestClient({ http, row }, '/api', { method: 'POST', body, changes: file !== undefined })
    refuse(row, sent.status, textOf(sent))
    return fieldsOf(jsonOf(row, sent))
  }
}

/** It refuses in plain text, whatever format was requested. */
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
