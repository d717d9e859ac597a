import { type ProviderName, providerOf } from '../../base/providers/descriptors'
import { providerPage } from '../series/links'

/** The ids of an issue and its series at a provider. */
export interface TagLink {
  provider: ProviderName
  issue_id?: string
  series_id?: string
}

/** The pages of the issue, then those of its series. `said` holds addresses from the providers' own records. */
export function linkAddresses(links: readonly TagLink[], urls: readonly string[] = []): string[] {
  const pageOfProvider = (provider: ProviderName, id: string) =>
    urls.find((url) => providerOf(provider).host.test(url) && url.includes(id) && !/\s/.test(url))
  const issues = links.flatMap(({ provider, issue_id }) => {
    const page = providerOf(provider).issuePage
    return issue_id !== undefined && page ? [pageOfProvider(provider, issue_id) ?? page(issue_id)] : []
  })
  const series = links.flatMap(({ provider, series_id }) =>
    series_id === undefined ? [] : (pageOfProvider(provider, series_id) ?? providerPage(provider, series_id) ?? []),
  )
  return [...new Set([...issues, ...series])]
}

/** Addresses of services that are not in `links`: other tools wrote them. */
export function otherLinkAddresses(web: readonly string[], links: readonly TagLink[]): string[] {
  return web.filter((url) => !links.some(({ provider }) => providerOf(provider).host.test(url)))
}
