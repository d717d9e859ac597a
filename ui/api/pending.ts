/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'POST /api/search/comics': Ask<SearchBody, SearchAnswer>
  'POST /api/search/manga': Ask<SearchBody, SearchAnswer>
  'POST /api/series': Ask<NewSeries, { success: true; message: string; comicid: string; operation_id?: string | null }>
}

type Ask<Body, Reply> = { params: never; query: never; body: Body; reply: Reply }
type SearchBody = { name: string; limit?: number; offset?: number; sort?: string }
type NewSeries = {
  id: string
  folder?: string
  content_type?: 'comic' | 'manga'
  monitor?: 'all' | 'future' | 'none'
  allow_packs?: boolean
}
type Failed = { provider: string; failure: string; detail: string; until?: string | null }
type SearchRow = {
  name: string
  comicyear: string | null
  comicid: string
  url: string | null
  issues: string | null
  comicimage: string | null
  comicthumb: string | null
  publisher: string | null
  description: string | null
  deck: string | null
  type: string | null
  haveit: 'No' | { comicid: string; status: string }
  lastissueid: string | null
  firstissueid: string | null
  volume: string | null
  imprint: string | null
  seriesrange: string[]
  metadata_source: string
  in_library: boolean
  content_type: 'comic' | 'manga'
  status: string | null
  content_rating: string | null
  alt_titles: string[]
  reading_direction: 'ltr' | 'rtl'
  external_id: string
  mal_id: string | null
  cv_comicid: string | null
  also_at: string[]
  operation_id: string | null
}
type SearchAnswer = {
  results: SearchRow[]
  pagination?: { total: number; limit: number; offset: number; returned: number; has_more: boolean }
  provider_failures?: Failed[]
}
