import type { ProviderIds } from '../../../base/formats/documents/provider-ids'
import { providerNames, providerOf, siteOf } from '../../../base/providers/descriptors'
import type { ReadHandle } from '../../../base/storage/database'
import { suggestSeries } from '../../../library/recognition/service'
import { issueTitle } from '../../../library/series/issue-title'
import { findIssue, findSeries, type IssueRow, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { type ReleaseLimits, targetOf, type VerdictTarget } from '../../search/verdict/wanted'
import { wantedIssue } from '../../search/wanted/store'

/** An issue to compare a file with. */
export interface ComparedIssue {
  target: VerdictTarget
  /** "Harbor Lights #3" */
  label: string
  /** The issue's own title, which files may be named after. */
  title: string
  /** The years of its dates; empty when no date is known. */
  issueYears: readonly number[]
  seriesYear: number | undefined
  /** The last year of the series. */
  endYear: number | undefined
  /** The current year. */
  year: number
  /** The title under which the release of the issue was accepted; empty without a release. */
  release: string
  /** Whether the library has an earlier run with the same name. */
  hasEarlierRun: () => boolean
  /** Whether another series of the library has this name and, if given, began in this year. */
  isOtherSeries: (name: string, year?: number) => boolean
  /** What the provider ids in a file point to: this issue, or another series or issue in the library by its name. */
  taggedAs: (ids: ProviderIds) => { isThis: true } | { other: string } | undefined
}

export interface Comparison {
  db: ReadHandle
  /** `2026-11-21` */
  today: string
  limits: Pick<ReleaseLimits, 'languages' | 'year_tolerance'>
}

export interface AcceptedNames {
  /** The title of the release; empty without a release. */
  title: string
  /** Other names under which the series was accepted, such as the name in the release. */
  names: readonly string[]
}

export function comparedIssue(issue: IssueRow, { title, names }: AcceptedNames, comparison: Comparison): ComparedIssue {
  const { db, today, limits } = comparison
  const series = findSeries(db, issue.comic_id)!
  const { wanted } = wantedIssue(db, issue.issue_id, today)!
  // A volume contains its chapters, even when only chapters are searched for.
  const facts = { ...wanted, aliases: [...(wanted.aliases ?? []), ...names], monitor_mode: 'blended' as const }
  const dates = [issue.release_date, issue.issue_date, issue.digital_date]
  return {
    target: targetOf(facts, { languages: languagesOf(series.language, limits), year_tolerance: limits.year_tolerance }),
    label: issueTitle(series.name, issue),
    title: issue.title ?? '',
    issueYears: dates.flatMap((date) => (date ? [Number(date.slice(0, 4))] : [])),
    seriesYear: series.year ?? undefined,
    endYear: series.end_year ?? undefined,
    year: Number(today.slice(0, 4)),
    release: title,
    hasEarlierRun: () => hasEarlierRun(series, db),
    isOtherSeries: (name, year) => isOther(name, year, issue, db),
    taggedAs: (ids) => taggedAs(ids, issue, db),
  }
}

/** The user's languages and the language of the series. Without that option English, as in searches. */
function languagesOf(own: string | null, { languages }: Comparison['limits']): string[] {
  const chosen = languages && languages.length > 0 ? languages : ['en']
  return own ? [...chosen, own.toLowerCase()] : [...chosen]
}

/** From this confidence on, a match is the series with that name and year. */
const OF_YEAR = 96

function isOther(name: string, year: number | undefined, { comic_id, kind, unit, number }: IssueRow, db: ReadHandle) {
  return (['comic', 'manga'] as const).some((content_type) => {
    const found = suggestSeries(db, { content_type, name, year: year ?? null, kind, unit, number })
    return found !== undefined && found.comic_id !== comic_id && (year === undefined || found.confidence >= OF_YEAR)
  })
}

function hasEarlierRun({ name, year }: SeriesRow, db: ReadHandle): boolean {
  if (year === null) return false
  return seriesNamed(db, name).some((other) => other.year !== null && other.year < year)
}

/** Ids that the library does not know are no evidence: providers list some series more than once. */
function taggedAs(ids: ProviderIds, { issue_id, comic_id }: IssueRow, db: ReadHandle) {
  for (const name of providerNames) {
    const { prefix } = providerOf(name)
    const { series: ofSeries, issue: ofIssue } = siteOf(name).fileIds
    const own = ofIssue === undefined ? undefined : ids[ofIssue]
    if (own !== undefined && prefix + own === issue_id) return { isThis: true as const }
    const issue = own === undefined ? undefined : findIssue(db, prefix + own)
    const other = findSeries(db, issue?.comic_id ?? prefix + (ids[ofSeries] ?? ''))
    if (other && (issue || other.comic_id !== comic_id)) return { other: issueTitle(other.name, issue) }
  }
  return undefined
}
