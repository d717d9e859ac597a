import type { SeriesRow } from './store'

export interface ProviderLink {
  provider: string
  label: string
  url: string
}

/** Ids of one series at the services that know it, without the services' own prefixes. */
export interface KnownIds {
  comicvine?: string
  metron?: string
  mangadex?: string
  anilist?: string
  myanimelist?: string
}

interface Service {
  label: string
  /** The pattern of its ids in ours. */
  id: RegExp
  url: (id: string) => string
}

const SERVICES: Record<string, Service> = {
  comicvine: {
    label: 'ComicVine',
    id: /^(\d+)$/,
    url: (id) => `https://comicvine.gamespot.com/volume/4050-${id}/`,
  },
  metron: { label: 'Metron', id: /^metron-(\d+)$/, url: (id) => `https://metron.cloud/series/${id}/` },
  mangadex: { label: 'MangaDex', id: /^md-([0-9a-f-]{36})$/, url: (id) => `https://mangadex.org/title/${id}` },
  anilist: { label: 'AniList', id: /^al-(\d+)$/, url: (id) => `https://anilist.co/manga/${id}` },
  mal: { label: 'MyAnimeList', id: /^mal-(\d+)$/, url: (id) => `https://myanimelist.net/manga/${id}` },
}

/** The page of a series at a service; undefined for one without pages. */
export function providerPage(provider: string, id: string): string | undefined {
  return SERVICES[provider === 'myanimelist' ? 'mal' : provider]?.url(id)
}

/** The service that issued the series' id: Metron's series that ComicVine knows have ComicVine's number. */
const issuerOf = ({ source, comic_id }: SeriesRow) =>
  source === 'metron' && /^\d+$/.test(comic_id) ? 'comicvine' : source

/**
 * The id at the service itself, read from the series' own id; undefined for local series and for ids of another
 * service.
 */
export function idAt(provider: string, series: SeriesRow): string | undefined {
  return issuerOf(series) === provider ? SERVICES[provider]?.id.exec(series.comic_id)?.[1] : undefined
}

/** The page at the service that the series comes from, derived from its id: lists need no further query. */
export function providerLink(series: SeriesRow): ProviderLink | undefined {
  const provider = issuerOf(series)
  const id = idAt(provider, series)
  const service = SERVICES[provider]
  return id && service ? { provider, label: service.label, url: service.url(id) } : undefined
}

/** The pages of the series at each service, the one it comes from first. */
export function providerLinks(series: SeriesRow, known: KnownIds): ProviderLink[] {
  const own = providerLink(series)
  const links = Object.entries(known).flatMap(([name, id]) => {
    const provider = name === 'myanimelist' ? 'mal' : name
    const service = SERVICES[provider]
    return service && id !== undefined ? [{ provider, label: service.label, url: service.url(id) }] : []
  })
  const rest = links.filter(({ provider }) => provider !== own?.provider)
  const all = own ? [own, ...rest] : rest
  return all.toSorted((a, b) => Number(b.provider === series.source) - Number(a.provider === series.source))
}
