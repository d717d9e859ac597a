/** Programs that can be notified of imported files. */
export const hookNames = ['komga', 'kavita', 'webhook', 'command'] as const
export type HookName = (typeof hookNames)[number]
/** Events that a user can be notified of. */
export const noticeEvents = [
  /** A release was sent to a download client. */
  'grabbed',
  /** Issues were imported. */
  'arrived',
  /** An item needs a decision of the user. */
  'needs_attention',
  /** A user asks for a series or an issue. */
  'requested',
  /** A download failed, and another release is searched for. */
  'failed',
  /** A service, a folder or a disk has a problem, or has recovered. */
  'health',
  /** A newer Panelkeep is available. */
  'update',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

export const noticeServices = [
  'desktop',
  'discord',
  'slack',
  'telegram',
  'pushover',
  'ntfy',
  'gotify',
  'apprise',
  'matrix',
  'email',
  'webhook',
] as const
export type NoticeService = (typeof noticeServices)[number]

export const noticeStates = ['waiting', 'done', 'failed'] as const
export type NoticeState = (typeof noticeStates)[number]

/** One event in a notice: its label, and a sentence about it or nothing. */
export interface NoticeItem {
  label: string
  detail: string
}
