import { sameNumber } from '../../../../base/names/numbers'
import type { Rule } from '../rule'

/** A series may get an issue or two more than planned, but never several times as many. */
const MORE = 1.5

/**
 * "Lantern 03 (of 04)" belongs to a mini series, not to a run of fifty issues. If it names a year, the year decides.
 */
export const countRule: Rule = ({ reading, target }) => {
  const { kind, issue_count } = target.wanted
  const planned = Number(reading.count)
  if (kind === 'manga' || target.annual || target.book || !issue_count || !(planned > 0)) return undefined
  if (!sameNumber(reading.number, target.wanted.issue)) return undefined
  if (reading.kin === 'sibling' || reading.spans.length > 0 || reading.year !== '' || reading.run_year !== '')
    return undefined
  return issue_count > planned * MORE + 1
    ? {
        code: 'rejected.volume_mismatch',
        message: `Of a series of ${reading.count} issues (the wanted one has ${issue_count})`,
      }
    : undefined
}
