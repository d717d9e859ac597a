import type { IssueRow } from './store'

/**
 * The label of an issue: "Harbor Lights #3", "Harbor Lights Annual #1", "Fern vol. 3"; only the series name without an
 * issue or a number.
 */
export function issueTitle(series: string, issue: Pick<IssueRow, 'kind' | 'unit' | 'number'> | undefined): string {
  if (!issue || issue.number === '') return series
  const { kind, unit, number } = issue
  if (unit === 'volume') return `${series} vol. ${number}`
  if (unit === 'chapter') return `${series} ch. ${number}`
  return `${series} ${kind === 'annual' ? 'Annual ' : ''}#${number}`
}

/** "annual", "issue", "chapter" or "volume": the unit of a number without its series. */
export const nounOf = ({ kind, unit }: Pick<IssueRow, 'kind' | 'unit'>): string => (kind === 'annual' ? kind : unit)

/** The fields of an issue's label, joined to a row of another table; null when the library does not have the issue. */
export interface IssueTitleFields extends Partially<Pick<IssueRow, 'kind' | 'unit' | 'number'>> {
  series: string | null
}
type Partially<T> = { [K in keyof T]: T[K] | null }

/** The label from such a row; undefined when its series is unknown. */
export function issueTitleOf({ series, kind, unit, number }: IssueTitleFields): string | undefined {
  if (series === null) return undefined
  return issueTitle(series, kind !== null && unit !== null && number !== null ? { kind, unit, number } : undefined)
}
