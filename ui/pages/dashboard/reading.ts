import { useQuery } from '../../api/query'
import { html } from '../../html'
import { ownZone, type ReadingStatistics, sumOf, thisWeek } from '../../panels/reading-week'
import { numberWords, pluralWords } from '../../parts/text/format'
import { Panel } from './panel'

export const useReadingWeek = () => useQuery('GET /api/reading/statistics', { query: { ...ownZone(), limit: 1 } })

/** The reading of this week, with a link to the statistics. */
export function ReadingPanel() {
  const answer = useReadingWeek()
  return html`<${Panel} title="Your reading" more=${{ label: 'Statistics', href: '/statistics' }} answer=${answer} waits=${1} draw=${draw} />`
}

function draw(data: ReadingStatistics) {
  if (data.since === null) return html`<p class="dash-none">What you read is counted here.</p>`
  const week = sumOf(thisWeek(data))
  const facts = [
    { value: week.pages, words: pluralWords(week.pages, 'page this week', 'pages this week') },
    { value: week.issues, words: pluralWords(week.issues, 'issue finished this week', 'issues finished this week') },
    { value: data.streak, words: pluralWords(data.streak, 'day in a row', 'days in a row') },
  ]
  return html`
    <dl class="dash-numbers">
      ${facts.map(({ value, words }) => html`<div key=${words}><dt>${words}</dt><dd>${numberWords(value)}</dd></div>`)}
    </dl>
  `
}
