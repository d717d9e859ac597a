import type { MovingSource } from '../../source'
import { fileIn } from '../../source-folder'
import { moveComics } from './comics'
import { mylarFindings } from './findings'
import { moveAnnuals, moveIssues } from './issues'
import { leaveBehind } from './left'
import { SETTINGS } from './settings-file'

const DATABASE = 'mylar.db'

/** Mylar3, its predecessor Mylar, and databases of its forks with the same name. */
export const mylar: MovingSource = {
  kind: 'mylar',
  label: 'Mylar',
  database: DATABASE,
  textFiles: [SETTINGS],
  recognise: (folder, files) => fileIn(folder, [DATABASE], files),
  check: ({ database }) =>
    database.has('comics') && database.columns('comics').has('comicid')
      ? undefined
      : 'mylar.db has no table of series (comics).',
  inspect: mylarFindings,
  tables: [
    'comics',
    'issues',
    'annuals',
    'snatched',
    'nzblog',
    'failed',
    'storyarcs',
    'readlist',
    'weekly',
    'rssdb',
    'upcoming',
    'futureupcoming',
    'ddl_info',
    'ref32p',
    'oneoffhistory',
    'jobhistory',
  ],
  steps: [
    { name: 'comics', run: moveComics },
    { name: 'issues', run: moveIssues },
    { name: 'annuals', run: moveAnnuals },
    { name: 'rssdb', run: leaveBehind('rssdb') },
    { name: 'ref32p', run: leaveBehind('ref32p') },
    { name: 'oneoffhistory', run: leaveBehind('oneoffhistory') },
    { name: 'jobhistory', run: leaveBehind('jobhistory') },
  ],
}
