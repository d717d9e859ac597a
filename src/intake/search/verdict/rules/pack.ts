import type { Rule } from '../rule'
import { holdsWanted, isPack } from '../satisfies'

export const packsAllowedRule: Rule = ({ reading, target }) =>
  isPack(reading, target) && !target.wanted.allow_packs
    ? { code: 'rejected.packs_disabled', message: 'Pack; packs are off for this series' }
    : undefined

export const packContentsRule: Rule = ({ reading, target, release }) => {
  if (!isPack(reading, target) || holdsWanted(reading, target, release)) return undefined
  return { code: 'rejected.pack_issue_absent', message: `The pack does not contain ${target.wanted.issue}` }
}
