import { normalNumber } from '../../../../base/names/numbers'
import type { ForeignRow } from '../../../../base/platform/foreign-database'
import type { IssueFacts } from '../../../../library/metadata/providers/provider'
import { issueSourcesOf, issuesKnownAs, putIssueSource } from '../../../../library/metadata/store'
import { filledFields } from '../../../../library/metadata/sync/merge'
import { recount } from '../../../../library/series/counts-store'
import type { Fulfillment, Intent } from '../../../../library/series/states'
import { findIssue, findSeries, insertIssue } from '../../../../library/series/store'
import { takeIssue } from '../../library/take-issue'
import { exchangeSentence } from '../../library/taken-fields'
import { type IssueKey, issueKeys } from '../../library-store'
import { isFullPath, lastPart } from '../../path-map'
import type { MoveIn } from '../../source'
import { CATALOG } from './catalog'
import {
  isGarbled,
  isNumeric,
  mylarAddress,
  mylarFlag,
  mylarId,
  mylarInstant,
  mylarLabel,
  mylarText,
  readDay,
} from './mylar-values'
import { filesOfLibrary } from './named-files'

export const ISSUE_COLUMNS = [
  'issueid',
  'comicid',
  'comicname',
  'issuename',
  'issue_number',
  'status',
  'dateadded',
  'issuedate',
  'releasedate',
  'digitaldate',
  'issuedate_edit',
  'location',
  'imageurl',
]
export const ANNUAL_COLUMNS = [...ISSUE_COLUMNS, 'deleted']

/** Strongest status first: of two rows for one issue, the weaker is merged into the stronger. */
const STRONGEST = `CASE lower(trim(coalesce("status", ''))) WHEN 'downloaded' THEN 0 WHEN 'archived' THEN 1 WHEN 'snatched' THEN 2
  WHEN 'failed' THEN 3 WHEN 'wanted' THEN 4 WHEN 'ignored' THEN 5 WHEN 'skipped' THEN 6 ELSE 7 END`

/** Only a file proves that an issue is owned, so Downloaded starts as unproven; the files are opened afterwards. */
const STATUSES: Record<string, { intent: Intent; fulfillment: Fulfillment }> = {
  wanted: { intent: 'wanted', fulfillment: 'missing' },
  skipped: { intent: 'skipped', fulfillment: 'missing' },
  snatched: { intent: 'wanted', fulfillment: 'missing' },
  downloaded: { intent: 'policy', fulfillment: 'unknown' },
  archived: { intent: 'policy', fulfillment: 'archived' },
  ignored: { intent: 'ignored', fulfillment: 'missing' },
  failed: { intent: 'wanted', fulfillment: 'failed' },
}
const NO_STATUS = { intent: 'policy', fulfillment: 'missing' } as const

/** Moves issues. */
export const moveMylarIssues = (move: MoveIn) => moveRows(move, 'issues', ISSUE_COLUMNS)

/** Moves annuals: issues of kind annual in the series that Mylar lists them under. */
export const moveAnnuals = (move: MoveIn) => moveRows(move, 'annuals', ANNUAL_COLUMNS)

function moveRows(move: MoveIn, table: 'issues' | 'annuals', columns: readonly string[]): void {
  if (move.database.count(table) === 0) return
  const mover = new IssueMover(move, table)
  const order = move.database.columns(table).has('status') ? `${STRONGEST}, "location" IS NULL, rowid` : 'rowid'
  const sorted = move.database.columns(table).has('location') ? order : order.replace('"location" IS NULL, ', '')
  for (const row of move.database.rows(table, columns, sorted)) mover.move(row)
  mover.recount()
}

const keyOf = ({ comic_id, kind, number }: { comic_id: string; kind: string; number: string }) =>
  `${comic_id}\n${kind}\n${number}`

interface Dates {
  release_date: string | null
  issue_date: string | null
  digital_date: string | null
}

class IssueMover {
  private readonly series = new Map<string, boolean>()
  private readonly ids = new Set<string>()
  /** The numbers that each series already has. */
  private readonly numbers = new Set<string>()
  private readonly touched = new Set<string>()
  /** Issues that the library had before the run, by number; whole volumes where no issue has the number. */
  private readonly before = new Map<string, string>()
  /** Issues of the library for the files of Mylar's issues, by id in Mylar. */
  private readonly ofFiles: ReturnType<typeof filesOfLibrary>['issues']
  /** Only then may one of them have the id of a row. */
  private readonly hadIssues: boolean
  /** Issues issues that a row of this run already matched. */
  private readonly used = new Set<string>()

