import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { countWords, pluralWords } from '../../../parts/text/format'
import { whenWords } from '../../../parts/text/when'

export type WireNotifications = Reply<'GET /api/config/notifications'>
export type Target = WireNotifications['targets'][number]
export type Service = WireNotifications['services'][number]
export type Notice = Reply<'GET /api/config/notifications/log'>['notices'][number]

/** The state of a notification target. */
export function targetLook({ enabled, error, waiting, last_ok_at, awaits_review }: Target): {
  mark: MarkState
  word: string
} {
  if (!enabled) return { mark: 'skipped', word: 'Off' }
  if (awaits_review) return { mark: 'unknown', word: 'On hold until you have reviewed the migration' }
  if (error)
    return { mark: 'attention', word: waiting > 0 ? `${countWords(waiting, 'notification')} waiting` : 'Not delivered' }
  if (waiting > 0) return { mark: 'unknown', word: `${countWords(waiting, 'notification')} waiting` }
  return last_ok_at
    ? { mark: 'have', word: `Sent ${whenWords(last_ok_at)}` }
    : { mark: 'unknown', word: 'No notifications yet' }
}

/** The current or last problem of a target. */
export function targetProblem({ enabled, error, next_at, given_up }: Target): string[] {
  if (!enabled) return []
  const lost = pluralWords(
    given_up,
    '{count} notification of the last 30 days could not be delivered and was given up.',
    '{count} notifications of the last 30 days could not be delivered and were given up.',
  )
  return [error && `${error}${next_at ? ` Next try ${whenWords(next_at)}.` : ''}`, given_up > 0 && lost].filter(
    (text): text is string => Boolean(text),
  )
}

/** The state of a notification; one that failed before is marked like its target. */
export function noticeLook({ state, error }: Pick<Notice, 'state' | 'error'>): { mark: MarkState; word: string } {
  if (state === 'done') return { mark: 'have', word: 'Sent' }
  if (state === 'failed') return { mark: 'attention', word: 'Not delivered' }
  return { mark: error ? 'attention' : 'unknown', word: 'Waiting' }
}
