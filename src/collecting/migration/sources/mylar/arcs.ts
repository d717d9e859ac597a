import { normalNumber } from '../../../../base/names/numbers'
import { matchKey } from '../../../../base/names/titles'
import type { ForeignRow } from '../../../../base/platform/foreign-database'
import { refId } from '../../../../library/metadata/wire-ids'
import { findIssue } from '../../../../library/series/store'
import { UNMATCHED } from '../../../arcs/lists'
import { addArc } from '../../../arcs/new-arc'
import type { SettableStatus } from '../../../arcs/states'
import * as arcs from '../../../arcs/store'
import { isFullPath } from '../../path-map'
import type { MoveIn } from '../../source'
import { CATALOG } from './catalog'
import { isNumeric, mylarId, mylarInteger, mylarLabel, mylarText, mylarYear, readDay } from './mylar-values'

const COLUMNS = [
  'storyarcid',
  'cv_arcid',
  'issuearcid',
  'storyarc',
  'readingorder',
  'status',
  'manual',
  'location',
  'comicname',
  'issuenumber',
  'seriesyear',
  'issueyear',
  'issuename',
  'issuedate',
  'releasedate',
  'storedate',
  'type',
  'issueid',
  'comicid',
  'publisher',
]

interface OldArc {
  id: string
  name: string
  /** Id of the arc at the service. */
  provider_id: string | null
  publisher: string | null
  rows: ForeignRow[]
}

/** Moves story arcs, from the table that the source's release used. */
export function moveArcs(move: MoveIn): void {
  const { database } = move
  const isOld = database.count('storyarcs') === 0 && database.count('readinglist') > 0
  const table = isOld ? 'readinglist' : 'storyarcs'
  const order = database.columns(table).has('readingorder') ? '"storyarcid", "readingorder", rowid' : 'rowid'
  const found = new Map<string, OldArc>()
  for (const row of database.rows(table, COLUMNS, order)) collect(move, found, row, table)
  for (const arc of found.values()) moveArc(move, arc, table)
  move.tx.emit({ type: 'library.changed' }) // rows of arcs are matched to the library
}

/** The row id is no key: two of a hundred rows of an arc often share one. */
function collect({ tally }: MoveIn, found: Map<string, OldArc>, row: ForeignRow, table: string): void {
  const id = mylarId(row.storyarcid)
  const name = mylarText(row.storyarc)
  if (id === null || name === null) {
    tally.left(mylarLabel(row.issuearcid), titleOf(row), 'The row names no story arc.', table)
    return
  }
  const known = found.get(id)
  const provider_id = mylarId(row.cv_arcid)
  const publisher = mylarText(row.publisher)
  if (!known) found.set(id, { id, name, provider_id, publisher, rows: [row] })
  else {
    known.rows.push(row)
    known.provider_id ??= provider_id
  }
}

const titleOf = (row: ForeignRow) => `${mylarLabel(row.comicname)} #${mylarLabel(row.issuenumber)}`

function moveArc(move: MoveIn, old: OldArc, table: string): void {
  const { tx, at, tally } = move
  const arc = arcOf(move, old)
  const before = arcs.allArcRows(tx, arc.arc_id)
  const known = new Set(before.map(keyOfRow))
  const isNew = before.length === 0
  const added: { row: ForeignRow; issue: arcs.NewArcIssue }[] = []
  for (const row of old.rows) {
    const issue = rowOf(move, row)
    const place = `${keyOfRow(issue)}\n${isNew ? (mylarInteger(row.readingorder) ?? '') : ''}`
    if (known.has(place) || (!isNew && known.has(keyOfRow(issue)))) {
      tally.merged(mylarLabel(row.issuearcid), titleOf(row), `The story arc ${old.name} has this row.`, table)
      continue
    }
    known.add(place)
    tally.taken()
    added.push({ row, issue })
  }
  arcs.addArcIssues(
    tx,
    arc,
    added.map(({ issue }) => issue),
    at,
  )
  for (const [index, { row, issue }] of added.entries())
    finishRow(move, `${arc.arc_id}_${arc.rows_made + index + 1}`, row, issue)
}

/** The arc with that id or name, created when there is none. */
function arcOf(move: MoveIn, { id, name, provider_id, publisher }: OldArc): arcs.ArcRow {
  const { tx, at } = move
  const listed = provider_id ?? null
  const own = listed !== null && isNumeric(listed) ? refId({ provider: CATALOG, provider_id: listed }) : null
  if (own !== null) {
    if (!arcs.findArc(tx, own))
      arcs.insertArc(tx, { arc_id: own, name, source: 'provider', ordered_by: 'user', publisher }, at)
    if (own !== id) move.renamed('arc', id, own)
    return arcs.findArc(tx, own)!
  }
  const same = arcs.allArcs(tx).find((arc) => arc.source !== 'provider' && arc.name === name)
  const arc = same ?? addArc(tx, { name, source: 'list', ordered_by: 'user', publisher }, at)
  move.renamed('arc', id, arc.arc_id)
  return arc
}

const keyOfRow = ({ ids, series_key, number }: Pick<arcs.NewArcIssue, 'ids' | 'series_key' | 'number'>) =>
  ids.find(({ issue }) => issue !== undefined)?.issue ?? `${series_key}\n${number}`

function rowOf({ tx, idOf: ownId }: MoveIn, row: ForeignRow): arcs.NewArcIssue {
  const issueId = mylarId(row.issueid)
  const comicId = mylarId(row.comicid)
  const series = mylarLabel(row.comicname)
  const date = readDay(row.issuedate).day
  const issue = issueId === null ? undefined : findIssue(tx, ownId('issue', issueId))
  const id = {
    source: CATALOG,
    ...(issueId === null ? {} : { issue: issueId }),
    ...(comicId === null ? {} : { series: comicId }),
  }
  return {
    added_by: mylarText(row.manual) === 'added' ? 'user' : 'list',
    series,
    series_key: matchKey(series),
    volume: mylarYear(row.seriesyear),
    number: normalNumber(mylarText(row.issuenumber) ?? ''),
    year: mylarYear(row.issueyear) ?? mylarYear(date?.slice(0, 4)),
    title: mylarText(row.issuename),
    issue_date: date,
    release_date: readDay(row.releasedate).day ?? readDay(row.storedate).day,
    book_type: mylarText(row.type),
    ids: issueId === null && comicId === null ? [] : [id],
    ...UNMATCHED,
    ...(issue ? { issue_id: issue.issue_id, matched_by: 'id' as const } : {}),
  }
}

const SETTABLE: Record<string, SettableStatus> = { wanted: 'Wanted', skipped: 'Skipped', read: 'Read' }

function finishRow(move: MoveIn, issueArcId: string, row: ForeignRow, { issue_id }: arcs.NewArcIssue): void {
  const { tx, at, tally } = move
  const status = mylarText(row.status)?.toLowerCase() ?? ''
  if (mylarText(row.manual) === 'deleted') {
    arcs.changeArcIssue(tx, issueArcId, { removed_at: at })
    tally.countRemark('Rows that you removed from their arc, and that stay removed')
  }
  const own = SETTABLE[status]
  if (own !== undefined && (issue_id === null || own === 'Read')) arcs.changeArcIssue(tx, issueArcId, { status: own })
  // An issue whose series lacks it has its only file in the folder of the arc.
  const path = mylarText(row.location)
  const issue = issue_id === null || path === null || !isFullPath(path) ? undefined : findIssue(tx, issue_id)
  if (issue?.fulfillment === 'missing')
    move.expectFile({ comic_id: issue.comic_id, issue_id: issue.issue_id, path: move.localPath(path!) })
}
