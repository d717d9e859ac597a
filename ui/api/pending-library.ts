type None = Record<never, never>
type Get<Reply, Query = never, Params = None> = { params: Params; query: Query; body: never; reply: Reply }
type Send<Reply, Body = never, Params = None> = { params: Params; query: never; body: Body; reply: Reply }

export type Kind = 'comic' | 'manga'
export type SeriesQuery = {
  limit: number
  offset?: number
  q?: string
  content_type?: Kind
  status?: 'active' | 'paused'
  publisher?: string
  progress?: 'complete' | 'missing' | 'empty'
  sort?: 'title' | 'publisher' | 'year' | 'status' | 'progress' | 'added' | 'latest'
  order?: 'asc' | 'desc'
}
export type Pagination = { total: number; limit: number; offset: number; has_more: boolean }

/** A series as lists and its own page tell of it. */
export type WireSeries = {
  ComicID: string
  ComicName: string
  ComicImage: string | null
  Status: string
  ComicPublisher: string | null
  ComicYear: string | null
  LatestIssue: string | null
  LatestDate: string | null
  DateAdded: string | null
  Total: number
  Have: number
  ContentType: string
  ReadingDirection: string
  ComicLocation: string | null
  AllowPacks: string
  IgnoreType: number
  BareNumberMode: string
  MonitorMode: string
  ComicVersion?: string | null
  Description?: string | null
}
export type WireIssue = {
  id: string
  name: string | null
  number: string | null
  releaseDate: string | null
  issueDate: string | null
  status: string
  imageURL: string | null
  displayState: string
  acquisitionIntent: string
  owned: boolean
  missing: boolean
  future: boolean
  pageCount?: number | null
  fileSize?: number | null
  format?: string | null
  unit?: string
  chapterNumber: string | null
  volumeNumber: string | null
}
export type WireDetail = {
  comic: WireSeries[]
  issues: WireIssue[]
  annuals: WireIssue[]
  summary: { total: number; owned: number; missing: number; wanted: number; skipped: number; completionPercent: number }
  providerLinks: { provider: string; label: string; url: string }[]
}
export type Facets = {
  total: number
  publishers: { publisher: string | null; count: number }[]
  content_type: { comic: number; manga: number }
  status: { active: number; paused: number }
  progress: { complete: number; missing: number; empty: number }
}
export type WireWanted = {
  ComicID: string
  IssueID: string
  ComicName: string
  ComicYear: string | null
  ComicPublisher: string | null
  Issue_Number: string | null
  IssueName: string | null
  ReleaseDate: string | null
  IssueDate: string | null
  DateAdded: string | null
}

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
type OneSeries = { comic_id: string }
type Ids = { ids: string[] }

/** The endpoints of the library, import and wanted pages, until the server's contract states them. */
export interface PendingLibrary {
  'GET /api/series': Get<WireSeries[] | { comics: WireSeries[]; pagination: Pagination }, SeriesQuery>
  'GET /api/series/facets': Get<Facets>
  'GET /api/series/:comic_id': Get<WireDetail, never, OneSeries>
  'PUT /api/series/:comic_id/pause': Send<Ok, never, OneSeries>
  'PUT /api/series/:comic_id/resume': Send<Ok, never, OneSeries>
  'PATCH /api/series/:comic_id/search-settings': Send<
    Ok,
    { allow_packs?: boolean; ignore_type?: boolean; bare_number_mode?: string; monitor_mode?: string },
    OneSeries
  >
  'PATCH /api/series/:comic_id/content-kind': Send<Ok, { content_type: Kind }, OneSeries>
  'DELETE /api/series/:comic_id': {
    params: OneSeries
    query: { directory?: boolean }
    body: never
    reply: Ok
  }
  'POST /api/series/bulk-delete': Send<{ success: boolean; deleted: number; total: number }, Ids>
  'POST /api/series/bulk-pause': Send<Ok, Ids>
  'POST /api/series/bulk-resume': Send<Ok, Ids>
  'PUT /api/series/issues/:issue_id/queue': Send<Ok, never, { issue_id: string }>
  'PUT /api/series/issues/:issue_id/unqueue': Send<Ok, never, { issue_id: string }>
  'GET /api/wanted': Get<
    { issues: WireWanted[]; pagination?: Pagination },
    { limit: number; offset?: number; q?: string }
  >
  'POST /api/import/comic/scan': Send<Ok>
  'POST /api/import/manga/scan': Send<Ok>
  'GET /api/import/comic/progress': Get<WireScan>
  'GET /api/import/manga/progress': Get<WireScan>
  'POST /api/import/comic/cancel': Send<Ok>
  'POST /api/import/manga/cancel': Send<Ok>
  'POST /api/import/comic/confirm': Send<
    Confirmed,
    { scan_id: string; selected_ids: string[]; changes?: Record<string, Change> }
  >
  'POST /api/import/manga/confirm': Send<
    Confirmed,
    { scan_id: string; selected_ids: string[]; changes?: Record<string, Change> }
  >
}
