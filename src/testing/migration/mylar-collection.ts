import { type MylarRow, type MylarTables, manySeries } from './mylar'

/** An invented database of a collector who used Mylar for years, for effects that appear only at that size. */

export interface CollectionSize {
  series: number
  /** Issues of each series, including five announced ones. */
  each: number
  /** The day of the move, `2026-11-21`. */
  today: string
}

const ANNOUNCED = 5
const ARC_ENTRIES = 40
const DAY_MS = 86_400_000

/** Statuses of released issues. One in fifty was sent to a download client and never came back. */
const STATUSES = ['Downloaded', 'Wanted', 'Skipped', 'Archived', 'Downloaded'] as const
const statusOf = (at: number) => (at % 50 === 7 ? 'Snatched' : STATUSES[at % STATUSES.length]!)

/**
 * Series of which one in twenty is paused, issues up to three years ahead, a grab of five issues in eight,
 * an arc of forty issues for every 25 series, and a reading list with one issue of every ninth series.
 */
export function collectionTables({ series, each, today }: CollectionSize): MylarTables {
  const { comics = [], issues = [] } = manySeries(series, each, statusOf)
  for (const [at, comic] of comics.entries()) if (at % 20 === 19) comic.Status = 'Paused'
  for (const [at, issue] of issues.entries()) if (at % each >= each - ANNOUNCED) announce(issue, at, today)
  const released = issues.filter(({ Status }) => Status !== 'Announced')
  for (const issue of issues) if (issue.Status === 'Announced') issue.Status = 'Wanted'
  return {
    comics,
    issues,
    snatched: released.flatMap((issue, at) => (at % 8 < 5 ? stepsOf(issue, at, today) : [])),
    storyarcs: arcsOf(released, Math.floor(series / 25)),
    readlist: released.filter((_, at) => at % ((each - ANNOUNCED) * 9) === 0).map((issue) => readlistRow(issue, today)),
  }
}

function announce(issue: MylarRow, at: number, today: string): void {
  const day = dayAt(today, 1 + ((at * 37) % (3 * 365)))
  Object.assign(issue, { Status: 'Announced', Location: null, IssueDate: day, ReleaseDate: day })
}

/** The grab of an issue, and its end if there is one. */
function stepsOf(issue: MylarRow, at: number, today: string): MylarRow[] {
  const { IssueID, ComicID, ComicName, Issue_Number, Status } = issue
  const row = { IssueID: IssueID!, ComicID: ComicID!, ComicName: ComicName!, Issue_Number: Issue_Number! }
  const step = { ...row, Provider: 'Garden (newznab)', DateAdded: `${dayAt(today, -(at % 3000) - 1)} 10:00:00` }
  const grabbed = { ...step, Status: 'Snatched' }
  return Status === 'Snatched' ? [grabbed] : [grabbed, { ...step, Status: at % 40 === 0 ? 'Failed' : 'Downloaded' }]
}

function arcsOf(released: readonly MylarRow[], count: number): MylarRow[] {
  const arcs = Array.from({ length: count }, (_, at) => String(4_000 + at))
  return arcs.flatMap((StoryArcID, arc) =>
    Array.from({ length: ARC_ENTRIES }, (_, place) => {
      const issue = released[((arc * ARC_ENTRIES + place) * 29) % released.length]!
      return {
        StoryArcID,
        StoryArc: `Long Harvest ${arc + 1}`,
        IssueArcID: `${StoryArcID}_${place}`,
        ReadingOrder: place + 1,
        ComicID: issue.ComicID!,
        ComicName: issue.ComicName!,
        IssueID: issue.IssueID!,
        IssueNumber: issue.Issue_Number!,
        ReleaseDate: issue.ReleaseDate!,
        IssueDate: issue.IssueDate!,
        Status: issue.Status!,
      }
    }),
  )
}

function readlistRow({ IssueID, ComicID, ComicName, Issue_Number, IssueDate }: MylarRow, today: string): MylarRow {
  const row = { IssueID: IssueID!, ComicID: ComicID!, ComicName: ComicName!, IssueDate: IssueDate! }
  return { ...row, Issue_Number: Issue_Number!, Status: 'Added', DateAdded: today }
}

const dayAt = (today: string, days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
