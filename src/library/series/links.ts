import { providerNames, providerOf, type SiteName, siteNames, siteOf } from '../../base/providers/descriptors'
import type { SeriesRow } from './store'

interface ProviderLink {
  provider: string
  label: string
  url: string
}

/** Ids of one series at the services that know it, without the services' own prefixes. */
export type KnownIds = Partial<Record<SiteName, string>>

/** A site's name in links, when older tools use another. */
const wireName = (site: SiteName) => (site === 'myanimelist' ? 'mal' : site)

const siteNamed = (provider: string) => siteNames.find((name) => name === provider || wireName(name) === provider)

/** The page of a series at a service; undefined for a service without pages. */
export function providerPage(provider: string, id: string): string | undefined {
  const site = siteNamed(provider)
  return site && siteOf(site).seriesPage(id)
}

/** The service that issued the series' id: some services use another one's id when it lists the series. */
function issuerOf({ source, comic_id }: SeriesRow): string {
  const name = providerNames.find((each) => each === source)
  const other = name && providerOf(name).keepsIdsOf
  return other && siteOf(other).storedId.test(comic_id) ? other : source
}

/**
 * The id at the service itself, read from the series' own id; undefined for local series and for ids of another
 * service.
 */
export function idAtProvider(provider: string, series: SeriesRow): string | undefined {
  const site = siteNamed(provider)
  return site && issuerOf(series) === provider ? siteOf(site).storedId.exec(series.comic_id)?.[1] : undefined
}

function linkTo(provider: string, id: string): ProviderLink | undefined {
  const site = siteNamed(provider)
  if (!site) return undefined
  const { label, seriesPage } = siteOf(site)
  return { provider: wireName(site), label, url: seriesPage(id) }
}

/** The page at the series' own service, derived from its id: lists need no further query. */
export function providerLink(series: SeriesRow): ProviderLink | undefined {
  const provider = issuerOf(series)
  const id = idAtProvider(provider, series)
  return id ? linkTo(provider, id) : undefined
}

/** The pages of the series at each service, its own service first. */
export function providerLinks(series: SeriesRow, known: KnownIds): ProviderLink[] {
  const own = providerLink(series)
  const links = Object.entries(known).flatMap(([name, id]) => (id === undefined ? [] : (linkTo(name, id) ?? [])))
  const rest = links.filter(({ provider }) => provider !== own?.provider)
  const all = own ? [own, ...rest] : rest
  return all.toSorted((a, b) => Number(b.provider === series.source) - Number(a.provider === series.source))
}
