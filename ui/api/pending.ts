/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'GET /api/downloads/queue': Get<QueueQuery, QueueRow[] | { queue: QueueRow[]; pagination: Pages }>
  'GET /api/downloads/history': Get<HistoryQuery, HistoryRow[] | { history: HistoryRow[]; pagination: Pages }>
  'DELETE /api/downloads/history': Get<{ status?: string }, { success: boolean }>
  'GET /api/downloads/items/:item_id': { params: { item_id: string }; query: never; body: never; reply: ItemDetail }
  'DELETE /api/downloads/:item_id': { params: { item_id: string }; query: never; body: never; reply: Done }
  'POST /api/downloads/:item_id/requeue': { params: { item_id: string }; query: never; body: never; reply: Done }
  'GET /api/downloads/blocklist': Get<ListQuery, { blocklist: Blocked[]; pagination: Pages }>
  'DELETE /api/downloads/blocklist/:digest': { params: { digest: string }; query: never; body: never; reply: Done }
}

type Get<Query, Reply> = { params: never; query: Query; body: never; reply: Reply }
type Done = { success: boolean }
type Pages = { total: number; limit: number; offset: number; has_more: boolean }
type ListQuery = { q?: string; limit?: number; offset?: number }
type QueueQuery = ListQuery & { status?: string; sort?: string; order?: string }
type HistoryQuery = QueueQuery

type QueueRow = {
  ID: string
  series: string | null
  year: string | null
  filename: string | null
  size: string | null
  issueid: string | null
  comicid: string | null
  status: string | null
  updated_date: string | null
  issues: string | null
  site: string | null
  pack: number
  item_id: string | null
  release_key: string | null
  client: string | null
  client_label: string | null
  protocol: string | null
  stage: string | null
  progress: number | null
  speed: number | null
  eta: number | null
  done: number | null
  total: number | null
  state: string | null
  detail: string | null
}

type HistoryRow = {
  IssueID: string | null
  ComicName: string | null
  Issue_Number: string | null
  Size: number | null
  DateAdded: string
  Status: string
  FolderName: string | null
  ComicID: string | null
  Provider: string | null
  item_id: string
  stage: string
  updated_at: string
  reason: string | null
}

type ItemDetail = {
  item_id: string
  release_key: string
  title: string
  label: string
  comic_id: string | null
  issue_id: string | null
  indexer: string
  protocol: string
  size: number | null
  client_label: string | null
  stage: string
  resolution: string | null
  reason: string | null
  content_path: string | null
  moves: { at: string; from: string | null; to: string; why: string | null }[]
  placements: { source: string; target: string | null; state: string; decision: string | null; why: string | null }[]
  files: { file_id: string; path: string }[]
}

type Blocked = {
  digest: string
  title: string
  indexer: string
  entity_id: string | null
  comic_id: string | null
  reason: string
  blocked_at: string
}
