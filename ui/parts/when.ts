import { html } from '../html'
import { dayWords } from './cover-words'

/** An instant as people say it: "today 14:20", "yesterday 9:05", "12 Nov 2026". In the clock of whoever looks. */
export function whenWords(instant: string, now: Date = new Date()): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  const clock = `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000)
  if (days === 0) return `today ${clock}`
  if (days === 1) return `yesterday ${clock}`
  return dayWords(dayOf(at))
}

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
const two = (n: number) => String(n).padStart(2, '0')
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** The same on the page, exact on hover. */
export function When({ at }: { at: string }) {
  return html`<time datetime=${at} title=${new Date(at).toLocaleString()}>${whenWords(at)}</time>`
}
