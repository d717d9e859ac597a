import { wireTriggerOf } from '../states'
import type { ItemCounts } from './machine'
import { openOf, totalOf } from './machine'
import type { SearchItemView, SearchRunView } from './schema'
import type { NamedSearchItem, SearchRunRow } from './store'

/** Runs and items with the field names of existing tools. */

export function runWire(row: SearchRunRow, counts: ItemCounts): SearchRunView {
  const { priority, trigger, ...rest } = row
  return {
    ...rest,
    command_kind: 'search',
    trigger: wireTriggerOf(trigger),
    cause: trigger,
    accepted_count: totalOf(counts),
    terminal_count: totalOf(counts) - openOf(counts),
    running_count: counts.running ?? 0,
    succeeded_count: counts.succeeded ?? 0,
    no_match_count: counts.no_match ?? 0,
    blocked_count: counts.blocked ?? 0,
    failed_count: (counts.failed ?? 0) + (counts.quarantined ?? 0),
    cancelled_count: counts.cancelled ?? 0,
    queue_priority: priority,
  }
}

const STATUS: Partial<Record<SearchItemView['state'], string>> = { accepted: 'queued', running: 'searching' }

export function itemWire(
  { item, ...names }: NamedSearchItem,
  queue_priority: SearchRunView['queue_priority'],
): SearchItemView {
  const { run_id: _run, position: _position, resolution: _resolution, ...rest } = item
  return { ...rest, queue_priority, attempt_status: STATUS[item.state] ?? item.state, ...names }
}