  constructor(
    private readonly moving: MoveIn,
    private readonly table: 'issues' | 'annuals',
  ) {
    const volumes: IssueKey[] = []
    for (const row of issueKeys(moving.tx)) {
      this.ids.add(row.issue_id)
      if (row.unit === 'volume') volumes.push(row)
      if (row.unit !== 'issue') continue
      this.numbers.add(keyOf(row))
      this.before.set(keyOf(row), row.issue_id)
    }
    this.hadIssues = this.ids.size > 0
    for (const row of volumes) if (!this.before.has(keyOf(row))) this.before.set(keyOf(row), row.issue_id)
    this.ofFiles = filesOfLibrary(moving).issues
  }

  move(row: ForeignRow): void {
    const { tally } = this.moving
    const id = mylarId(row.issueid)
    const sourceComic = mylarId(row.comicid)
    const label = this.labelOf(row)
    const comicId = sourceComic === null ? null : this.moving.idOf('series', sourceComic)
    if (sourceComic === null || comicId === null) tally.left(id ?? '', label, 'The row names no series.')
    else if (mylarFlag(row.deleted))
      tally.left(id ?? '', label, 'You removed this annual in Mylar, and it stays removed.')
    else if (!this.hasSeries(comicId))
      tally.left(id ?? '', label, `Its series ${sourceComic} is not in Mylar's list of series.`)
    else this.moveIssue(row, { id, comicId, label })
  }

  private moveIssue(row: ForeignRow, of: { id: string | null; comicId: string; label: string }): void {
    const { id, comicId, label } = of
    const { tally } = this.moving
    const same = id === null ? undefined : this.knownIssue(id, comicId, row)
    if (id === null || same === undefined) {
      this.insert(row, of)
      return
    }
    const reason = this.used.has(same) ? 'Another row is the same issue.' : this.take(same, row, id)
    this.used.add(same)
    if (same !== id) this.moving.renamed('issue', id, same)
    this.seek(comicId, same, row)
    tally.merged(id, label, reason)
  }

  private take(issueId: string, row: ForeignRow, id: string): string {
    const title = mylarText(row.issuename)
    const facts = filledFields<IssueFacts>({ ...this.datesOf(row), title })
    const ids = isNumeric(id) ? { [CATALOG]: id } : {}
    const exchange = takeIssue(this.moving, issueId, { ids, facts, ...this.stateOf(row) })
    const comicId = exchange.taken.length > 0 ? findIssue(this.moving.tx, issueId)?.comic_id : undefined
    if (comicId !== undefined) this.touched.add(comicId)
    return exchangeSentence('issue', exchange)
  }

  recount(): void {
    for (const comicId of this.touched) recount(this.moving.tx, comicId)
  }

  private insert(row: ForeignRow, { id, comicId, label }: { id: string | null; comicId: string; label: string }): void {
    const { tally, random } = this.moving
    const kind = this.table === 'annuals' ? 'annual' : 'issue'
    const issue_id = id ?? random.id()
    const dates = this.datesOf(row)
    const place = { comic_id: comicId, kind, number: normalNumber(mylarText(row.issue_number) ?? '') } as const
    const isRepeated = this.numbers.has(keyOf(place))
    // A row without an id and without data of its own.
    if (isRepeated && id === null) {
      tally.merged('', label, 'The series has an issue with this number.')
      return
    }
    if (isRepeated) tally.countRemark('Issues whose number the series has twice: the year or the id is added')
    const number = isRepeated ? this.apart(place, dates.issue_date ?? dates.release_date, issue_id) : place.number
    tally.taken()
    this.insertIssue(row, { issue_id, ...place, number }, dates)
  }

  /** A different number for an issue whose number is taken in its series: two volumes of annuals, a reprint. */
  private apart(place: { comic_id: string; kind: string; number: string }, date: string | null, id: string): string {
    const number = `${place.number} (${date?.slice(0, 4) ?? id})`.trim()
    return this.numbers.has(keyOf({ ...place, number })) ? `${place.number} (${id})`.trim() : number
  }

