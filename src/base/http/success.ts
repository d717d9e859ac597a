/** The reply of a change that has nothing else to say. */
export const SUCCESS = { success: true } as const
