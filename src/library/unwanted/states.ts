/** The decision about a page: none yet, hidden, or kept and no longer listed. */
export const pageStates = ['found', 'hidden', 'kept'] as const
export type PageState = (typeof pageStates)[number]

/** The action on the page in new files. */
export const pageRules = ['hide', 'remove'] as const
export type PageRule = (typeof pageRules)[number]

/** The outcome of decoding a repeated page once. `plain`: blank; `unreadable`: it cannot be decoded here. */
export const pageDecodings = ['seen', 'plain', 'unreadable'] as const
export type PageDecoding = (typeof pageDecodings)[number]

/** Kinds of operations. */
export const CHECK_PAGES = 'check_pages'
export const HIDE_PAGES = 'hide_pages'
export const REMOVE_PAGES = 'remove_pages'
export const pageWork = [CHECK_PAGES, HIDE_PAGES, REMOVE_PAGES] as const

/** A page is listed when it is in this many files. */
export const LEAST_FILES = 3
