import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { SegmentedControl } from '../../parts/controls/segmented'
import { Cover } from '../../parts/covers/cover'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { roleWords } from '../../parts/text/role-words'
import { seriesPath } from '../../parts/text/series-path'
import type { Shown } from './name'

const FIRST = 24
const MORE = 120
const COVER = 132
const SORTS = [
  { value: 'issues', label: 'Most issues' },
  { value: 'year', label: 'Newest' },
  { value: 'title', label: 'A to Z' },
]

type Row = Reply<'GET /api/names/series'>['series'][number]
type Sort = 'issues' | 'title' | 'year'

/** The series of a name with the number of its issues in each, and what the person did. */
export function NameSeries({ shown, total }: { shown: Shown; total: number }) {
  const [sort, setSort] = useState<Sort>('issues')
  const [limit, setLimit] = useState(FIRST)
  const { data } = useQuery('GET /api/names/series', { query: { ...shown, sort, limit, offset: 0 } }, { keep: true })
  if (total === 0) return null
  const choice = { label: 'Order', value: sort, choices: SORTS, onChange: (next: string) => setSort(next as Sort) }
  return html`
    <section>
      <header class="name-part"><h2>Series <small>${numberWords(total)}</small></h2>${total > 2 && html`<${SegmentedControl} ...${choice} />`}</header>
      ${!data && html`<${Skeleton} kind="rows" count=${3} label="Loading the series" />`}
      <ul class="name-series">${data?.series.map((row) => html`<${SeriesTile} key=${row.item.ComicID} row=${row} role=${shown.role} />`)}</ul>
      ${data?.pagination.has_more && limit < 500 && html`<p class="name-more"><${Button} onClick=${() => setLimit(Math.min(500, limit + MORE))}>Show more<//></p>`}
    </section>
  `
}

function SeriesTile({ row: { item, issues, roles }, role }: { row: Row; role: string | undefined }) {
  const own = role === undefined ? roles : []
  const did = own.map((one) => roleWords(one.role)).join(', ')
  return html`
    <li>
      <a href=${seriesPath(item.ComicID)}>
        <${Cover} name=${item.ComicName} src=${item.ComicImage} mark=${item.ComicYear ?? undefined} width=${COVER} />
        <b>${item.ComicName}</b>
        <small>${[item.ComicYear, countWords(issues, 'issue')].filter(Boolean).join(' · ')}</small>
        ${did && html`<small class="name-roles" title=${did}>${did}</small>`}
      </a>
    </li>
  `
}
