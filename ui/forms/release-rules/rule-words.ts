import type { Reply } from '../../api/contract'
import type { Choice } from '../../parts/controls/field'

export type ReleaseRule = Reply<'GET /api/config/release-rules'>['rules'][number]
export type RuleFields = Pick<ReleaseRule, 'match' | 'text' | 'scope' | 'level' | 'score'>

export const MATCHES: readonly Choice<ReleaseRule['match']>[] = [
  { value: 'word', label: 'Word' },
  { value: 'group', label: 'Group' },
  { value: 'format', label: 'Format' },
]

export const SCOPES: readonly Choice<ReleaseRule['scope']>[] = [
  { value: 'all', label: 'All series' },
  { value: 'comic', label: 'Comics' },
  { value: 'manga', label: 'Manga' },
]

export const LEVELS: readonly Choice<ReleaseRule['level']>[] = [
  { value: 'score', label: 'Score' },
  { value: 'must', label: 'Must have' },
  { value: 'must_not', label: 'Must not have' },
]

export const FORMATS: readonly Choice[] = ['cbz', 'cbr', 'cb7', 'cbt', 'pdf', 'epub'].map((value) => ({
  value,
  label: value.toUpperCase(),
}))

const labelIn = (choices: readonly Choice[], value: string) =>
  choices.find((one) => one.value === value)?.label ?? value

export const ruleName = ({ match, text }: Pick<ReleaseRule, 'match' | 'text'>): string =>
  match === 'format' ? text.toUpperCase() : text

/** "+10", "−5", "Must have". */
export function effectWords({ level, score }: Pick<ReleaseRule, 'level' | 'score'>): string {
  if (level !== 'score') return labelIn(LEVELS, level)
  return scoreWords(score)
}

export function scoreWords(score: number): string {
  if (score === 0) return '0'
  return score > 0 ? `+${score}` : `−${-score}`
}

/** "Group", "All series". */
export const ruleFacts = ({ match, scope, series }: ReleaseRule): string[] => [
  labelIn(MATCHES, match),
  scope === 'series' ? (series ?? 'This series') : labelIn(SCOPES, scope),
]
