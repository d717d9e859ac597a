import { useEffect, useState } from '../html'
import { type Heard, listen } from './events'

/** Work in the background as the status line says it. `value` from 0 to 1 when known. */
export type Work = { text: string; value?: number; href?: string }

type Import = { kind?: string; status?: string; total_files?: number; processed_files?: number }

const AFTER: Record<string, string> = {
  scanning: 'Looking through',
  importing: 'Adding',
}

/** What an import event says about the work in progress; undefined once nothing is left to do. */
export function workOf({ type, data }: Heard): Work | undefined {
  const { kind, status = '', total_files: total = 0, processed_files: done = 0 } = data as Import
  const verb = type === 'import_progress' ? AFTER[status] : undefined
  if (!verb) return undefined
  const what = kind === 'manga' ? 'manga' : 'comics'
  const count = total > 0 ? `: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} files` : ''
  return { text: `${verb} your ${what}${count}`, value: total > 0 ? done / total : undefined, href: '/import' }
}

/** The newest background work, as the event stream tells it. */
export function useWork(): Work | undefined {
  const [work, setWork] = useState<Work | undefined>(undefined)
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'import_progress') setWork(workOf(event))
        if (event.type === 'resync') setWork(undefined)
      }),
    [],
  )
  return work
}
