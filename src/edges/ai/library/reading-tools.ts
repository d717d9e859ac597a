import { Type } from 'typebox'
import { continueReading, onDeck, progressOfIssues } from '../../../library/reading/progress-store'
import { issuesInOrder } from '../../../library/reading/series-reading-store'
import { LimitArgument, OneOfWords, ToolParameters } from './arguments'
import { issueToolRow, type ReadDeps, todayOf } from './issue-row'
import { listedIssues } from './issue-store'
import { SERIES_PARAMETERS, seriesFromArguments } from './named-series'
import { lastFinished } from './reading-store'
import { readState } from './story-tools'
import { type LibraryTool, libraryTool, type ToolResult } from './tool'

/** Tools for reading progress. */

export const readingTools = (deps: ReadDeps): LibraryTool[] => [
  libraryTool({
    name: 'reading_progress',
    description:
      'Lists what the user reads: issues to continue, the next issues of series, or the issues that were finished last.',
    parameters: ToolParameters({
      view: Type.Optional(OneOfWords(['continue', 'next', 'finished'], 'continue by default')),
      limit: LimitArgument(10),
    }),
    run: ({ view = 'continue', limit = 10 }) => listed(deps, idsOf(deps, view, limit)),
  }),
  libraryTool({
    name: 'series_progress',
    description: 'Says which issues of one series were read, and which come next.',
    parameters: ToolParameters({ ...SERIES_PARAMETERS, limit: LimitArgument(50) }),
    run({ limit = 50, ...named }) {
      const { series, note } = seriesFromArguments(deps.db.read, named)
      if (!series) return { rows: [], total: 0, note }
      const ids = issuesInOrder(deps.db.read, series.comic_id).map(({ issue_id }) => issue_id)
      const { rows } = listed(deps, ids.slice(0, limit))
      return { rows, total: ids.length, note }
    },
  }),
]

function idsOf({ db }: ReadDeps, view: 'continue' | 'next' | 'finished', limit: number): string[] {
  if (view === 'finished') return lastFinished(db.read, limit)
  const span = { limit, offset: 0 }
  const rows = view === 'continue' ? continueReading(db.read, span) : onDeck(db.read, span)
  return rows.map(({ issue_id }) => issue_id)
}

function listed(deps: ReadDeps, ids: readonly string[]): ToolResult {
  const progress = progressOfIssues(deps.db.read, ids)
  const rows = listedIssues(deps.db.read, ids).map((issue) => {
    const read = progress.get(issue.issue_id)
    return {
      ...issueToolRow(issue, todayOf(deps)),
      State: readState(read),
      percent: Math.round((read?.percent ?? 0) * 100),
      ReadAt: read?.read_at ?? null,
    }
  })
  return { rows, total: rows.length }
}
