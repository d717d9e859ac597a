import type { Config } from '../../base/config/config'
import { type ProviderName, providerNames, providerOf } from '../../base/providers/descriptors'
import type { ReadHandle } from '../../base/storage/database'
import { providerOrder } from '../metadata/client/configured'
import { issueSourcesOf, seriesSourcesOf } from '../metadata/store'
import { effectiveIssue, effectiveSeries } from '../metadata/sync/merge'
import { totalForFiles } from '../series/counts-store'
import { findIssue, findSeries } from '../series/store'
import type { TagLink } from './addresses'
import type { SheetOptions, TagSources } from './sheet'

/** All metadata of an issue; undefined when it is not in the library. The rows hold the merged metadata. */
export function knownTagFacts(
  db: ReadHandle,
  config: Config,
  issueId: string,
): Omit<TagSources, 'pages' | 'cover'> | undefined {
  const issue = findIssue(db, issueId)
  const series = issue && findSeries(db, issue.comic_id)
  if (!series) return undefined
  const order = providerOrder(config)
  const [ofSeries, ofIssue] = [seriesSourcesOf(db, series.comic_id), issueSourcesOf(db, issueId)]
  const { facts: seriesFacts, from: seriesFrom } = effectiveSeries(ofSeries, order)
  const { facts: issueFacts, from: issueFrom } = effectiveIssue(ofIssue, order)
  const primary = providerNames.find((name) => name === series.source)
  const names = [...new Set([...(primary ? [primary] : []), ...order])]
  const idAt = (rows: readonly { source: string; provider_id: string | null }[], name: ProviderName) =>
    rows.find((row) => row.source === name)?.provider_id ?? undefined
  const links = names.flatMap((provider): TagLink[] => {
    // Issues made from a count have no ids at the provider.
    const { listsIssues } = providerOf(provider)
    const issue_id = listsIssues ? (idAt(ofIssue, provider) ?? issueFacts.ids?.[provider]) : undefined
    const series_id = idAt(ofSeries, provider) ?? seriesFacts.ids?.[provider]
    return issue_id === undefined && series_id === undefined ? [] : [{ provider, issue_id, series_id }]
  })
  const from = { series: seriesFrom, issue: issueFrom }
  return { series, issue, seriesFacts, issueFacts, from, links, total: totalForFiles(db, series) }
}

export function sheetOptions(config: Config): SheetOptions {
  return {
    volume: config.get('cmtag_volume'),
    startYearAsVolume: config.get('cmtag_start_year_as_volume'),
    notes: config.get('ct_notes_format'),
  }
}
