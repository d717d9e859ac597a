import type { LinkCandidate } from '../../library/metadata/schema'
import type { ItemUndo } from './states'

/** How an action ended for one series. Failures are thrown as refusals. */
export interface ItemOutcome {
  state: 'done' | 'unchanged' | 'unsure' | 'failed'
  sentence?: string
  undo?: ItemUndo
  /** `unsure`: the possible matches. */
  choices?: LinkCandidate[]
}

/** The series already is as requested. */
export const UNCHANGED: ItemOutcome = { state: 'unchanged' }
