import { LANGUAGES } from '../../../base/names/editions'
import { once } from '../../../base/platform/once'

/** Codes of ISO 639-2 that libraries use, where they differ from the language's own. */
const OF_LIBRARIES: Record<string, string> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  bur: 'my',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  mao: 'mi',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  tib: 'bo',
  wel: 'cy',
}
/** Unknown, several, none, and the original, whichever it is. */
const NO_LANGUAGE = new Set(['und', 'mul', 'mis', 'zxx', 'raw'])

/** By their English names: "icelandic" → `is`. */
const byName = once(() => {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(codes.flatMap((code) => [[names.of(code)?.toLowerCase() ?? code, code] as const]))
})

/**
 * The language that a tag means, as ISO 639-1 where it has such a code: "pt-BR", "por" and "Portuguese (Brazil)" are
 * `pt`. Empty where the text names no language.
 */
export function languageCode(text: string): string {
  const word = text
    .trim()
    .toLowerCase()
    .split(/[-_(,;/]/)[0]!
    .trim()
  if (word === '' || NO_LANGUAGE.has(word)) return ''
  if (/^[a-z]{2}$/.test(word)) return LANGUAGES.get(word) ?? word
  return OF_LIBRARIES[word] ?? LANGUAGES.get(word) ?? byName().get(word) ?? canonical(word)
}

/** `isl` → `is`. */
function canonical(word: string): string {
  if (!/^[a-z]{3}$/.test(word)) return ''
  return Intl.getCanonicalLocales(word)[0] ?? ''
}
