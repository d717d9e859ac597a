import { Type } from 'typebox'
import { matchKey } from '../../../base/names/titles'
import type { ReadHandle } from '../../../base/storage/database'
import { issueLabel } from '../../../library/reading/labels'
import { seriesStatusWords } from '../../../library/series/wire'
import { LimitArgument, NameArgument, OneOfWords, ToolParameters, YearArgument } from './arguments'
import * as store from './series-store'
import { type LibraryTool, libraryTool, type ToolResult, type ToolRow } from './tool'

/** Tools for series, and how much of them is owned. */

const Percent = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }))
/** Issue numbers listed for one series. */
const MOST_NUMBERS = 30

export const seriesTools = ({ db }: { db: { read: ReadHandle } }): LibraryTool[] => [
  libraryTool({
    name: 'search_series',
    description: 'Finds series of the library by a part of their name.',
    parameters: ToolParameters({ name: NameArgument('A part of the name'), limit: LimitArgument(20) }),
    run({ name, limit = 20 }) {
      const key = matchKey(name)
      return key === '' ? { rows: [], total: 0 } : listed(store.seriesLike(db.read, key, limit))
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
      return listed(store.seriesOwned(db.read, { least, most }, limit))
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
      const { rows, total } = store.seriesWithGaps(db.read, order, limit)
      return { rows: rows.map((row) => ({ ...seriesRow(row), MissingNumbers: absentNumbers(db.read, row) })), total }
    },
  }),
  libraryTool({
    name: 'series_by_publisher',
    description: 'Lists series of a publisher or imprint.',
    parameters: ToolParameters({ publisher: NameArgument('A part of its name'), limit: LimitArgument(50) }),
    run: ({ publisher, limit = 50 }) => listed(store.seriesOfPublisher(db.read, publisher, limit)),
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
      return listed(store.seriesOfYears(db.read, { from: Math.min(from, to), to: Math.max(from, to) }, limit))
    },
  }),
]

const listed = ({ rows, total }: store.SeriesRowsPage): ToolResult => ({ rows: rows.map(seriesRow), total })

export function seriesRow(row: store.ListedSeries): ToolRow {
  const { have, total } = row
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
    Wanted: row.wanted,
    percent: total === 0 ? 0 : Math.min(100, Math.round((have / total) * 1000) / 10),
    LatestIssue: row.latest_number,
    LatestDate: row.latest_date,
  }
}

/** "#3, #4, Annual 1 and more". */
function absentNumbers(db: ReadHandle, { comic_id }: store.ListedSeries): string {
  const found = store.absentOf(db, comic_id, MOST_NUMBERS + 1)
  const labels = found.slice(0, MOST_NUMBERS).map((issue) => issueLabel({ ...issue, title: null }))
  return `${labels.join(', ')}${found.length > MOST_NUMBERS ? ' and more' : ''}`
}
