import type { Contract } from '../../src/contract'
import type { IssueFacts } from '../../src/metadata/providers/provider'
import type { Source } from '../../src/metadata/states'

type Detail = Contract['GET /api/series/:comic_id']['reply']
type Started = { success: true; operation_id: string }
type Of<Reply, Params = { comic_id: string }, Body = never, Query = never> = {
  params: Params
  query: Query
  body: Body
  reply: Reply
}
type Issue = { issue_id: string }
type Batch = { batch_id: string }

export type Field = {
  field: string
  value: unknown
  source: Source | null
  locked: boolean
  said: { source: Source; value: unknown }[]
}
export type SourceLine = {
  source: Source
  label: string
  provider_id: string | null
  url: string | null
  said_at: string
  checked_at: string | null
  removed_at: string | null
  primary: boolean
}
export type Metadata = { comic_id: string; fields: Field[]; sources: SourceLine[] }
export type Candidate = {
  provider: string
  provider_id: string
  name: string
  year: number | null
  publisher: string | null
  issue_count: number | null
  image: string | null
  url: string | null
  evidence: string[]
}
export type IssueDetail = {
  issue: Detail['issues'][number]
  series: { comic_id: string; name: string; year: number | null; content_type: 'comic' | 'manga' }
  facts: IssueFacts
  fields: Field[]
  files: { file_id: string; path: string; size: number; format: string; page_count: number; added_at: string }[]
  sources: SourceLine[]
  previous_issue_id: string | null
  next_issue_id: string | null
  history: { at: string; sentence: string }[]
}
export type RenamePreview = {
  changes: { file_id: string; issue_id: string; from: string; to: string; problem?: string }[]
  folder: { from: string; to: string } | null
  unchanged: number
  fingerprint: string
}
export type FileBatch = {
  batch_id: string
  kind: 'rename' | 'move_series' | 'tag' | 'convert'
  state: 'planned' | 'running' | 'done' | 'partial' | 'undoing' | 'undone'
  title: string
  operation_id: string | null
  created_at: string
  finished_at: string | null
  counts: Record<string, number>
}
export type TagPreview = {
  before: Record<string, string>
  after: Record<string, string>
  changed: string[]
  writable: boolean
  problem?: string
}

/** Endpoints of the pages of series and issues that the server's contract does not state yet. */
export type PendingSeries = {
  'POST /api/series/:comic_id/refresh': Of<{ success: true; message: string; operation_id?: string }>
  'GET /api/series/:comic_id/metadata': Of<Metadata>
  'PATCH /api/series/:comic_id/metadata': Of<Metadata, { comic_id: string }, Record<string, unknown>>
  'PUT /api/series/:comic_id/sources/:provider': Of<
    Metadata,
    { comic_id: string; provider: string },
    { provider_id: string }
  >
  'DELETE /api/series/:comic_id/sources/:provider': Of<Metadata, { comic_id: string; provider: string }>
  'GET /api/series/:comic_id/candidates': Of<{ candidates: Candidate[] }>
  'PATCH /api/series/:comic_id/options': Of<
    { success: true },
    { comic_id: string },
    { want_new?: boolean; location?: string; reading_direction?: 'ltr' | 'rtl' }
  >
  'GET /api/series/issues/:issue_id': Of<IssueDetail, Issue>
  'PATCH /api/series/issues/:issue_id': Of<IssueDetail, Issue, Record<string, unknown>>
  'POST /api/series/issues/:issue_id/refresh': Of<{ success: true }, Issue>
  'POST /api/series/:comic_id/rename/preview': Of<
    RenamePreview,
    { comic_id: string },
    { file_format?: string; folder_format?: string }
  >
  'POST /api/series/:comic_id/rename/apply': Of<
    Started & { batch_id: string },
    { comic_id: string },
    { fingerprint: string; file_ids?: string[] }
  >
  'POST /api/series/:comic_id/move': Of<
    Started & RenamePreview,
    { comic_id: string },
    { folder: string },
    { preview?: boolean }
  >
  'GET /api/filing/batches': Of<{ batches: FileBatch[] }, never, never, { comic_id?: string }>
  'POST /api/filing/batches/:batch_id/undo': Of<Started, Batch>
  'POST /api/metadata/metatag/bulk': Of<
    { success: true; count?: number; job_id: string },
    never,
    { comic_id: string; issue_ids: string[] }
  >
  'POST /api/metadata/metatag/group': Of<{ success: true; count?: number; job_id: string }, never, { comic_id: string }>
  'GET /api/metadata/metatag/preview/:issue_id': Of<TagPreview, Issue>
  'POST /api/metadata/convert': Of<{ success: true; job_id: string }, never, { comic_id: string; issue_ids?: string[] }>
}
