import { connection, listen } from '../../../api/events'
import { type Answer, useQuery } from '../../../api/query'
import { useEffect, useLayoutEffect, useRef, useState } from '../../../html'
import type { ImportKind, WireScan } from '../wire'
import { addSample, rateOf, type Sample } from './rate'

export type Live = {
  status: WireScan['status']
  total: number
  done: number
  series: number
  current: string | null
  /** Files per second; undefined until known. */
  rate: number | undefined
}
export type Scan = {
  /** Undefined until the first answer. */
  scan: WireScan | undefined
  error: Answer<WireScan>['error']
  /** An event was newer than `scan`; the refetched answer has not arrived yet. */
  isAwaited: boolean
  live: Live
  reload: () => void
  /** Shows requested work at once, before the server confirms it. */
  expect: (status: 'scanning' | 'importing') => void
}

const POLL_MS = 2_000
/** How long the event of a correction may lag behind its answer. */
const ECHO_MS = 1_500

/**
 * The server announces this page's own corrections too. The page has their result already and need not fetch thousands
 * of rows.
 */
let underWay = 0
let quietUntil = 0
export const ownEdit = {
  begin: () => {
    underWay += 1
  },
  end: () => {
    underWay -= 1
    quietUntil = performance.now() + ECHO_MS
  },
  isEcho: () => underWay > 0 || performance.now() < quietUntil,
}

type ProgressEvent = Omit<Live, 'rate'>

/** The scan of a kind. While it runs, events carry its progress; the full answer is fetched at its end. */
export function useScan(kind: ImportKind): Scan {
  const [latest, setTold] = useState<ProgressEvent | undefined>(undefined)
  const samples = useRef<Sample[]>([])
  const state = useRef<ProgressEvent>(scanProgress(undefined))
  const { data, error, reload, poll } = useQuery(`GET /api/import/${kind}/review`, undefined)
  useEffect(
    () =>
      listen(({ type, data }) => {
        if (type !== 'import_progress' || data.kind !== kind) return
        const next = eventProgress(data)
        if (next.status === 'completed' && !isBusy(state.current) && ownEdit.isEcho()) return
        samples.current = addSample(samples.current, { at: performance.now(), done: next.done })
        setTold(next)
        if (!isBusy(next)) reload()
      }),
    [kind],
  )
  useLayoutEffect(() => setTold(undefined), [data])
  const now = latest ?? scanProgress(data)
  state.current = now
  const busy = isBusy(now) || Boolean(data?.packing)
  useEffect(() => {
    if (!busy || connection.value === 'live') return
    const timer = setInterval(poll, POLL_MS)
    return () => clearInterval(timer)
  }, [busy, connection.value])
  const expect = (status: 'scanning' | 'importing') => {
    samples.current = []
    setTold({ ...scanProgress(undefined), status })
  }
  return {
    scan: data,
    error,
    isAwaited: latest !== undefined && !error,
    live: { ...now, rate: rateOf(samples.current) },
    reload,
    expect,
  }
}

const isBusy = ({ status }: ProgressEvent) => status === 'scanning' || status === 'importing'

function eventProgress(data: Record<string, unknown>): ProgressEvent {
  const { status, total_files, processed_files, series_found, current_series } = data as {
    status: WireScan['status']
    total_files: number
    processed_files: number
    series_found: number
    current_series: string | null
  }
  return { status, total: total_files, done: processed_files, series: series_found, current: current_series }
}

function scanProgress(scan: WireScan | undefined): ProgressEvent {
  const { total_files = 0, processed_files = 0, series_found = 0, current_series = null } = scan?.progress ?? {}
  return {
    status: scan?.status ?? null,
    total: total_files,
    done: processed_files,
    series: series_found,
    current: current_series,
  }
}
