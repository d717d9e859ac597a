import { ageWords, countWords } from '../../../../base/platform/words'
import type { Rule } from '../rule'

export const seedersRule: Rule = ({ target, release }) => {
  const least = target.limits.min_seeders ?? 0
  return release.seeders !== null && release.seeders !== undefined && release.seeders < least
    ? {
        code: 'rejected.seeders_below_min',
        message: `${countWords(release.seeders, 'seeder')}, below the minimum of ${least}`,
      }
    : undefined
}

export const ageRule: Rule = ({ target, release }) => {
  const most = target.limits.max_age_days
  return most && (release.age_days ?? 0) > most
    ? {
        code: 'rejected.too_old',
        message: `${ageWords(release.age_days ?? 0)} old, beyond the usenet retention of ${ageWords(most)}`,
      }
    : undefined
}

/** Only when the title states a format. */
export const formatRule: Rule = ({ reading, target }) => {
  const wanted = target.limits.formats ?? []
  const named = /^cb[rz7t]$/.test(reading.extension) ? reading.extension : ''
  return wanted.length > 0 && named !== '' && !wanted.includes(named)
    ? {
        code: 'rejected.format_unwanted',
        message: `Wrong format: ${named.toUpperCase()} (wanted: ${wanted.map((each) => each.toUpperCase()).join(' or ')})`,
      }
    : undefined
}
