import { t } from 'elysia'
import { Pagination } from '../../base/http/page-schema'
import { Id, OneOf } from '../../base/http/wire'
import {
  cleanupStates,
  clientItemStates,
  historyStatuses,
  itemControls,
  jobPriorities,
  origins,
  protocols,
  resolutions,
  stages,
} from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Amount = t.Nullable(t.Number())

const Most = t.Optional(t.Integer({ minimum: 1, maximum: 100 }))
const Far = { maximum: 1_000_000_000 }

/** Lists of downloads. Without a limit the whole list, as tools expect. */
const ListQuery = {
  limit: Most,
  offset: t.Optional(t.Integer({ minimum: 0, ...Far })),
  page: t.Optional(t.Integer({ minimum: 1, ...Far })),
  per_page: Most,
  q: t.Optional(t.String({ maxLength: 200 })),
}
const Narrowed = {
  ...ListQuery,
  status: t.Optional(t.String({ maxLength: 50 })),
  order: t.Optional(OneOf(['asc', 'desc'])),
}

export const ItemParams = t.Object({ item_id: Id })

// Queue

export const queueSorts = ['series', 'file', 'site', 'status', 'updated', 'submitted'] as const
export const QueueQuery = t.Object({ ...Narrowed, sort: t.Optional(OneOf(queueSorts)) })
export type QueueQuery = typeof QueueQuery.static

/** The first eighteen fields are those of existing tools; some apply to direct downloads only. */
export const QueueRow = t.Object({
  /** Id of the direct download, or else of the item. */
  ID: Id,
  series: Maybe,
  year: Maybe,
  filename: Maybe,
  /** Text for people: "41.2 MB". */
  size: Maybe,
  issueid: Maybe,
  comicid: Maybe,
  /** Without its query, which may contain a key. */
  link: Maybe,
  status: Maybe,
  remote_filesize: Maybe,
  updated_date: Maybe,
  mainlink: Maybe,
  /** The number of the issue. */
  issues: Maybe,
  site: Maybe,
  submit_date: Maybe,
  pack: t.Integer(),
  link_type: Maybe,
  tmp_filename: Maybe,
  /** "Harbor Lights #3", or whatever is known of the issue. */
  label: Text,
  /** URL of the issue's cover; null when no provider has one. */
  image: Maybe,
  item_id: t.Nullable(Id),
  release_key: Maybe,
  client: Maybe,
  client_label: Maybe,
  protocol: t.Nullable(OneOf(protocols)),
  stage: t.Nullable(OneOf(stages)),
  /** 0 to 100. */
  progress: Amount,
  /** Bytes a second. */
  speed: Amount,
  /** Seconds left. */
  eta: Amount,
  /** As the client reports it; null when it has none. */
  done: Amount,
  total: Amount,
  state: t.Nullable(OneOf(clientItemStates)),
  /** As its client reports them; null where it has none. */
  priority: t.Nullable(OneOf(jobPriorities)),
  place: Amount,
  /** A sentence: what the client reports, or why its state is unknown. */
  detail: Maybe,
  /** When the problem began, for an item that does not answer or cannot be found. */
  since: Maybe,
  /** What the client can do with the download now. */
  controls: t.Array(OneOf(itemControls)),
})
export type QueueRow = typeof QueueRow.static
export const Queue = t.Union([
  t.Array(QueueRow),
  /** `speed`: bytes a second of all matching downloads together. */
  t.Object({ queue: t.Array(QueueRow), pagination: Pagination, speed: t.Number() }),
])
export type Queue = typeof Queue.static

export const ControlBody = t.Object({ change: OneOf(itemControls) })
/** `keep_data`: the download stays in its client. `block`: the release is not grabbed again. */
export const RemoveBody = t.Object({ keep_data: t.Boolean(), block: t.Boolean() })
export type RemoveBody = typeof RemoveBody.static

// History

export const historySorts = ['series', 'issue', 'provider', 'status', 'date'] as const
export const HistoryQuery = t.Object({ ...Narrowed, sort: t.Optional(OneOf(historySorts)) })
export type HistoryQuery = typeof HistoryQuery.static

