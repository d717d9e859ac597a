import { foldedWords } from '../../../base/names/titles'
import { type ReleaseFormat, type RuleLevel, type RuleMatch, releaseFormats } from '../states'

/** A word, group or format in release names, and its effect on a release. */
export interface ReleaseRule {
  match: RuleMatch
  text: string
  level: RuleLevel
  score: number
}

/** A rule with its words folded once: ` the group `. */
interface FoldedRule extends ReleaseRule {
  key: string
}

/** The rules for one series. */
export interface RuleSet {
  scored: readonly FoldedRule[]
  must: readonly FoldedRule[]
  mustNot: readonly FoldedRule[]
}

export const NO_RULES: RuleSet = { scored: [], must: [], mustNot: [] }

/** A rule that a release matches. */
export type RuleHit = Pick<ReleaseRule, 'match' | 'text' | 'score'>

/** The parts of a release that rules look at: its words and group, folded, and the format in its name. */
export interface RuleSubject {
  words: string
  group: string
  format: string
}

export function ruleSetOf(rules: readonly ReleaseRule[]): RuleSet {
  const folded = rules.map((rule) => ({ ...rule, key: foldedText(rule.text) })).filter(({ key }) => key !== '')
  if (folded.length === 0) return NO_RULES
  const at = (level: RuleLevel) => folded.filter((rule) => rule.level === level)
  return { scored: at('score'), must: at('must'), mustNot: at('must_not') }
}

/** Without rules about words in the series' own name, which all its releases contain. */
export function rulesForName(set: RuleSet, series: string): RuleSet {
  if (set === NO_RULES) return set
  const own = foldedText(series)
  const isOwn = ({ match, key }: FoldedRule) => match === 'word' && own.includes(key)
  const others = (rules: readonly FoldedRule[]) => rules.filter((rule) => !isOwn(rule))
  return { scored: others(set.scored), must: others(set.must), mustNot: others(set.mustNot) }
}

export function ruleSubject(title: string, group: string): RuleSubject {
  const words = foldedText(title)
  return { words, group: foldedText(group), format: formatIn(words) }
}

/** The rules with a score that the release matches, in their order. */
export function hitsOf({ scored }: RuleSet, subject: RuleSubject): RuleHit[] {
  return scored.filter((rule) => meets(rule, subject)).map(({ match, text, score }) => ({ match, text, score }))
}

export const scoreOf = (hits: readonly RuleHit[]): number => hits.reduce((sum, { score }) => sum + score, 0)

/** The first rule that blocks the release. */
export function blockedBy({ mustNot }: RuleSet, subject: RuleSubject): ReleaseRule | undefined {
  return mustNot.find((rule) => meets(rule, subject))
}

/** Required words, groups or formats of which the release has none. A format counts only if the name states one. */
export function missingFor({ must }: RuleSet, subject: RuleSubject, match: RuleMatch): string[] {
  const required = must.filter((rule) => rule.match === match)
  if (match === 'format' && subject.format === '') return []
  return required.some((rule) => meets(rule, subject)) ? [] : required.map(({ text }) => text)
}

/** The format in a folded text. */
export function formatIn(words: string): ReleaseFormat | '' {
  return releaseFormats.find((format) => words.includes(` ${format} `)) ?? ''
}

function meets({ match, key }: FoldedRule, { words, group }: RuleSubject): boolean {
  return (match === 'group' ? group : words).includes(key)
}

/** ` low tide `: folded texts can be searched for whole words. Empty without words. */
export function foldedText(text: string): string {
  const words = foldedWords(text)
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}
