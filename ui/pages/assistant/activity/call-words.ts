import type { AssistantStatus } from '../../../api/assistant'
import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { countWords, decimalWords, figureWords, numberWords } from '../../../parts/text/format'
import { whenWords } from '../../../parts/text/when'

export type Call = Reply<'GET /api/ai/activity'>['entries'][number]

const FEATURES: Record<string, string> = {
  parsing: 'File names',
  search: 'Search terms',
  enrichment: 'Series summary',
  reconciliation: 'Metadata',
  insights: 'Insights',
  chat: 'Chat',
  storyarc: 'Reading order',
  pulllist: 'Weekly suggestions',
}

/** The purpose of a call. */
export const featureWords = ({ feature_type }: Call): string => FEATURES[feature_type] ?? feature_type

/** "850 ms", "12 s" */
export const latencyWords = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : `${decimalWords(ms / 1000, ms < 10_000 ? 1 : 0)} s`

/** Small amounts keep two significant digits. The currency is that of the configured prices, which Panelkeep does not know. */
export const costWords = (cost: number): string => (cost === 0 ? '0' : figureWords(cost, cost < 1 ? 2 : 4))

/** Whether requests are sent. */
export function circuitLook({ circuit_state, retry_at }: AssistantStatus): { state: MarkState; word: string } {
  const until = retry_at ? ` until ${whenWords(retry_at)}` : ''
  if (circuit_state === 'open') return { state: 'attention', word: `Paused${until} after repeated failures` }
  if (circuit_state === 'half-open') return { state: 'way', word: 'Trying one request after the pause' }
  return until ? { state: 'wanted', word: `The server accepts no requests${until}` } : { state: 'have', word: 'Ready' }
}

/** The used part of each limit, as sentences. */
export function limitWords({ today_tokens, today_requests, daily_limit, rpm_limit }: AssistantStatus): string[] {
  const day = `${countWords(today_requests, 'request')} and ${countWords(today_tokens, 'token')} today`
  return [
    daily_limit > 0 ? `${day}, of at most ${numberWords(daily_limit)} tokens.` : `${day}. No limit is set.`,
    rpm_limit > 0 ? `At most ${countWords(rpm_limit, 'request')} a minute.` : 'No limit of requests a minute.',
  ]
}
