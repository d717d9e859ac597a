import { normalNumber } from '../../../../base/names/numbers'
import { matchKey } from '../../../../base/names/titles'
import type { ForeignRow } from '../../../../base/platform/foreign-database'
import { findIssue, findSeries } from '../../../../library/series/store'
import { addDays, weekNumbered } from '../../../weekly/calendar'
import { addRelease, type NewRelease } from '../../../weekly/store'
import type { MoveIn } from '../../source'
import { CATALOG } from './catalog'
import { isNumeric, mylarId, mylarInteger, mylarLabel, mylarText, mylarYear, readDay } from './mylar-values'

/** Moves weekly releases, past and future, as rows of the calendar. Sources replace them when they list those weeks. */

const SOURCE = 'walksoftly'

interface Release {
  series: string
  number: string
  day: string
  want: boolean
  id: string | null
  comicId: string | null
  isAnnual?: boolean
  publisher?: string | null
  year?: number | null
  volume?: number | null
  book_type?: string | null
}

function add(move: MoveIn, release: Release): void {
  const { tx, at, tally } = move
  const { series, number, day, id, comicId } = release
  const issue = id === null ? undefined : findIssue(tx, move.idOf('issue', id))
  const comic =
    issue?.comic_id ?? (comicId === null ? undefined : findSeries(tx, move.idOf('series', comicId))?.comic_id)
  const label = `${series} #${number}`
  const row: NewRelease = {
    source: SOURCE,
    source_id: id ?? `${day} ${series} ${number}`.slice(0, 250),
    day,
    series,
    match_key: matchKey(series),
    kind: release.isAnnual ? 'annual' : 'issue',
    unit: 'issue',
    number,
    title: null,
    publisher: release.publisher ?? null,
    year: release.year ?? null,
    volume: release.volume ?? null,
    book_type: release.book_type ?? null,
    series_ids: comicId !== null && isNumeric(comicId) ? { [CATALOG]: comicId } : {},
    issue_ids: id !== null && isNumeric(id) ? { [CATALOG]: id } : {},
    comic_id: comic ?? null,
    issue_id: issue?.issue_id ?? null,
    want: release.want,
    fetched_at: at,
  }
  if (addRelease(tx, row)) tally.taken()
  else tally.merged(id ?? '', label, 'The calendar has this release.')
}

const isWanted = (row: ForeignRow) => mylarText(row.status)?.toLowerCase() === 'wanted'
/** `NA` stands for a book without a number. */
const numberOf = (value: ForeignRow[string] | undefined) => {
  const number = mylarText(value) ?? ''
  return /^n\/?a$/i.test(number) ? '' : normalNumber(number)
}

export function moveWeekly(move: MoveIn): void {
  const columns = ['shipdate', 'publisher', 'issue', 'comic', 'status', 'comicid', 'issueid', 'volume', 'seriesyear', 'annuallink', 'format'] // biome-ignore format: one glance
  for (const row of move.database.rows('weekly', columns)) {
    const series = mylarText(row.comic)
    const { day } = readDay(row.shipdate)
    if (series === null) move.tally.left(mylarLabel(row.issueid), '', 'The release has no series.')
    else if (day === null || day.length < 10)
      move.tally.left(mylarLabel(row.issueid), series, 'The release has no date.')
    else
      add(move, {
        series,
        number: numberOf(row.issue),
        day,
        want: isWanted(row),
        id: mylarId(row.issueid),
        comicId: mylarId(row.comicid),
        isAnnual: mylarText(row.annuallink) !== null,
        publisher: mylarText(row.publisher),
        year: mylarYear(row.seriesyear),
        volume: mylarInteger(row.volume),
        book_type: mylarText(row.format),
      })
  }
}

export function moveUpcoming(move: MoveIn): void {
  const columns = ['comicid', 'issueid', 'comicname', 'displaycomicname', 'issuenumber', 'issuedate', 'status']
  for (const row of move.database.rows('upcoming', columns)) {
    const series = mylarText(row.comicname) ?? mylarText(row.displaycomicname)
    const { day } = readDay(row.issuedate)
    const label = `${series ?? ''} #${mylarLabel(row.issuenumber)}`
    if (series === null) move.tally.left(mylarLabel(row.comicid), label, 'The release has no series.')
    else if (day === null || day.length < 10)
      move.tally.left(
        mylarLabel(row.comicid),
        label,
        'The release has no date; its series lists the issue once it is known.',
      )
    else
      add(move, {
        series,
        number: numberOf(row.issuenumber),
        day,
        want: isWanted(row),
        id: mylarId(row.issueid),
        comicId: mylarId(row.comicid),
        isAnnual: /\bannual\b/i.test(mylarLabel(row.displaycomicname)),
      })
  }
}

/** Moves books that the user wants and that no service lists yet. */
export function moveFutureUpcoming(move: MoveIn): void {
  const columns = [
    'comicid',
    'issueid',
    'comicname',
    'issuenumber',
    'issuedate',
    'publisher',
    'status',
    'weeknumber',
    'year',
  ]
  for (const row of move.database.rows('futureupcoming', columns)) {
    const series = mylarText(row.comicname)
    const read = readDay(row.issuedate).day
    const day =
      read !== null && read.length === 10 ? read : dayOfWeek(mylarYear(row.year), mylarInteger(row.weeknumber))
    const label = `${series ?? ''} #${mylarLabel(row.issuenumber)}`
    if (series === null) move.tally.left('', label, 'The release has no series.')
    else if (day === null)
      move.tally.left('', label, 'The release has no date. Add its series, and it is wanted when it is listed.')
    else
      add(move, {
        series,
        number: numberOf(row.issuenumber),
        day,
        want: isWanted(row),
        id: mylarId(row.issueid),
        comicId: mylarId(row.comicid),
        publisher: mylarText(row.publisher),
      })
  }
}

/** The Wednesday of a week, as Mylar counts weeks. */
function dayOfWeek(year: number | null, week: number | null): string | null {
  return year === null || week === null || week < 0 || week > 53 ? null : addDays(weekNumbered(year, week).first, 3)
}
