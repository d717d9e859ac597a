import type { SeriesRow } from './store'

export interface ProviderLink {
  provider: string
  label: string
  url: string
}

const COMICVINE = (id: string) => `https://comicvine.gamespot.com/volume/4050-${id}/`
const METRON = (id: string) => `https://metron.cloud/series/${id}/`
const MANGADEX = (id: string) => `https://mangadex.org/title/${id}`
const MYANIMELIST = (id: string) => `https://myanimelist.net/manga/${id}`

const PROVIDERS: Record<string, { label: string; id: RegExp; url: (id: string) => string }> = {
  comicvine: { label: 'ComicVine', id: /^(\d+)$/, url: COMICVINE },
  metron: { label: 'Metron', id: /^(?:metron-)?(\d+)$/, url: METRON },
  mangadex: { label: 'MangaDex', id: /^md-([0-9a-f-]{36})$/, url: MANGADEX },
  mal: { label: 'MyAnimeList', id: /^mal-(\d+)$/, url: MYANIMELIST },
}

/** The id that the provider itself uses; undefined for local series and for another provider's. */
export function idAt(provider: string, { source, comic_id }: SeriesRow): string | undefined {
  return source === provider ? PROVIDERS[provider]?.id.exec(comic_id)?.[1] : undefined
}

/** Where the provider shows the series. */
export function providerLink(series: SeriesRow): ProviderLink | undefined {
  const id = idAt(series.source, series)
  const provider = PROVIDERS[series.source]
  return id && provider ? { provider: series.source, label: provider.label, url: provider.url(id) } : undefined
}
