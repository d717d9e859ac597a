/** Jobs that have other ids in existing tools. */
const OLDER_IDS: Record<string, string> = { import_inbox: 'importinbox', download_scan: 'monitor' }

/** The id of a job on the wire. */
export const jobId = (name: string): string => OLDER_IDS[name] ?? name

/** The name of the job with an id of the wire. */
export const jobNamed = (id: string): string => Object.keys(OLDER_IDS).find((name) => OLDER_IDS[name] === id) ?? id
