import { ApiError, call } from '../../api/client'
import { listen } from '../../api/events'
import { useCallback, useEffect, useRef, useState } from '../../html'
import type { TimelineRow } from '../../panels/story'

/** The most rows that one answer contains. */
const CHUNK = 100

export type TimelineRows = {
  /** The newest first; undefined until the first answer. */
  rows: readonly TimelineRow[] | undefined
  more: boolean
  busy: boolean
  error: string | undefined
  load: () => void
  reload: () => void
}

/** The timeline as far back as it has been loaded; new steps are added at the top. */
export function useTimeline(): TimelineRows {
  const [rows, setRows] = useState<readonly TimelineRow[] | undefined>(undefined)
  const [more, setMore] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const turn = useRef(0)
  const look = useCallback(async (before: readonly TimelineRow[]) => {
    const own = ++turn.current
    setBusy(true)
    try {
      const reply = await call('GET /api/activity/timeline', { query: { limit: CHUNK, offset: before.length } })
      if (own !== turn.current) return
      setRows((now) => merged(before.length === 0 ? reply.results : [...(now ?? []), ...reply.results]))
      setMore(reply.has_more)
      setError(undefined)
    } catch (cause) {
      if (own === turn.current) setError(cause instanceof ApiError ? cause.detail : String(cause))
    }
    if (own === turn.current) setBusy(false)
  }, [])
  const reload = useCallback(() => void look([]), [look])
  useEffect(() => {
    reload()
    return listen(({ type, data }) => {
      if (type === 'activity') setRows((now) => now && merged([data as TimelineRow, ...now]))
      if (type === 'resync') reload()
    })
  }, [reload])
  return { rows, more, busy, error, load: () => void look(rows ?? []), reload }
}

/** Removes duplicates, newest first: new rows shift the pages of the list. */
function merged(rows: readonly TimelineRow[]): TimelineRow[] {
  const each = new Map(rows.map((row) => [row.event_id, row]))
  return [...each.values()].toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.event_id - a.event_id)
}
