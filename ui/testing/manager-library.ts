import { assistantStatus } from './assistant'
import { scanReplies } from './import-scan'
import { readerLibrary } from './reader-library'
import type { Replies } from './render-page'
import { timelineStep } from './timeline-step'

/** A library with something on every page that managers have. What is set up badly leads the owner to the settings. */

const WHEN = '2026-11-20T20:00:00.000Z'
const page = (total: number) => ({ total, limit: 50, offset: 0, has_more: false })
const route = (reason: string) => ({
  enabled: true,
  reason,
  downstream: 'sabnzbd',
  blocked_until: null,
  last_success: WHEN,
  last_error: null,
  configured_provider_count: 2,
  executable_provider_count: 1,
})
const member = {
  release_key: 'i3|indexer a',
  issue_label: 'Harbor Lights #3',
  comicid: 's1',
  issueid: 'i3',
  stage: 'failed',
  available_actions: ['retry', 'stop_wanting'],
  updated_date: WHEN,
  title: 'Harbor.Lights.003',
  provider: 'Indexer A',
  reason_detail: null,
  content_path: null,
  download_id: 'd1',
  run_id: null,
}

export const managerLibrary: Replies = {
  ...readerLibrary,
  'GET /api/account': { ...(readerLibrary['GET /api/account'] as object), role: 'manager' },
  'GET /api/config': { comic_dirs: ['/comics'], manga_dirs: [], import_dir: '', searching_paused: true },
  'PUT /api/config': { success: true, restart_required: [], ignored: [], pinned: [] },
  'GET /api/config/release-rules': { rules: [] },
  'GET /api/filing/sample-name': { problems: [], samples: [{ label: 'An issue', folder: 'Harbor', file: '1.cbz' }] },
  'GET /api/system/health': {
    state: 'error',
    checked_at: WHEN,
    open_count: 1,
    findings: [
      {
        check_id: 'folders',
        subject: '/comics',
        label: 'Folders',
        gravity: 'error',
        message: 'Your comics folder /comics is not there.',
        remedy: 'Connect its disk, or choose another folder.',
        page: '/settings#folders',
        since: WHEN,
        dismissed_at: null,
      },
    ],
    checks: [{ check_id: 'folders', label: 'Folders', state: 'error' }],
  },
  'GET /api/unwanted-pages': {
    groups: [],
    counts: { found: 0, hidden: 0, kept: 0 },
    checked: 12,
    files: 12,
    work: [],
    removals: [],
    pagination: { total: 0, limit: 20, offset: 0, has_more: false },
  },
  'GET /api/system/jobs': {
    jobs: [
      {
        id: 'rss',
        name: 'Check indexer feeds',
        next_run_time: WHEN,
        trigger: 'interval[0:20:00]',
        status: 'Waiting',
        state: 'waiting',
        paused: false,
        duration_ms: 3_000,
        failures_in_row: 0,
        dispatch: { state: 'accepted', last_attempt: WHEN, last_success: WHEN, last_failure: null, last_error: null },
        last_error: null,
      },
    ],
  },
  'GET /api/system/version': {
    current_version: '0.36.0',
    current_release_name: 'Panelkeep 0.36.0',
    latest_version: '0.37.0',
    release_name: 'Panelkeep 0.37.0',
    release_url: 'https://example.org/37',
    update_state: 'behind',
    update_reason: null,
    update_error: null,
    checked_at: WHEN,
    pending_whats_new: { from: '0.35.0', to: '0.36.0' },
  },
  'GET /api/system/release-notes': { sections: [{ version: '0.36.0', bullets: ['Reads manga.'] }] },
  'GET /api/system/whats-new/archive': {
    sections: [{ version: '0.36.0', bullets: ['Reads manga.'] }],
    pending: null,
    current: '0.36.0',
    last_seen: '0.36.0',
  },
  'GET /api/search/health': {
    routes: { nzb: route('ready'), torrent: route('client_not_ready'), ddl: route('disabled') },
    workers: { search: { healthy: true, live: true, last_error: null } },
    maintenance: { reason: null, owner: null, heartbeat_at: null },
    gate: { state: 'paused', owner_alive: null, leases: [], waiting: [] },
    reconciliation: { state: 'ready', reason: null, updated_at: null },
  },
  'GET /api/system/acquisition/reconciliation': {
    totals: { series: 1, wanted: 3, will_search: 2, unverified: 1 },
    series: [
      {
        comic_id: 's1',
        name: 'Harbor Lights',
        year: 2015,
        paused: false,
        why: '2 wanted issues will be searched for.',
        disk: { files: 3, bytes: 120_000_000, gone: 1 },
      },
    ],
    pagination: page(1),
  },
  'GET /api/openapi.json': {
    paths: {
      '/api/health': { get: { operationId: 'get_api_health', tags: ['system'], responses: { 200: {} }, security: [] } },
    },
  },
  'GET /api/activity/status': { in_flight: 1, recovery_pending: 0, attention: 1, attention_members: 1, requests: 0 },
  'GET /api/activity/timeline': {
    results: [timelineStep(1, 'grab.succeeded', WHEN)],
    total: 1,
    has_more: false,
  },
  'GET /api/attention/sections': {
    results: [
      {
        reason: 'download_failed_no_auto_handling',
        reason_phrase: 'The download failed',
        member_count: 1,
        newest_updated_at: WHEN,
        oldest_updated_at: WHEN,
        without_issue: 0,
        available_actions: [member.available_actions],
        members: [member],
      },
    ],
    member_total: 1,
    preview_cap: 5,
  },
  'GET /api/attention/members': { results: [member], total: 1 },
  'GET /api/downloads/queue': { queue: [], pagination: page(0), speed: 0 },
  'GET /api/downloads/history': { history: [], pagination: page(0) },
  'GET /api/downloads/blocklist': {
    blocklist: [
      {
        digest: 'x1',
        title: 'Harbor.Lights.003.2015',
        indexer: 'Indexer A',
        entity_id: 'i3',
        comic_id: 's1',
        reason: 'Page 7 cannot be read.',
        blocked_at: WHEN,
      },
    ],
    pagination: page(1),
  },
  'GET /api/search/runs': { runs: [], pagination: page(0) },
  'GET /api/wanted': {
    issues: [
      {
        ComicID: 's1',
        IssueID: 'i3',
        ComicName: 'Harbor Lights',
        ComicYear: '2015',
        ComicPublisher: 'Northgate',
        Issue_Number: '3',
        IssueName: null,
        ReleaseDate: '2015-05-28',
        IssueDate: null,
        acquisition: null,
      },
    ],
    annuals: [],
    pagination: page(1),
  },
  'GET /api/releases': {
    first: '2026-11-15',
    last: '2026-11-21',
    today: '2026-11-18',
    releases: [],
    sources: [],
    refreshing: false,
  },
  'GET /api/releases/calendar': { path: '/api/calendar/secret.ics' },
  'GET /api/metadata/providers': { providers: [] },
  ...scanReplies({ groups: [] }),
  'GET /api/import/folders': { folders: [] },
  'GET /api/ai/status': assistantStatus,
  'GET /api/ai/activity': { entries: [] },
  'GET /api/ai/usage': { days: [] },
  'GET /api/ai/suggestions': { suggestions: [] },
  'GET /api/ai/chat/threads': { threads: [], pagination: page(0) },
  'GET /api/dashboard/activity': { days: 30, events: [] },
  'GET /api/dashboard/upcoming': { releases: [] },
}
