import type { Clock, Log } from '../platform/ports'

type ShutdownSteps = Record<string, () => unknown>

const LATE = Symbol('late')

/**
 * Runs all steps in order, even after failed ones: a locked or damaged database must not keep the port or the process
 * alive. A step that takes longer than `deadlineMs` is abandoned. Returns the names of the failed steps.
 */
export async function shutDown(
  { clock, log }: { clock: Clock; log: Log },
  deadlineMs: number,
  steps: ShutdownSteps,
): Promise<string[]> {
  const failed: string[] = []
  for (const [step, run] of Object.entries(steps)) {
    const ended = new AbortController()
    try {
      const late = clock.after(deadlineMs, ended.signal).then(() => LATE)
      if ((await Promise.race([Promise.try(run), late])) !== LATE) continue
      log.error('main', 'shutdown step timed out', { step, seconds: deadlineMs / 1000 })
      failed.push(step)
    } catch (error) {
      log.error('main', 'shutdown step failed', { step, error })
      failed.push(step)
    } finally {
      ended.abort()
    }
  }
  return failed
}
