import { matchKey } from '../../../base/names/titles'

/** How two names of a series compare. */
export type Likeness = 'same' | 'alias' | 'subtitle' | 'alike' | 'other'

/** Share of letters, in order, that two names must have in common to count as spellings of one. */
const ALIKE = 0.8

/** How the best of `names` compares with a provider's names of a series. */
export function likeness(names: readonly string[], known: { name?: string; aliases?: readonly string[] }): Likeness {
  const keys = names.map(matchKey).filter(Boolean)
  const main = matchKey(known.name ?? '')
  const others = (known.aliases ?? []).map(matchKey)
  if (keys.includes(main)) return 'same'
  if (others.some((key) => keys.includes(key))) return 'alias'
  if (names.some((name) => isSubtitled(name, known.name ?? ''))) return 'subtitle'
  return keys.some((key) => [main, ...others].some((other) => shared(key, other) >= ALIKE)) ? 'alike' : 'other'
}

/** "Harbor Lights" and "Harbor Lights: The Long Night". */
function isSubtitled(one: string, other: string): boolean {
  const head = (name: string) => matchKey(name.split(/:| [-–—] /)[0] ?? '')
  const [a, b] = [matchKey(one), matchKey(other)]
  return a !== '' && b !== '' && (head(one) === b || head(other) === a)
}

/** Sørensen's measure over pairs of letters: 1 for the same pairs, 0 for none, NaN without any pairs. */
function shared(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  const left = new Map<string, number>()
  for (const pair of pairs) left.set(pair, (left.get(pair) ?? 0) + 1)
  let both = 0
  for (const pair of others) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    both++
  }
  return (2 * both) / (pairs.length + others.length)
}

const pairsOf = (name: string) =>
  name
    .slice(1)
    .split('')
    .map((letter, at) => `${name[at]}${letter}`)
