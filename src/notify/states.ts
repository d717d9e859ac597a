/** Who can be told that files arrived. */
export const hookNames = ['komga', 'kavita', 'webhook', 'command'] as const
export type HookName = (typeof hookNames)[number]
