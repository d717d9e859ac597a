import { countWords } from '../../../base/platform/words'
import { siteOf } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import { findProposal } from '../proposals/store'
import type { GroupChange } from '../schema'
import * as store from '../store'

/** A sentence about the change of a proposal. */
export function changeSentence(
  tx: Tx,
  { group_id, series_name }: store.GroupRow,
  { comic_id, name, proposal }: GroupChange,
): string {
  if (proposal === null) return `${series_name} kept as a local series`
  if (proposal !== undefined) return `${series_name} matched to ${proposedName(tx, proposal)}`
  if (comic_id === null) return `${series_name} made a new series`
  const now = store.findGroup(tx, group_id)?.series_name ?? ''
  if (comic_id !== undefined) return `${series_name} filed under ${now} of the library`
  return name !== undefined && now !== series_name ? `${series_name} renamed to ${now}` : `${series_name} corrected`
}

export function filesSentence(
  tx: Tx,
  { group_id, series_name }: store.GroupRow,
  touched: string[],
  count: number,
): string {
  const files = countWords(count, 'file')
  const others = touched.filter((id) => id !== group_id).map((id) => store.findGroup(tx, id)?.series_name ?? '')
  return others.length > 0
    ? `${files} of ${series_name} moved to ${others.join(' and ')}`
    : `${files} of ${series_name} corrected`
}

function proposedName(tx: Tx, proposalId: string): string {
  const proposal = findProposal(tx, proposalId)
  if (!proposal) return ''
  return `${proposal.name}${proposal.year === null ? '' : ` (${proposal.year})`} of ${siteOf(proposal.provider).label}`
}
