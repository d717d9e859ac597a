/** What is looked at, in the order in which the page lists it. */
export const checkIds = [
  'settings',
  'folders',
  'disk_space',
  'database',
  'backups',
  'log',
  'clock',
  'clients',
  'path_mappings',
  'indexers',
  'feed_gaps',
  'provider_keys',
  'network',
  'formats',
  'jobs',
] as const
export type CheckId = (typeof checkIds)[number]

/**
 * `error`: something does not work. `warning`: it soon will not, or works worse than it could. `notice`: it is tried
 * again, and only when that lasts there is something to do.
 */
export const severities = ['notice', 'warning', 'error'] as const
export type Severity = (typeof severities)[number]