  private insertIssue(
    row: ForeignRow,
    place: { issue_id: string; comic_id: string; kind: 'issue' | 'annual'; number: string },
    dates: Dates,
  ): void {
    const { tx, at, tally } = this.moving
    const title = mylarText(row.issuename)
    if (isGarbled(title)) tally.countRemark('Text with unreadable characters')
    insertIssue(tx, {
      ...place,
      unit: 'issue',
      title,
      ...dates,
      ...this.stateOf(row),
      image_url: mylarAddress(row.imageurl),
      added_at: mylarInstant(row.dateadded, at),
    })
    this.ids.add(place.issue_id)
    this.used.add(place.issue_id)
    this.numbers.add(keyOf(place))
    this.touched.add(place.comic_id)
    this.keepEditedDate(row, place.issue_id, dates)
    this.seek(place.comic_id, place.issue_id, row)
  }

  private stateOf(row: ForeignRow): { intent: Intent; fulfillment: Fulfillment } {
    const { tally } = this.moving
    const status = mylarText(row.status)
    if (status === null) return NO_STATUS
    const known = STATUSES[status.toLowerCase()]
    if (!known) tally.countRemark(`Status "${status.slice(0, 40)}" unknown: left to the settings of the series`)
    return known ?? NO_STATUS
  }

  private datesOf(row: ForeignRow): Dates {
    const of = (column: string) => {
      const { day, unreadable } = readDay(row[column])
      if (unreadable) this.moving.tally.countRemark('Dates that cannot be read')
      return day
    }
    return { release_date: of('releasedate'), issue_date: of('issuedate'), digital_date: of('digitaldate') }
  }

  /** The mark names the date that the user changed: `.s` is the release date, `.c` the cover date. */
  private keepEditedDate(row: ForeignRow, issueId: string, dates: Dates): void {
    const mark = /\.([sc])$/.exec(mylarText(row.issuedate_edit) ?? '')?.[1]
    const facts: IssueFacts = {}
    if (mark === 's' && dates.release_date !== null) facts.release_date = dates.release_date
    if (mark === 'c' && dates.issue_date !== null) facts.issue_date = dates.issue_date
    if (Object.keys(facts).length === 0) return
    const { tx, at, tally } = this.moving
    tally.countRemark('Dates that you edited in Mylar, kept over every refresh')
    putIssueSource(tx, { issue_id: issueId, source: 'user', facts, said_at: at })
  }

  /** Searches for the file in any status: a wanted issue with a file is owned. */
  private seek(comicId: string, issueId: string, row: ForeignRow): void {
    const location = mylarText(row.location)
    if (location === null) return
    const name = lastPart(isFullPath(location) ? location : `/${location.replaceAll('\\', '/')}`)
    if (name === '' || name === '..' || name === '.') return
    if (name !== location) this.moving.tally.countRemark('File names with a folder in front: only the name is used')
    this.moving.expectFile({ comic_id: comicId, issue_id: issueId, path: name })
  }

  private hasSeries(comicId: string): boolean {
    let known = this.series.get(comicId)
    if (known === undefined) {
      known = findSeries(this.moving.tx, comicId) !== undefined
      this.series.set(comicId, known)
    }
    return known
  }

  /** By file, then by id, then by number among the issues that the library had before. */
  private knownIssue(id: string, comicId: string, row: ForeignRow): string | undefined {
    const own = this.moving.idOf('issue', id)
    if (this.used.has(own)) return own
    const number = normalNumber(mylarText(row.issue_number) ?? '')
    const inFile = this.ofFiles.get(id)?.filter(({ issue_id }) => !this.used.has(issue_id)) ?? []
    const named = inFile.find(({ issue_id }) => findIssue(this.moving.tx, issue_id)?.number === number) ?? inFile[0]
    if (named) return named.issue_id
    if (this.ids.has(own)) return own
    const known = this.hadIssues && isNumeric(id) ? issuesKnownAs(this.moving.tx, CATALOG, id)[0] : undefined
    if (known !== undefined) return known
    const kind = this.table === 'annuals' ? 'annual' : 'issue'
    const same = this.before.get(keyOf({ comic_id: comicId, kind, number }))
    return same === undefined || this.used.has(same) || this.isAnother(same) ? undefined : same
  }

  /** Two issues of one service are different. */
  private isAnother(issueId: string): boolean {
    return isNumeric(issueId) || issueSourcesOf(this.moving.tx, issueId).some(({ source }) => source === CATALOG)
  }

  private labelOf(row: ForeignRow): string {
    const number = mylarLabel(row.issue_number)
    const name = mylarLabel(row.comicname)
    return `${name}${this.table === 'annuals' ? ' Annual' : ''}${number === '' ? '' : ` #${number}`}`.trim()
  }
}
