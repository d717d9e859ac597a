/** Who can be told that files arrived. */
export const hookNames = ['komga', 'kavita', 'webhook', 'command'] as const
export type HookName = (typeof hookNames)[number]
/** What a reader can be told of. */
export const noticeEvents = [
  /** A release was handed to a download client. */
  'grabbed',
  /** Issues arrived in the library. */
  'arrived',
  /** Somebody has to decide. */
  'needs_attention',
  /** A download failed, and another release is looked for. */
  'failed',
  /** A service, a folder or a disk is not well, or is well again. */
  'health',
  /** There is a newer Panelkeep. */
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

/** One thing of which somebody is told: what it is called, and a sentence about it or nothing. */
export interface NoticeItem {
  label: string
  detail: string
}
