import { nextTurn } from '../../../base/platform/event-loop'
import type { Random } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import { findSeries } from '../../../library/series/store'
import type { ScanProgress } from '../progress'
import { findGroup, type GroupRow, insertGroup, type ScannedFileRow } from '../store'
import { attachToSeries } from './attach'
import { correctedGroups, fileOfScan } from './corrected-store'
import { recompute } from './recompute'
import * as rows from './store'

interface Deps {
  db: Database
  random: Pick<Random, 'id'>
}

/** A corrected file that is unchanged since, with its row from then and now. */
interface Kept {
  then: ScannedFileRow
  now: ScannedFileRow
}

/**
 * Applies the user's corrections of the previous scan to this one: unchanged files keep their corrected number, kind
 * and group, and groups keep their corrected name and series. New or changed files stay where the scan puts them.
 */
export async function keepCorrections({ db, random }: Deps, progress: ScanProgress): Promise<void> {
  for (const group of correctedGroups(db.read, progress.scan)) {
    if (!progress.write((tx) => keepGroup(tx, group, progress.scan.scan_id, random))) return
    await nextTurn()
  }
}

function keepGroup(tx: Tx, group: GroupRow, scanId: string, random: Pick<Random, 'id'>): void {
  const kept = rows.filesOfGroup(tx, group.group_id).flatMap((then) => {
    const now = fileOfScan(tx, scanId, then.path)
    return now && isUnchanged(then, now) ? { then, now } : []
  })
  if (kept.length === 0) return
  // A corrected series name applies to all files of the group; a corrected file applies to itself.
  const pairs = group.said || group.found_confidence === null ? kept : kept.filter(({ then }) => then.said)
  const groupId = targetOf(tx, group, kept, scanId, random)
  const touched = new Set([groupId])
  for (const { then, now } of pairs) {
    const { kind, unit, number, number_end, said } = then
    rows.updateFile(tx, now, { group_id: groupId, ...(said ? { kind, unit, number, number_end, said } : {}) })
    if (now.group_id !== null) touched.add(now.group_id)
  }
  nameAsSaid(tx, group, groupId)
  chooseAsSaid(tx, group, groupId)
  for (const id of touched) {
    if (rows.filesOfGroup(tx, id).length === 0) rows.deleteGroup(tx, id)
    else recompute(tx, id)
  }
}

/** Files imported since do not count: they are corrected in the library. */
function isUnchanged(then: ScannedFileRow, now: ScannedFileRow): boolean {
  if (then.in_library || now.in_library || now.problem !== null) return false
  const untouched = then.size === now.size && then.modified_ms === now.modified_ms
  return untouched || (then.content_hash !== null && then.content_hash === now.content_hash)
}

/**
 * The group of this scan that matches the corrected one: the group with the same series, or with most of its files, or
 * a new one.
 */
function targetOf(tx: Tx, group: GroupRow, kept: Kept[], scanId: string, random: Pick<Random, 'id'>): string {
  const same = rows.groupOfSeries(tx, scanId, group.comic_id)
  if (same) return same.group_id
  const found = mostOften(kept.filter(({ then }) => !then.said).map(({ now }) => now.group_id))
  const there = found === undefined ? undefined : findGroup(tx, found)
  const made = group.found_confidence === null
  if (there && there.existing_comic_id === null && !there.said && !made) {
    if (group.existing_comic_id !== null && findSeries(tx, group.existing_comic_id))
      attachToSeries(tx, there, group.existing_comic_id)
    return there.group_id
  }
  const isLost = group.existing_comic_id !== null && !findSeries(tx, group.existing_comic_id)
  if (isLost && there) return there.group_id
  const group_id = random.id()
  insertGroup(tx, {
    ...group,
    group_id,
    scan_id: scanId,
    errors: [],
    ...(isLost ? { comic_id: `local-${random.id().slice(0, 16)}`, existing_comic_id: null } : {}),
  })
  return group_id
}

/** A series of the library has its own name, year and kind. */
function nameAsSaid(tx: Tx, group: GroupRow, groupId: string): void {
  const now = findGroup(tx, groupId)
  if (!now || !group.said || now.existing_comic_id !== group.existing_comic_id) return
  if (now.existing_comic_id !== null) {
    rows.updateGroup(tx, groupId, { said: true })
    return
  }
  const { series_name, sort_name, year, content_type, content_type_chosen, reading_direction } = group
  const chosen = { content_type, content_type_chosen, reading_direction }
  rows.updateGroup(tx, groupId, { said: true, series_name, sort_name, year, ...(content_type_chosen ? chosen : {}) })
  if (content_type_chosen) rows.recountUnits(tx, groupId, content_type)
}

/** Proposals are stored under the series id, so the chosen one is copied. */
function chooseAsSaid(tx: Tx, { comic_id, proposal_id, proposal_said }: GroupRow, groupId: string): void {
  if (proposal_said && findGroup(tx, groupId)?.comic_id === comic_id)
    rows.updateGroup(tx, groupId, { proposal_id, proposal_said })
}

function mostOften(ids: readonly (string | null)[]): string | undefined {
  const count = new Map<string, number>()
  for (const id of ids) if (id !== null) count.set(id, (count.get(id) ?? 0) + 1)
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0]
}
