import type { ProviderIds } from '../../../base/formats/documents/provider-ids'
import { providerNames, providerOf, siteOf } from '../../../base/providers/descriptors'
import type { ReadHandle } from '../../../base/storage/database'
import { suggestSeries } from '../../../library/recognition/service'
import { issueTitle } from '../../../library/series/issue-title'
import { findIssue, findSeries, type IssueRow, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { type ReleaseLimits, targetOf, type VerdictTarget } from '../../search/verdict/wanted'
import { wantedIssue } from '../../search/wanted/store'

/** An issue that a file is compared with. */
export interface ComparedIssue {
  target: VerdictTarget
  /** "Harbor Lights #3" */
  label: string
  /** Its own title, which files may be called by. */
  title: string
  /** Of its dates; empty when none is known. */
  issueYears: readonly number[]
  seriesYear: number | undefined
  /** The last year of the series. */
  endYear: number | undefined
  /** The year it is now. */
  year: number
  /** The title under which its release was accepted; empty without one. */
  release: string
  /** Whether the library has a run of its name that began before this. */
  hasEarlierRun: () => boolean
  /** Another series of the library with this name; of that very year, where one is given. */
  isOtherSeries: (name: string, year?: number) => boolean
  /** What the ids of services in a file mean: this issue, or another thing of the library by its name. */
  taggedAs: (ids: ProviderIds) => { isThis: true } | { other: string } | undefined
}

export interface Comparison {
  db: ReadHandle
  /** `2026-11-21` */
  today: string
  limits: Pick<ReleaseLimits, 'languages' | 'year_tolerance'>
}

export interface AcceptedNames {
  /** Of the release; empty without one. */
  title: string
  /** Further names under which the series was accepted, such as that of the release. */
  names: readonly string[]
}

export function comparedIssue(issue: IssueRow, { title, names }: AcceptedNames, comparison: Comparison): ComparedIssue {
  const { db, today, limits } = comparison
  const series = findSeries(db, issue.comic_id)!
  const { wanted } = wantedIssue(db, issue.issue_id, today)!
  // A volume holds its chapters, also where chapters alone are searched for.
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

/** The user's languages and that of the series; without an option English, as in searches. */
function languagesOf(own: string | null, { languages }: Comparison['limits']): string[] {
  const chosen = languages && languages.length > 0 ? languages : ['en']
  return own ? [...chosen, own.toLowerCase()] : [...chosen]
}

/** From this confidence on it is the series of that name and year. */
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

/** Ids that the library does not know say nothing: services list a series more than once. */
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
