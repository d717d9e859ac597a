/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'POST /api/search/interactive': { params: never; query: never; body: Searched; reply: ReleaseSession }
  'GET /api/search/interactive/:session_id': {
    params: { session_id: string }
    query: never
    body: never
    reply: ReleaseSession
  }
  'POST /api/search/interactive/:session_id/candidates/:candidate_id/grab': {
    params: { session_id: string; candidate_id: string }
    query: never
    body: { override: boolean }
    reply: { success: boolean; status: string; candidate_id: string; idempotent: boolean }
  }
}

interface Searched {
  entity_type: 'issue' | 'annual' | 'series' | 'story_arc_issue'
  entity_id: string
}

interface ReleaseSession extends Searched {
  session_id: string
  series_id: string
  state: 'queued' | 'running' | 'complete' | 'failed'
  candidate_count: number
  progress: { provider_total: number; provider_completed: number; current_provider: string | null }
  provider_failures: { provider: string; code: string; detail: string }[]
  created_at: string
  expires_at: string
  candidates: ReleaseCandidate[]
}

interface ReleaseCandidate {
  candidate_id: string
  state: 'available' | 'unavailable' | 'submitting' | 'submitted' | 'failed' | 'manual_review'
  candidate: {
    title: string
    provider: string
    source_kind: 'usenet' | 'torrent' | 'ddl' | 'unknown'
    published_at: string | null
    size_bytes: number | null
    pack: boolean
    metrics: {
      seeders: number | null
      peers: number | null
      leechers: number | null
      grabs: number | null
      files: number | null
    }
  }
  verdict: {
    status: string
    accepted: boolean
    overrideable: boolean
    reason_code: string
    reasons: { code: string; message: string }[]
    match_kind: string
  }
  satisfies: { entity_type: string; entity_id: string; issue_number: string }[]
}
