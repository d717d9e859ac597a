import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { countWords, numberWords, percentWords, pluralWords } from '../../parts/text/format'
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
      small: both ? `${countWords(stats.comic_series, 'comic')}, ${numberWords(stats.manga_series)} manga` : '',
    },
    {
      value: numberWords(stats.total_issues),
      words: pluralWords(stats.total_issues, 'issue owned', 'issues owned'),
      small: restWords(stats),
    },
    ...completionOf(stats, both),
  ]
  return html`
    <dl class="dash-numbers">
      ${facts.map(({ value, words, small }) => html`<div key=${words}><dt>${words}</dt><dd>${value}</dd>${small && html`<dd class="dash-small">${small}</dd>`}</div>`)}
    </dl>
  `
}

type Stats = Library['stats']

/** "of 2,100, 12 announced": the sum of totals says nothing while some are unknown. */
function restWords({ total_series, known_series, total_expected, announced }: Stats): string {
  const all = known_series === total_series ? `of ${numberWords(total_expected)}` : ''
  return [all, announced > 0 ? `${numberWords(announced)} announced` : ''].filter(Boolean).join(', ')
}

/** Only a series with a known total can be complete. */
function completionOf(stats: Stats, both: boolean) {
  const { known_series, total_series } = stats
  if (known_series === 0) return []
  const byKind = `Comics ${percentWords(stats.comic_completion_pct)}, manga ${percentWords(stats.manga_completion_pct)}`
  const known = pluralWords(
    known_series,
    'Of the one series with a known total',
    'Of the {count} series with a known total',
  )
  const small = known_series < total_series ? known : both ? byKind : ''
  return [{ value: percentWords(stats.completion_pct), words: 'complete', small }]
}
