import {
  address,
  folder,
  folders,
  graded,
  type Option,
  type OptionTable,
  onOff,
  text,
  whole,
  YEAR_OF_MINUTES,
} from './option'
import { backupOptions } from './table/backups'
import { downloadOptions } from './table/downloads'
import { interfaceOptions } from './table/interface'
import { metadataOptions } from './table/metadata'
import { nameOptions } from './table/names'
import { searchOptions } from './table/search'
import { tagOptions } from './table/tags'

/**
 * Every setting, once: the file, the environment, the command line, `GET/PUT /api/config`, the README's table and the
 * settings page all follow from this table. Names are the ones that existing tools know.
 */
export const options = {
  comic_dirs: folders('General', 'Comics', 'Folders that hold your comics.'),
  manga_dirs: folders('General', 'Manga', 'Folders that hold your manga.'),
  library_scan_interval: whole(
    'General',
    [720, 0, YEAR_OF_MINUTES],
    'minutes',
    'Look through your library',
    'Minutes between two looks for new files in your folders; 0 looks only when you ask and when files change.',
  ),
  import_dir: folder('Import', 'Import folder', 'Folder where new files arrive, to be sorted into your library.'),
  import_scan_interval: whole(
    'Import',
    [30, -1, YEAR_OF_MINUTES],
    'minutes',
    'Look into the import folder',
    'Minutes between two looks into the import folder; 0 looks only when you ask and when files change.',
  ),
  imp_move: onOff(
    'Import',
    false,
    'Move what is imported',
    'Moves files out of the import folder instead of copying them.',
  ),
  imp_rename: onOff(
    'Import',
    false,
    'Rename what is imported',
    'Calls files from the import folder as file_format says.',
  ),
  cache_size_mb: whole(
    'General',
    [1024, 16, 1_000_000],
    'MB',
    'Room for covers',
    'Megabytes of covers kept ready on the disk; the ones not looked at for longest go first.',
  ),
  log_level: graded(
    'Logs',
    1,
    ['warning', 'info', 'debug'],
    'Level',
    'How much is logged: 0 warnings, 1 what happens, 2 everything.',
  ),
  release_feed_url: text(
    'Updates',
    '',
    'Release feed',
    'Address that says which version is the newest, as GitHub answers it; empty asks nobody.',
    address('https://api.github.com/repos/owner/name/releases/latest'),
  ),
  check_github_interval: whole(
    'Updates',
    [360, 0, YEAR_OF_MINUTES],
    'minutes',
    'Look for a newer version',
    'Minutes between two looks for a newer version; 0 looks only when you ask.',
  ),
  max_logsize: whole(
    'Logs',
    [10_000_000, 10_000, 1_000_000_000],
    'bytes',
    'Size of a log file',
    'Bytes after which the log begins a new file.',
  ),
  max_logfiles: whole('Logs', [5, 0, 99], 'files', 'Older log files', 'Older files of the log that are kept.'),
  ...interfaceOptions,
  opds_enable: onOff('OPDS', true, 'Catalog', 'Serves the catalog for reading apps at /opds.'),
  opds_pagesize: whole('OPDS', [30, 10, 200], 'entries', 'Entries on a page', 'Entries on one page of the catalog.'),
  ...nameOptions,
  migration_dismissed: onOff(
    'General',
    false,
    'Never ask about moving in',
    'Asks no more whether to take over the library of another program while yours is empty.',
  ),
  recycle_days: whole(
    'Files',
    [30, 1, 3650],
    'days',
    'Replaced files',
    'Days that files which were replaced rest in the recycle folder of their library folder.',
  ),
  ...metadataOptions,
  ...searchOptions,
  ...downloadOptions,
  ...backupOptions,
  ...tagOptions,
} as const satisfies OptionTable

export type OptionName = keyof typeof options

type ValueOf<O extends Option> = O extends { type: 'folders' }
  ? string[]
  : O extends { type: 'integer' }
    ? number
    : O extends { type: 'switch' }
      ? boolean
      : O extends { type: 'choice'; choices: readonly (infer C)[] }
        ? C
        : string

export type Values = { [N in OptionName]: ValueOf<(typeof options)[N]> }
export type Value = Values[OptionName]

export const optionNames = Object.keys(options) as OptionName[]

/** Whether the option is a key or a password. */
export function isSecret(name: OptionName): boolean {
  return options[name].type === 'secret'
}
