import { listen } from '../../api/events'
import { useEffect, useState } from '../../html'
import type { Live } from './queue-line'

/** How far each download is, as it is told, by the id of its row. */
export function useLive(): ReadonlyMap<string, Live> {
  const [lives, setLives] = useState<ReadonlyMap<string, Live>>(new Map())
  useEffect(
    () =>
      listen(({ type, data }) => {
        if (type === 'download_progress') setLives((before) => new Map(before).set(String(data.id), data as Live))
        // It has moved on: what was told before may be older than what is asked for now.
        if (type === 'download.changed') setLives((before) => without(before, String(data.item_id)))
        if (type === 'resync') setLives(new Map())
      }),
    [],
  )
  return lives
}

function without(before: ReadonlyMap<string, Live>, id: string): ReadonlyMap<string, Live> {
  if (!before.has(id)) return before
  return new Map([...before].filter(([other]) => other !== id))
}
