import type {
  Confirmed,
  Forced,
  IssueBegun,
  Last,
  MissingBegun,
  Preview,
  Retried,
  RunDetail,
  Runs,
  Said,
} from '../../src/search/runs/schema'
import type { Begun, SessionView, Taken } from '../../src/search/sessions/schema'

/** Endpoints that the server's contract does not state yet, by hand. A line goes when the contract has it. */
export interface Pending {
  'POST /api/search/force': { params: never; query: never; body: never; reply: Forced }
  'POST /api/search/rss/force': { params: never; query: never; body: never; reply: typeof Said.static }
  'GET /api/search/runs': {
    params: never
    query: { limit?: number; offset?: number }
    body: never
    reply: typeof Runs.static
  }
  'GET /api/search/runs/:run_id': {
    params: { run_id: string }
    query: { include_items?: boolean; limit?: number; offset?: number }
    body: never
    reply: typeof RunDetail.static
  }
  'POST /api/search/runs/:run_id/retry': {
    params: { run_id: string }
    query: never
    body: never
    reply: typeof Retried.static
  }
  'POST /api/search/runs/:run_id/cancel': {
    params: { run_id: string }
    query: never
    body: never
    reply: { success: boolean }
  }
  'GET /api/search/last/:issue_id': { params: { issue_id: string }; query: never; body: never; reply: Last }
  'POST /api/series/issues/:issue_id/search': {
    params: { issue_id: string }
    query: never
    body: Confirmed
    reply: IssueBegun
  }
  'GET /api/series/:comic_id/search-missing/preview': {
    params: { comic_id: string }
    query: never
    body: never
    reply: Preview
  }
  'POST /api/series/:comic_id/search-missing': {
    params: { comic_id: string }
    query: never
    body: Confirmed
    reply: MissingBegun
  }
  'POST /api/search/interactive': {
    params: never
    query: never
    body: { entity_type: string; entity_id: string }
    reply: typeof Begun.static
  }
  'GET /api/search/interactive/:session_id': {
    params: { session_id: string }
    query: never
    body: never
    reply: SessionView
  }
  'POST /api/search/interactive/:session_id/candidates/:candidate_id/grab': {
    params: { session_id: string; candidate_id: string }
    query: never
    body: { override: boolean }
    reply: Taken
  }
}
