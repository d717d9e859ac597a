import { statusWord } from '../../library/series/projection'
import type { Permit } from './permit-store'
import { keyOf } from './preview'
import type { ItemReply, PermitReply, RepairPreviewReply, RunView } from './schema'
import type { NewRepairItem, RepairCounts, RepairItem, RepairRun } from './store'

type AnyItem = Omit<NewRepairItem, 'apply_state' | 'rollback_state' | 'conflict'> &
  Partial<Pick<RepairItem, 'apply_state' | 'rollback_state' | 'conflict'>>

/** The state of the row after the change, in the words of existing tools. */
function proposedOf({ basis, change }: AnyItem): ItemReply['proposed_values'] {
  if (!change) return {}
  const { intent, fulfillment, location } = change
  const status = statusWord(intent ?? basis.intent, fulfillment ?? basis.fulfillment)
  return {
    ...(status === statusWord(basis.intent, basis.fulfillment) ? {} : { Status: status }),
    ...(intent === undefined ? {} : { AcquisitionIntent: intent }),
    ...(location === undefined ? {} : { Location: location }),
  }
}

export function itemReply(comicId: string, item: AnyItem): ItemReply {
  const { sequence, entity_type, issue_id, label, intent, fulfillment, reason, optional, selected, basis } = item
  return {
    sequence,
    entity_type,
    entity_id: issue_id,
    entity_key: keyOf(item),
    series_id: comicId,
    label,
    intent,
    fulfillment,
    reason,
    date_source: item.date_source ?? null,
    selected_date: item.selected_date ?? null,
    evidence: {
      stored: {
        Status: statusWord(basis.intent, basis.fulfillment),
        AcquisitionIntent: basis.intent,
        fulfillment: basis.fulfillment,
      },
      ...item.evidence,
    },
    proposed_values: proposedOf(item),
    optional,
    selected,
    ...(item.apply_state ? { apply_state: item.apply_state } : {}),
    ...(item.rollback_state ? { rollback_state: item.rollback_state } : {}),
    ...(item.conflict ? { conflict: item.conflict } : {}),
  }
}

export function summaryOf(items: readonly NewRepairItem[]): RepairPreviewReply['summary'] {
  const count = (test: (item: NewRepairItem) => boolean) => items.filter(test).length
  const failed = new Set(['journal_failed', 'journal_manual_review', 'legacy_failed'])
  return {
    total: items.length,
    owned: count(({ fulfillment }) => fulfillment === 'downloaded' || fulfillment === 'covered'),
    archived: count(({ fulfillment }) => fulfillment === 'archived'),
    in_flight: count(({ fulfillment, reason }) => /^(?:reserved|snatched)$/.test(fulfillment) && !failed.has(reason)),
    failed: count(({ reason }) => failed.has(reason)),
    optional_wanted: count(({ optional }) => optional),
    future: count(({ reason }) => reason === 'future'),
    unknown: count(({ fulfillment }) => fulfillment === 'unknown'),
    selected: count(({ selected }) => selected),
  }
}

export function runView(run: RepairRun, counts: RepairCounts, permit: Permit | undefined): RunView {
  return {
    run_id: run.run_id,
    scope_type: 'series',
    scope_id: run.comic_id,
    label: run.label,
    state: run.state,
    item_count: run.item_count,
    ...counts,
    canary_entity_key: run.canary_key,
    created_at: run.created_at,
    expires_at: run.expires_at,
    confirmed_at: run.confirmed_at,
    started_at: run.started_at,
    completed_at: run.completed_at,
    permit_id: permit?.permit_id ?? null,
  }
}

export function permitReply(permit: Permit): PermitReply {
  const { run_id, epoch, claimed_by: _by, release_reason: _reason, ...shown } = permit
  return { success: true, run_id, repair_run_id: run_id, maintenance_epoch: epoch, ...shown }
}
