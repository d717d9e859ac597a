import { sha256 } from '../../../../base/platform/digest'
import type { ForeignRow } from '../../../../base/platform/foreign-database'
import { block } from '../../../../intake/downloads/blocklist/store'
import type { EntityType, Protocol, Stage } from '../../../../intake/downloads/states'
import { addPastItem, findDownload, updateItem } from '../../../../intake/downloads/store'
import { titleDigest } from '../../../../intake/search/digest'
import { issueTitle } from '../../../../library/series/issue-title'
import { findIssue, findSeries } from '../../../../library/series/store'
import { issuePlace } from '../../library-store'
import type { MoveIn } from '../../source'
import { mylarId, mylarInstant, mylarLabel, mylarText } from './mylar-values'

/**
 * Moves what Mylar grabbed, sent to clients and gave up: into history, items that need a decision, and the blocklist.
 */

const WAITS =
  'handed_over_before_move: Mylar had sent it to a download client. Look there, then search again or import it.'

/** `X (newznab) [RSS]` is the indexer X. */
const indexerOf = (provider: string | null) =>
  (provider ?? '').replace(/(?<!\s)\s*(?:\((?:newznab|torznab)\)|\[RSS\])/gi, '').trim()

function protocolOf(provider: string | null, hash: string | null): Protocol {
  if (/^ddl\b/i.test(provider ?? '')) return 'ddl'
  return hash !== null || /torznab|32p|wwt|dem|tpse|kat|cbt/i.test(provider ?? '') ? 'torrent' : 'usenet'
}

/** A stable id, so that the table can be moved again. */
const itemIdOf = (...parts: (string | null)[]) => `mylar-${sha256(parts.join('\n')).slice(0, 32)}`
/** Id of the item for an issue that was sent to a client and did not arrive. */
const waitingIdOf = (issueId: string) => itemIdOf('waiting', issueId)

interface PastGrab {
  row: ForeignRow
  stage: Stage
  finished_at: string | null
}

interface PastEntity {
  entity_type: EntityType
  entity_id: string
  comic_id: string
  issue_ids: string[]
}

/** The issue of a row. It may belong to an arc (`56280_1151`) or to no series (`900001`). */
function entityOf({ tx, idOf: ownId }: MoveIn, id: string, comicId: string | null): PastEntity {
  const issue = issuePlace(tx, ownId('issue', id))
  if (issue) {
    const { issue_id, comic_id, kind } = issue
    return { entity_type: kind, entity_id: issue_id, comic_id, issue_ids: [issue_id] }
  }
  const entity_type = /^S?\d+_\d+$/.test(id) ? 'story_arc_issue' : 'issue'
  return { entity_type, entity_id: id.replace(/^S(?=\d+_)/, ''), comic_id: comicId ?? '', issue_ids: [] }
}

