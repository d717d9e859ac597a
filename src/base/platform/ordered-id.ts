import type { Instant, Random } from './ports'

const DIGITS = 32
/** Milliseconds up to the year 10889. */
const OF_TIME = 12

/**
 * An id of 32 hex digits for a row, which sorts after the ids of earlier moments: rows that are saved together then
 * share pages of their index, and each commit writes whole pages. Not for secrets, since its beginning is no secret.
 */
export function orderedId(random: Pick<Random, 'id'>, at: Instant): string {
  return Date.parse(at).toString(16).padStart(OF_TIME, '0') + random.id().slice(0, DIGITS - OF_TIME)
}
