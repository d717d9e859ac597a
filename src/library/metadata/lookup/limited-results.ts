import type { Limits } from '../../../base/auth/states'
import { providerOf } from '../../../base/providers/descriptors'
import { strictestOf, yearsOf } from '../../series/age-ratings'
import type { SeriesRecord } from '../providers/provider'
import type { SearchRow } from '../schema'

/** What users with limits see of series that the library does not have. */

/** Whether a record shows by its kind or its rating that the user may not see the series. Most records have no rating. */
export function isBeyondLimits({ provider, facts, content_rating }: SeriesRecord, limits: Limits | null): boolean {
  if (limits === null) return false
  const { kinds, max_age } = limits
  const kind = facts.content_type ?? providerOf(provider).serves[0]
  if (kind !== undefined && !kinds.includes(kind)) return true
  const years = yearsOf(strictestOf([facts.age_rating ?? null, content_rating ?? null]))
  return max_age !== null && years !== null && years > max_age
}

/** Pictures and texts of providers have no rating. */
export const withoutPictures = (row: SearchRow): SearchRow => ({
  ...row,
  comicimage: null,
  comicthumb: null,
  description: null,
  deck: null,
})
