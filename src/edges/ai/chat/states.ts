export const messageRoles = ['user', 'assistant'] as const
export type MessageRole = (typeof messageRoles)[number]

export const messageStatuses = ['streaming', 'complete', 'error', 'cancelled'] as const
/** `cancelled`: the user stopped the reply; `content` is the part received until then. */
export type MessageStatus = (typeof messageStatuses)[number]

/** Characters of a message; longer ones would not fit most models. */
export const LONGEST_MESSAGE = 8000
export const LONGEST_TITLE = 80
