import type { SeriesQuery } from './wire'

export type ListQuery = Omit<SeriesQuery, 'limit' | 'offset'>

/** Series fetched at once: what a window of usual size shows, so that the first covers are here soon. */
export const LIBRARY_CHUNK = 60
/** Entries beyond those in the page that are fetched already; those in the page reach most of a window ahead. */
export const AHEAD = 12

export function chunkInput(query: ListQuery, chunk: number) {
  return { query: { ...query, limit: LIBRARY_CHUNK, offset: chunk * LIBRARY_CHUNK } }
}
