import { Type } from 'typebox'
import { matchKey } from '../../../base/names/titles'
import type { ReadHandle } from '../../../base/storage/database'
import { type ArcRow, allArcs, arcCounts, arcIssues } from '../../../collecting/arcs/store'
import { arcIssueStatusOf, arcSummary } from '../../../collecting/arcs/wire'
import { allLists, entriesOf, findList } from '../../../collecting/readlist/store'
import { issueLabel } from '../../../library/reading/labels'
import { progressOfIssues } from '../../../library/reading/progress-store'
import { IdArgument, LimitArgument, NameArgument, ToolParameters } from './arguments'
import { type LibraryTool, libraryTool } from './tool'

/** Story arcs and reading lists. */

export const storyTools = ({ db }: { db: { read: ReadHandle } }): LibraryTool[] => [
  libraryTool({
    name: 'story_arcs',
    description: 'Lists story arcs by name, with how much of each is owned.',
    parameters: ToolParameters({ name: Type.Optional(NameArgument('A part of the name')), limit: LimitArgument(20) }),
    run({ name, limit = 20 }) {
      const key = name === undefined ? '' : matchKey(name)
      const arcs = allArcs(db.read).filter((arc) => matchKey(arc.name).includes(key))
      const rows = arcs.slice(0, limit).map((arc) => arcRow(arc, arcCounts(db.read, arc.arc_id)[0]))
      return { rows, total: arcs.length }
    },
  }),
  libraryTool({
    name: 'incomplete_arcs',
    description: 'Lists story arcs with missing issues, those with the most missing first.',
    parameters: ToolParameters({
      min_missing: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: '1 by default' })),
      limit: LimitArgument(20),
    }),
    run({ min_missing = 1, limit = 20 }) {
      const counts = new Map(arcCounts(db.read).map((row) => [row.arc_id, row]))
      const all = allArcs(db.read).map((arc) => arcRow(arc, counts.get(arc.arc_id)))
      const rows = all.filter(({ Missing }) => Missing >= min_missing)
      const sorted = rows.sort((a, b) => b.Missing - a.Missing)
      return { rows: sorted.slice(0, limit), total: rows.length }
    },
  }),
  libraryTool({
    name: 'arc_issues',
    description: 'Lists the issues of a story arc in reading order, with what the library has of each.',
    parameters: ToolParameters({ arc_id: IdArgument('Its StoryArcID'), limit: LimitArgument(50) }),
    run({ arc_id, limit = 50 }) {
      const rows = arcIssues(db.read, arc_id)
      const listed = rows.slice(0, limit).map((joined, index) => {
        const { row, issue, series } = joined
        return {
          IssueArcID: row.issue_arc_id,
          ReadingOrder: index + 1,
          ComicID: issue?.comic_id ?? null,
          IssueID: issue?.issue_id ?? null,
          ComicName: series?.name ?? row.series,
          IssueNumber: issue?.number ?? row.number,
          label: issue ? issueLabel(issue) : `#${row.number}`,
          Status: arcIssueStatusOf(joined),
          IssueDate: issue?.issue_date ?? issue?.release_date ?? row.issue_date,
        }
      })
      return {
        rows: listed,
        total: rows.length,
        note: rows.length === 0 ? `No story arc ${arc_id} has issues.` : undefined,
      }
    },
  }),
  libraryTool({
    name: 'reading_lists',
    description: 'Lists the reading lists of the user, and those that others share.',
    parameters: ToolParameters({ limit: LimitArgument(20) }),
    run({ limit = 20 }) {
      const lists = allLists(db.read)
      const rows = lists.slice(0, limit).map(({ list_id, name }) => {
        const ids = entriesOf(db.read, list_id).map(({ issue_id }) => issue_id)
        const read = [...progressOfIssues(db.read, ids).values()].filter(({ completed }) => completed)
        return { ListID: list_id, Name: name, Total: ids.length, Read: read.length }
      })
      return { rows, total: lists.length }
    },
  }),
  libraryTool({
    name: 'reading_list_issues',
    description: 'Lists the issues of a reading list in order, and which of them were read.',
    parameters: ToolParameters({ list_id: IdArgument('Its ListID'), limit: LimitArgument(50) }),
    run({ list_id, limit = 50 }) {
      const entries = findList(db.read, list_id) ? entriesOf(db.read, list_id) : []
      const shown = entries.slice(0, limit)
      const progress = progressOfIssues(db.read, shown.map(({ issue_id }) => issue_id)) // biome-ignore format: one line
      const rows = shown.map(({ issue_id, comic_id, series_name, label, issue_date }, index) => ({
        Place: index + 1,
        IssueID: issue_id,
        ComicID: comic_id,
        ComicName: series_name,
        label,
        IssueDate: issue_date,
        State: readState(progress.get(issue_id)),
      }))
      return {
        rows,
        total: entries.length,
        note: rows.length === 0 ? `No reading list ${list_id} has issues.` : undefined,
      }
    },
  }),
]

export const readState = (progress: { completed: boolean } | undefined): string =>
  progress === undefined ? 'unread' : progress.completed ? 'read' : 'reading'

function arcRow(arc: ArcRow, counts: ReturnType<typeof arcCounts>[number] | undefined) {
  const { StoryArcID, StoryArc, Have, Total, percent, SpanYears, Publisher } = arcSummary(arc, counts, null)
  return { StoryArcID, StoryArc, Have, Total, Missing: Math.max(0, Total - Have), percent, SpanYears, Publisher }
}
