import type { CandidateRow } from './names-store'

/** Series of the library that a file name may mean, for a model to choose from. Pure. */

const WORDS = /[\p{L}\p{N}]+/gu
const MOST = 6

const wordsOf = (name: string): Set<string> =>
  new Set(name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').match(WORDS) ?? [])

/**
 * Finds the series that share words with a name, those with rare words first. Words are indexed once, so that a large
 * library is not read again for each name.
 */
export function candidateFinder(all: readonly CandidateRow[]): (name: string) => CandidateRow[] {
  const byWord = new Map<string, number[]>()
  for (const [at, { name, aliases }] of all.entries())
    for (const word of wordsOf([name, ...(aliases ?? [])].join(' '))) {
      const places = byWord.get(word)
      if (places) places.push(at)
      else byWord.set(word, [at])
    }
  return (name) => {
    const score = new Map<number, number>()
    for (const word of wordsOf(name)) {
      const places = byWord.get(word) ?? []
      // A number alone, or a word in a third of the library, identifies nothing.
      if (/^\d+$/.test(word) || (places.length > 20 && places.length * 3 > all.length)) continue
      for (const at of places) score.set(at, (score.get(at) ?? 0) + 1 / places.length)
    }
    const best = [...score].sort(([a, x], [b, y]) => y - x || a - b)
    return best.slice(0, MOST).map(([at]) => all[at]!)
  }
}
