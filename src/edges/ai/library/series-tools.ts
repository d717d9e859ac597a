import { Type } from 'typebox'
import { matchKey } from '../../../base/names/titles'
import type { ReadHandle } from '../../../base/storage/database'
import { issueLabel } from '../../../library/reading/labels'
import { countAnnounced } from '../../../library/series/column-store'
import { seriesStatusWords } from '../../../library/series/wire'
import { LimitArgument, NameArgument, OneOfWords, ToolParameters, YearArgument } from './arguments'
import { type ReadDeps, todayOf } from './issue-row'
import * as store from './series-store'
import { type LibraryTool, libraryTool, type ToolResult, type ToolRow } from './tool'

/** Tools for series, and how much of them is owned. */

const Percent = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }))
/** Issue numbers listed for one series. */
const MOST_NUMBERS = 30

export const seriesTools = (deps: ReadDeps): LibraryTool[] => [
  libraryTool({
    name: 'search_series',
    description: 'Finds series of the library by a part of their name.',
    parameters: ToolParameters({ name: NameArgument('A part of the name'), limit: LimitArgument(20) }),
    run({ name, limit = 20 }) {
      const key = matchKey(name)
      return key === '' ? { rows: [], total: 0 } : listed(deps, store.seriesLike(deps.db.read, key, limit))
    },
  }),
  libraryTool({
    name: 'completion_filter',
    description: 'Lists series by the share of their issues that is owned, the fullest first.',
    parameters: ToolParameters({
      min_pct: Percent('0 by default'),
      max_pct: Percent('100 by default'),
      limit: LimitArgument(20),
    }),
    run({ min_pct = 0, max_pct = 100, limit = 20 }) {
      const [least, most] = [Math.min(min_pct, max_pct), Math.max(min_pct, max_pct)]
      return listed(deps, store.seriesOwned(deps.db.read, { least, most, today: todayOf(deps) }, limit))
    },
  }),
  libraryTool({
    name: 'series_with_gaps',
    description:
      'Lists series of which some issues are owned and some are missing, with the numbers of missing issues.',
    parameters: ToolParameters({
      order: Type.Optional(OneOfWords(['most_missing', 'least_missing', 'name'], 'most_missing by default')),
      limit: LimitArgument(10),
    }),
    run({ order = 'most_missing', limit = 10 }) {
      const today = todayOf(deps)
      const page = store.seriesWithGaps(deps.db.read, { order, today }, limit)
      const numbers = page.rows.map(({ comic_id }) => absentNumbers(deps.db.read, { comicId: comic_id, today }))
      const { rows, total } = listed(deps, page)
      return { rows: rows.map((row, at) => ({ ...row, MissingNumbers: numbers[at] ?? null })), total }
    },
  }),
  libraryTool({
    name: 'series_by_publisher',
    description: 'Lists series of a publisher or imprint.',
    parameters: ToolParameters({ publisher: NameArgument('A part of its name'), limit: LimitArgument(50) }),
    run: ({ publisher, limit = 50 }) => listed(deps, store.seriesOfPublisher(deps.db.read, publisher, limit)),
  }),
  libraryTool({
    name: 'series_by_year',
    description: 'Lists series by the year in which they began.',
    parameters: ToolParameters({
      year_start: Type.Optional(YearArgument('The first year')),
      year_end: Type.Optional(YearArgument('The last year')),
      limit: LimitArgument(50),
    }),
    run({ year_start, year_end, limit = 50 }) {
      const [from, to] = [year_start ?? year_end ?? 0, year_end ?? year_start ?? 9999]
      return listed(
        deps,
        store.seriesOfYears(deps.db.read, { from: Math.min(from, to), to: Math.max(from, to) }, limit),
      )
    },
  }),
]

function listed(deps: ReadDeps, { rows, total }: store.SeriesRowsPage): ToolResult {
  const ids = rows.map(({ comic_id }) => comic_id)
  const announced = countAnnounced(deps.db.read, ids, todayOf(deps))
  return { rows: rows.map((row) => seriesRow(row, announced.get(row.comic_id) ?? 0)), total }
}

function seriesRow(row: store.ListedSeries, announced: number): ToolRow {
  const { have } = row
  const total = row.total - announced
  return {
    ComicID: row.comic_id,
    ComicName: row.name,
    ComicYear: row.year === null ? null : String(row.year),
    ComicPublisher: row.publisher,
    ContentType: row.content_type,
    Status: seriesStatusWords[row.status],
    Have: have,
    Total: total,
    Missing: Math.max(0, total - have),
    Announced: announced,
    Wanted: row.wanted,
    percent: total === 0 ? 0 : Math.min(100, Math.round((have / total) * 1000) / 10),
    LatestIssue: row.latest_number,
    LatestDate: row.latest_date,
  }
}

/** "#3, #4, Annual #1 and more". */
function absentNumbers(db: ReadHandle, of: { comicId: string; today: string }): string {
  const found = store.absentOf(db, of, MOST_NUMBERS + 1)
  const labels = found.slice(0, MOST_NUMBERS).map((issue) => issueLabel({ ...issue, title: null }))
  return `${labels.join(', ')}${found.length > MOST_NUMBERS ? ' and more' : ''}`
}
