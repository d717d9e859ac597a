import { LANGUAGES } from '../../../base/names/editions'
import { once } from '../../../base/platform/once'

/** ISO 639-2 codes used by libraries, where they differ from the usual code of the language. */
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
/** Codes for an unknown language, several, none, or the untranslated original. */
const NO_LANGUAGE = new Set(['und', 'mul', 'mis', 'zxx', 'raw'])

/** Languages by their English names: "icelandic" → `is`. */
const byName = once(() => {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(codes.flatMap((code) => [[names.of(code)?.toLowerCase() ?? code, code] as const]))
})

/**
 * The language that a tag means, as an ISO 639-1 code if there is one: "pt-BR", "por" and "Portuguese (Brazil)" are
 * `pt`. Empty when the text names no language.
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
