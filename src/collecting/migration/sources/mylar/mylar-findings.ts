import type { MigrationProblem, OpenSource, SourceFindings } from '../../source'
import { cutOffIndexers } from './indexers'
import { LEFT_TABLES, UNREAD_TABLES } from './left'
import { mylarText, readDay } from './mylar-values'
import { type MylarSettings, mylarSettings } from './settings-file'

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

const count = (open: OpenSource, table: string, needs: readonly string[], where: string): number => {
  const columns = open.database.columns(table)
  if (needs.some((column) => !columns.has(column))) return 0
  return Number(open.database.value(`SELECT count(*) FROM "${table}" WHERE ${where}`) ?? 0)
}

interface Finding {
  code: string
  table: string
  needs: string[]
  where: string
  sentence: (count: number) => string
  help: string | null
  severity?: MigrationProblem['severity']
}

const BLANK = (column: string) => `("${column}" IS NULL OR trim("${column}") IN ('', 'None'))`
const REPEATED = (table: string, column: string) =>
  `NOT ${BLANK(column)} AND rowid NOT IN (SELECT min(rowid) FROM "${table}" GROUP BY trim("${column}"))`
/** The prefix is not part of an id. */
const BARE = (column: string) => `replace(trim("${column}"), '4050-', '')`

/** Facts about rows that the user should know before the start. */
const FINDINGS: Finding[] = [
  {
    code: 'series_without_id',
    table: 'comics',
    needs: ['comicid', 'comicname'],
    where: `${BLANK('comicid')} OR ${BLANK('comicname')} OR comicname LIKE 'Comic ID%' OR comicname LIKE '%Fetch%failed%'`,
    sentence: (n) => `${counted(n, 'series has', 'series have')} no id or no name.`,
    help: 'They are left behind; the report names them.',
  },
  {
    code: 'series_prefixed',
    table: 'comics',
    needs: ['comicid'],
    where: `trim(comicid) LIKE '4050-%'`,
    sentence: (n) => `${counted(n, 'series has', 'series have')} the prefix 4050- in the id.`,
    help: 'It is removed.',
    severity: 'info',
  },
  {
    code: 'issues_without_series',
    table: 'issues',
    needs: ['comicid'],
    where: `${BARE('comicid')} NOT IN (SELECT ${BARE('comicid')} FROM comics WHERE comicid IS NOT NULL) OR comicid IS NULL`,
    sentence: (n) => `${counted(n, 'issue is', 'issues are')} of a series that Mylar does not list.`,
    help: 'They are left behind; the report names them.',
  },
  {
    code: 'annuals_without_series',
    table: 'annuals',
    needs: ['comicid'],
    where: `${BARE('comicid')} NOT IN (SELECT ${BARE('comicid')} FROM comics WHERE comicid IS NOT NULL) OR comicid IS NULL`,
    sentence: (n) => `${counted(n, 'annual is', 'annuals are')} of a series that Mylar does not list.`,
    help: 'They are left behind; the report names them.',
  },
  {
    code: 'issues_repeated',
    table: 'issues',
    needs: ['issueid'],
    where: REPEATED('issues', 'issueid'),
    sentence: (n) => `${counted(n, 'issue is', 'issues are')} in the database more than once.`,
    help: 'The row with the best status is kept.',
  },
  {
    code: 'annuals_repeated',
    table: 'annuals',
    needs: ['issueid'],
    where: REPEATED('annuals', 'issueid'),
    sentence: (n) => `${counted(n, 'annual is', 'annuals are')} in the database more than once.`,
    help: 'The row with the best status is kept.',
  },
  {
    code: 'series_repeated',
    table: 'comics',
    needs: ['comicid'],
    where: `NOT ${BLANK('comicid')} AND rowid NOT IN (SELECT min(rowid) FROM comics GROUP BY ${BARE('comicid')})`,
    sentence: (n) => `${counted(n, 'series is', 'series are')} in the database more than once.`,
    help: 'The first row is kept, with the issues of all.',
  },
  ...(['issues', 'annuals'] as const).map(
    (table): Finding => ({
      code: `${table}_without_id`,
      table,
      needs: ['issueid'],
      where: BLANK('issueid'),
      sentence: (n) => `${counted(n, table === 'issues' ? 'issue has' : 'annual has', `${table} have`)} no id.`,
      help: 'They are known by series and number.',
    }),
  ),
  {
    code: 'arcs_without_id',
    table: 'storyarcs',
    needs: ['storyarcid', 'storyarc'],
    where: `${BLANK('storyarcid')} OR ${BLANK('storyarc')}`,
    sentence: (n) => `${counted(n, 'row of a story arc names', 'rows of story arcs name')} no arc.`,
    help: 'They are left behind; the report names them.',
  },
  {
    code: 'arcs_repeated',
    table: 'storyarcs',
    needs: ['issuearcid'],
    where: REPEATED('storyarcs', 'issuearcid'),
    sentence: (n) => `${counted(n, 'row of a story arc has', 'rows of story arcs have')} the id of another row.`,
    help: 'Mylar assigns these ids at random. All rows are copied.',
    severity: 'info',
  },
  {
    code: 'reading_list_repeated',
    table: 'readlist',
    needs: ['issueid'],
    where: REPEATED('readlist', 'issueid'),
    sentence: (n) => `${counted(n, 'issue is', 'issues are')} in the reading list more than once.`,
    help: 'Each is listed once.',
    severity: 'info',
  },
  {
    code: 'issues_in_flight',
    table: 'issues',
    needs: ['status'],
    where: `status = 'Snatched'`,
    sentence: (n) => `${counted(n, 'issue was', 'issues were')} sent to a download client and did not arrive.`,
    help: 'They wait under Attention for your decision.',
    severity: 'info',
  },
  {
    code: 'annuals_removed',
    table: 'annuals',
    needs: ['deleted'],
    where: 'deleted = 1',
    sentence: (n) => `${counted(n, 'annual was', 'annuals were')} removed in Mylar.`,
    help: 'They stay removed.',
    severity: 'info',
  },
  {
    code: 'rows_unreadable',
    table: 'issues',
    needs: ['issuename'],
    // Bytes that are not UTF-8 change when they are read as text.
    where: `hex(issuename) LIKE '%FF%' OR hex(issuename) LIKE '%FE%'`,
    sentence: (n) => `${counted(n, 'issue has', 'issues have')} a title with unreadable characters.`,
    help: 'The unreadable characters are replaced.',
  },
]

