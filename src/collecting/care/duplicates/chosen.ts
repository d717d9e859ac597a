import type { ReadHandle } from '../../../base/storage/database'
import type { ChosenCopy } from './choose-copy'
import { copiesOf } from './copy-store'
import { type CopyGroup, filesInGroups } from './group-store'

/**
 * The copies of a group as they are now, with the one to keep: the user's choice, or the proposed one. A file with an
 * issue that the kept one lacks stays too, unless both have the same pages. Undefined when nothing is left to remove.
 */
export function chosenOf(db: ReadHandle, group: CopyGroup, keepId = group.keep_id): ChosenCopy | undefined {
  const copies = copiesOf(db, filesInGroups(db, [group.group_id]).get(group.group_id) ?? [])
  const keep = copies.find(({ file_id }) => file_id === keepId)
  if (!keep) return undefined
  const own = new Set(keep.issue_ids)
  const others = copies.filter(
    (copy) => copy !== keep && (group.kind !== 'issue' || copy.issue_ids.every((id) => own.has(id))),
  )
  return others.length > 0 ? { keep, others, reason: group.reason } : undefined
}
