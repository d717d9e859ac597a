import { matchKey } from '../releases/titles'

/** How two names of a series stand to each other. */
export type Likeness = 'same' | 'alias' | 'subtitle' | 'alike' | 'other'

/** How much of their letters two names have to share, in order, to be taken for one that is typed another way. */
const ALIKE = 0.8

/** How one of `names`, the best of them, stands to what a provider calls a series. */
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

/** Sørensen's measure over pairs of letters: 1 for the same pairs, 0 for none. */
function shared(one: string, other: string): number {
  if (one.length < 2 || other.length < 2) return 0
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < one.length; at++) {
    const pair = one.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let both = 0
  for (let at = 0; at + 1 < other.length; at++) {
    const left = pairs.get(other.slice(at, at + 2)) ?? 0
    if (left === 0) continue
    pairs.set(other.slice(at, at + 2), left - 1)
    both++
  }
  return (2 * both) / (one.length + other.length - 2)
}
