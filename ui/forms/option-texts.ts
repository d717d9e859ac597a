import type { OptionState } from '../api/contract'
import type { Choice } from '../parts/controls/field'
import { durationWords } from '../parts/text/duration-words'
import { numberWords } from '../parts/text/format'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const MINUTES_OF: Record<string, number> = { minutes: 1, seconds: 1 / 60 }

/** The choices of an option; undefined for typed values. The current value is always among the durations. */
export function choicesOf(option: OptionState, now: unknown): Choice[] | undefined {
  const { type, words, choices, labels, offers, none, least = 0 } = option
  if (words) return words.map((word, at) => ({ value: String(at), label: labels?.[at] ?? capital(word) }))
  if (type === 'choice') return (choices ?? []).map((value, at) => ({ value, label: labels?.[at] ?? capital(value) }))
  if (!offers) return undefined
  const length = lengthOf(now)
  const all = length > 0 && !offers.includes(length) ? [...offers, length].sort((a, b) => a - b) : offers
  const off = least <= 0 ? [{ value: '0', label: capital(none ?? 'never') }] : []
  return [...off, ...all.map((each) => ({ value: String(each), label: lengthWords(option, each) }))]
}

/** Older tools write -1 to turn the automatic run off. */
export const lengthOf = (value: unknown): number => Math.max(0, Number(value ?? 0))

const lengthWords = ({ unit = '' }: OptionState, length: number) => durationWords(length * (MINUTES_OF[unit] ?? 1))

/** The default in words; undefined for an empty one. */
export function defaultWords(option: OptionState): string | undefined {
  const { type, default: standard, unit, none } = option
  if (type === 'secret') return undefined
  if (type === 'switch') return standard ? 'on' : 'off'
  const chosen = choicesOf(option, standard)?.find(({ value }) => value === String(standard))
  if (chosen) return option.offers ? chosen.label.toLowerCase() : chosen.label
  if (type === 'integer') return standard === 0 && none !== undefined ? none : withUnit(Number(standard), unit)
  const text = Array.isArray(standard) ? standard.join(', ') : String(standard ?? '')
  return text === '' ? undefined : text
}

/** The range of a typed number. */
export function rangeWords({ type, words, offers, least = 0, most = 0, unit }: OptionState): string | undefined {
  const isTyped = type === 'integer' && !words && !offers
  return isTyped ? `From ${numeral(least, unit)} to ${numeral(most, unit)}.` : undefined
}

/** A port is not an amount, so its digits are not grouped. */
const numeral = (number: number, unit = ''): string => (unit === '' ? String(number) : numberWords(number))

/** "30 entries", "1 minute", "100 %" */
function withUnit(number: number, unit = ''): string {
  if (unit === '') return numeral(number)
  return `${numeral(number, unit)} ${number === 1 ? unit.replace(/s$/, '') : unit}`
}
