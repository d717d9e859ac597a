import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { spanWords } from '../../../parts/text/span-words'

export type ScheduledJob = Reply<'GET /api/system/jobs'>['jobs'][number]

const ONCE: Record<number, string> = { 1: 'every minute', 60: 'every hour', 1440: 'once a day', 10080: 'once a week' }

/** `interval[1 day, 0:00:00]` → "once a day"; undefined for a job that does not repeat. */
export function roundWords(trigger: string): string | undefined {
  const found = /\[(?:(\d+) days?, )?(\d+):(\d\d):/.exec(trigger)
  if (!found) return undefined
  const [days, hours, minutes] = [found[1], found[2], found[3]].map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ]
  const all = days * 1440 + hours * 60 + minutes
  return ONCE[all] ?? `every ${spanWords(all * 60)}`
}

/** The state of a job. */
export function jobLook({ status, paused, dispatch, trigger }: ScheduledJob): { mark: MarkState; word: string } {
  if (status === 'Running') return { mark: 'way', word: 'Running' }
  if (status === 'Queued') return { mark: 'way', word: 'Queued' }
  if (paused) return { mark: 'skipped', word: 'Paused' }
  if (dispatch.state === 'error') return { mark: 'attention', word: 'Failed' }
  if (roundWords(trigger) === undefined) return { mark: 'skipped', word: 'Manual only' }
  return dispatch.state === 'pending' ? { mark: 'unknown', word: 'Not run yet' } : { mark: 'have', word: 'OK' }
}

/** "took 3 seconds"; undefined for a very short run, and before the first one has ended. */
export const tookWords = (ms: number | null): string | undefined =>
  ms === null || ms < 1_000 ? undefined : `took ${spanWords(ms / 1000)}`
