/** The page of a series. Ids may hold anything, so they are escaped. */
export function seriesPath(id: string): string {
  return `/library/${encodeURIComponent(id)}`
}
