import { siteOf } from '../../../base/providers/descriptors'
import type { ReadHandle } from '../../../base/storage/database'
import { latestOperation } from '../../../base/work/store'
import { pictureAddress } from '../../../library/series/art'
import type { ProposalItem, ProposalProgress } from '../schema'
import { PROPOSE } from '../states'
import type { ScanRow } from '../store'
import type { ProposeDetail } from './propose'
import type { ShownProposal } from './store'

/** The best proposals, and the chosen one at any position. */
export function proposalItems(
  proposed: readonly ShownProposal[],
  chosen: ShownProposal | undefined,
  most: number,
): ProposalItem[] {
  return proposed.filter((one, at) => at < most || one === chosen).map(proposalItem)
}

function proposalItem(proposal: ShownProposal): ProposalItem {
  const { proposal_id, provider, provider_id, series_id, name, publisher, issue_count, url, confidence, parts } =
    proposal
  return {
    proposal_id,
    provider,
    label: siteOf(provider).label,
    provider_id,
    comicid: series_id,
    name,
    year: yearText(proposal.year),
    publisher,
    issues: issue_count,
    image: pictureAddress(proposal.image_url),
    url,
    confidence,
    parts,
    in_library: proposal.library_comic_id,
  }
}

export const yearText = (year: number | null) => (year === null ? null : String(year))

/** Progress of the provider queries for the scan; null when none were sent since it began, or all were answered. */
export function proposingView(db: ReadHandle, { kind, started_at }: ScanRow): ProposalProgress | null {
  const operation = latestOperation(db, PROPOSE, kind)
  if (!operation) return null
  const running = operation.state === 'queued' || operation.state === 'running'
  const detail = operation.detail as ProposeDetail | null
  const trouble = detail?.trouble ?? operation.error
  if (!running && (trouble === null || operation.created_at < started_at)) return null
  const { provider = '', asked = 0, total = 0, waiting_until = null } = detail ?? {}
  return { operation_id: operation.operation_id, running, provider, asked, total, waiting_until, trouble }
}
