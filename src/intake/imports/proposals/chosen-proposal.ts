import type { GroupRow } from '../store'
import { SURE } from './candidate-score'
import type { ShownProposal } from './store'

type Choice = Pick<GroupRow, 'existing_comic_id' | 'proposal_id' | 'proposal_said'>

/**
 * Which series of a provider a confirm makes of a group: the one that a person chose, else the best when it is sure.
 * Undefined when it stays local, or joins a series of the library.
 */
export function chosenOf<T extends Pick<ShownProposal, 'proposal_id' | 'confidence'>>(
  { existing_comic_id, proposal_id, proposal_said }: Choice,
  proposals: readonly T[],
): T | undefined {
  if (existing_comic_id !== null) return undefined
  if (proposal_said) return proposals.find((one) => one.proposal_id === proposal_id)
  const [best] = proposals
  return best && best.confidence >= SURE ? best : undefined
}
