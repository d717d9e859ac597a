import type { SeriesQuery } from './wire'

export type ListQuery = Omit<SeriesQuery, 'limit' | 'offset'>

/** Series fetched at once: what a window of usual size shows, so that the first covers are here soon. */
export const CHUNK = 60
/** Entries beyond those in the page that are fetched already; those in the page reach most of a window ahead. */
export const AHEAD = 12

export function inputOf(query: ListQuery, chunk: number) {
  return { query: { ...query, limit: CHUNK, offset: chunk * CHUNK } }
}
