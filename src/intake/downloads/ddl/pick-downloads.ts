import type { Instant } from '../../../base/platform/ports'
import type { DdlRow } from './store'

export interface HostPause {
  from: Instant
  until: Instant
}

export interface RunningDownloads {
  /** Ids of running downloads. */
  ids: ReadonlySet<string>
  /** Hosts of running downloads. */
  hosts: ReadonlySet<string>
  /** Hosts that must not be contacted, and until when. */
  rests: ReadonlyMap<string, HostPause>
}

const MOST_AT_ONCE = 2

/** The downloads to start now, oldest first and one per host, and when to check again for downloads that wait. */
export function pickDownloads(rows: readonly DdlRow[], { ids, hosts, rests }: RunningDownloads, now: Instant) {
  const start: DdlRow[] = []
  const busy = new Set(hosts)
  let wake: Instant | undefined
  for (const row of rows) {
    if (ids.has(row.ddl_id)) continue
    const host = downloadHost(row)
    const waits = [{ from: row.updated_at, until: row.retry_at }, rests.get(host)].flatMap(
      (each) => endOf(each, now) ?? [],
    )
    const due = waits.toSorted().at(-1)
    if (due !== undefined) {
      if (wake === undefined || due < wake) wake = due
    } else if (ids.size + start.length < MOST_AT_ONCE && !busy.has(host)) {
      start.push(row)
      busy.add(host)
    }
  }
  return { start, wake }
}

/** End of a wait that applies now. A wait that begins in the future is ignored: the clock was set back since. */
function endOf(wait: { from: Instant; until: Instant | null } | undefined, now: Instant): Instant | undefined {
  return wait?.until && wait.until > now && wait.from <= now ? wait.until : undefined
}

export function downloadHost({ links, link_at }: Pick<DdlRow, 'links' | 'link_at'>): string {
  return URL.parse(links[link_at]?.url ?? '')?.host ?? ''
}
