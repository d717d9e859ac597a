import { issueTitle } from '../../../../library/series/issue-title'
import { findIssue, findSeries } from '../../../../library/series/store'
import { DEFAULT_LIST } from '../../../readlist/states'
import { addEntry, announceList, entryIds } from '../../../readlist/store'
import { REMOVED_ENTRY } from '../../library/move-lists'
import { isFullPath } from '../../path-map'
import type { MoveIn } from '../../source'
import { wasMade } from '../../store'
import { mylarId, mylarInstant, mylarLabel, mylarText, readDay } from './mylar-values'

/** `readlist`: entries of the default reading list. What was read is stored with the file. */
export function moveReadlist(move: MoveIn): void {
  const { database, tally, tx, at } = move
  const columns = [
    'issueid',
    'comicid',
    'comicname',
    'issue_number',
    'issuedate',
    'location',
    'status',
    'statuschange',
    'dateadded',
  ]
  const there = new Set(entryIds(tx, DEFAULT_LIST))
  for (const row of database.rows('readlist', columns)) {
    const id = mylarId(row.issueid)
    const label = `${mylarLabel(row.comicname)} #${mylarLabel(row.issue_number)}`
    if (id === null) {
      tally.left('', label, 'The entry names no issue.')
      continue
    }
    const issue_id = move.idOf('issue', id)
    const issue = findIssue(tx, issue_id)
    const series = issue && findSeries(tx, issue.comic_id)
    const comicId = mylarId(row.comicid)
    // Entries that the user removed in Panelkeep stay removed.
    const isRemoved =
      !there.has(issue_id) && wasMade(tx, move.run_id, 'reading_list_entries', `${DEFAULT_LIST}\n${issue_id}`)
    const added =
      !isRemoved &&
      addEntry(tx, {
        list_id: DEFAULT_LIST,
        issue_id,
        added_at: mylarInstant(row.dateadded, at),
        comic_id: issue?.comic_id ?? (comicId === null ? '' : move.idOf('series', comicId)),
        series_name: series?.name ?? mylarLabel(row.comicname),
        label: issue && series ? issueTitle('', issue).trim() : `#${mylarLabel(row.issue_number)}`,
        issue_date: issue?.release_date ?? issue?.issue_date ?? readDay(row.issuedate).day,
      })
    if (isRemoved) tally.left(id, label, REMOVED_ENTRY)
    else if (added) tally.taken()
    else tally.merged(id, label, 'The reading list has this issue.')
    if (!issue) {
      tally.countRemark('Entries whose series is not in the library')
      continue
    }
    const path = mylarText(row.location)
    const isRead = mylarText(row.status)?.toLowerCase() === 'read'
    const whole = path !== null && isFullPath(path) ? move.localPath(path) : ''
    const of = { comic_id: issue.comic_id, issue_id, path: whole }
    if (isRead)
      move.expectFile({ ...of, read: { page: null, completed: true, at: mylarInstant(row.statuschange, at) } })
    else if (whole !== '' && issue.fulfillment === 'missing') move.expectFile(of)
  }
  announceList(tx, DEFAULT_LIST)
}
