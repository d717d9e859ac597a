import type { IssueKind, Unit } from './states'

/** Gaps in the numbers of a series: pure. */

type Numbered = { kind: IssueKind; unit: Unit; number: string }

/** Numbers from five digits on are dates and jokes. */
const WHOLE = /^\d{1,4}$/
/** A larger jump is a new numbering, such as a return to that of an earlier run. */
const MOST = 100

/** The whole numbers between the first and the last issue that are not listed. */
export function gapsOf(issues: readonly Numbered[]): number[] {
  const own = issues.filter(({ kind, unit, number }) => kind === 'issue' && unit === 'issue' && WHOLE.test(number))
  const numbers = [...new Set(own.map(({ number }) => Number(number)))].sort((a, b) => a - b)
  return numbers.flatMap((number, at) => {
    const many = (numbers[at + 1] ?? number) - number - 1
    return many > 0 && many <= MOST ? Array.from({ length: many }, (_, step) => number + step + 1) : []
  })
}
