import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { numberWords, percentWords } from '../../parts/text/format'
import { Panel } from './panel'

type Library = Reply<'GET /api/dashboard/library'>

/** The size of the library in a few large numbers. */
export function Numbers() {
  const answer = useQuery('GET /api/dashboard/library')
  return html`<${Panel} title="Your library" more=${{ label: 'All series', href: '/library' }} answer=${answer} waits=${2} draw=${draw} />`
}

function draw({ stats }: Library) {
  const both = stats.manga_series > 0 && stats.comic_series > 0
  const facts = [
    {
      value: numberWords(stats.total_series),
      words: 'series',
      small: both ? `${numberWords(stats.comic_series)} comics, ${numberWords(stats.manga_series)} manga` : '',
    },
    { value: numberWords(stats.total_issues), words: 'issues owned', small: `of ${numberWords(stats.total_expected)}` },
    {
      value: percentWords(stats.completion_pct),
      words: 'complete',
      small: both
        ? `Comics ${percent(stats.comic_have, stats.comic_total)}, manga ${percent(stats.manga_have, stats.manga_total)}`
        : '',
    },
  ]
  return html`
    <dl class="dash-numbers">
      ${facts.map(({ value, words, small }) => html`<div key=${words}><dt>${words}</dt><dd>${value}</dd>${small && html`<dd class="dash-small">${small}</dd>`}</div>`)}
    </dl>
  `
}

const percent = (have: number, total: number) =>
  percentWords(total === 0 ? 0 : Math.min(100, Math.floor((have / total) * 100)))
