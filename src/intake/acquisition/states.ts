/**
 * The state of a migration. After a migration the user reviews what would be searched for, before automatic searches
 * resume.
 */
export const reconciliationStates = ['ready', 'migrating', 'pending_preview', 'failed'] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

/** The reasons that close the gate, weakest first. The strongest one decides. */
export const gateStates = ['open', 'paused', 'pending_preview', 'failed', 'maintenance', 'migrating'] as const
export type GateState = (typeof gateStates)[number]

/** Everything that finds or grabs releases. Only the last one is the user at a page. */
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

/** `wait`: stored as a row and dispatched when the gate opens. `refuse`: the request is not stored. */
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
 * What each producer may do at each state. The user's own grab is refused only during maintenance, which rewrites the
 * same rows.
 */
export const gateAnswers: Record<GateState, Record<Producer, GateAnswer>> = {
  open: { ...automatic('dispatch'), interactive_grab: 'dispatch' },
  paused: { ...automatic('wait'), interactive_grab: 'dispatch' },
  pending_preview: { ...automatic('wait'), interactive_grab: 'dispatch' },
  failed: { ...automatic('wait'), interactive_grab: 'dispatch' },
  migrating: { ...automatic('wait'), interactive_grab: 'refuse' },
  maintenance: { ...automatic('wait'), interactive_grab: 'refuse' },
}
