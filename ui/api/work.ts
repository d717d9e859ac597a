import { useEffect, useState } from '../html'
import { numberWords } from '../parts/text/format'
import { listen, type ServerEvent } from './events'
import { isActive, type Operation, useOperation } from './operation'

/** A background task in the status line. `value` from 0 to 1 when known. */
export type Work = { text: string; value?: number; href?: string }

type Import = { kind?: string; status?: string; total_files?: number; processed_files?: number }

const AFTER: Record<string, string> = {
  scanning: 'Scanning',
  importing: 'Adding',
}

/** The task that an import event describes; undefined once it has finished. */
export function importWork({ type, data }: ServerEvent): Work | undefined {
  const { kind, status = '', total_files: total = 0, processed_files: done = 0 } = data as Import
  const verb = type === 'import_progress' ? AFTER[status] : undefined
  if (!verb) return undefined
  const what = kind === 'manga' ? 'manga' : 'comics'
  const count = total > 0 ? `: ${numberWords(done)} of ${numberWords(total)} files` : ''
  return { text: `${verb} your ${what}${count}`, value: total > 0 ? done / total : undefined, href: '/import' }
}

const ABOUT_SERIES: Record<string, string> = { series_add: 'Adding', series_refresh: 'Refreshing' }

/** The text for a running task on a series: "Adding Harbor Lights…". */
export function seriesWork({ kind, state, progress, detail }: Operation): Work | undefined {
  const verb = ABOUT_SERIES[kind]
  if (!verb || !isActive({ state })) return undefined
  const { name, comic_id } = (detail ?? {}) as { name?: string; comic_id?: string }
  const value = progress > 0 ? progress : undefined
  // The name of the series is unknown until the provider has answered.
  if (!name || !comic_id) return { text: `${verb} a series…`, value }
  return { text: `${verb} ${name}…`, value, href: `/library/${encodeURIComponent(comic_id)}` }
}

/** The ids of running tasks on series after this event, the newest last. */
export function runningTasks(ids: readonly string[], { type, data }: ServerEvent): readonly string[] {
  if (type !== 'operation.changed' || !(String(data.kind) in ABOUT_SERIES)) return ids
  const id = String(data.operation_id)
  const others = ids.filter((other) => other !== id)
  if (!isActive({ state: data.state as Operation['state'] })) return others.length < ids.length ? others : ids
  return ids.includes(id) ? ids : [...ids, id]
}

/**
 * The newest background work: scans and imports, else series that are being added or refreshed. Without `isShown` none
 * is fetched.
 */
export function useWork(isShown: boolean): Work | undefined {
  const [ids, setIds] = useState<readonly string[]>([])
  const onSeries = useOperation(isShown ? ids.at(-1) : undefined)
  useEffect(() => listen((event) => setIds((now) => (event.type === 'resync' ? [] : runningTasks(now, event)))), [])
  const onFiles = useImportWork()
  if (!isShown) return undefined
  return onFiles ?? (onSeries && ids.length > 0 ? seriesWork(onSeries) : undefined)
}

function useImportWork(): Work | undefined {
  const [work, setWork] = useState<Work | undefined>(undefined)
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'import_progress') setWork(importWork(event))
        if (event.type === 'resync') setWork(undefined)
      }),
    [],
  )
  return work
}
