import type { GateView } from '../../../intake/acquisition/gate'
import type { HealthFinding } from './check'

const PAGE = '/system/acquisition'

/** Reports automatic searches that wait for the user. */
export function acquisitionFindings({ state, maintenance }: Pick<GateView, 'state' | 'maintenance'>): HealthFinding[] {
  if (maintenance && !maintenance.isAlive) {
    return [
      {
        subject: maintenance.run_id,
        gravity: 'error',
        message: `Maintenance (${maintenance.owner}) stopped responding. Nothing is searched for automatically.`,
        remedy: 'Abort the maintenance in System, Acquisition.',
        page: PAGE,
      },
    ]
  }
  if (state !== 'pending_preview' && state !== 'failed') return []
  return [
    {
      subject: state,
      gravity: 'warning',
      message: REVIEW[state],
      remedy: 'Check what will be searched for, then start automatic searches.',
      page: PAGE,
    },
  ]
}

const REVIEW = {
  pending_preview: 'Automatic searches wait for your review after the migration.',
  failed: 'The migration did not finish. Automatic searches wait.',
}
