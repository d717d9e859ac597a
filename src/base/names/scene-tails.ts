import { LANGUAGES } from './editions.ts'
import { isCapitals } from './remarks.ts'
import { joins, type Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** Words for the whole series, with the language that uses them: the edition's language when no other is named. */
const WHOLE = new Map([
  ['complete', ''],
  ['complet', 'fr'],
  ['complète', 'fr'],
  ['integrale', 'fr'],
  ['intégrale', 'fr'],
  ['completa', 'es'],
  ['completo', 'es'],
  ['integral', 'es'],
  ['integraal', 'nl'],
  ['gesamtausgabe', 'de'],
  ['komplett', 'de'],
])

/** Other words about the file. */
const FILE = new Set('hybrid retail bd manga comics'.split(' '))

/** Languages with fewer than four letters whose capitals are not words. */
const SHORT = new Set('fr vf eng ger deu ita esp rus jpn nl'.split(' '))

/** Where the words about the edition begin, and the language among them: empty when they name none. */
interface SceneTail {
  from: number
  language: string
}

/**
 * "Tide.INTEGRALE.FRENCH", "Tide.MULTi.CBZ-Moon": at the end of a name whose blanks are dots, a language in capitals
 * does not belong to the name, and neither does the word for the whole series. With blanks, both are required. Null
 * when there is none.
 */
export function sceneTail(tokens: readonly Token[], start: number, end: number, dotted: boolean): SceneTail | null {
  const last = tokens[end - 2] && joins(tokens, end - 2) ? end - 2 : end
  let from = last
  let language = -1
  let whole = -1
  for (let at = last - 1; at > start; at--) {
    const token = tokens[at]!
    if (isLanguage(token)) language = at
    else if (WHOLE.has(token.word) && (isPrinted(token) || (dotted && language === at + 1))) whole = at
    else if (!isOfFile(token)) break
    if (language === at || whole === at) from = at
  }
  if (from === last || (!dotted && (whole < 0 || language < 0))) return null
  // In a name entirely in capitals, the capitals of one word mean nothing.
  const inCapitals = !tokens.slice(start, from).some((token) => token.kind === 'word' && !isPrinted(token))
  if (inCapitals && (whole < 0 || language < 0)) return null
  const stated = language < 0 ? undefined : LANGUAGES.get(tokens[language]!.word)
  return { from, language: stated ?? (whole < 0 ? '' : WHOLE.get(tokens[whole]!.word)!) }
}

function isLanguage(token: Token): boolean {
  if (token.kind !== 'word' || !isPrinted(token) || (token.length < 4 && !SHORT.has(token.word))) return false
  return token.is('multi') || ((token.traits & Trait.language) !== 0 && !(token.traits & Trait.tag))
}

/** FRENCH, iTALiAN */
function isPrinted({ text, length }: Token): boolean {
  return length > 1 && isCapitals(text) && (text[0] === 'i' || text[0] === text[0]!.toUpperCase())
}

function isOfFile({ kind, traits, word }: Token): boolean {
  if (kind !== 'word' || traits & Trait.edition) return false
  return (traits & (Trait.tag | Trait.remark)) !== 0 || FILE.has(word)
}
