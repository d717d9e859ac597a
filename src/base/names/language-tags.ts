import { BESIDE_LANGUAGES, LANGUAGES } from './editions.ts'
import type { Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** Words with which translators name the language of the file, in that language. */
export const TRANSLATED = new Map([
  ['traducido', 'es'],
  ['traduzido', 'pt'],
  ['traduit', 'fr'],
  ['tradotto', 'it'],
  ['übersetzt', 'de'],
])

/**
 * The language in "[Manga FR]", "[CBR/FR]", "[CBZ - Anglais]", "[BD Fr OS]", "[French Edition]": the bracket has only
 * words for the kind of file besides it.
 */
export function languageAmongTags(inner: readonly Token[]): string | undefined {
  const kinds = inner.some(({ word }) => BESIDE_LANGUAGES.has(word))
  let language: string | undefined
  for (const { kind, word, text, traits } of inner) {
    if (kind === 'mark') continue
    const printed = word.length > 3 || text === text.toUpperCase() || (kinds && /^\p{Lu}/u.test(text))
    if (traits & Trait.language && printed) language ??= LANGUAGES.get(word)
    else if (!(traits & (Trait.tag | Trait.remark | Trait.format)) && !BESIDE_LANGUAGES.has(word)) return undefined
  }
  return language
}
