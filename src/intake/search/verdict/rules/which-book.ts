import { isOwnVolume } from '../book-identity'
import type { Rule } from '../rule'

/** A book of the series, but not the wanted one: the volume and subtitle in the book's own name decide. */
export const whichBookRule: Rule = ({ reading, target: { identity, wanted } }) => {
  if (reading.kin !== 'sibling' || !identity) return undefined
  const { volume } = identity
  if (volume !== undefined) {
    const offered = reading.volume || (reading.collection ? reading.number : '')
    if (offered === '')
      return { code: 'rejected.volume_mismatch', message: `No volume in the name (wanted: ${wanted.series})` }
    if (!isOwnVolume(offered, identity) || reading.volume_end !== '')
      return { code: 'rejected.volume_mismatch', message: `Wrong volume: ${offered} (wanted: ${volume})` }
  }
  const message = reading.title === '' ? 'Not by the full name of the book' : `Different book: ${reading.title}`
  return { code: 'rejected.book_type', message: `${message} (wanted: ${wanted.series})` }
}
