/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'POST /api/search/comics': Ask<SearchBody, SearchAnswer>
  'POST /api/search/manga': Ask<SearchBody, SearchAnswer>
  'POST /api/series': Ask<NewSeries, { success: true; message: string; comicid: string; operation_id?: string | null }>
  'GET /api/metadata/providers': { params: never; query: never; body: never; reply: { providers: Provider[] } }
  'POST /api/metadata/providers/:provider/test': {
    params: { provider: string }
    query: never
    body: Record<string, string>
    reply: { success: boolean; detail: string }
  }
  'GET /api/filing/sample-name': {
    params: never
    query: {
      file_format?: string
      folder_format?: string
      replace_spaces?: boolean
      replace_char?: '_' | '.'
      zero_level_n?: 'none' | '0x' | '00x'
      lowercase_filenames?: boolean
    }
    body: never
    reply: {
      samples: { label: string; folder: string; file: string; problem: string | null }[]
      problems: string[]
    }
  }
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
  haveit: unknown
  content_type: 'comic' | 'manga'
  metadata_source: string
  in_library: boolean
  operation_id?: string | null
  also_at?: string[]
}
type SearchAnswer = {
  results: SearchRow[]
  pagination?: { total: number; limit: number; offset: number; returned: number }
  provider_failures?: Failed[]
}
type Provider = {
  name: 'comicvine' | 'metron' | 'mangadex' | 'anilist'
  label: string
  serves: ('comic' | 'manga')[]
  enabled: boolean
  configured: boolean
  needs_key: boolean
  state: 'ready' | 'waiting' | 'blocked' | 'off'
  failure: string | null
  detail: string | null
  blocked_until: string | null
  last_ok_at: string | null
  asked_last_hour: number
  budget_hour: number | null
}
