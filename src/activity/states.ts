/** What the library does for its reader, step by step: what `GET /api/activity/timeline` tells (its words are those of existing tools). */
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

/** A person has to do something, or might want to: these carry a reason. */
export const troubles = ['failed', 'blocked', 'needs_attention'] as const satisfies ActivityStatus[]

type Cell = Partial<Record<ActivityStatus, readonly SubjectType[]>>

const ONE = ['issue', 'annual'] as const
const MANY = ['issue', 'annual', 'series', 'run'] as const

/** What can be told of what; anything else is a mistake of ours. */
export const cells = {
  search: { started: ['run'], succeeded: ['run'], cancelled: ONE, failed: ONE, blocked: ONE, needs_attention: ONE },
  grab: { succeeded: ONE, failed: ONE, blocked: ONE, cancelled: ['issue', 'annual', 'series'] },
  download: { succeeded: ONE, failed: ONE, cancelled: ONE },
  // Of many files at once only their series is told, and of a scan the scan.
  import: {
    started: ONE,
    succeeded: MANY,
    failed: MANY,
    needs_attention: ONE,
    cancelled: MANY,
  },
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
