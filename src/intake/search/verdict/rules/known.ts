import type { Rule } from '../rule'

export const blocklistRule: Rule = ({ known }) =>
  known.blocklisted === undefined
    ? undefined
    : { code: 'blocked.blocklisted', message: `Blocked: ${known.blocklisted}` }

export const inFlightRule: Rule = ({ known }) =>
  known.inFlight ? { code: 'blocked.in_flight', message: 'Already downloading' } : undefined

export const duplicateRule: Rule = ({ known }) =>
  known.duplicate ? { code: 'blocked.duplicate', message: 'Already downloaded once' } : undefined
