/** Changes that the assistant may propose. Deletions and changes to files are not among them. */
export const actionKinds = ['add_series', 'mark_issues', 'make_arc', 'make_list', 'order_list'] as const
export type ActionKind = (typeof actionKinds)[number]

/** `processing`: the user confirmed the proposal, and it is not applied yet. */
export const actionStatuses = ['pending', 'processing', 'confirmed', 'dismissed', 'error'] as const
export type ActionStatus = (typeof actionStatuses)[number]

/** The outcome of a confirmed action. `stale`: the library changed since the preview, so nothing was changed. */
export const actionOutcomes = ['applied', 'stale', 'failed'] as const
export type ActionOutcome = (typeof actionOutcomes)[number]
