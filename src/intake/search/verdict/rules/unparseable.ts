import type { Rule } from '../rule'

const HASH = /^(?=.*\d)[\da-f]{12,}$|^(?=.*\d)(?=.*[a-z])[\da-z]{16,}$/i

/**
 * Hashes, a lone number, a lone date, or only generic words: there is no name to compare, and none is guessed from the
 * query.
 */
export const unparseableRule: Rule = ({ reading }) => {
  if (reading.week) return undefined
  const { kin } = reading
  if (kin === 'same') return undefined
  const counts = reading.number !== '' || reading.volume !== '' || reading.spans.length > 0
  const bare = !counts && reading.year === '' && reading.tags.length === 0 && reading.format === '' && !reading.annual
  const words = reading.series.split(/[\s._-]+/)
  const unreadable =
    reading.key === '' || /^\d+$/.test(reading.key) || kin === 'pack' || bare || words.some((word) => HASH.test(word))
  return unreadable && !(counts && /\p{L}{3}/u.test(reading.series))
    ? { code: 'rejected.unparseable_title', message: 'Unreadable release name' }
    : undefined
}
