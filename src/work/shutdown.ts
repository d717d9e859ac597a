import type { Clock, Log } from '../platform/ports'

export type ShutdownSteps = Record<string, () => unknown>

const LATE = Symbol('late')

/**
 * Runs the steps one after the other and each of them, whatever became of those before: a database that is locked or
 * damaged must keep neither the port nor the process. One that takes longer than `deadlineMs` is left to itself.
 * Answers the names of those that failed.
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
      log.error('main', 'a step of the stop took too long', { step, seconds: deadlineMs / 1000 })
      failed.push(step)
    } catch (error) {
      log.error('main', 'a step of the stop failed', { step, error })
      failed.push(step)
    } finally {
      ended.abort()
    }
  }
  return failed
}
