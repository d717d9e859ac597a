import { Type } from 'typebox'
import { fileOf } from '../../../library/series/file-store'
import { LimitArgument, OneOfWords, ToolParameters } from './arguments'
import { issueToolRow, nameInFolder, type ReadDeps, todayOf } from './issue-row'
import * as store from './issue-store'
import { SERIES_PARAMETERS, seriesFromArguments } from './named-series'
import { type LibraryTool, libraryTool } from './tool'

/** Tools for issues, and which of them are owned, wanted or missing. */

const STATES: [store.ListedState, ...store.ListedState[]] = [
  'Wanted', 'Missing', 'Skipped', 'Ignored', 'Snatched', 'Downloaded', 'Archived', 'Failed', 'Unknown', 'Covered',
] // biome-ignore format: one glance
const STATE_WORDS =
  'Wanted: searched for. Missing: released, neither owned nor wanted. Snatched: downloading. Failed: its download failed. Unknown: recorded as owned, and no file was found. Covered: a chapter in an owned volume.'

export const issueTools = (deps: ReadDeps): LibraryTool[] => [
  libraryTool({
    name: 'issues_by_status',
    description: `Lists issues of all series by their state. ${STATE_WORDS}`,
    parameters: ToolParameters({ status: OneOfWords(STATES), limit: LimitArgument(20) }),
    run({ status, limit = 20 }) {
      const { rows, total, isMore } = store.issuesInState(deps.db.read, { state: status, today: todayOf(deps) }, limit)
      const note = isMore ? `There are more than ${total}.` : undefined
      return { rows: rows.map((row) => issueToolRow(row, todayOf(deps))), total, note }
    },
  }),
  libraryTool({
    name: 'series_issues',
    description: 'Lists the issues of one series in order, with their state and the name of their file.',
    parameters: ToolParameters({
      ...SERIES_PARAMETERS,
      part: Type.Optional(
        OneOfWords(['all', 'missing', 'announced', 'wanted', 'owned'], 'all by default; announced: not released'),
      ),
      limit: LimitArgument(50),
    }),
    run({ part = 'all', limit = 50, ...named }) {
      const { db } = deps
      const { series, note } = seriesFromArguments(db.read, named)
      if (!series) return { rows: [], total: 0, note }
      const { rows, total } = store.toolIssuesOfSeries(
        db.read,
        { comicId: series.comic_id, part, today: todayOf(deps) },
        limit,
      )
      const listed = rows.map((row) => {
        const file = fileOf(db.read, row.issue_id)
        return { ...issueToolRow(row, todayOf(deps)), File: file ? nameInFolder(file.path) : null }
      })
      return { rows: listed, total, note }
    },
  }),
  libraryTool({
    name: 'recently_added',
    description: 'Lists the issues whose files were added to the library last.',
    parameters: ToolParameters({ limit: LimitArgument(10) }),
    run({ limit = 10 }) {
      const { db } = deps
      const added = store.newestIssues(db.read, limit)
      const ids = added.map(({ issue_id }) => issue_id)
      const issues = new Map(store.listedIssues(db.read, ids).map((row) => [row.issue_id, row]))
      const rows = added.flatMap(({ issue_id, path, added_at }) => {
        const issue = issues.get(issue_id)
        return issue ? { ...issueToolRow(issue, todayOf(deps)), DateAdded: added_at, File: nameInFolder(path) } : []
      })
      return { rows, total: rows.length }
    },
  }),
]
