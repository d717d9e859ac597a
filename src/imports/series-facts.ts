import type { Claim } from './claim'
import type { SeriesIds } from './tables'

/** What files and folders say of a series besides its name and its run. */
export interface SeriesFacts {
  description?: string
  bookType?: string
  totalIssues?: number
  providerIds: SeriesIds
}

const SERVICES = ['comicvineVolume', 'metronSeries', 'mangadexTitle', 'anilist', 'myanimelist'] as const

/** series.json speaks of the series itself, so it comes first; of what files say, that of most of them. */
export function aboutSeries(claims: readonly Claim[]): SeriesFacts {
  const json = claims.find((claim) => claim.json)?.json
  const ids: SeriesIds = {}
  for (const service of SERVICES) {
    const said = mostOften(claims.map((claim) => claim.ids[service]))
    if (said !== undefined) ids[service] = said
  }
  if (json?.comicId) ids.comicvineVolume = json.comicId
  return {
    description: json?.description?.slice(0, 10_000),
    bookType: json?.booktype?.slice(0, 100),
    totalIssues: json?.totalIssues ?? mostOften(claims.map(({ count }) => count)),
    providerIds: ids,
  }
}

function mostOften<T>(values: readonly (T | undefined)[]): T | undefined {
  const count = new Map<T, number>()
  for (const value of values) if (value !== undefined) count.set(value, (count.get(value) ?? 0) + 1)
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0]
}
