export const llmFeatures = [
  'parsing',
  'search',
  'enrichment',
  'reconciliation',
  'insights',
  'chat',
  'storyarc',
  'pulllist',
] as const
/** The purpose of a call, as named in the log of calls. */
export type LlmFeature = (typeof llmFeatures)[number]

export const llmFailures = [
  'not_configured',
  'refused_address',
  'refused_key',
  'no_model',
  'no_api',
  'rate_limited',
  'over_budget',
  'circuit_open',
  'unreachable',
  'unavailable',
  'redirected',
  'tls',
  'timeout',
  'broken_stream',
  'wrong_reply',
  'no_vision',
  'no_tools',
  'context_full',
  'filtered',
  'refused_request',
  'cancelled',
  'interrupted',
] as const
export type LlmFailure = (typeof llmFailures)[number]

/** As existing tools read it. */
export const circuitStates = ['closed', 'open', 'half-open'] as const
export type CircuitState = (typeof circuitStates)[number]
