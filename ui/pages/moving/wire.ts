import type { Reply } from '../../api/contract'

export type Preview = Reply<'POST /api/system/migration/preview'>
export type Progress = Reply<'GET /api/system/migration/progress'>
export type Place = Reply<'GET /api/system/migration/places'>['places'][number]
export type MovedTable = Progress['tables'][number]
export type Mapping = { from: string; to: string }

const OPEN: readonly Progress['status'][] = ['validating', 'waiting_for_quiescence', 'migrating']
export const isRunning = ({ status }: Pick<Progress, 'status'>) => OPEN.includes(status)

/** What the tables of Mylar hold, in words; other programs' tables go by their own names. */
const TABLES: Record<string, string> = {
  comics: 'Series',
  issues: 'Issues',
  annuals: 'Annuals',
  snatched: 'Grabs',
  nzblog: 'Open downloads',
  failed: 'Failed downloads',
  storyarcs: 'Story arcs',
  readlist: 'Reading list',
  weekly: 'Weekly releases',
  rssdb: 'Feed entries',
  upcoming: 'Upcoming issues',
  futureupcoming: 'Announced issues',
  ddl_info: 'Direct downloads',
  ref32p: 'Links to a closed tracker',
  oneoffhistory: 'One-off downloads',
  jobhistory: 'Times of jobs',
}
export const tableWords = (name: string) => TABLES[name] ?? name
