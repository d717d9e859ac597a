import { useEffect, useState } from '../html'
import { send } from './client'
import type { Reply } from './contract'
import { useQuery } from './query'

type Listing = Reply<'GET /api/filesystem'>
type ComicCount = Reply<'GET /api/filesystem/count'>

/** Browses the folders of the server's machine, one at a time, for a folder picker. */
export function useFolders(start?: string) {
  const [path, setPath] = useState<string | undefined>(start || undefined)
  const { data, error, loading, reload } = useQuery('GET /api/filesystem', { query: { path } }, { keep: true })
  return { listing: data, error: error?.detail, loading, onOpen: setPath, onRetry: reload }
}

/** The folders that complete a typed path: those in the folder before the last slash. */
export function useCompletions(typed: string): readonly string[] {
  const above = /^(.*[\\/])[^\\/]*$/.exec(typed.trim())?.[1]
  const { data } = useQuery('GET /api/filesystem', above === undefined ? null : { query: { path: above } }, {
    keep: true,
  })
  if (above === undefined || !data) return []
  const begun = typed.trim().toLowerCase()
  return data.folders.map(({ path }) => path).filter((path) => path.toLowerCase().startsWith(begun))
}

/** Requests at a time, so that a dialog does not keep a slow disk busy. */
const SIDE_BY_SIDE = 2
const MOST_COUNTED = 100

/** The number of comic files in a folder and in each folder inside, counted one by one while the folder is shown. */
export function useComicCounts(listing: Listing | undefined): ReadonlyMap<string, ComicCount> {
  const [counts, setCounts] = useState<ReadonlyMap<string, ComicCount>>(new Map())
  useEffect(() => {
    if (!listing) return
    const leaving = new AbortController()
    const { signal } = leaving
    const waiting = [listing.path, ...listing.folders.slice(0, MOST_COUNTED).map(({ path }) => path)]
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined && !signal.aborted; path = waiting.shift()) {
        const count = await countAt(path, signal)
        if (count && !signal.aborted) setCounts((known) => new Map(known).set(path, count))
      }
    }
    for (let at = 0; at < SIDE_BY_SIDE; at++) void work()
    return () => leaving.abort()
  }, [listing?.path])
  return counts
}

/** Undefined when the user leaves the folder before the end, or when counting fails. */
async function countAt(path: string, signal: AbortSignal): Promise<ComicCount | undefined> {
  try {
    return (await send('GET /api/filesystem/count', { query: { path } }, signal)) as ComicCount
  } catch {
    return undefined
  }
}
