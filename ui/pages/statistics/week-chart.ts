import { html } from '../../html'
import type { ReadingDay } from '../../panels/reading-week'
import { countWords, numberWords } from '../../parts/text/format'
import { dates } from '../../parts/text/locale'

const UTC = { timeZone: 'UTC' } as const
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const shortWeekday = (day: string) => dates('short weekday', { ...UTC, weekday: 'short' }).format(at(day))
const longDay = (day: string) =>
  dates('day heading', { ...UTC, weekday: 'long', day: 'numeric', month: 'long' }).format(at(day))

/** The pages of each day of the week, as columns. Screen readers get a list. */
export function WeekChart({ days, today }: { days: readonly ReadingDay[]; today: string }) {
  const most = Math.max(1, ...days.map(({ pages }) => pages))
  return html`
    <section aria-labelledby="this-week">
      <h2 id="this-week">This week</h2>
      <ol class="week-chart">
        ${days.map(({ day, pages, issues }) => {
          const words = [countWords(pages, 'page'), ...(issues > 0 ? [countWords(issues, 'issue')] : [])].join(', ')
          return html`
            <li key=${day} data-today=${day === today || undefined} data-later=${day > today || undefined} title=${`${longDay(day)}: ${words}`}>
              <span class="unseen">${`${longDay(day)}: ${day > today ? 'still to come' : words}`}</span>
              <span class="week-room" aria-hidden="true">
                <b>${pages > 0 ? numberWords(pages) : ''}</b>
                <i style=${{ '--share': pages / most }}></i>
              </span>
              <span class="week-day" aria-hidden="true">${shortWeekday(day)}</span>
              <small aria-hidden="true">${issues > 0 ? countWords(issues, 'issue') : ''}</small>
            </li>
          `
        })}
      </ol>
    </section>
  `
}
