import type { Instant } from '../../../base/platform/ports'
import type { IndexerFailure } from '../../../intake/search/states'
import type { Severity } from '../states'
import type { HealthFinding } from './check'

export interface IndexerFact {
  indexer_id: string
  name: string
  failure: IndexerFailure | null
  detail: string | null
  failures_in_row: number
  blocked_until: Instant | null
  lacks_categories: boolean
}

/** After this many failures in a row a problem is not temporary. */
const LASTS = 3

const WRONG: Partial<Record<IndexerFailure, string>> = {
  auth: 'Enter its key again, or check your account there.',
  unsupported: 'Correct its address, or choose its actual type, Newznab or Torznab.',
  refused: 'Check your account there, and test its address.',
}
const BUSY: Partial<Record<IndexerFailure, string>> = {
  limit: 'Panelkeep tries again automatically. Check its feed less often, or upgrade your account there.',
  unreachable: 'Panelkeep tries again automatically. If the problem lasts, test its address.',
  unavailable: 'Panelkeep tries again automatically.',
  unreadable: 'Panelkeep tries again automatically. If the problem lasts, test its address.',
}

const LACKING = 'Open its settings, test it, and choose from its own categories.'

/** Reports enabled indexers that reject their key, limit requests, fail, or have none of the chosen categories. */
export function indexerFindings(indexers: readonly IndexerFact[], now: Instant): HealthFinding[] {
  return indexers.flatMap((indexer): HealthFinding[] => {
    const { indexer_id: subject, name, detail, failure, lacks_categories } = indexer
    const of = (gravity: Severity, message: string, remedy: string): HealthFinding[] => [
      { subject, gravity, message, remedy, page: '/settings#indexers' },
    ]
    if (failure === null) {
      const message = `${name} has none of the categories that are chosen for it.`
      return lacks_categories ? of('warning', message, LACKING) : []
    }
    const remedy = WRONG[failure] ?? BUSY[failure]
    const gravity = gravityOf(indexer, now)
    return remedy && gravity ? of(gravity, detail ?? `${name} cannot be searched.`, remedy) : []
  })
}

function gravityOf({ failure, failures_in_row, blocked_until }: IndexerFact, now: Instant): Severity | undefined {
  if (failure !== null && WRONG[failure] !== undefined) return 'error'
  if (failures_in_row >= LASTS) return 'warning'
  if (failure !== 'limit') return 'notice'
  return (blocked_until ?? '') > now ? 'warning' : undefined
}
