import { weekNumbered } from '../../collecting/weekly/calendar'
import type { ProviderData } from './provider-data'
import { type FakeService, fakeService, webPage } from './service'

/** The weekly list that Mylar reads, over fake data: ComicVine's issues by week. Source: the list's public clients. */
export function fakeWalksoftly(providerData: ProviderData): FakeService {
  return fakeService({
    field: 'series',
    answer: (_request, url) => {
      const [week, year] = ['week', 'year'].map((name) => Number(url.searchParams.get(name))) as [number, number]
      if (url.pathname !== '/newcomics.php' || week > 52) return webPage('<h1>Not Found</h1>', 404)
      const { first, last } = weekNumbered(year, week)
      const known = providerData.series.filter(({ ids }) => ids.comicvine)
      const rows = known.flatMap((series) =>
        series.issues
          .filter(({ release_date }) => release_date && release_date >= first && release_date <= last)
          .map((issue) => ({
            series: series.name,
            alias: null,
            issue: issue.number,
            publisher: (series.publisher ?? '').toUpperCase(),
            shipdate: issue.release_date,
            coverdate: issue.cover_date,
            comicid: series.ids.comicvine,
            issueid: issue.ids.comicvine ?? 'None',
            weeknumber: String(week),
            year: String(year),
            volume: `v${series.year}`,
            seriesyear: String(series.year),
            type: 'Print',
            link: null,
          })),
      )
      return Response.json(rows)
    },
    fault: (how) => {
      if (how === 'limit') return new Response('', { status: 429, headers: { 'Retry-After': '3600' } })
      return undefined
    },
  })
}
