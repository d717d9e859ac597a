/** The reply of a change that returns no data. */
export const SUCCESS = { success: true } as const
