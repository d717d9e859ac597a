/** The health checks, in the order of the page. */
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
  'acquisition',
  'provider_keys',
  'assistant',
  'network',
  'users',
  'formats',
  'library_files',
  'jobs',
] as const
export type CheckId = (typeof checkIds)[number]

/**
 * `error`: something does not work. `warning`: it will fail soon, or works badly. `notice`: it is retried, and needs
 * attention only when it lasts.
 */
export const severities = ['notice', 'warning', 'error'] as const
export type Severity = (typeof severities)[number]
