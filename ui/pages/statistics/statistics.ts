import './statistics.css'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { ownZone, type ReadingStatistics, sumOf, thisWeek } from '../../panels/reading-week'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { listAddress, pageNumber } from '../../parts/lists/list-address'
import { Pager } from '../../parts/lists/pager'
import { Table } from '../../parts/lists/table'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, dayWords, numberWords, pluralWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import { WeekChart } from './week-chart'

const PER_PAGE = 50

/** The reading statistics: this week, the streak, the total, and by series. */
export function StatisticsPage() {
  const page = pageNumber(useOwnLocation().query)
  const query = { ...ownZone(), limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
  const { data, error, reload } = useQuery('GET /api/reading/statistics', { query })
  useScrollPlace(data !== undefined)
  if (!data && error)
    return html`<${ErrorLook} page what="The statistics could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${8} label="Loading the statistics" />`
  if (data.since === null) return html`<${Nothing} />`
  const { since, series, pagination } = data
  return html`
    <div class="statistics">
      <h1>Reading statistics</h1>
      <${Figures} data=${data} />
      <${WeekChart} days=${thisWeek(data)} today=${data.today} />
      <section aria-labelledby="by-series">
        <h2 id="by-series">By series</h2>
        <${Table} caption="What was read of each series" columns=${COLUMNS} rows=${series} keyOf=${(row: Row) => row.comic_id} />
        <${Pager} page=${page} more=${pagination.has_more} hrefOf=${(page: number) => listAddress('/statistics', { page })} />
      </section>
      <p class="statistics-note">
        Counted since ${dayWords(since)}, here and in reading apps. Time is counted in this reader only. Issues that were
        marked as read are not counted.
      </p>
    </div>
  `
}

function Nothing() {
  const text = 'What you read from now on is counted, here and in reading apps. Issues marked as read are not.'
  return html`
    <${Empty} page icon="chart" title="Nothing read yet" text=${text}>
      <${Button} kind="main" icon="library" href="/library">Go to the library<//>
    <//>
  `
}

function Figures({ data }: { data: ReadingStatistics }) {
  const week = sumOf(thisWeek(data))
  const { streak, totals } = data
  const figures = [
    { value: numberWords(streak), words: pluralWords(streak, 'day in a row', 'days in a row'), small: '' },
    {
      value: numberWords(week.pages),
      words: pluralWords(week.pages, 'page this week', 'pages this week'),
      small: [countWords(week.issues, 'issue'), timeWords(week.seconds)].filter(Boolean).join(', '),
    },
    {
      value: numberWords(totals.pages),
      words: pluralWords(totals.pages, 'page in all', 'pages in all'),
      small: [countWords(totals.issues, 'issue'), timeWords(totals.seconds)].filter(Boolean).join(', '),
    },
  ]
  return html`
    <dl class="statistics-figures">
      ${figures.map(({ value, words, small }) => html`<div key=${words}><dt>${words}</dt><dd>${value}</dd>${small && html`<dd class="statistics-small">${small}</dd>`}</div>`)}
    </dl>
  `
}

/** "3 h 20 min"; empty where no time is known, since other apps report none. */
function timeWords(seconds: number): string {
  if (seconds === 0) return ''
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return 'under 1 min'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${numberWords(hours)} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

type Row = ReadingStatistics['series'][number]

const COLUMNS = [
  {
    key: 'name',
    title: 'Series',
    cell: ({ name, image, exists, comic_id }: Row) => html`
      <span class="statistics-series">
        <span class="statistics-cover"><${Cover} name=${name} src=${image} width=${28} /></span>
        ${exists ? html`<a href=${seriesPath(comic_id)}>${name}</a>` : html`<span>${name} <small>deleted</small></span>`}
      </span>
    `,
  },
  { key: 'issues', title: 'Issues', number: true, cell: ({ issues }: Row) => numberWords(issues) },
  { key: 'pages', title: 'Pages', number: true, cell: ({ pages }: Row) => numberWords(pages) },
  { key: 'time', title: 'Time', wide: true, cell: ({ seconds }: Row) => timeWords(seconds) },
  { key: 'last', title: 'Last read', wide: true, cell: ({ last_day }: Row) => dayWords(last_day) },
]
