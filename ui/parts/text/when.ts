import { html } from '../../html'
import { dayWords } from './format'

/** A readable time in the browser's time zone: "today 14:20", "yesterday 9:05", "12 Nov 2026". */
export function whenWords(instant: string, now: Date = new Date()): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  const day = nearDay(at, now)
  return day ? `${day} ${clock(at)}` : dayWords(dayOf(at))
}

/** Its day, for a heading: "Today", "Yesterday", "12 Nov 2026". */
export function dayOfWords(instant: string, now: Date = new Date()): string {
  const at = new Date(instant)
  const day = nearDay(at, now)
  return day ? day.charAt(0).toUpperCase() + day.slice(1) : dayWords(dayOf(at))
}

/** "14:20", below such a heading. */
export const clockOf = (instant: string): string => clock(new Date(instant))

function nearDay(at: Date, now: Date): 'tomorrow' | 'today' | 'yesterday' | undefined {
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000)
  if (days === 0) return 'today'
  return days === 1 ? 'yesterday' : days === -1 ? 'tomorrow' : undefined
}

const clock = (at: Date) => `${at.getHours()}:${two(at.getMinutes())}`

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
const two = (n: number) => String(n).padStart(2, '0')
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** The same on the page, exact on hover. */
export function When({ at }: { at: string }) {
  return html`<time datetime=${at} title=${new Date(at).toLocaleString()}>${whenWords(at)}</time>`
}
