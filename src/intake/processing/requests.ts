import { basename, extname } from 'node:path'
import { sha256 } from '../../base/platform/digest'
import type { Clock, Files, Random } from '../../base/platform/ports'
import { legacy, Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { findIssue, findSeries, reserveIssues } from '../../library/series/store'
import { reasonToken } from '../downloads/journal/reasons'
import { releaseKey } from '../downloads/journal/release-key'
import { advanceStage, type StageDetails } from '../downloads/journal/stage-changes'
import { isOpen } from '../downloads/machine'
import { type Origin, PROCESS_DOWNLOAD } from '../downloads/states'
import { addItem, type DownloadItem, findDownload, issuesOfItem, updateItem } from '../downloads/store'
import { shownPath } from './downloaded-file'
import type { ItemOutcomes } from './item-outcomes'
import { openCalled, openFor } from './journal-store'
import type { ProcessOptions, ProcessPayload } from './run'
import { checkedSource, namedIn } from './source'
import { placementsOf } from './store'

interface Deps {
  db: Database
  ports: { clock: Clock; random: Pick<Random, 'id'>; files: Files }
  operations: Operations
  /** Library folders: they cannot be downloads. */
  libraries: () => readonly string[]
  /** Translates a path reported by the client to a local path. */
  localPath: (client: string, path: string) => string
  ends: Pick<ItemOutcomes, 'failed'>
}

/** A finished download that a request names. */
export interface NamedDownload {
  title: string
  content_path: string
  origin: Origin
  /** Issues of one series. */
  issue_ids?: readonly string[]
  comic_id?: string
  how?: ProcessOptions
}

export interface ProcessSource {
  nzb_name?: string
  nzb_folder?: string
}

/** What existing scripts send when a download ended. */
export interface ProcessRequest extends ProcessSource {
  failed: boolean
  /** The download is a direct download; items of clients do not match. */
  direct: boolean
  issueid?: string
  comicid?: string
  /** The caller waits for the outcome. */
  waits: boolean
}

/** Outcomes in which the identity of a download, or whether it is wanted, was in doubt. A request answers that. */
const DOUBTED = [
  'no_match_in_library',
  'holds_something_else',
  'not_an_upgrade',
  'done_signal_without_library_placement',
]

/** Imports completed downloads on request. */
export class ProcessRequests {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'invalid' for a folder that cannot be imported from, 'missing' for an unknown download. */
  async process(request: ProcessRequest): Promise<{ success: true; message: string }> {
    const { nzb_name = '', nzb_folder = '', waits } = request
    if (nzb_name.trim() === '') throw legacy('invalid', 'Say which download: nzb_name is missing.')
    if (nzb_folder.trim() === '' && !request.failed)
      throw legacy('invalid', 'The folder of the download is required: nzb_folder is missing.')
    const open = this.openFor(request)
    if (request.failed) return this.failed(open, nzb_name)
    const content_path = await this.placeOf(request, open)
    const title = nzb_name.trim()
    const issue_ids = [this.known(request.issueid) ?? []].flat()
    const ids = { issue_ids, comic_id: this.series(request.comicid) }
    const item = open
      ? this.reportFinished(open, content_path)
      : this.begin({ title: isPlain(title) ? basename(content_path) : title, content_path, origin: 'request', ...ids })
    if (!waits) return { success: true, message: `Processing of ${item.title} has begun.` }
    const done = await this.ended(item)
    return { success: true, message: sentenceOf(done) }
  }

  /** Imports one issue, or every issue of a series in the folder; returns the outcome. */
  async issue({ comicid, folder, issueid }: { comicid?: string; folder?: string; issueid?: string }) {
    if (!comicid) throw legacy('invalid', 'Say which series: comicid is missing.')
    if (!folder) throw legacy('invalid', 'The folder of the download is required: folder is missing.')
    const comic_id = this.series(comicid)
    const issue_id = this.known(issueid)
    if (issue_id !== undefined && findIssue(this.deps.db.read, issue_id)?.comic_id !== comic_id)
      throw legacy('invalid', `The series ${comicid} has no issue ${issueid}.`)
    const content_path = await checkedSource(folder, this.deps.ports.files, this.deps.libraries())
    const issue_ids = issue_id === undefined ? [] : [issue_id]
    const named = { title: titleOf(content_path), content_path, comic_id, issue_ids }
    const how = { certain: issue_id !== undefined }
    const done = await this.ended(this.begin({ ...named, origin: 'request', how }))
    const placements = placementsOf(this.deps.db.read, done.item_id)
    const files = placements.map((row) => {
      const { state, decision, target, detail } = row
      return { path: shownPath(row), state, decision, target, detail }
    })
    const { item_id, stage, reason } = done
    return { success: stage === 'post_processed', data: { item_id, stage, reason, files } }
  }

  /**
   * Imports the files of an ended item as a new item under the same key. Throws Refusal when there is nothing to
   * import.
   */
  async importFrom(item: DownloadItem, source: ProcessSource = {}): Promise<DownloadItem> {
    const { db } = this.deps
    const from = source.nzb_folder ? await this.placeOf(source, item) : item.content_path
    if (from === null) throw legacy('invalid', 'The location of the download is unknown. Enter its folder or file.')
    const { files } = this.deps.ports
    if ((await files.stat(from)) === undefined) throw legacy('invalid', `There is nothing at ${from} any more.`)
    // Files that were moved elsewhere no longer belong to the client.
    const { client, client_name, client_id, added, client_instance, info_hash, content } = item
    const { minimum_ratio, minimum_seed_seconds } = item
    const isOwn = from === item.content_path
    const clientFields = isOwn ? { client, client_name, info_hash, content, minimum_ratio, minimum_seed_seconds } : {}
    const { entity_type, entity_id, comic_id, title, indexer_id, indexer, protocol, size, pack, release_key } = item
    const same = { entity_type, entity_id, comic_id, title, indexer_id, indexer, protocol, size, pack, release_key }
    const issues = issuesOfItem(db.read, item.item_id)
    return this.add({ ...same, ...clientFields, digest: digestOf(from), origin: 'request' }, issues, {
      content_path: from,
      handed: isOwn ? { client_id, added, client_instance } : {},
      how: { certain: Boolean(source.nzb_folder) || DOUBTED.includes(reasonToken(item.reason ?? '')) },
    })
  }

  /** A new journal item for the files at the path. Throws Refusal 'conflict' when those are being processed already. */
  begin(
    { title, content_path, origin, issue_ids = [], comic_id, how = {} }: NamedDownload,
    digest?: string,
  ): DownloadItem {
    const { db, ports } = this.deps
    const [issue] = issue_ids.flatMap((id) => findIssue(db.read, id) ?? [])
    const item_id = ports.random.id()
    const entity_id = issue?.issue_id ?? comic_id ?? item_id
    const indexer = origin === 'folder' ? 'Folder' : 'Request'
    const about = {
      entity_type: issue ? issue.kind : comic_id === undefined ? ('issue' as const) : ('series' as const),
      entity_id,
      comic_id: issue?.comic_id ?? comic_id ?? '',
      title,
      indexer,
      protocol: 'ddl' as const,
      release_key: releaseKey(entity_id, `${indexer} ${title}`),
    }
    const facts = { ...about, item_id, origin, digest: digest ?? digestOf(content_path) }
    return this.add(facts, issue ? issue_ids : [], { content_path, how })
  }

  private add(
    row: Omit<Parameters<typeof addItem>[1], 'grabbed_at' | 'item_id'> & { item_id?: string },
    issues: readonly string[],
    { content_path, how, handed = {} }: { content_path: string; how: ProcessOptions; handed?: StageDetails },
  ): DownloadItem {
    const { db, ports } = this.deps
    return db.write((tx) => {
      const at = ports.clock.now()
      reserveIssues(tx, issues, at)
      const item = addItem(tx, { item_id: ports.random.id(), ...row, grabbed_at: at }, issues)
      if (!item) throw legacy('conflict', `${row.title} is being processed already.`)
      const arrived = advanceStage(tx, item.item_id, 'downloaded', at, { content_path, ...handed }) as DownloadItem
      this.enqueue({ item_id: item.item_id, ...how })
      return arrived
    })
  }

  /** Records that the open download has finished, as the request reports. */
  private reportFinished(item: DownloadItem, content_path: string): DownloadItem {
    const { db, ports, operations } = this.deps
    if (operations.active(PROCESS_DOWNLOAD, item.item_id).length > 0)
      throw legacy('conflict', `${item.title} is being processed already.`)
    return db.write((tx) => {
      advanceStage(tx, item.item_id, 'downloaded', ports.clock.now())
      const arrived = updateItem(tx, item.item_id, { content_path })
      this.enqueue({ item_id: item.item_id })
      return arrived
    })
  }

  private enqueue(payload: ProcessPayload): void {
    this.deps.operations.enqueue({ kind: PROCESS_DOWNLOAD, subject: payload.item_id, payload })
  }

  private openFor({ nzb_name = '', issueid, comicid, direct }: ProcessRequest): DownloadItem | undefined {
    const { read } = this.deps.db
    const name = nzb_name.trim()
    // Two grabs may share a name: the ids in the request say which one is meant.
    const issue = issueid && findIssue(read, issueid)
    const series = comicid && findSeries(read, comicid)
    const fits = (item: DownloadItem) =>
      (!issue || issuesOfItem(read, item.item_id).includes(issue.issue_id)) &&
      (!series || item.comic_id === series.comic_id)
    const called = (by: string) => openCalled(read, by, fits)
    const known = called(name) ?? called(name.replace(/\.(?:nzb|torrent|cb[zr7t])$/i, ''))
    const open = known ?? (issueid ? openFor(read, issueid) : undefined)
    return direct && open?.protocol !== 'ddl' ? undefined : open
  }

  private async placeOf(
    { nzb_name = '', nzb_folder = '' }: ProcessSource,
    item: DownloadItem | undefined,
  ): Promise<string> {
    const { localPath, libraries, ports } = this.deps
    const local = item?.client ? localPath(item.client, nzb_folder.trim()) : nzb_folder
    const folder = await checkedSource(local, ports.files, libraries())
    const inside = await namedIn(folder, nzb_name.trim(), ports.files)
    return inside === folder ? folder : checkedSource(inside, ports.files, libraries())
  }

  private failed(item: DownloadItem | undefined, name: string): { success: true; message: string } {
    const { ends } = this.deps
    if (!item) throw legacy('missing', `No active download is named ${name}.`)
    ends.failed(item, 'download', 'download_failed_researching', 'Its download client reported a failure.')
    return { success: true, message: `${item.title} is written down as failed.` }
  }

  private async ended({ item_id }: DownloadItem): Promise<DownloadItem> {
    const { db, operations } = this.deps
    for (const { operation_id } of operations.active(PROCESS_DOWNLOAD, item_id)) await operations.finished(operation_id)
    const item = findDownload(db.read, item_id)
    if (item && !isOpen(item.stage)) return item
    throw new Refusal('unavailable', 'The import did not finish, and is retried in a moment. See the log.')
  }

  private series(comicId: string | undefined): string | undefined {
    if (!comicId) return undefined
    if (!findSeries(this.deps.db.read, comicId)) throw legacy('invalid', `There is no series ${comicId}.`)
    return comicId
  }

  private known(issueId: string | undefined): string | undefined {
    if (!issueId) return undefined
    if (!findIssue(this.deps.db.read, issueId)) throw legacy('invalid', `There is no issue ${issueId}.`)
    return issueId
  }
}

/** Scripts send this name when a user started them. */
const isPlain = (name: string) => /^manual[ _]run$/i.test(name)
const titleOf = (path: string) => basename(path, extname(path))
const digestOf = (path: string) => sha256(`request\n${path}`).slice(0, 40)

function sentenceOf({ title, stage, reason }: DownloadItem): string {
  if (stage === 'post_processed') return `${title} is in the library.`
  return `${title} was not taken: ${reason?.replace(/^[^:]*:\s*/, '') ?? stage}`
}
