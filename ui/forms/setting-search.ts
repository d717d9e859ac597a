import { queryWords, wordFit } from '../parts/text/word-fit'
import type { Section, Setting } from './setting'

/**
 * The settings that match, the best first: whole words before beginnings of words before other text, and labels before
 * other words. Every word of the query must occur; a word in the name of a section matches all its settings.
 */
export function findSettings(sections: readonly Section[], query: string): Section[] {
  const words = queryWords(query)
  const found = sections.flatMap((section) => {
    const scored = section.settings
      .map((setting) => ({ setting, score: scoreOf(section, setting, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
    const [best] = scored
    return best ? { score: best.score, section: { ...section, settings: scored.map(({ setting }) => setting) } } : []
  })
  return found.sort((a, b) => b.score - a.score).map(({ section }) => section)
}

/** The score is 0 when a word is missing. */
function scoreOf({ title }: Section, { label, key, about, terms = '' }: Setting, words: readonly string[]): number {
  const fields = [
    { text: `${label} ${key}`.toLowerCase(), weight: 3 },
    { text: `${title} ${terms}`.toLowerCase(), weight: 2 },
    { text: about.toLowerCase(), weight: 1 },
  ]
  const scores = words.map((word) =>
    Math.max(
      ...fields.map(({ text, weight }) => {
        const fit = wordFit(text, word)
        return fit === 0 ? 0 : 10 * fit + weight
      }),
    ),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}
