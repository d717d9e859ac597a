import { join } from 'node:path'
import type { ForeignDatabase } from '../../../../base/platform/foreign-database'
import type { Files } from '../../../../base/platform/ports'
import { legacy } from '../../../../base/refusal'
import { addLibraryFolders } from '../../library/add-library-folders'
import { textValue } from '../../library/column-values'
import { librarySource } from '../../library/library-source'
import { fileIn, subfolder } from '../../source-folder'
import { komgaFiles, komgaIssues } from './komga-books'
import { komgaLeft, komgaLists, komgaProgress } from './komga-reading'
import { komgaRoots, komgaSeries } from './komga-series'
import { komgaUsers } from './komga-users'

const DATABASE = 'database.sqlite'
const TASKS = 'tasks.sqlite'
/** The database before 0.48, which was not SQLite. */
const OLDEST = 'database.h2.mv.db'
/** The last known migration, and releases by their last migration. */
const KNOWN = '20260225161438'
const RELEASES: [from: string, release: string][] = [
  ['20260225161438', '1.26.3'],
  ['20250205151235', '1.23.0'],
  ['20250108115503', '1.17.0'],
  ['20240529120933', '1.12.0'],
  ['20231206152158', '1.9.0'],
  ['20230724114349', '1.3.0'],
  ['20230626170856', '1.0.0'],
  ['20230221170726', '0.162.0'],
  ['20220715213721', '0.157.5'],
  ['20220128152310', '0.149.0'],
  ['20210914111439', '0.125.4'],
  ['20210706162229', '0.107.0'],
  ['20210617114814', '0.100.0'],
  ['20210308163522', '0.81.1'],
]

async function recognise(folder: string, files: Files): Promise<string | undefined> {
  const below = await Promise.all(['config', '.komga'].map((name) => subfolder(folder, name, files)))
  const folders = [folder, ...below.flatMap((name) => (name === undefined ? [] : join(folder, name)))]
  for (const each of folders) {
    const found = await fileIn(each, [DATABASE], files)
    if (found !== undefined) return found
  }
  for (const each of folders) {
    if ((await fileIn(each, [OLDEST], files)) !== undefined)
      throw legacy(
        'invalid',
        `${OLDEST} is of a Komga before 0.48. Start Komga 0.48 to 0.80 once, which writes ${DATABASE}, and try again.`,
      )
    if ((await fileIn(each, [TASKS], files)) !== undefined)
      throw legacy('invalid', `${TASKS} holds no library of Komga. Enter the folder that holds ${DATABASE}.`)
  }
  return undefined
}

function migrationOf(database: ForeignDatabase): string {
  if (!database.columns('flyway_schema_history').has('version')) return ''
  const last = 'SELECT version FROM flyway_schema_history WHERE success = 1 ORDER BY installed_rank DESC LIMIT 1'
  return textValue(database.value(last)) ?? ''
}

/** Komga since 0.48. */
export const komga = librarySource({
  kind: 'komga',
  label: 'Komga',
  database: DATABASE,
  recognise,
  check: ({ database }) =>
    database.columns('library').has('root') && database.has('book_metadata') && database.has('read_progress')
      ? undefined
      : `${DATABASE} has no tables of a library of Komga.`,
  tables: [
    'library',
    'series',
    'book',
    'read_progress',
    'readlist',
    'readlist_book',
    'collection',
    'collection_series',
  ],
  open: (database, year) => ({
    describedByService: false,
    roots: () => komgaRoots(database),
    users: () => komgaUsers(database),
    series: () => komgaSeries(database),
    issues: () => komgaIssues(database, year),
    files: () => komgaFiles(database, year),
    progress: () => komgaProgress(database),
    bookmarks: () => [],
    lists: () => komgaLists(database),
    ratings: () => [],
    left: () => komgaLeft(database),
  }),
  version(database) {
    const migration = migrationOf(database)
    const release = RELEASES.find(([from]) => migration >= from)?.[1]
    return migration === '' ? null : `${release ?? '0.48.0'} (database ${migration})`
  },
  parts: {
    users: 'user',
    series: 'series',
    issues: 'book',
    files: 'media',
    progress: 'read_progress',
    lists: 'readlist',
    collections: 'collection',
  },
  leftTables: {
    user_api_key: 'Keys of apps cannot be read. Connect your apps again.',
    page_hash: 'Pages that Komga removes. Panelkeep changes no pages.',
    library_exclusions: 'Names that Komga does not scan.',
    series_metadata_sharing: 'Labels that limit what people see.',
    client_settings_global: 'Settings of the pages of Komga.',
    client_settings_user: 'Settings of the pages of Komga.',
  },
  problems: ({ database }) => {
    const migration = migrationOf(database)
    return migration.slice(0, 14) > KNOWN ? [newerVersion(migration)] : []
  },
  applySettings: (move) => addLibraryFolders(komgaRoots(move.database), move),
})

const newerVersion = (migration: string) => ({
  severity: 'warning' as const,
  code: 'newer_version',
  message: `This Komga is newer than those that Panelkeep knows (database ${migration}).`,
  help: 'Everything known is moved. Compare the counts.',
})