/** The contents of the preview of a Mylar database. */
export function mylarFindings(open: OpenSource): SourceFindings {
  const { database, texts } = open
  const settings = mylarSettings(texts)
  const version = database.columns('mylar_info').has('databaseversion')
    ? mylarText(database.value('SELECT max(DatabaseVersion) FROM mylar_info'))
    : null
  return {
    version,
    series: database.count('comics'),
    issues: database.count('issues') + database.count('annuals'),
    settings: settings.sections,
    paths: pathsOf(open),
    pathSettings: PATH_KEYS.flatMap((key) => settings.list(key).map((path) => ({ key, path }))),
    problems: [...rowProblems(open), ...settingsProblems(settings)],
    left: [...Object.entries(LEFT_TABLES), ...Object.entries(UNREAD_TABLES)].flatMap(([table, reason]) => {
      const rows = database.count(table)
      return rows === 0 ? [] : [{ table, rows, reason }]
    }),
  }
}

export const PATH_KEYS = [
  'destination_dir',
  'multiple_dest_dirs',
  'grabbag_dir',
  'storyarc_location',
  'weekfolder_loc',
  'duplicate_dump',
  'check_folder',
  'comic_dir',
  'ddl_location',
  'blackhole_dir',
  'local_watchdir',
  'newcom_dir',
  'backup_location',
  'folder_cache_location',
]

function* pathsOf({ database }: OpenSource): Generator<string> {
  for (const [table, column] of [
    ['comics', 'comiclocation'],
    ['storyarcs', 'location'],
    ['readinglist', 'location'],
    ['readlist', 'location'],
  ] as const) {
    if (!database.columns(table).has(column)) continue
    for (const row of database.rows(table, [column])) {
      const path = mylarText(row[column])
      if (path !== null) yield path
    }
  }
}

const DATES = ['issuedate', 'releasedate', 'digitaldate'] as const

/** Number of rows with a date that cannot be read. */
function unreadableDates({ database }: OpenSource): number {
  let count = 0
  for (const table of ['issues', 'annuals']) {
    const there = DATES.filter((column) => database.columns(table).has(column))
    if (there.length === 0) continue
    // Only values that SQLite does not parse as a day: most rows have one.
    const odd = there.map(
      (column) => `("${column}" IS NOT NULL AND date("${column}") IS NOT substr("${column}", 1, 10))`,
    )
    const columns = there.map((column) => `"${column}" AS "${column}"`).join(', ')
    for (const row of database.query(`SELECT ${columns} FROM "${table}" WHERE ${odd.join(' OR ')}`))
      if (there.some((column) => readDay(row[column]).unreadable)) count++
  }
  return count
}

function rowProblems(open: OpenSource): MigrationProblem[] {
  const found = FINDINGS.flatMap(
    ({ code, table, needs, where, sentence, help, severity = 'warning' }): MigrationProblem[] => {
      const n = count(open, table, needs, where)
      return n === 0 ? [] : [{ severity, code, message: sentence(n), help }]
    },
  )
  const dates = unreadableDates(open)
  if (dates > 0)
    found.push({
      severity: 'warning',
      code: 'dates_unreadable',
      message: `${counted(dates, 'issue has a date', 'issues have dates')} that cannot be read.`,
      help: 'They are copied without that date.',
    })
  const arcs = open.database.count('readinglist')
  if (arcs > 0 && open.database.count('storyarcs') === 0)
    found.push({
      severity: 'info',
      code: 'old_arcs',
      message: `The story arcs are in the table of an old release (readinglist, ${arcs} rows).`,
      help: 'They are copied from there.',
    })
  return found
}

function settingsProblems(settings: MylarSettings): MigrationProblem[] {
  if (!settings.isThere)
    return [
      {
        severity: 'warning',
        code: 'no_settings',
        message: 'There is no readable config.ini, so no settings are taken over.',
        help: 'Mylar keeps copies of it in its backup folder (config.ini-v*.backup). Put one beside mylar.db to take it over.',
      },
    ]
  const problems: MigrationProblem[] = []
  if (settings.undecoded.length > 0)
    problems.push({
      severity: 'warning',
      code: 'secrets_undecoded',
      message: `Passwords that cannot be decoded: ${settings.undecoded.join(', ')}.`,
      help: 'Enter them again in the settings.',
    })
  const cutOff = cutOffIndexers(settings)
  if (cutOff.length > 0)
    problems.push({
      severity: 'warning',
      code: 'indexers_cut_off',
      message: `Records of indexers that are cut off: ${cutOff.join(', ')}.`,
      help: 'Mylar does not use them either. Add them under Indexers.',
    })
  return problems
}
