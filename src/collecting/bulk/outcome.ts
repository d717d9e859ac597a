import type { ItemUndo } from './states'

/** How an action ended for one series. Failures are thrown as refusals. */
export interface ItemOutcome {
  state: 'done' | 'unchanged' | 'failed'
  sentence?: string
  undo?: ItemUndo
}

/** The series already is as requested. */
export const UNCHANGED: ItemOutcome = { state: 'unchanged' }
