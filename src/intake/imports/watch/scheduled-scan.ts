import type { Log } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Operation, Operations } from '../../../base/work/operations'

interface ScheduledScan {
  /** An operation that has to end first. */
  busy: () => Operation | undefined
  /** Starts the scan and returns its operation; undefined when there is nothing to scan. */
  begin: () => Promise<string | undefined>
}

/** An automatic scan: it waits for running operations, and a refusal becomes a log line. */
export function scanInTurn(
  { operations, log }: { operations: Pick<Operations, 'finished'>; log: Log },
  { busy, begin }: ScheduledScan,
): () => Promise<void> {
  return async () => {
    let before: string | undefined
    for (let active = busy(); active; active = busy()) {
      // The operation did not end, so this process is ending.
      if (active.operation_id === before) return
      before = active.operation_id
      await operations.finished(before)
    }
    try {
      const operationId = await begin()
      if (operationId !== undefined) await operations.finished(operationId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.info('imports', 'folders were not scanned', { reason: error.detail })
    }
  }
}
