import { siteNames, siteOf } from '../../../base/providers/descriptors'
import type { CrossIds } from '../../../library/metadata/providers/provider'

/** Series ids in page addresses of services; the first of each service counts. */
export const seriesIdsIn = (urls: Iterable<string>): CrossIds => idsIn(urls, 'series')

/** Issue ids in page addresses of services. */
export const issueIdsIn = (urls: Iterable<string>): CrossIds => idsIn(urls, 'issue')

function idsIn(urls: Iterable<string>, of: 'series' | 'issue'): CrossIds {
  const ids: CrossIds = {}
  for (const url of urls) {
    for (const site of siteNames) {
      const { fileIds } = siteOf(site)
      for (const [key, pattern] of fileIds.web) {
        const id = key === fileIds[of] ? pattern.exec(url)?.[1]?.toLowerCase() : undefined
        if (id !== undefined) ids[site] ??= id
      }
    }
  }
  return ids
}
