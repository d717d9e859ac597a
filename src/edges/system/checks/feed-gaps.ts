import type { HealthFinding } from './check'

/** Reports indexers whose feed moves faster than it is read, so that releases were missed. */
export function feedGapFindings(indexers: readonly { indexer_id: string; name: string }[]): HealthFinding[] {
  return indexers.map(({ indexer_id, name }) => ({
    subject: indexer_id,
    gravity: 'warning',
    message: `The feed of ${name} did not reach back to the last RSS sync. Releases may have been missed.`,
    remedy: 'Shorten the interval of RSS sync, and search for wanted issues once.',
    page: '/settings#indexers',
  }))
}
