import type { Reply } from '../../../api/contract'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { WordLinks } from '../../../parts/controls/words'
import { Pager } from '../../../parts/lists/pager'
import { useLastPage } from '../../../parts/lists/use-last-page'
import { useOwnLocation } from '../../../parts/lists/virtual-place'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords } from '../../../parts/text/format'
import { SeriesReviewRow } from './review-row'

const PER_PAGE = 50
const PATH = '/system/acquisition'
const FILTERS = [
  { filter: 'all', label: 'Everything' },
  { filter: 'wanted', label: 'Wanted' },
  { filter: 'unverified', label: 'No file found' },
] as const
type Filter = (typeof FILTERS)[number]['filter']
type Totals = Reply<'GET /api/system/acquisition/reconciliation'>['totals']

/** By series: the issues that automatic searches would include, the reasons, and the files on disk. */
export function AcquisitionReview() {
  const { query } = useOwnLocation()
  const page = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1)
  const filter = FILTERS.find((one) => one.filter === query.show)?.filter ?? 'all'
  const { data, error, reload } = useQuery(
    'GET /api/system/acquisition/reconciliation',
    { query: { filter, limit: PER_PAGE, offset: (page - 1) * PER_PAGE } },
    { keep: true },
  )
  const hrefOf = (to: number) => pathOf(filter, to)
  const isBeyond = useLastPage(page, data?.pagination, hrefOf)
  const links = FILTERS.map((one) => ({ href: pathOf(one.filter), label: one.label, here: one.filter === filter }))
  return html`
    <section class="system-section" aria-labelledby="review-title">
      <h2 id="review-title">What is searched for</h2>
      ${data && html`<p class="planned-sum">${totalWords(data.totals)}</p>`}
      <${WordLinks} label="Filter the series" links=${links} />
      ${
        !data && error
          ? html`<${ErrorLook} what="The list could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data || isBeyond
            ? html`<${Skeleton} count=${8} label="Loading the series" />`
            : data.series.length === 0
              ? html`<${Empty} icon="check" title=${NOTHING[filter]} />`
              : html`<ul class="planned">${data.series.map((series) => html`<${SeriesReviewRow} key=${series.comic_id} series=${series} />`)}</ul>`
      }
      ${data && html`<${Pager} page=${page} more=${data.pagination.has_more} hrefOf=${hrefOf} />`}
    </section>
  `
}

const NOTHING: Record<Filter, string> = {
  all: 'No wanted issue is missing',
  wanted: 'No wanted issue is missing',
  unverified: 'Every downloaded issue has its file',
}

function pathOf(filter: Filter, page = 1): string {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('show', filter)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? PATH : `${PATH}?${query}`
}

function totalWords({ will_search, wanted, unverified }: Totals): string {
  const later = wanted - will_search
  return [
    `${countWords(will_search, 'issue')} will be searched for.`,
    ...(later > 0 ? [`${countWords(later, 'wanted issue')} will not be for now.`] : []),
    ...(unverified > 0 ? [`${countWords(unverified, 'downloaded issue')} without a file will not be.`] : []),
  ].join(' ')
}
