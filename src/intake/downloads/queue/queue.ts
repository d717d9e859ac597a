import { pageRange, pagination } from '../../../base/http/paging'
import { matchKey } from '../../../base/names/titles'
import { toSqlDateTime } from '../../../base/platform/clock'
import type { Database } from '../../../base/storage/database'
import { issueArt } from '../../../library/series/art'
import { issueTitleOf } from '../../../library/series/issue-title'
import type { DownloadClient } from '../clients/client'
import type { Queue, QueueQuery, QueueRow } from '../schema'
import type { DdlStatus } from '../states'
import type { DownloadItem } from '../store'
import type { DownloadProgress } from './progress'
import { type QueuedItem, queuedItems, strayDownloads } from './store'

interface Deps {
  db: Database
  clients: { named(name: string | null): Pick<DownloadClient, 'label' | 'controls'> | undefined }
  progressOf: (itemId: string) => DownloadProgress | undefined
}

const SORTS = {
  series: ({ series, filename }) => (series ?? filename ?? '').toLowerCase(),
  file: ({ filename }) => (filename ?? '').toLowerCase(),
  site: ({ site }) => (site ?? '').toLowerCase(),
  status: ({ status }) => status ?? '',
  updated: ({ updated_date }) => updated_date ?? '',
  submitted: ({ submit_date }) => submit_date ?? '',
} as const satisfies Record<NonNullable<QueueQuery['sort']>, (row: QueueRow) => string>

/** The open downloads of all clients. */
export class DownloadQueue {
  constructor(private readonly deps: Deps) {}

  list(query: QueueQuery): Queue {
    const { db } = this.deps
    const all = [...queuedItems(db.read), ...strayDownloads(db.read)].map((queued) => this.row(queued))
    const rows = sorted(all.filter(wanted(query)), query)
    const { limit, offset } = pageRange(query)
    if (limit === undefined) return rows.slice(offset)
    const queue = rows.slice(offset, offset + limit)
    const speed = rows.reduce((sum, row) => sum + (row.speed ?? 0), 0)
    return { queue, pagination: pagination(rows.length, { limit, offset }, queue.length), speed }
  }

  private row(queued: QueuedItem): QueueRow {
    const { item, ddl } = queued
    const client = item ? this.deps.clients.named(item.client) : undefined
    const label = item ? (client?.label ?? null) : 'Direct download'
    const progress = item ? this.deps.progressOf(item.item_id) : undefined
    const total = progress?.total ?? item?.size ?? ddl?.size ?? null
    const done = progress?.done ?? ddl?.got ?? null
    const { detail, since } = trouble(item, label, progress)
    return {
      ...names(queued),
      ...dates(queued),
      ...ofDirect(queued),
      size: total === null ? null : megabytes(total),
      remote_filesize: total === null ? null : String(total),
      status: statusOf(item, ddl?.status, progress),
      item_id: item?.item_id ?? null,
      release_key: item?.release_key ?? null,
      client: item?.client ?? (ddl ? 'ddl' : null),
      client_label: label,
      protocol: item?.protocol ?? 'ddl',
      stage: item?.stage ?? null,
      progress: progress?.percent ?? share(done, total),
      speed: progress?.speed ?? null,
      eta: progress?.eta ?? null,
      done,
      total,
      state: progress?.state ?? null,
      priority: progress?.priority ?? null,
      place: progress?.place ?? null,
      detail: detail ?? ddl?.error ?? null,
      since,
      // A torrent that was in the client before is the user's.
      controls: item?.stage === 'snatched' && item.added !== false ? [...(client?.controls ?? [])] : [],
    }
  }
}

