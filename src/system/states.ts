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

/** `error`: something does not work. `warning`: it soon will not, or works worse than it could. */
export const gravities = ['warning', 'error'] as const
export type Gravity = (typeof gravities)[number]
