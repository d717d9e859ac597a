import './series.css'
import { useRoute } from 'preact-iso'
import { prefetch, useQuery } from '../../api/query'
import { html, useEffect, useMemo, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { fetchCovers } from '../../parts/covers/cover'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { lastView } from '../../state/last-view'
import { isReader } from '../../state/user'
import { HERO_COVER, Hero } from './hero'
import { ownCard } from './issue-card'
import { Issues } from './issues'
import { listedFacts } from './series-facts'
import { type IssueListView, readSeriesView, seriesAddress } from './series-view'
import { SeriesWork } from './series-work'
import { type SeriesSheet, SeriesSheets } from './sheets'
import type { WireDetail } from './wire'

/** Fetches a series before its page is drawn. */
export async function openSeries({ comic_id = '' }: Record<string, string>): Promise<void> {
  const params = { comic_id }
  const [detail] = await Promise.all([
    prefetch('GET /api/series/:comic_id', { params }),
    prefetch('GET /api/reading/series/:comic_id', { params }),
    prefetch('GET /api/names/of-series', { query: { comic_id } }),
  ])
  fetchCovers([detail?.comic[0]?.ComicImage], HERO_COVER)
}

export function SeriesPage() {
  const { comic_id = '' } = useRoute().params
  const answer = useQuery('GET /api/series/:comic_id', { params: { comic_id } })
  const { data, error, reload } = answer
  // The names are above the issues, so the layout waits for them.
  const names = useQuery('GET /api/names/of-series', { query: { comic_id } })
  const isWhole = names.data !== undefined || names.error !== undefined
  const name = data?.comic[0]?.ComicName
  useEffect(() => {
    if (name) document.title = `${name} · Panelkeep`
  }, [name])
  useScrollPlace(data !== undefined)
  if (!data && error?.status === 404) return html`<${Unknown} />`
  if (!data && error)
    return html`<${ErrorLook} page what="The series could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data?.comic[0] || !isWhole) return html`<${Loading} />`
  return html`<${Shown} key=${comic_id} detail=${data} reload=${reload} />`
}

function Shown({ detail, reload }: { detail: WireDetail; reload: () => void }) {
  const { url, query, route } = useOwnLocation()
  const [sheet, setSheet] = useState<SeriesSheet | undefined>(undefined)
  const view = readSeriesView(query)
  const path = url.split('?')[0] as string
  const show = (next: IssueListView) => route(seriesAddress(path, next), true)
  const comic_id = detail.comic[0]?.ComicID ?? ''
  const readings = useQuery('GET /api/reading/series/:comic_id', { params: { comic_id } }).data?.issues
  const [issues, annuals] = useMemo(() => {
    const cards = (issues: WireDetail['issues']) => issues.map((issue) => ownCard(issue, readings)).reverse()
    return [cards(detail.issues), cards(detail.annuals)] as const
  }, [detail, readings])
  const series = detail.comic[0] as WireDetail['comic'][number]
  const facts = useMemo(() => listedFacts(detail), [detail])
  const list = {
    comic_id,
    name: series.ComicName,
    view,
    issues,
    annuals,
    facts,
    onView: show,
    reload,
    onSheet: setSheet,
  }
  return html`
    <div class="series" data-wide>
      <${Hero} detail=${detail} issues=${issues} annuals=${annuals} reload=${reload} onSheet=${setSheet} />
      ${!isReader() && html`<${SeriesWork} comic_id=${comic_id} loading=${series.Status === 'Loading'} reload=${reload} />`}
      <${Issues} ...${list} />
      <${SeriesSheets} sheet=${sheet} detail=${detail} reload=${reload} onSheet=${setSheet} />
    </div>
  `
}

function Loading() {
  return html`
    <div class="series" data-wide aria-busy="true">
      <div class="series-hero">
        <div class="series-cover series-wait"></div>
        <div class="series-words"><${Skeleton} kind="text" count=${5} label="Loading the series" /></div>
      </div>
    </div>
  `
}

function Unknown() {
  return html`
    <${Empty} page icon="library" title="This series is not in the library" text="The series was deleted, or the link is wrong.">
      <${Button} kind="main" href=${lastView.get()}>Go to the library<//>
    <//>
  `
}
