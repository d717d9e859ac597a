import { useState } from '../html'
import { useQuery } from './query'

/** Browses the folders of the server's machine, one at a time, for a folder picker. */
export function useFolders(start?: string) {
  const [path, setPath] = useState<string | undefined>(start || undefined)
  const { data, error, loading, reload } = useQuery('GET /api/filesystem', { query: { path } }, { keep: true })
  return { listing: data, error: error?.detail, loading, onOpen: setPath, onRetry: reload }
}
