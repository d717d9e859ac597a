import { dayWords } from '../../../../base/platform/words'
import type { Rule } from '../rule'
import { isPack, postedBefore } from '../satisfies'

/**
 * A release posted before the issue was published is something else. Packs are excepted, and volumes are published by
 * edition.
 */
export const postedTooEarlyRule: Rule = ({ reading, target, release }) => {
  const { wanted } = target
  if (isPack(reading, target) || target.unit === 'volume') return undefined
  const days = [wanted.issue_date, wanted.digital_date].filter((day) => day)
  const reference = days.sort()[0]
  return postedBefore(release, reference)
    ? {
        code: 'rejected.before_reference_date',
        message: `Posted ${dayWords(release.published)}, before the release date (${dayWords(reference)})`,
      }
    : undefined
}
