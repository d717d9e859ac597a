import { countWords, megabyteWords } from '../../../../base/platform/words'
import type { Rule } from '../rule'
import { countItemsIn } from '../satisfies'

/** Megabytes per item; an unknown size is not judged. */
export const sizeRule: Rule = ({ reading, target, release }) => {
  const { min_size_mb: least, max_size_mb: most } = target.limits
  const items = countItemsIn(reading)
  const total = release.size_mb ?? 0
  if (total <= 0 || items === undefined) return undefined
  const each = total / items
  const measured = items > 1 ? `${megabyteWords(each)} for each of ${countWords(items, 'issue')}` : megabyteWords(each)
  if (least && each < least)
    return { code: 'rejected.size_below_min', message: `${measured}, below the minimum of ${megabyteWords(least)}` }
  if (most && each > most)
    return { code: 'rejected.size_above_max', message: `${measured}, above the maximum of ${megabyteWords(most)}` }
  return undefined
}
