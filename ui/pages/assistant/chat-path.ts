/** The address of a chat; without an id, of a new chat. */
export const chatPath = (threadId?: string): string =>
  threadId === undefined ? '/assistant' : `/assistant?thread=${encodeURIComponent(threadId)}`
