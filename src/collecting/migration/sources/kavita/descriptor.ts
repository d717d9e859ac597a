import { join } from 'node:path'
import type { ForeignDatabase } from '../../../../base/platform/foreign-database'
import type { Files } from '../../../../base/platform/ports'
import { addLibraryFolders } from '../../library/add-library-folders'
import { textValue } from '../../library/column-values'
import { librarySource } from '../../library/library-source'
import { fileIn, subfolder } from '../../source-folder'
import { kavitaFiles, kavitaIssues } from './kavita-chapters'
import { kavitaBookmarks, kavitaLeft, kavitaLists, kavitaProgress, kavitaRatings } from './kavita-reading'
import { kavitaRoots, kavitaSeries } from './kavita-series'
import { kavitaUsers } from './kavita-users'

const DATABASE = 'kavita.db'
/** The key of the setting that holds the installed version. */
const INSTALLED = 11

async function recognise(folder: string, files: Files): Promise<string | undefined> {
  const own = await fileIn(folder, [DATABASE], files)
  if (own !== undefined) return own
  const below = await subfolder(folder, 'config', files)
  return below === undefined ? undefined : fileIn(join(folder, below), [DATABASE], files)
}

/** The version that last used the database; older databases state only their last migration. */
function versionOf(database: ForeignDatabase): string | null {
  const installed = database.columns('serversetting').has('value')
    ? textValue(database.value('SELECT value FROM serversetting WHERE "Key" = ?', INSTALLED))
    : null
  if (installed !== null) return installed
  const migrations = database.columns('__efmigrationshistory').has('migrationid')
  return migrations ? textValue(database.value('SELECT max(migrationid) FROM __efmigrationshistory')) : null
}

/** Kavita since 0.5. */
export const kavita = librarySource({
  kind: 'kavita',
  label: 'Kavita',
  database: DATABASE,
  recognise,
  check: ({ database }) =>
    database.columns('mangafile').has('filepath') && database.has('appuserprogresses') && database.has('folderpath')
      ? undefined
      : `${DATABASE} has no tables of a library of Kavita.`,
  tables: ['Library', 'Series', 'Chapter', 'MangaFile', 'AppUserProgresses', 'ReadingList', 'ReadingListItem'],
  open: (database, year) => ({
    describedByService: false,
    roots: () => kavitaRoots(database),
    users: () => kavitaUsers(database),
    series: () => kavitaSeries(database),
    issues: () => kavitaIssues(database, year),
    files: () => kavitaFiles(database, year),
    progress: () => kavitaProgress(database),
    bookmarks: () => kavitaBookmarks(database),
    lists: () => kavitaLists(database),
    ratings: () => kavitaRatings(database),
    left: () => kavitaLeft(database),
  }),
  version: versionOf,
  parts: {
    users: 'AspNetUsers',
    series: 'Series',
    issues: 'Chapter',
    files: 'MangaFile',
    progress: 'AppUserProgresses',
    bookmarks: 'AppUserBookmark',
    lists: 'ReadingList',
    collections: 'AppUserCollection',
    ratings: 'AppUserRating',
  },
  leftTables: {
    AppUserAuthKey: 'Keys of apps stay in Kavita. Connect your apps again.',
    AppUserWantToRead: 'Panelkeep has no list of series to read.',
    AppUserReadingSession: 'The history of reading sessions. Reading progress is moved.',
    Device: 'Devices that Kavita sends books to.',
    ScrobbleEvent: 'Messages to other services.',
  },
  problems: () => [],
  applySettings: (move) => addLibraryFolders(kavitaRoots(move.database), move),
})
