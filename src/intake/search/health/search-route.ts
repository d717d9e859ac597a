import type { Instant } from '../../../base/platform/ports'
import type { DownloadClient } from '../../downloads/clients/client'
import type { IndexerRow } from '../indexers/indexer'
import { isBlockedNow, sourceWordOf } from '../indexers/wire'
import { type RouteReason, routeReasons } from '../states'
import type { RouteHealth } from './schema'

interface Facts {
  /** The indexers of one type. */
  rows: IndexerRow[]
  /** Whether indexers of the type are enabled. */
  on: boolean
  busy: (indexerId: string) => boolean
  /** The client for releases of the type, and whether it accepts releases now. */
  downstream: { client: Pick<DownloadClient, 'type'>; well: boolean } | undefined
  now: Instant
}

/** Whether releases can be found and grabbed with this type and, if not, the worst reason why. */
export function routeHealthOf({ rows, on, busy, downstream, now }: Facts): RouteHealth {
  const active = rows.filter(({ enabled }) => enabled && on)
  const shut = active.filter((row) => isBlockedNow(row, now))
  const isFolder = downstream?.client.type === 'blackhole'
  const against: Partial<Record<RouteReason, boolean>> = {
    disabled: !on,
    provider_not_configured: rows.length === 0,
    downloader_disabled: downstream === undefined,
    provider_disabled: rows.length > 0 && rows.every(({ enabled }) => !enabled),
    path_not_ready: downstream?.well === false && isFolder,
    client_not_ready: downstream?.well === false && !isFolder,
    providers_temporarily_blocked: active.length > 0 && shut.length === active.length,
  }
  const reason = routeReasons.findLast((each) => against[each]) ?? 'ready'
  const well = downstream?.well === true
  const failed = newestOf(rows, 'last_failed_at')
  return {
    configured: rows.length > 0 && downstream !== undefined,
    enabled: on,
    active: active.length > 0,
    running: rows.some(({ indexer_id }) => busy(indexer_id)),
    blocked: against.providers_temporarily_blocked === true,
    blocked_until: against.providers_temporarily_blocked
      ? (shut.map((row) => row.blocked_until).sort()[0] ?? null)
      : null,
    blocked_provider_count: shut.length,
    downstream: downstream?.client.type ?? null,
    client_ready: well,
    path_ready: well,
    downstream_ready: well,
    // After a crash, each client can be searched for the release.
    restart_safe: downstream !== undefined,
    ready: reason === 'ready',
    reason,
    last_attempt: newestOf(rows, 'last_asked_at')?.last_asked_at ?? null,
    last_success: newestOf(rows, 'last_ok_at')?.last_ok_at ?? null,
    last_failure: failed?.last_failed_at ?? null,
    last_error: failed?.detail ?? null,
    configured_provider_count: rows.length,
    executable_provider_count: active.length - shut.length,
    attempted_provider_count: rows.filter(({ last_asked_at }) => last_asked_at !== null).length,
    providers: rows.map((row) => ({
      name: row.name,
      kind: sourceWordOf(row.type),
      blocked: isBlockedNow(row, now),
      attempted: row.last_asked_at !== null,
      last_attempt: row.last_asked_at,
    })),
  }
}

function newestOf(
  rows: IndexerRow[],
  field: 'last_asked_at' | 'last_ok_at' | 'last_failed_at',
): IndexerRow | undefined {
  return rows.filter((row) => row[field] !== null).sort((a, b) => (a[field]! > b[field]! ? -1 : 1))[0]
}
