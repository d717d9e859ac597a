import { languageWords } from '../../../platform/words'
import { LANGUAGES } from '../../../releases/editions'
import type { Rule } from '../rule'

/** Words for chapters, by the languages that have them. */
const CHAPTERS: readonly (readonly [word: RegExp, languages: readonly string[]])[] = [
  [/\bchapitres?\b/i, ['fr']],
  [/\bcap[ií]tulos?(?![\p{L}\d])/iu, ['es', 'pt', 'gl']],
  [/\bcapitol[oi]\b/i, ['it']],
  [/\bcapítols?(?!\p{L})/iu, ['ca']],
  [/\bkapitel\b/i, ['de', 'sv', 'da', 'no']],
  [/\bhoofdstuk\b/i, ['nl']],
  [/\brozdział\b/i, ['pl']],
  [/\bkapitola\b/i, ['cs', 'sk']],
  [/(?<!\p{L})глав[аы](?!\p{L})/iu, ['ru', 'uk', 'bg', 'sr']],
  [/\bb[öo]l[üu]m\b/i, ['tr']],
  [/\bchương\b/i, ['vi']],
]

export const language: Rule = ({ reading, target, release }) => {
  const wanted = target.languages.length > 0 ? target.languages : [(target.wanted.language ?? 'en').toLowerCase()]
  const found = reading.language || besideName(release.title)
  if (found === '') {
    if (target.wanted.kind !== 'manga' || reading.unit !== 'chapter') return undefined
    const languages = CHAPTERS.find(([word]) => word.test(release.title))?.[1]
    if (!languages || languages.some((each) => wanted.includes(each))) return undefined
    return { code: 'rejected.language_mismatch', message: `Wrong language: ${languageWords(languages[0]!)}` }
  }
  if (wanted.includes(found)) return undefined
  const raw = found === 'raw'
  if (raw && wanted.includes('ja')) return undefined
  return {
    code: 'rejected.language_mismatch',
    message: raw ? 'Not translated' : `Wrong language: ${languageWords(found)}`,
  }
}

const QUOTED = /"[^"]+"/
/** In capitals, or its name: "[FRENCH]", "(German)". */
const TAG = /[[(](\p{Lu}{3,}|\p{Lu}\p{Ll}{4,})[\])]/gu

/** '[FRENCH] "Lantern 007.cbz" yEnc': posts tell the language outside of the name of the file. */
function besideName(title: string): string {
  if (!title.includes('"')) return ''
  for (const [, word] of title.replace(QUOTED, ' ').matchAll(TAG)) {
    const language = LANGUAGES.get(word!.toLowerCase())
    if (language !== undefined) return language
  }
  return ''
}