function names(queued: QueuedItem) {
  const { item, ddl, series, year, number, image_url } = queued
  const filename = ddl?.filename || item?.title || null
  const issueid = (number === null ? null : item?.entity_id) ?? ddl?.issue_id ?? null
  return {
    ID: ddl?.ddl_id ?? item?.item_id ?? '',
    label: issueTitleOf(queued) ?? directName(ddl) ?? filename ?? 'A download',
    series: series ?? ddl?.series ?? null,
    year: year === null ? (ddl?.year ?? null) : String(year),
    filename,
    issueid,
    image: issueid && image_url ? issueArt(issueid, image_url) : null,
    comicid: item?.comic_id || ddl?.comic_id || null,
    issues: number ?? ddl?.issues ?? null,
    site: ddl?.site ?? item?.indexer ?? null,
    pack: (item?.pack ?? ddl?.pack) ? 1 : 0,
  }
}

/** The series of a direct download may not be in the library. */
function directName(ddl: QueuedItem['ddl']): string | undefined {
  if (!ddl?.series) return undefined
  return ddl.issues ? `${ddl.series} #${ddl.issues}` : ddl.series
}

function dates({ item, ddl }: QueuedItem) {
  const [submitted, updated] = [ddl?.submitted_at ?? item?.grabbed_at, ddl?.updated_at ?? item?.updated_at]
  return {
    submit_date: submitted ? toSqlDateTime(submitted) : null,
    updated_date: updated ? toSqlDateTime(updated) : null,
  }
}

function ofDirect({ ddl }: QueuedItem) {
  return {
    link: withoutQuery(ddl?.links[ddl.link_at]?.url),
    mainlink: withoutQuery(ddl?.mainlink),
    link_type: ddl?.link_type ?? null,
    tmp_filename: ddl ? `${ddl.filename || ddl.client_name}.part` : null,
  }
}

/** The words of existing tools, which call a download that is being imported completed. */
function statusOf(
  item: DownloadItem | null,
  direct: DdlStatus | undefined,
  progress: DownloadProgress | undefined,
): DdlStatus {
  if (item && ['downloaded', 'post_processing', 'moved'].includes(item.stage)) return 'Completed'
  if (direct) return direct
  if (item?.stage === 'reserved' || progress?.state === 'queued') return 'Queued'
  return progress?.state === 'failed' ? 'Failed' : 'Downloading'
}

/** The problem to show and since when: an unreachable client outranks the last report. */
function trouble(item: DownloadItem | null, label: string | null, progress: DownloadProgress | undefined) {
  const its = label ?? 'Its client'
  if (item?.unreachable_since) return { detail: `${its} does not answer.`, since: item.unreachable_since }
  if (!item?.missing_since) return { detail: progress?.detail ?? null, since: null }
  const finished = progress?.state === 'done' || progress?.state === 'seeding'
  const detail = finished
    ? 'It is finished, and its files cannot be read yet.'
    : `${its} does not have it. It is given a few minutes to find it again.`
  return { detail, since: item.missing_since }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
const share = (done: number | null, total: number | null) =>
  done === null || !total ? null : Math.min(100, Math.floor((1000 * done) / total) / 10)

/** The URL without its query, which may contain keys and logins. */
function withoutQuery(link: string | null | undefined): string | null {
  const url = URL.parse(link ?? '')
  return url ? `${url.protocol}//${url.host}${url.pathname}` : null
}

function wanted({ q, status }: QueueQuery): (row: QueueRow) => boolean {
  const key = matchKey(q ?? '')
  const word = status?.toLowerCase()
  return (row) => {
    if (word !== undefined && word !== '' && (row.status ?? '').toLowerCase() !== word) return false
    return [row.series, row.filename, row.site, row.client_label].some((text) => matchKey(text ?? '').includes(key))
  }
}

function sorted(rows: QueueRow[], { sort = 'updated', order }: QueueQuery): QueueRow[] {
  const of = SORTS[sort]
  const descending = (order ?? (sort === 'updated' || sort === 'submitted' ? 'desc' : 'asc')) === 'desc'
  const keyed = rows.map((row) => ({ row, key: of(row) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * (descending ? -1 : 1))
  return keyed.map(({ row }) => row)
}
