type None = Record<never, never>
type Get<Reply> = { params: None; query: never; body: never; reply: Reply }
type Send<Reply, Body = never> = { params: None; query: never; body: Body; reply: Reply }

export type Kind = 'comic' | 'manga'
export type WireProgress = {
  total_files: number
  processed_files: number
  series_found: number
  series_matched: number
  current_series: string | null
  errors: string[]
}
export type WireFile = {
  path: string
  number: string | null
  unit: string
  kind: string
  title: string | null
  year: number | null
  pages: number | null
  size: number
  evidence: string[]
}
export type WireMatch = {
  comicid: string
  name: string
  year: string | null
  publisher?: string | null
  issues?: number | null
  image: string | null
  confidence: number
  source?: string | null
}
export type WireGroup = {
  series_name: string
  file_count: number
  matched: boolean
  already_in_library?: boolean
  existing_comic_id?: string | null
  match: WireMatch | null
  group_id: string
  location: string | null
  evidence: string[]
  content_type: Kind
  files: WireFile[]
  file_total: number
}
export type WireScan = {
  status: 'scanning' | 'completed' | 'error' | 'importing' | 'cancelled' | null
  progress: WireProgress
  scan_id: string | null
  results: WireGroup[] | null
  problems?: { path: string; problem: string }[]
}
export type Change = { name?: string; year?: string; content_type?: Kind }
type Confirmed = {
  success: boolean
  imported?: number
  operation_id?: string
  errors?: { comicid: string; error: string }[]
}
type Ok = { success: boolean }
type Confirm = Send<Confirmed, { scan_id: string; selected_ids: string[]; changes?: Record<string, Change> }>

/** The endpoints of the import page, until the server's contract states them. */
export interface PendingImport {
  'POST /api/import/comic/scan': Send<Ok>
  'POST /api/import/manga/scan': Send<Ok>
  'GET /api/import/comic/progress': Get<WireScan>
  'GET /api/import/manga/progress': Get<WireScan>
  'POST /api/import/comic/cancel': Send<Ok>
  'POST /api/import/manga/cancel': Send<Ok>
  'POST /api/import/comic/confirm': Confirm
  'POST /api/import/manga/confirm': Confirm
}
