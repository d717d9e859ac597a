import { blockedBy, missingFor, type RuleSet, type RuleSubject } from '../../rules/rule-set'
import type { RuleLevel, RuleMatch } from '../../states'
import type { Rejection, Rule } from '../rule'

const BLOCKED: Record<RuleMatch, (text: string) => Rejection> = {
  word: (text) => ({ code: 'ignored.search_word', message: `Blocked word: ${text}` }),
  group: (text) => ({ code: 'ignored.search_word', message: `Blocked group: ${text}` }),
  format: (text) => ({ code: 'rejected.format_unwanted', message: `Blocked format: ${text.toUpperCase()}` }),
}

/** Reasons from the user's blocked words, groups and formats. */
function blocked(rules: RuleSet, subject: RuleSubject): Rejection | undefined {
  const rule = blockedBy(rules, subject)
  return rule && BLOCKED[rule.match](rule.text)
}

/** Of the user's required words, groups and formats, one of each must be there. */
const MISSING: Record<RuleMatch, (required: string, format: string) => Rejection> = {
  word: (required) => ({ code: 'rejected.required_missing', message: `Required word missing: ${required}` }),
  group: (required) => ({ code: 'rejected.required_missing', message: `Not from a required group: ${required}` }),
  format: (required, format) => ({
    code: 'rejected.format_unwanted',
    message: `Wrong format: ${format.toUpperCase()} (wanted: ${required})`,
  }),
}

const shown = (match: RuleMatch) => (text: string) => (match === 'format' ? text.toUpperCase() : text)

const missing = (match: RuleMatch) => (rules: RuleSet, subject: RuleSubject) => {
  const required = missingFor(rules, subject, match)
  return required.length === 0 ? undefined : MISSING[match](required.map(shown(match)).join(' or '), subject.format)
}

const CHECKS: readonly { level: RuleLevel; check: typeof blocked }[] = [
  { level: 'must_not', check: blocked },
  { level: 'must', check: missing('word') },
  { level: 'must', check: missing('group') },
  { level: 'must', check: missing('format') },
]

/** The reasons of release rules against a name. */
export function ruleRejections(rules: RuleSet, subject: RuleSubject): (Rejection & { level: RuleLevel })[] {
  return CHECKS.flatMap(({ level, check }) => {
    const rejection = check(rules, subject)
    return rejection ? [{ ...rejection, level }] : []
  })
}

/** The same checks as verdict rules. */
export const releaseRuleChecks: readonly Rule[] = CHECKS.map(({ check }): Rule => {
  return ({ target, subject }) => subject && check(target.rules, subject)
})
