import { html } from '../../html'
import { countWords } from '../../parts/text/format'
import { dayHeading, daysIn, monthOf, shortWeekday, weekdayWords } from './days'
import type { Release } from './wire'
import { releaseState, releaseTitle } from './words'

export type MonthGridProps = {
  day: string
  releases: readonly Release[]
  today: string
  /** The page of the week of a day. */
  hrefOf: (day: string) => string
}

/** Titles that fit in a day. */
const SHOWN = 4

/** A month, week by week; a day opens its week. */
export function MonthGrid({ day, releases, today, hrefOf }: MonthGridProps) {
  const days = daysIn(monthOf(day))
  const byDay = Map.groupBy(releases, (release) => release.day)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  return html`
    <table class="release-month">
      <thead>
        <tr>${days.slice(0, 7).map((each) => html`<th key=${each} scope="col"><abbr title=${weekdayWords(each)}>${shortWeekday(each)}</abbr></th>`)}</tr>
      </thead>
      <tbody>
        ${weeks.map(
          (week) => html`
            <tr key=${week[0]}>
              ${week.map((each) => html`<${Cell} key=${each} day=${each} of=${byDay.get(each) ?? []} outside=${each.slice(0, 7) !== day.slice(0, 7)} isToday=${each === today} href=${hrefOf(each)} />`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `
}

type CellProps = { day: string; of: readonly Release[]; outside: boolean; isToday: boolean; href: string }

function Cell({ day, of, outside, isToday, href }: CellProps) {
  const more = of.length - SHOWN
  const label = `${dayHeading(day)}, ${countWords(of.length, 'release')}`
  const number = html`<span class="month-number">${Number(day.slice(8))}</span>`
  return html`
    <td data-outside=${outside || undefined} data-today=${isToday || undefined}>
      ${of.length === 0 ? number : html`<a class="month-day" href=${href} aria-label=${label}>${number}<span class="month-count">${of.length}</span></a>`}
      <ul>
        ${of.slice(0, SHOWN).map((release) => html`<li key=${releaseTitle(release)} data-state=${releaseState(release).mark} title=${`${releaseTitle(release)}, ${releaseState(release).word}`}>${releaseTitle(release)}</li>`)}
      </ul>
      ${more > 0 && html`<a class="month-more" href=${href}>${more} more</a>`}
    </td>
  `
}
