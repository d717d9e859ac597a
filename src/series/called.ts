import type { IssueRow } from './store'

/** What an issue is called: "Harbor Lights #3", "Harbor Lights Annual #1", "Fern vol. 3"; the series alone for none, or one without a number. */
export function called(series: string, issue: Pick<IssueRow, 'kind' | 'unit' | 'number'> | undefined): string {
  if (!issue || issue.number === '') return series
  const { kind, unit, number } = issue
  if (unit === 'volume') return `${series} vol. ${number}`
  if (unit === 'chapter') return `${series} ch. ${number}`
  return `${series} ${kind === 'annual' ? 'Annual ' : ''}#${number}`
}

/** What names an issue, read beside a row of another table; null where the library does not have it. */
export interface Named extends Partially<Pick<IssueRow, 'kind' | 'unit' | 'number'>> {
  series: string | null
}
type Partially<T> = { [K in keyof T]: T[K] | null }

/** The same of such a row; undefined where nobody knows its series. */
export function calledBy({ series, kind, unit, number }: Named): string | undefined {
  if (series === null) return undefined
  return called(series, kind !== null && unit !== null && number !== null ? { kind, unit, number } : undefined)
}
