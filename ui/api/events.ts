import { signal } from '../html'
import { withRoot } from '../root'
import { invalidate, refetchAnswered } from './query'

export type Connection = 'connecting' | 'live' | 'lost' | 'stopped' | 'restarting'
/** One event of the stream, for pages that show progress as it happens. */
export type ServerEvent = { type: string; data: Record<string, unknown> }

/** Event type → endpoints whose answers it invalidates. The one table; a new event is one line here. */
const OLD_AFTER: Record<string, readonly string[]> = {
  'series.changed': [
    'GET /api/series',
    'GET /api/wanted',
    'GET /api/dashboard',
    'GET /api/releases',
    'GET /api/ai/series',
    'GET /api/tags',
    'GET /api/care',
    'GET /api/names',
  ],
  'issue.changed': [
    'GET /api/series',
    'GET /api/names',
    'GET /api/wanted',
    'GET /api/dashboard',
    'GET /api/releases',
    'GET /api/requests',
  ],
  'library.changed': [
    'GET /api/series',
    'GET /api/wanted',
    'GET /api/dashboard',
    'GET /api/releases',
    'GET /api/import/folders',
    'GET /api/reading/recent',
    'GET /api/reading/added',
    'GET /api/tags',
    'GET /api/names',
    'GET /api/requests',
    'GET /api/care',
    'POST /api/search', // search results show which series are in the library
  ],
  'reading.changed': [
    'GET /api/reading/continue',
    'GET /api/reading/series',
    'GET /api/reading/statistics',
    'GET /api/names',
    'GET /api/readlists',
    'GET /api/series/facets',
  ],
  'readlist.changed': ['GET /api/readlists', 'GET /api/reading/continue'],
  'collection.changed': ['GET /api/collections', 'GET /api/series'],
  'views.changed': ['GET /api/views'],
  'user.changed': ['GET /api/users', 'GET /api/account', 'GET /api/auth/known-users'],
  'request.changed': ['GET /api/requests'],
  'arc.changed': ['GET /api/storyarcs'],
  import_progress: [], // The event carries the progress; the full answer holds an outline of every proposal and is fetched at the end.
  migration_progress: ['GET /api/system/migration/progress'],
  'inbox.changed': ['GET /api/import'],
  config_changed: [
    'GET /api/config',
    'GET /api/system/network',
    'GET /api/opds',
    'GET /api/import/folders',
    'GET /api/metadata/providers',
    'GET /api/ai/status',
    'GET /api/config/release-rules',
  ],
  ai_activity: ['GET /api/ai/activity', 'GET /api/ai/usage', 'GET /api/ai/status'],
  'search.changed': ['GET /api/activity/in-flight', 'GET /api/search/runs', 'GET /api/search/last', 'GET /api/wanted'],
  'operation.changed': [
    'GET /api/system/jobs',
    'GET /api/import',
    'GET /api/operations',
    'GET /api/filing',
    'GET /api/releases',
  ],
  'acquisition.changed': ['GET /api/search/health', 'GET /api/system/acquisition'],
  'repair.changed': ['GET /api/system/acquisition/repair', 'GET /api/system/acquisition/canary'],
  activity: [], // the event carries the new row of the timeline
  'download.changed': [
    'GET /api/downloads',
    'GET /api/activity/in-flight',
    'GET /api/attention',
    'POST /api/attention/waiting',
    'GET /api/wanted',
  ],
  download_progress: [], // the queue shows the state of the clients
  'clients.changed': ['GET /api/config/clients'],
  'indexers.changed': ['GET /api/config/providers'],
  'names.changed': ['GET /api/names'],
  'providers.changed': ['GET /api/metadata/providers'],
  'releases.changed': ['GET /api/releases', 'GET /api/dashboard/upcoming', 'GET /api/ai/suggestions'],
  'notices.changed': ['GET /api/config/notifications'],
  'backups.changed': ['GET /api/system/backups'],
  'update.changed': ['GET /api/system/update'],
  log_rotated: ['GET /api/system/logs'],
  'health.changed': ['GET /api/system/health'],
  status: [], // the event carries the counts
  interactive_search: [], // the open sheet handles this event
  ready: [],
  ping: [],
}
const LONGEST_MS = 64_000
/**
 * The server sends a heartbeat every 15 seconds. After three missed ones the connection counts as lost, even without
 * an error.
 */
const SILENT_MS = 45_000
const SOON_MS = 400

/** Whether live updates arrive. */
export const connection = signal<Connection>('connecting')

/** The state of the library that the first answers are of, as the HTML of this page named it. */
let known = ''

/** Called once, before the first render. */
export function expectChanges(changes: string): void {
  known = changes
}

const listeners = new Set<(event: ServerEvent) => void>()
const due = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let source: EventSource | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
let wait = 1_000

/** Calls `listener` with every event until the returned function is called. */
export function listen(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the single event stream. After each gap `check` tests the session before everything is refetched. */
export function openEvents(check: () => Promise<boolean>): () => void {
  let gap = false
  let isFirst = true
  const catchUp = async () => {
    if (await check()) invalidate('')
  }
  const lost = () => {
    clearTimeout(silence)
    source?.close()
    // The stream of a session that the owner or another device ended closes without a word, and does not open again.
    if (gap) void check()
    gap = true
    // A server that announced its stop stays "stopped" until it is back.
    if (connection.value !== 'stopped' && connection.value !== 'restarting') connection.value = 'lost'
    retry = setTimeout(open, wait)
    wait = Math.min(wait * 2, LONGEST_MS)
  }
  const alive = () => {
    clearTimeout(silence)
    silence = setTimeout(lost, SILENT_MS)
  }
  const open = () => {
    const query = isFirst && known ? `?known=${encodeURIComponent(known)}` : ''
    source = new EventSource(withRoot(`/api/events/stream${query}`), { withCredentials: true })
    source.onopen = () => {
      alive()
      wait = 1_000
      connection.value = 'live'
      if (gap) void catchUp()
      else if (isFirst && !query) refetchAnswered()
      gap = false
      isFirst = false
    }
    source.onerror = lost
    for (const type of Object.keys(OLD_AFTER))
      source.addEventListener(type, (event) => {
        alive()
        announce(type, dataOf(event))
      })
    if (query)
      source.addEventListener('ready', (event) => {
        if (dataOf(event).current !== true) refetchAnswered()
      })
    source.addEventListener('resync', () => void catchUp())
    source.addEventListener('session_ended', () => void check())
    source.addEventListener('shutdown', () => {
      connection.value = 'stopped'
    })
    source.addEventListener('restart', () => {
      connection.value = 'restarting'
    })
  }
  open()
  return () => {
    source?.close()
    clearTimeout(retry)
    clearTimeout(silence)
    source = undefined
    connection.value = 'connecting'
  }
}

/** Applies one event to the cache. A scan sends many in a row, so refetches are collected for a moment. */
export function announce(type: string, data: Record<string, unknown>): void {
  for (const listener of listeners) listener({ type, data })
  for (const prefix of OLD_AFTER[type] ?? []) due.add(prefix)
  if (due.size > 0 && timer === undefined) timer = setTimeout(refetchDue, SOON_MS)
}

function refetchDue(): void {
  timer = undefined
  const prefixes = [...due]
  due.clear()
  for (const prefix of prefixes) invalidate(prefix)
}

function dataOf(event: Event): Record<string, unknown> {
  const text: unknown = (event as MessageEvent).data
  if (typeof text !== 'string' || text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
