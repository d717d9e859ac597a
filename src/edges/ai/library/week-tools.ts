import { Type } from 'typebox'
import { calendarWeekOf, weekAfter } from '../../../collecting/weekly/calendar'
import type { Releases } from '../../../collecting/weekly/service'
import { LimitArgument, ToolParameters } from './arguments'
import { type LibraryTool, libraryTool } from './tool'

/** Tools for releases by week. */

export interface WeekDeps {
  releases: Pick<Releases, 'list' | 'today'>
}

export const weekTools = ({ releases }: WeekDeps): LibraryTool[] => [
  libraryTool({
    name: 'weekly_releases',
    description: 'Lists what comes out in a week, from Sunday to Saturday: of series of the library, or everything.',
    parameters: ToolParameters({
      week: Type.Optional(
        Type.Integer({ minimum: -26, maximum: 26, description: '0 is this week, 1 the next one, -1 the last one' }),
      ),
      all: Type.Optional(Type.Boolean({ description: 'Also series that are not in the library' })),
      limit: LimitArgument(50),
    }),
    run({ week = 0, all = false, limit = 50 }) {
      const { first, last } = weekAfter(calendarWeekOf(releases.today()), week)
      const found = releases.list({ first, last }).releases.filter(({ comic_id }) => all || comic_id !== null)
      const rows = found.slice(0, limit).map((release) => ({
        ComicID: release.comic_id,
        IssueID: release.issue_id,
        ComicName: release.series,
        Issue_Number: release.number,
        IssueName: release.title,
        ComicPublisher: release.publisher,
        ReleaseDate: release.day,
        Status: release.status,
      }))
      return { rows, total: found.length, note: `The week from ${first} to ${last}.` }
    },
  }),
]
