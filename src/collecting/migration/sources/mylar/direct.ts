import { addDdl } from '../../../../intake/downloads/ddl/store'
import { findIssue } from '../../../../library/series/store'
import type { MoveIn } from '../../source'
import { mylarAddress, mylarFlag, mylarId, mylarInstant, mylarInteger, mylarLabel, mylarText } from './mylar-values'

const CUT_OFF = 'Mylar had not finished this download. Start it again, or remove it.'

/** `ddl_info`: direct downloads. Running ones are marked as failed, since nothing downloads them here. */
export function moveDirect(move: MoveIn): void {
  const { database, tally, tx, at } = move
  const columns = ['id', 'series', 'year', 'issues', 'pack', 'filename', 'tmp_filename', 'issueid', 'comicid', 'link', 'mainlink', 'status', 'remote_filesize', 'updated_date', 'site', 'link_type'] // biome-ignore format: one glance
  for (const row of database.rows('ddl_info', columns)) {
    const id = mylarText(row.id)
    const series = mylarText(row.series)
    const label = `${series ?? ''} ${mylarLabel(row.issues)}`.trim()
    if (id === null) {
      tally.left('', label, 'The download has no id.')
      continue
    }
    const status = mylarText(row.status)?.toLowerCase()
    const isDone = status === 'completed'
    const link = mylarAddress(row.link)
    const issueId = mylarId(row.issueid)
    const issue = issueId === null ? undefined : findIssue(tx, move.idOf('issue', issueId))
    const size = mylarInteger(row.remote_filesize)
    const when = mylarInstant(row.updated_date, at)
    const added = addDdl(tx, {
      ddl_id: id,
      client_name: `mylar-${id}`,
      status: isDone ? 'Completed' : 'Failed',
      links: link === null ? [] : [{ url: link, label: mylarText(row.link_type) ?? 'Mylar' }],
      filename: mylarText(row.filename) ?? mylarText(row.tmp_filename) ?? (label || id),
      size,
      got: isDone ? (size ?? 0) : 0,
      series,
      year: mylarText(row.year),
      issues: mylarText(row.issues),
      site: mylarText(row.site) ?? 'DDL',
      link_type: mylarText(row.link_type),
      mainlink: mylarAddress(row.mainlink),
      comic_id: issue?.comic_id ?? null,
      issue_id: issue?.issue_id ?? null,
      pack: mylarFlag(row.pack),
      error: isDone ? null : status === 'failed' ? 'It failed in Mylar.' : CUT_OFF,
      submitted_at: when,
      updated_at: when,
    })
    if (added) tally.taken()
    else tally.merged(id, label, 'The download list already has it.')
    if (!isDone && status !== 'failed') tally.countRemark('Downloads that were running: they have failed here')
  }
}
