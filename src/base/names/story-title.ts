import { formatAt } from './brackets.ts'
import type { ScannedName } from './candidates.ts'
import { isCapitals } from './remarks.ts'
import type { NumberChoice } from './select.ts'
import { trimMarks } from './series.ts'
import { type Token, textBetween } from './tokens.ts'
import { Trait } from './vocabulary.ts'

const TAIL = Trait.tag | Trait.site | Trait.complete

/**
 * Words between the number and the first bracket or year, or directly after the date. Text that starts with a tag is
 * not a title.
 */
export function readTitle({ tokens }: ScannedName, { issue, volume, year }: NumberChoice): string {
  let from = Math.max(issue && !issue.bracketed ? issue.to : 0, volume && !volume.bracketed ? volume.to : 0)
  if (from === 0) return ''
  const stop = year?.from ?? -1
  let to = titleEnd(tokens, from, stop)
  // "(1950) The Beginning": the title may follow the date.
  if (to === from && year && stop === from) {
    from = year.to
    to = titleEnd(tokens, from, stop)
  }
  if (to === from || tokens[from]!.sign === '+') return ''
  const trimmed = trimMarks(tokens.slice(from, to))
  const words = issue?.anchor.endsWith('chapter') ? trimmed : withoutFormat(trimmed)
  const first = words[0]
  if (first === undefined || first.traits & (TAIL | Trait.cover) || isLanguageAlone(words)) return ''
  if (isCountryAlone(words, words[0] === tokens[from])) return ''
  return textBetween(words, 0, words.length)
}

function titleEnd(tokens: Token[], from: number, stop: number): number {
  let to = from
  while (to < tokens.length && tokens[to]!.kind !== 'group' && to !== stop) to++
  return to
}

function isLanguageAlone(words: Token[]): boolean {
  const first = words[0]!
  if (!(first.traits & Trait.language) || first.length < 3) return false
  // "23 French": such a word alone is read as the language.
  if (words.length === 1 && first.length > 4) return true
  if (!isCapitals(first.text)) return false
  return words.length === 1 || (words[1]!.traits & Trait.tag) !== 0
}

const COUNTRY_CODES = new Set('usa us uk gb can aus fra ger deu ita esp bra jpn kor mex arg nld bel'.split(' '))
const COUNTRIES = new Set(
  'america britain england canada australia france belgium germany austria switzerland netherlands italy spain portugal brazil mexico argentina japan korea china taiwan poland denmark sweden norway finland'.split(
    ' ',
  ),
)

/** "22 USA", "22 - UK", "22 Italy": the country of publication. After a dash the name of a country is a title. */
function isCountryAlone([first, ...more]: Token[], isDirect: boolean): boolean {
  if (first === undefined || more.length > 0) return false
  const isCode = first.text === first.text.toUpperCase() && COUNTRY_CODES.has(first.word)
  return isCode || (isDirect && COUNTRIES.has(first.word))
}

/** "Just Desserts TPB": the book type at either end is not part of the title. */
function withoutFormat(words: Token[]): Token[] {
  const first = formatAt(words, 0)
  if (first?.strip) return trimMarks(words.slice(first.next))
  for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
    const format = formatAt(words, at)
    if (format?.strip && format.next === words.length) return trimMarks(words.slice(0, at))
  }
  return words
}
