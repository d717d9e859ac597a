/** The reading state that the user sees. */
export const readStates = ['unread', 'reading', 'read'] as const
export type ReadState = (typeof readStates)[number]

/** How pages are arranged. */
export const layouts = ['paged', 'strip'] as const
export const spreads = ['single', 'double', 'auto'] as const
export const fitModes = ['width', 'height', 'original', 'smart'] as const
