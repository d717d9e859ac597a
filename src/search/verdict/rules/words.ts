import type { Rule } from '../rule'

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Ignored words count as whole words, and not where they are the series' own. */
export const words: Rule = ({ target, release }) => {
  const ignored = target.limits.ignore_words ?? []
  if (ignored.length === 0) return undefined
  const own = new Set(wordsOf(target.wanted.series))
  const title = ` ${wordsOf(release.title).join(' ')} `
  const found = ignored.find((word) => {
    const plain = wordsOf(word).join(' ').trim()
    return plain !== '' && !own.has(plain) && title.includes(` ${plain} `)
  })
  return found === undefined
    ? undefined
    : { code: 'ignored.search_word', message: `Its title has the ignored word "${found}".` }
}
