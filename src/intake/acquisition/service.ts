import { legacy } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { JobState } from '../../base/work/timetable'
import type { AcquisitionGate, GateView } from './gate'
import type { Maintenance } from './maintenance'
import type { AbortReply, GateReasonBody, ReadyReply } from './schema'

interface Deps {
  db: Pick<Database, 'isDamaged'>
  gate: AcquisitionGate
  maintenance: Maintenance
  /** The scheduled jobs of producers. */
  jobs: () => readonly JobState[]
}

/** The user's controls of the gate. */
export class GateControls {
  constructor(private readonly deps: Deps) {}

  /** Ends the review: opens the gate and starts the waiting work. */
  ready(body: GateReasonBody): ReadyReply {
    const { gate } = this.deps
    const reason = reasonOf(body, 'Give a reason for starting automatic searches.')
    const { maintenance, reconciliation } = gate.read()
    if (reconciliation.state === 'migrating' || maintenance?.owner === 'migration') {
      const sentence = 'The migration is still running. Automatic searches can start when it has finished.'
      throw legacy('conflict', sentence, { code: 'migration_running' })
    }
    if (maintenance) {
      const { owner, run_id } = maintenance
      const sentence = `${owner} is running maintenance. Automatic searches can start when it has finished.`
      throw legacy('locked', sentence, { code: 'maintenance_active', owner, run_id })
    }
    const replayed = gate.reconcile('ready', reason)
    const view = gate.read()
    const isOpen = view.state === 'open'
    return {
      success: true,
      reconciliation: view.reconciliation,
      gate: this.wire(view),
      runtime: {
        replayed,
        queues_started: isOpen,
        scheduler_jobs_resumed: isOpen ? this.deps.jobs().filter(({ next_at }) => next_at !== null).length : 0,
      },
    }
  }

  /** Ends the maintenance of a dead owner. */
  abort(body: GateReasonBody): AbortReply {
    const { gate, maintenance } = this.deps
    maintenance.abort(reasonOf(body, 'Give a reason for aborting the maintenance.'))
    const view = gate.read()
    return {
      success: true,
      maintenance: {
        active: view.maintenance !== null,
        epoch: view.epoch,
        owner: view.maintenance?.owner ?? null,
        run_id: view.maintenance?.run_id ?? null,
        reason: view.maintenance?.reason ?? null,
        heartbeat_at: view.maintenance?.heartbeat_at ?? null,
        active_leases: gate.leases.active().length,
      },
      reconciliation: view.reconciliation,
      gate: this.wire(view),
    }
  }

  private wire({ state, reason, epoch, maintenance, reconciliation }: GateView): ReadyReply['gate'] {
    return {
      blocked: state !== 'open',
      reason,
      schema_ready: !this.deps.db.isDamaged,
      maintenance_active: maintenance !== null,
      epoch,
      owner: maintenance?.owner ?? null,
      run_id: maintenance?.run_id ?? null,
      heartbeat_at: maintenance?.heartbeat_at ?? null,
      reconciliation_state: reconciliation.state,
    }
  }
}

function reasonOf(body: GateReasonBody, sentence: string): string {
  const reason = body?.reason?.trim()
  if (!reason) throw legacy('invalid', `Missing reason. ${sentence}`)
  return reason
}
