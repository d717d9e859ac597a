/**
 * What the library does for its user, step by step: the values of `GET /api/activity/timeline`, shared with existing
 * tools.
 */
export const activities = ['search', 'grab', 'download', 'import', 'refresh', 'add', 'tag'] as const
export type Activity = (typeof activities)[number]

export const activityStatuses = [
  'started',
  'succeeded',
  'no_match',
  'cancelled',
  'failed',
  'blocked',
  'needs_attention',
] as const
export type ActivityStatus = (typeof activityStatuses)[number]

export const subjectTypes = ['issue', 'annual', 'series', 'arc', 'run'] as const
export type SubjectType = (typeof subjectTypes)[number]

/** Statuses that need or may interest the user: these carry a reason. */
export const troubles = ['failed', 'blocked', 'needs_attention'] as const satisfies ActivityStatus[]

type Cell = Partial<Record<ActivityStatus, readonly SubjectType[]>>

const ONE = ['issue', 'annual'] as const

/**
 * Which subjects and statuses each activity allows; any other combination is a bug, since existing tools know exactly
 * these. A folder scan is therefore recorded as a search whose code says how it ended. A series that received many
 * files, that lost them to an undo, or that a repair changed, is recorded as added or refreshed.
 */
export const allowedSubjects = {
  search: { started: ['run'], succeeded: ['run'], cancelled: ONE, failed: ONE, blocked: ONE, needs_attention: ONE },
  grab: { succeeded: ONE, failed: ONE, blocked: ONE, cancelled: ['issue', 'annual', 'series'] },
  download: { succeeded: ONE, failed: ONE, cancelled: ONE },
  import: { started: ONE, succeeded: ONE, failed: ONE, needs_attention: ONE, cancelled: ONE },
  refresh: {
    started: ['series', 'issue', 'arc'],
    succeeded: ['series', 'issue', 'arc'],
    failed: ['series', 'issue', 'arc'],
  },
  add: { started: ['series', 'arc'], succeeded: ['series', 'arc'], failed: ['series', 'arc'] },
  tag: {
    started: ['issue', 'series'],
    succeeded: ['issue', 'series'],
    failed: ['issue', 'series'],
    needs_attention: ['issue', 'series'],
  },
} as const satisfies Record<Activity, Cell>
