import type { Log } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Operation, Operations } from '../../../base/work/operations'

interface ScheduledScan {
  /** Work that has to end first. */
  busy: () => Operation | undefined
  /** Starts the look and answers its operation; undefined where there is nothing to look for. */
  begin: () => Promise<string | undefined>
}

/** An automatic scan: it waits for its turn, and a refusal becomes a log line. */
export function scanInTurn(
  { operations, log }: { operations: Pick<Operations, 'finished'>; log: Log },
  { busy, begin }: ScheduledScan,
): () => Promise<void> {
  return async () => {
    let before: string | undefined
    for (let active = busy(); active; active = busy()) {
      // It did not end, so this process is ending.
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
