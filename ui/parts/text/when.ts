import { html } from '../../html'
import { clockOf, exactWords } from './clock-words'
import { dayWords } from './format'
import { capitalize, relativeTimes } from './locale'

/** A readable time in the browser's time zone: "today 14:20", "yesterday 9:05", "12 Nov 2026". */
export function whenWords(instant: string, now: Date = new Date()): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  const day = nearDay(at, now)
  return day ? `${day} ${clockOf(at)}` : dayWords(dayOf(at))
}

/** The day of a time, for a heading: "Today", "Yesterday", "12 Nov 2026". */
export function dayOfWords(instant: string, now: Date = new Date()): string {
  const at = new Date(instant)
  return capitalize(nearDay(at, now) ?? dayWords(dayOf(at)))
}

function nearDay(at: Date, now: Date): string | undefined {
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000)
  return Math.abs(days) <= 1 ? relativeTimes().format(days, 'day') : undefined
}

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
const two = (n: number) => String(n).padStart(2, '0')
/** The current day in the browser's time zone, as `2026-11-24`. */
export const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** A readable time on the page, with the exact time on hover. */
export function TimeText({ at }: { at: string }) {
  return html`<time datetime=${at} title=${exactWords(at)}>${whenWords(at)}</time>`
}
