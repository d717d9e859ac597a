export const contentTypes = ['comic', 'manga'] as const
export type ContentType = (typeof contentTypes)[number]

export const seriesStatuses = ['active', 'paused'] as const
export type SeriesStatus = (typeof seriesStatuses)[number]

export const bareNumberModes = ['auto', 'volumes', 'chapters'] as const
export type BareNumberMode = (typeof bareNumberModes)[number]

export const monitorModes = ['blended', 'volumes', 'chapters'] as const
export type MonitorMode = (typeof monitorModes)[number]

export const issueKinds = ['issue', 'annual'] as const
export type IssueKind = (typeof issueKinds)[number]

export const units = ['issue', 'chapter', 'volume'] as const
export type Unit = (typeof units)[number]

/** What the reader wants. `policy`: nobody said, the series' settings decide. */
export const intents = ['policy', 'wanted', 'skipped', 'ignored'] as const
export type Intent = (typeof intents)[number]

/** What is there. */
export const fulfillments = [
  'unknown',
  'missing',
  'reserved',
  'snatched',
  'downloaded',
  'archived',
  'failed',
  'covered',
] as const
export type Fulfillment = (typeof fulfillments)[number]

/** What numbers count when nothing says otherwise. */
export function unitOf(content: ContentType): Unit {
  return content === 'manga' ? 'chapter' : 'issue'
}
