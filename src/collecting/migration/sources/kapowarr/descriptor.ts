import { join } from 'node:path'
import type { Files } from '../../../../base/platform/ports'
import { librarySource } from '../../library/library-source'
import type { OpenSource } from '../../source'
import { fileIn, subfolder } from '../../source-folder'
import {
  kapowarrFiles,
  kapowarrIssues,
  kapowarrLeft,
  kapowarrRoots,
  kapowarrSeries,
  kapowarrSetting,
} from './kapowarr-library'
import { applyKapowarrSettings } from './kapowarr-settings'

const DATABASE = 'Kapowarr.db'
/** The newest layout that is known. */
const KNOWN = 45
/** Releases by the layout of their database. */
const RELEASES: [from: number, release: string][] = [
  [45, '1.3.0'],
  [38, '1.2.0'],
  [34, '1.1.0'],
  [27, '1.0.0'],
  [14, '1.0.0 beta 4'],
  [10, '1.0.0 beta 3'],
  [7, '1.0.0 beta 2'],
  [0, '1.0.0 beta 1'],
]

const layoutOf = ({ database }: Pick<OpenSource, 'database'>) =>
  Number(kapowarrSetting(database, 'database_version') ?? 0)

async function recognise(folder: string, files: Files): Promise<string | undefined> {
  const own = await fileIn(folder, [DATABASE], files)
  if (own !== undefined) return own
  const below = await subfolder(folder, 'db', files)
  return below === undefined ? undefined : fileIn(join(folder, below), [DATABASE], files)
}

/** Kapowarr, from its first beta. */
export const kapowarr = librarySource({
  kind: 'kapowarr',
  label: 'Kapowarr',
  database: DATABASE,
  recognise,
  check: ({ database }) =>
    database.columns('volumes').has('comicvine_id') && database.has('issues') && database.has('files')
      ? undefined
      : `${DATABASE} has no tables of volumes, issues and files.`,
  tables: ['root_folders', 'volumes', 'issues', 'files', 'issues_files'],
  open: (database) => ({
    describedByService: true,
    roots: () => kapowarrRoots(database),
    users: () => [],
    series: () => kapowarrSeries(database),
    issues: () => kapowarrIssues(database),
    files: () => kapowarrFiles(database),
    progress: () => [],
    bookmarks: () => [],
    lists: () => [],
    ratings: () => [],
    left: () => kapowarrLeft(database),
  }),
  version(database) {
    const layout = layoutOf({ database })
    const release = RELEASES.find(([from]) => layout >= from)?.[1]
    return layout === 0 ? null : `${release} (database ${layout})`
  },
  parts: { series: 'volumes', issues: 'issues', files: 'files' },
  leftTables: {
    blocklist: 'Links on web pages, where Panelkeep does not search.',
    external_download_clients: 'Logins stay in Kapowarr. Add your download clients in Settings.',
    torrent_clients: 'Logins stay in Kapowarr. Add your download clients in Settings.',
    credentials: 'Logins stay in Kapowarr.',
    remote_mappings: 'They belong to the download clients.',
    download_queue: 'These downloads run in Kapowarr. Let them finish there.',
    download_history: 'Downloads of Kapowarr. Panelkeep keeps a history of its own.',
    volumes_covers: 'Covers come from the files.',
    task_history: 'Times of scheduled tasks.',
  },
  problems: (copy) => (layoutOf(copy) > KNOWN ? [newerVersion(layoutOf(copy))] : []),
  applySettings: applyKapowarrSettings,
})

const newerVersion = (layout: number) => ({
  severity: 'warning' as const,
  code: 'newer_version',
  message: `This Kapowarr is newer than those that Panelkeep knows (database ${layout}).`,
  help: 'Everything known is moved. Compare the counts.',
})
