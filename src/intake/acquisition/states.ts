/** Where a migration is: after one, a person reviews what would be searched for before automatic searches resume. */
export const reconciliationStates = ['ready', 'migrating', 'pending_preview', 'failed'] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

/** The reasons that close the gate, weakest first. Of several the strongest answers. */
export const gateStates = ['open', 'paused', 'pending_preview', 'failed', 'maintenance', 'migrating'] as const
export type GateState = (typeof gateStates)[number]

/** Everything that finds or grabs releases. Only the last one is a person at a page. */
export const producers = [
  'search',
  'feeds',
  'retry',
  'next_candidate',
  'story_arcs',
  'weekly',
  'interactive_grab',
] as const
export type Producer = (typeof producers)[number]

/** `wait`: accepted as a row, dispatched once the gate opens. `refuse`: nothing is kept of it. */
export type GateAnswer = 'dispatch' | 'wait' | 'refuse'

const automatic = (answer: GateAnswer) =>
  ({
    search: answer,
    feeds: answer,
    retry: answer,
    next_candidate: answer,
    story_arcs: answer,
    weekly: answer,
  }) as const

/**
 * What each producer may do at each state. A person's own grab is refused only while rows of the library are rewritten:
 * it changes the same rows.
 */
export const gateAnswers: Record<GateState, Record<Producer, GateAnswer>> = {
  open: { ...automatic('dispatch'), interactive_grab: 'dispatch' },
  paused: { ...automatic('wait'), interactive_grab: 'dispatch' },
  pending_preview: { ...automatic('wait'), interactive_grab: 'dispatch' },
  failed: { ...automatic('wait'), interactive_grab: 'dispatch' },
  migrating: { ...automatic('wait'), interactive_grab: 'refuse' },
  maintenance: { ...automatic('wait'), interactive_grab: 'refuse' },
}
