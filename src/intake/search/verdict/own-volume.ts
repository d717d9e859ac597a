import type { ReadName } from '../../../base/names/read-name'
import { isCountedOtherwise, isOtherTitle, isOwnVolume } from './book-identity'
import { namesOfSeries } from './kinship'
import type { VerdictTarget } from './wanted'

/**
 * "Paper Girls v03 - Low Tide" is "Paper Girls Vol. 3", which has no volumes of its own: parsed with the book's name.
 */
export function ownVolume(read: ReadName, target: VerdictTarget, title: string): ReadName {
  const { identity, wanted, book, unit } = target
  // If the series has several items, "Sandman v02" is all of "Sandman Vol. 2" and none of them.
  if (!identity?.volume || !identity.once || read.volume_end !== '') return read
  if (!namesOfSeries(read).some((key) => identity.stemKeys.has(key))) return read
  // "Paper Girls Omnibus 3": a bare number after the word for a book.
  const number = read.volume || (read.format === '' ? '' : read.issue)
  if (!isOwnVolume(number, identity) || isOtherTitle(read.title, identity)) return read
  // "Saga Book Two" is not "Saga v02", unless both are of the same year.
  if (isCountedOtherwise(title, identity) && !isOfItsYear(read, target)) return read
  const own = { ...read, series: wanted.series, title: '' }
  if (!book && unit !== 'volume') return { ...own, volume: '', issue: read.volume === '' ? '' : read.issue }
  // "v03 #2" is an issue; "v03 (#11-15)" lists the content of the book.
  const isIssue = read.volume !== '' && read.issue !== '' && read.issue_end === ''
  return isIssue ? read : { ...own, volume: wanted.issue, issue: '', issue_end: '' }
}

function isOfItsYear({ year }: ReadName, { wanted, issueYear, tolerance }: VerdictTarget): boolean {
  const known = issueYear ?? wanted.year ?? undefined
  return year !== '' && known !== undefined && Math.abs(Number(year) - known) <= tolerance
}
