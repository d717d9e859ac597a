import type { ComparedIssue } from './compared-issue'

/** Years in a name or a ComicInfo. */
export interface NamedYears {
  /** The year of the item, or of the run when only that is given. */
  item: number | undefined
  run: number | undefined
  /** The series name that the years were given with. */
  series: string
}

/**
 * Whether the years belong to another run. Files carry the cover year or release year of the issue, or the start year
 * of the run. Years of manga are no evidence, since translations have their own.
 */
export function wrongYear({ item, run, series }: NamedYears, issue: ComparedIssue): string | undefined {
  const { target, issueYears, seriesYear } = issue
  const known = [...issueYears, ...(seriesYear === undefined ? [] : [seriesYear])]
  if (target.wanted.kind === 'manga' || known.length === 0) return undefined
  const tolerance = Math.max(1, target.tolerance)
  const isNear = (year: number) => (other: number) => Math.abs(other - year) <= tolerance
  const isOtherRun = run !== undefined && run !== seriesYear && issue.isOtherSeries(series, run)
  const isWrongRun = isOtherRun || (run !== undefined && seriesYear !== undefined && !known.some(isNear(run)))
  const isWrongItem = item !== undefined && item !== seriesYear && !issueYears.some(isNear(item))
  const wrong = isWrongRun ? run : isWrongItem && isOutside(item, series, issue) ? item : undefined
  return wrong === undefined ? undefined : `Wrong year: ${wrong} (wanted: ${[...new Set(known)].sort().join(' or ')})`
}

/** Whether the year after a series name belongs to another run. The year of an issue is never written there. */
export function wrongRunYear(year: number, name: string, issue: ComparedIssue): string | undefined {
  const { target, issueYears, seriesYear, isOtherSeries } = issue
  const wrong = `Wrong year: ${year} (wanted: ${seriesYear ?? issueYears.join(' or ')})`
  if (year !== seriesYear && isOtherSeries(name, year)) return wrong
  if (target.wanted.kind === 'manga') return undefined
  if (seriesYear === undefined) return issueYears.length > 0 && year > Math.max(...issueYears) + 1 ? wrong : undefined
  return Math.abs(seriesYear - year) > Math.max(1, target.tolerance) ? wrong : undefined
}

/** Whether a year cannot be that of the issue. If the issue's own year is unknown, any year of its run can. */
function isOutside(year: number, name: string, { issueYears, seriesYear, endYear, isOtherSeries }: ComparedIssue) {
  if (issueYears.length > 0 || seriesYear === undefined) return true
  return year < seriesYear - 1 || (endYear !== undefined && year > endYear + 1) || isOtherSeries(name, year)
}
