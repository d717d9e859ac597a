import type { Instant } from '../../platform/ports'
import type { IndexerFailure } from '../../search/states'
import type { Finding } from './check'

export interface IndexerFact {
  indexer_id: string
  name: string
  failure: IndexerFailure | null
  detail: string | null
  failures_in_row: number
  blocked_until: Instant | null
}

/** What goes by itself is told only when it lasts. */
const LASTS = 3

const WRONG: Partial<Record<IndexerFailure, string>> = {
  auth: 'Enter its key again, or look into your account there.',
  unsupported: 'Correct its address, or take it for what it is: newznab or torznab.',
  refused: 'Look into your account there, and test its address.',
}
const BUSY: Partial<Record<IndexerFailure, string>> = {
  limit: 'It is asked again by itself. Look at its feed less often, or take a larger account there.',
  unreachable: 'It is asked again by itself. If that lasts, test its address.',
  unavailable: 'It is asked again by itself once it is well.',
  unreadable: 'It is asked again by itself. If that lasts, test its address.',
}

/** Indexers, as they are switched on, that do not take their key, want to be left alone, or fail again and again. */
export function indexerFindings(indexers: readonly IndexerFact[], now: Instant): Finding[] {
  return indexers.flatMap(({ indexer_id, name, failure, detail, failures_in_row, blocked_until }): Finding[] => {
    if (failure === null) return []
    const isWrong = WRONG[failure] !== undefined
    const isBlocked = failure === 'limit' && blocked_until !== null && blocked_until > now
    const remedy = WRONG[failure] ?? BUSY[failure]
    if (remedy === undefined || (!isWrong && !isBlocked && failures_in_row < LASTS)) return []
    const message = detail ?? `${name} cannot be asked.`
    return [
      { subject: indexer_id, gravity: isWrong ? 'error' : 'warning', message, remedy, page: '/settings#indexers' },
    ]
  })
}
