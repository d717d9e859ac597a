import { useEffect, useRef } from '../html'
import type { Reply } from './contract'
import { listen } from './events'
import { useQuery } from './query'

export type Waiting = Reply<'GET /api/import/waiting'>

/** How many proposals of an import wait for the user, by kind; undefined until loaded. Not loaded before `now`. */
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
