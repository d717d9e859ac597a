import { sameNumber } from '../../../../base/names/numbers'
import type { Rule } from '../rule'
import { coversByLedger, isPack } from '../satisfies'
import { inSpans } from '../spans'
import type { VerdictTarget } from '../wanted'

/** Compared as exact decimal and suffix: 1 is not 1.1, 1.MU or ½. */
export const numberRule: Rule = ({ reading, target }) => {
  const { wanted } = target
  // Another book of the series: its volume is compared instead.
  if (reading.kin === 'sibling') return undefined
  if (isPack(reading, target) || coversByLedger(reading, target)) return undefined
  // "v06-07" is one file with both volumes.
  if (inSpans(wanted.issue, reading.spans)) return undefined
  // "Lantern Annual 2011": some series of annuals are numbered by year.
  if (target.annual && reading.number === '' && reading.annual_year === wanted.issue) return undefined
  if (reading.number === '') {
    return mayBeBare(target) && (wanted.issue === '' || sameNumber(wanted.issue, '1'))
      ? undefined
      : { code: 'rejected.issue_mismatch', message: `No number in the name (wanted: ${wanted.issue})` }
  }
  if (sameNumber(reading.number, wanted.issue)) return undefined
  if (wanted.issue === '' && sameNumber(reading.number, '1')) return undefined
  return { code: 'rejected.issue_mismatch', message: `Wrong number: ${reading.number} (wanted: ${wanted.issue})` }
}

/** A single book needs no number, nor does a book whose name distinguishes it from the others. */
export const mayBeBare = ({ oneShot, annual, book, identity, wanted }: VerdictTarget) =>
  oneShot || annual || (book && (identity?.once || /^(?:gn|graphic|omni)/i.test(wanted.booktype ?? '')))
