import { listen } from '../../api/events'
import { useEffect, useState } from '../../html'
import type { LiveProgress } from './queue-line'

/** The progress of each download from events, by row id. */
export function useLive(): ReadonlyMap<string, LiveProgress> {
  const [lives, setLives] = useState<ReadonlyMap<string, LiveProgress>>(new Map())
  useEffect(
    () =>
      listen(({ type, data }) => {
        if (type === 'download_progress')
          setLives((before) => new Map(before).set(String(data.id), data as LiveProgress))
        // After a change of state the refetched row is newer than this progress.
        if (type === 'download.changed') setLives((before) => without(before, String(data.item_id)))
        if (type === 'resync') setLives(new Map())
      }),
    [],
  )
  return lives
}

function without(before: ReadonlyMap<string, LiveProgress>, id: string): ReadonlyMap<string, LiveProgress> {
  if (!before.has(id)) return before
  return new Map([...before].filter(([other]) => other !== id))
}
