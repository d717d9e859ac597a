import type { IssueRow } from './store'

/** What an issue is called: "Harbor Lights #3", "Harbor Lights Annual #1", "Fern vol. 3"; the series alone for none, or one without a number. */
export function called(series: string, issue: Pick<IssueRow, 'kind' | 'unit' | 'number'> | undefined): string {
  if (!issue || issue.number === '') return series
  const { kind, unit, number } = issue
  if (unit === 'volume') return `${series} vol. ${number}`
  if (unit === 'chapter') return `${series} ch. ${number}`
  return `${series} ${kind === 'annual' ? 'Annual ' : ''}#${number}`
}
