import type { Rule } from '../rule'
import { itemsIn } from '../satisfies'

/** Megabytes for each item; an unknown size is not judged. */
export const size: Rule = ({ reading, target, release }) => {
  const { min_size_mb: least, max_size_mb: most } = target.limits
  const items = itemsIn(reading)
  const total = release.size_mb ?? 0
  if (total <= 0 || items === undefined) return undefined
  const each = total / items
  const measured = `${Math.round(each * 10) / 10} MB${items > 1 ? ` for each of ${items}` : ''}`
  if (least && each < least)
    return { code: 'rejected.size_below_min', message: `${measured}; at least ${least} MB are asked for.` }
  if (most && each > most)
    return { code: 'rejected.size_above_max', message: `${measured}; at most ${most} MB are allowed.` }
  return undefined
}
