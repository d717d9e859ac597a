import { NUMBER_WORDS } from '../../../base/names/number-words'
import { normalNumber, sortKey } from '../../../base/names/numbers'
import { type NumberSpan, numberSpanOf } from '../verdict/spans'

const WORD = /[\p{L}\p{N}]+/gu
const DIGITS = /\d+/g
const DECIMAL = /\d+\.[\p{L}\d]+/gu
const RANGE = /(\d{1,4}) ?[-–] ?#?(\d{1,4})/g

/** Every part of a title that could be an issue number, as sort keys. */
export function numbersIn(title: string): string[] {
  const words = [WORD, DIGITS, DECIMAL].flatMap((each) => title.match(each) ?? [])
  return words.map((word) => sortKey(NUMBER_WORDS.get(word.toLowerCase()) ?? normalNumber(word)))
}

/** Every part of a title that could be a range of issues. */
export function rangesIn(title: string): NumberSpan[] {
  return [...title.matchAll(RANGE)].flatMap(([, first = '', last = '']) => numberSpanOf(first, last) ?? [])
}
