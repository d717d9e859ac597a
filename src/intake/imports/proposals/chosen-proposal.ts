import type { GroupRow } from '../store'
import { SURE } from './candidate-score'
import type { ShownProposal } from './store'

type Choice = Pick<GroupRow, 'existing_comic_id' | 'proposal_id' | 'proposal_said'>

/**
 * The provider's series that a confirm creates from a group: the user's choice, or else the best proposal if it is
 * sure. Undefined when the series stays local, or joins a series of the library.
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
