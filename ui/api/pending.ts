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
  'GET /api/activity/status': Get<never, Counts>
  'GET /api/activity/in-flight': Get<{ limit?: number; offset?: number }, { results: InFlight[]; total: number }>
  'POST /api/activity/in-flight/cancel': {
    params: never
    query: never
    body: { kind: 'run'; item_id: number } | { kind: 'journal'; release_key: string }
    reply: { ok: boolean }
  }
  'GET /api/activity/timeline': Get<TimelineQuery, { results: Told[]; total: number; has_more: boolean }>
  'GET /api/attention': Get<{ scope_type?: string; scope_id?: string }, Attention>
  'POST /api/attention/resolve': { params: never; query: never; body: Resolve; reply: Report }
}

type Get<Query, Reply> = { params: never; query: Query; body: never; reply: Reply }
type Done = { success: boolean }
type Pages = { total: number; limit: number; offset: number; has_more: boolean }
type ListQuery = { q?: string; limit?: number; offset?: number }
type QueueQuery = ListQuery & { status?: string; sort?: string; order?: string }
type HistoryQuery = QueueQuery
type TimelineQuery = { limit?: number; offset?: number; scope_type?: string; scope_id?: string }
type Counts = { in_flight: number; recovery_pending: number; attention: number; attention_members: number }

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

type InFlight =
  | {
      kind: 'run'
      item_id: number
      run_id: string
      state: string
      label: string
      entity_type: string
      entity_id: string
      comicid: string | null
      issueid: string | null
      command_kind: string
      updated_at: string
    }
  | {
      kind: 'journal'
      release_key: string
      stage: string
      label: string
      issueid: string | null
      comicid: string | null
      provider: string
      title: string
      download_id: string
      protocol: string
      updated_at: string
    }

type Told = {
  event_id: number
  created_at: string
  activity: string
  status: string
  subject_type: string
  subject_id: string
  subject_label: string
  reason_code: string | null
  reason_detail: string | null
  provider: string | null
  run_id: string | null
  release_key: string | null
  parent_series_id: string | null
  scope_type: string | null
  scope_id: string | null
}

type Action = 'retry' | 'search_again' | 'stop_wanting' | 'import'
type Attention = { results: AttentionGroup[]; total: number; member_total: number; preview_cap: number }
type AttentionGroup = {
  group_key: string
  comicid: string | null
  series_label: string
  base_reason: string | null
  reason_phrase: string
  member_count: number
  newest_updated_at: string
  oldest_updated_at: string
  members: AttentionMember[]
  stage: string
  available_actions: Action[]
}
type AttentionMember = {
  release_key: string
  issue_label: string
  issueid: string | null
  stage: string
  available_actions: Action[]
  updated_date: string
  title: string | null
  provider: string | null
  reason_detail: string | null
  content_path: string | null
  download_id: string | null
  run_id: string | null
}
type Resolve = {
  action: Action
  release_keys: string[]
  import_source?: { nzb_name?: string; nzb_folder?: string }
}
type Report = {
  success: boolean
  partial: boolean
  succeeded: number
  failed: number
  capped: boolean
  skipped_for_cap: number
  results: {
    release_key: string
    ok: boolean
    status: string
    error: string | null
    status_code: number | null
    code?: string | null
  }[]
}