const titleOf = (row: ForeignRow) =>
  `${mylarLabel(row.comicname)} #${mylarLabel(row.issue_number)}`.replace(/^\s*#/, '#').trim()

/** `snatched` has a row for each step of a download; the steps of one download become one item of the history. */
export function moveSnatched(move: MoveIn): void {
  const { database, tally } = move
  const columns = ['issueid', 'comicname', 'issue_number', 'comicid', 'status', 'provider', 'dateadded', 'hash']
  const byIssue = new Map<string, ForeignRow[]>()
  const order = database.columns('snatched').has('dateadded') ? '"dateadded", rowid' : 'rowid'
  for (const row of database.rows('snatched', columns, order)) {
    const id = mylarId(row.issueid)
    if (id === null) tally.left('', titleOf(row), 'The row names no issue.')
    else byIssue.set(id, [...(byIssue.get(id) ?? []), row])
  }
  const underway = issuesUnderWay(move)
  for (const [id, rows] of byIssue) {
    const entity = entityOf(move, id, mylarId(rows[0]!.comicid))
    const grabs = grabsOf(move, rows)
    for (const [at, grab] of grabs.entries())
      addGrab(move, id, entity, grab, at === grabs.length - 1 && underway.has(id))
  }
  for (const id of underway) if (!findDownload(move.tx, waitingIdOf(id))) addWaiting(move, id)
}

/** Adds an item for an issue that Mylar waits for without a row that names the client. */
function addWaiting(move: MoveIn, id: string): void {
  const { tx, at, tally } = move
  const { issue_ids, ...of } = entityOf(move, id, null)
  const issue = findIssue(tx, of.entity_id)
  const series = issue && findSeries(tx, issue.comic_id)
  if (!issue || !series) return
  const item_id = waitingIdOf(id)
  const title = issueTitle(series.name, issue)
  const rest = { title, digest: item_id, indexer: '', protocol: 'usenet', requested_by: 'mylar' } as const
  const key = `${of.entity_id}|`
  addPastItem(
    tx,
    { item_id, ...of, ...rest, release_key: key, grabbed_at: at, stage: 'manual_review', reason: WAITS },
    issue_ids,
  )
  tally.countRemark('Sent to a download client, not finished: decide under Attention')
}

/** Issues that Mylar still waits for. */
function issuesUnderWay({ database }: MoveIn): Set<string> {
  const ids = new Set<string>()
  for (const table of ['issues', 'annuals'])
    for (const row of database.rows(table, ['issueid', 'status'])) {
      const id = mylarText(row.status)?.toLowerCase() === 'snatched' ? mylarId(row.issueid) : null
      if (id !== null) ids.add(id)
    }
  return ids
}

/** Grabs of an issue with their outcome: later rows without a provider belong to the grab before them. */
function grabsOf({ tally, at }: MoveIn, rows: readonly ForeignRow[]): PastGrab[] {
  const grabs: PastGrab[] = []
  for (const row of rows) {
    const status = mylarText(row.status)?.toLowerCase() ?? ''
    const last = grabs.at(-1)
    tally.taken()
    if (status === 'downloaded' || status === 'post-processed' || status === 'failed') {
      const stage = status === 'failed' ? 'failed' : 'post_processed'
      const finished_at = mylarInstant(row.dateadded, at)
      if (last && (last.stage === 'snatched' || last.stage === stage)) Object.assign(last, { stage, finished_at })
      else grabs.push({ row, stage, finished_at })
    } else grabs.push({ row, stage: 'snatched', finished_at: null })
  }
  return grabs
}

function addGrab(
  move: MoveIn,
  id: string,
  entity: PastEntity,
  { row, stage, finished_at }: PastGrab,
  waits: boolean,
): void {
  const { tx, at, tally } = move
  const provider = mylarText(row.provider)
  const hash = mylarText(row.hash)?.toLowerCase() ?? null
  const grabbed_at = mylarInstant(row.dateadded, at)
  const isWaiting = stage === 'snatched' && waits
  const item_id = isWaiting ? waitingIdOf(id) : itemIdOf('snatched', id, provider, mylarText(row.status), grabbed_at)
  const { issue_ids, ...of } = entity
  const added = addPastItem(
    tx,
    {
      item_id,
      ...of,
      release_key: `${of.entity_id}|${indexerOf(provider)}`,
      digest: hash ?? item_id,
      title: titleOf(row),
      indexer: indexerOf(provider),
      protocol: protocolOf(provider, hash),
      info_hash: hash,
      requested_by: 'mylar',
      grabbed_at,
      updated_at: finished_at ?? grabbed_at,
      // A grab that never finished and is not awaited was given up.
      stage: isWaiting ? 'manual_review' : stage === 'snatched' ? 'cancelled' : stage,
      resolution: stage === 'failed' ? 'ignored' : null,
      reason: isWaiting ? WAITS : null,
    },
    issue_ids,
  )
  if (isWaiting) tally.countRemark('Sent to a download client, not finished: decide under Attention')
  if (!added) tally.countRemark('Downloads that the history had already')
}

/** `nzblog`: names of releases that were sent to a client and did not finish. */
export function moveNzblog(move: MoveIn): void {
  const { database, tally, tx, at } = move
  const columns = ['issueid', 'nzbname', 'altnzbname', 'sarc', 'provider', 'id']
  for (const row of database.rows('nzblog', columns)) {
    const id = mylarId(row.issueid)
    const title = mylarText(row.nzbname) ?? mylarText(row.altnzbname)
    if (id === null || title === null) {
      tally.left(id ?? '', title ?? '', 'The row names no issue or no release.')
      continue
    }
    const waiting = findDownload(tx, waitingIdOf(id))
    const provider = mylarText(row.provider)
    const digest = titleDigest(title)
    if (waiting) {
      tally.taken()
      if (waiting.stage === 'manual_review') updateItem(tx, waiting.item_id, { title, client_name: title, digest })
      continue
    }
    const entity = entityOf(move, id, null)
    const { issue_ids, ...of } = entity
    const added = addPastItem(
      tx,
      {
        item_id: waitingIdOf(id),
        ...of,
        release_key: `${of.entity_id}|${indexerOf(provider)}`,
        digest,
        title,
        client_name: title,
        indexer: indexerOf(provider),
        protocol: protocolOf(provider, null),
        requested_by: 'mylar',
        grabbed_at: at,
        stage: 'manual_review',
        reason: WAITS,
      },
      issue_ids,
    )
    if (added) tally.taken()
    else tally.merged(id, title, 'The history has this download.')
  }
}

/** `failed`: releases that must not be grabbed again. Releases that were to be retried are not blocked. */
export function moveFailed(move: MoveIn): void {
  const { database, tally, tx, at } = move
  const columns = [
    'id',
    'status',
    'comicid',
    'issueid',
    'provider',
    'comicname',
    'issue_number',
    'nzbname',
    'datefailed',
  ]
  for (const row of database.rows('failed', columns)) {
    const title = mylarText(row.nzbname)
    const id = mylarId(row.issueid)
    const status = mylarText(row.status)?.toLowerCase()
    if (title === null) tally.left(id ?? '', titleOf(row), 'The row names no release.')
    else if (status !== undefined && status !== 'failed')
      tally.left(id ?? '', title, 'Mylar was to try this release again, so it is not blocked.')
    else {
      tally.taken()
      const comicId = mylarId(row.comicid)
      block(tx, {
        digest: titleDigest(title),
        title,
        indexer: indexerOf(mylarText(row.provider)),
        entity_id: id === null ? null : move.idOf('issue', id),
        comic_id: comicId === null ? null : move.idOf('series', comicId),
        reason: 'It failed in Mylar.',
        blocked_at: mylarInstant(row.datefailed, at),
      })
    }
  }
}
