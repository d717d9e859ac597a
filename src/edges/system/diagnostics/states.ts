/** Words of a support bundle, in place of figures, names and settings. */

export const buckets = ['0', '1-9', '10-99', '100-999', '1000-9999', '10000+'] as const
export const sizes = ['none', 'under 10 MB', '10-100 MB', '100 MB-1 GB', 'over 1 GB'] as const
export const platforms = ['linux', 'win32', 'darwin', 'other'] as const
export const journalModes = ['wal', 'delete', 'memory', 'other'] as const
/** State of an option: `changed` when its value is not the default. */
export const optionStates = ['default', 'changed'] as const
