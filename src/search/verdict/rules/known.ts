import type { Rule } from '../rule'

export const onBlocklist: Rule = ({ known }) =>
  known.blocklisted === undefined
    ? undefined
    : { code: 'blocked.blocklisted', message: `It is on the blocklist: ${known.blocklisted}` }

export const inFlight: Rule = ({ known }) =>
  known.inFlight ? { code: 'blocked.in_flight', message: 'The issue is downloading already.' } : undefined

export const duplicate: Rule = ({ known }) =>
  known.duplicate ? { code: 'blocked.duplicate', message: 'It was taken before.' } : undefined
