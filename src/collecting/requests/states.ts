/** What a request asks for: a series to follow, or a missing issue of the library. */
export const requestKinds = ['series', 'issue'] as const
export type RequestKind = (typeof requestKinds)[number]

/** What was decided. */
export const decisions = ['asked', 'accepted', 'declined'] as const
export type Decision = (typeof decisions)[number]

/** As users see it: what was decided, unless there is something to read. */
export const requestStates = [...decisions, 'readable'] as const
export type RequestState = (typeof requestStates)[number]

/** What may happen to a request. */
export const requestEvents = [
  /** A user asks for it. */
  'ask',
  'accept',
  'decline',
  /** The series left the library; it can be followed again. */
  'remove',
  /** The issue left the library, so that nobody can want it. */
  'vanish',
  /** The accepted series could not be added. */
  'fail',
] as const
export type RequestEvent = (typeof requestEvents)[number]

/** Which issues of an accepted series become wanted: all and new ones, all of today, or none. */
export const wants = ['all', 'missing', 'none'] as const
export type Want = (typeof wants)[number]

export const requestActions = ['accept', 'decline'] as const
export type RequestAction = (typeof requestActions)[number]
