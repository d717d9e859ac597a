import { useEffect, useRef } from '../html'
import { pluralWords } from '../parts/text/format'
import type { Reply } from './contract'
import { listen } from './events'
import { useQuery } from './query'

export type Waiting = Reply<'GET /api/import/waiting'>

/** What the count of everything that waits is of. */
export function waitingWords({ comic, manga, inbox }: Waiting): string {
  if (inbox === 0) return 'series to review'
  return comic + manga === 0 ? pluralWords(inbox, 'file to review', 'files to review') : 'series and files to review'
}

/** The page where the first of it waits. */
export function waitingPath({ comic, manga }: Waiting): string {
  return comic > 0 ? '/import' : manga > 0 ? '/import?kind=manga' : '/import/inbox'
}

export const waitingTotal = ({ comic, manga, inbox }: Waiting): number => comic + manga + inbox

/**
 * How many proposals of an import wait for the user, by kind, and how many files of the import folder; undefined until
 * loaded. Not loaded before `now`.
 */
export function useWaiting(now = true): Waiting | undefined {
  const { data, reload } = useQuery('GET /api/import/waiting', now ? undefined : null)
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!now) return
    // Running work reports each file; the number of proposals changes at its end.
    return listen(({ type, data }) => {
      if (type === 'import_progress' && data.status !== 'scanning' && data.status !== 'importing') latest.current()
    })
  }, [now])
  return data
}
