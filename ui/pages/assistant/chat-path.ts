/** The page of a chat; without an id that of a new one. */
export const chatPath = (threadId?: string): string =>
  threadId === undefined ? '/assistant' : `/assistant?thread=${encodeURIComponent(threadId)}`