/** The first eleven fields are those of existing tools. */
export const HistoryRowView = t.Object({
  IssueID: Maybe,
  ComicName: Maybe,
  Issue_Number: Maybe,
  /** Bytes. */
  Size: Amount,
  DateAdded: Text,
  Status: OneOf(historyStatuses),
  FolderName: Maybe,
  ComicID: Maybe,
  Provider: Maybe,
  Hash: Maybe,
  crc: t.Null(),
  /** "Harbor Lights #3", or the name of the release. */
  label: Text,
  item_id: Id,
  release_key: Text,
  stage: OneOf(stages),
  resolution: t.Nullable(OneOf(resolutions)),
  protocol: OneOf(protocols),
  updated_at: Text,
  /** Why the item failed, as text for people. */
  reason: Maybe,
})
export type HistoryRowView = typeof HistoryRowView.static
export const History = t.Union([
  t.Array(HistoryRowView),
  t.Object({ history: t.Array(HistoryRowView), pagination: Pagination }),
])
export type History = typeof History.static
export const ClearQuery = t.Object({ status: t.Optional(t.String({ maxLength: 50 })) })

// One item

const Move = t.Object({ at: Text, from: t.Nullable(OneOf(stages)), to: OneOf(stages), why: Maybe })

/** A file of the download, and its outcome. */
const Placed = t.Object({
  placement_id: Id,
  source: Text,
  /** Inside an archive at `source`. */
  inner: Text,
  size: t.Number(),
  target: Maybe,
  state: Text,
  decision: Maybe,
  why: Maybe,
  /** The missing issue that the file claims to be, when it is not the wanted one. */
  offer: t.Nullable(t.Object({ placement_id: Id, issue_id: Id, comic_id: Id, label: Text })),
})
/** A library file of the issue. */
const Filed = t.Object({ file_id: Id, path: Text })
export const ItemFiles = t.Object({ placements: t.Array(Placed), files: t.Array(Filed) })
export type ItemFiles = typeof ItemFiles.static

export const ItemDetail = t.Object({
  item_id: Id,
  release_key: Text,
  title: Text,
  /** "Harbor Lights #3" */
  label: Text,
  comic_id: Maybe,
  /** The issue that the item was grabbed for. */
  issue_id: Maybe,
  issue_ids: t.Array(Id),
  indexer: Text,
  protocol: OneOf(protocols),
  size: Amount,
  pack: t.Boolean(),
  origin: OneOf(origins),
  requested_by: Maybe,
  client: Maybe,
  client_label: Maybe,
  client_name: Maybe,
  info_hash: Maybe,
  /** Whether Panelkeep added it to its client. False: the client had it before, and keeps it. */
  added: t.Nullable(t.Boolean()),
  stage: OneOf(stages),
  resolution: t.Nullable(OneOf(resolutions)),
  /** A token and, after a colon, a sentence. */
  reason: Maybe,
  /** The meaning of the token. */
  reason_phrase: Maybe,
  content_path: Maybe,
  held: t.Nullable(OneOf(cleanupStates)),
  again_at: Maybe,
  blocked: t.Boolean(),
  /** The release's digest in the blocklist. */
  digest: Text,
  grabbed_at: Text,
  updated_at: Text,
  moves: t.Array(Move),
  ...ItemFiles.properties,
})
export type ItemDetail = typeof ItemDetail.static

// Blocklist

export const BlocklistQuery = t.Object(ListQuery)
export type BlocklistQuery = typeof BlocklistQuery.static
export const DigestParams = t.Object({ digest: t.String({ minLength: 1, maxLength: 128 }) })
export const BlockedRow = t.Object({
  digest: Text,
  title: Text,
  indexer: Text,
  entity_id: Maybe,
  comic_id: Maybe,
  reason: Text,
  blocked_at: Text,
})
export const Blocklist = t.Object({ blocklist: t.Array(BlockedRow), pagination: Pagination })
export type Blocklist = typeof Blocklist.static
