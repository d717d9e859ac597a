import type { MigrationSource } from '../../source'
import { fileIn } from '../../source-folder'
import { moveArcs } from './arcs'
import { moveFutureUpcoming, moveUpcoming, moveWeekly } from './calendar'
import { COMIC_COLUMNS, moveComics } from './comics'
import { moveDirect } from './direct'
import { moveFailed, moveNzblog, moveSnatched } from './history'
import { ANNUAL_COLUMNS, ISSUE_COLUMNS, moveAnnuals, moveMylarIssues } from './issues'
import { leaveBehind } from './left'
import { mylarFindings } from './mylar-findings'
import { moveReadlist } from './reading'
import { applyMylarSettings } from './settings'
import { MYLAR_SETTINGS_FILE } from './settings-file'

const DATABASE = 'mylar.db'

/** Mylar3, its predecessor Mylar, and forks whose database has the same name. */
export const mylar: MigrationSource = {
  kind: 'mylar',
  label: 'Mylar',
  database: DATABASE,
  textFiles: [MYLAR_SETTINGS_FILE],
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
  // Annuals never have pictures.
  columns: { comics: COMIC_COLUMNS, issues: ISSUE_COLUMNS, annuals: ANNUAL_COLUMNS.filter((name) => name !== 'imageurl') }, // biome-ignore format: one line
  steps: [
    { name: 'comics', run: moveComics },
    { name: 'issues', run: moveMylarIssues },
    { name: 'annuals', run: moveAnnuals },
    { name: 'snatched', run: moveSnatched },
    { name: 'nzblog', run: moveNzblog },
    { name: 'failed', run: moveFailed },
    { name: 'storyarcs', run: moveArcs },
    { name: 'readlist', run: moveReadlist },
    { name: 'weekly', run: moveWeekly },
    { name: 'rssdb', run: leaveBehind('rssdb') },
    { name: 'upcoming', run: moveUpcoming },
    { name: 'futureupcoming', run: moveFutureUpcoming },
    { name: 'ddl_info', run: moveDirect },
    { name: 'ref32p', run: leaveBehind('ref32p') },
    { name: 'oneoffhistory', run: leaveBehind('oneoffhistory') },
    { name: 'jobhistory', run: leaveBehind('jobhistory') },
  ],
  applySettings: applyMylarSettings,
}
