import { isAbsolute } from 'node:path'
import { backupOptions } from './backup-options'
import { downloadOptions } from './download-options'
import { metadataOptions } from './metadata-options'
import { searchOptions } from './search-options'

/**
 * Every setting, once: the file, the environment, the command line, `GET/PUT /api/config`, the README's table and the
 * settings page all follow from this table. Names are the ones that existing tools know.
 */

interface Common {
  /** Section of config.ini. */
  section: string
  /** What it does, as one sentence for the README and the settings page. */
  about: string
  /** True when a change shows only after the next start. */
  restart?: true
  /** True when no route may set it: what runs programs is for who can write config.ini. */
  fileOnly?: true
}

export type Option = Common &
  (
    | { type: 'text'; default: string; pattern?: RegExp; expects?: string }
    | { type: 'integer'; default: number; least: number; most: number }
    | { type: 'switch'; default: boolean }
    | { type: 'choice'; default: string; choices: readonly string[] }
    /** Absolute folders, separated by `;` in the file. */
    | { type: 'folders'; default: readonly string[] }
    /** One absolute folder; empty for none. */
    | { type: 'folder'; default: '' }
    /** A key or a password: kept, used, and never shown again. */
    | { type: 'secret'; default: '' }
  )

export const options = {
  comic_dirs: { section: 'General', type: 'folders', default: [], about: 'Folders that hold your comics.' },
  manga_dirs: { section: 'General', type: 'folders', default: [], about: 'Folders that hold your manga.' },
  library_scan_interval: {
    section: 'General',
    type: 'integer',
    default: 720,
    least: 0,
    most: 525_600,
    about: 'Minutes between two looks for new files in your folders; 0 looks only when you ask and when files change.',
  },
  import_dir: {
    section: 'Import',
    type: 'folder',
    default: '',
    about: 'Folder where new files arrive, to be sorted into your library.',
  },
  import_scan_interval: {
    section: 'Import',
    type: 'integer',
    default: 30,
    least: -1,
    most: 525_600,
    about: 'Minutes between two looks into the import folder; 0 looks only when you ask and when files change.',
  },
  imp_move: {
    section: 'Import',
    type: 'switch',
    default: false,
    about: 'Moves files out of the import folder instead of copying them.',
  },
  imp_rename: {
    section: 'Import',
    type: 'switch',
    default: false,
    about: 'Calls files from the import folder as file_format says.',
  },
  cache_size_mb: {
    section: 'General',
    type: 'integer',
    default: 1024,
    least: 16,
    most: 1_000_000,
    about: 'Megabytes of covers kept ready on the disk; the ones not looked at for longest go first.',
  },
  log_level: {
    section: 'Logs',
    type: 'integer',
    default: 1,
    least: 0,
    most: 2,
    about: 'How much is logged: 0 warnings, 1 what happens, 2 everything.',
  },
  release_feed_url: {
    section: 'Updates',
    type: 'text',
    default: '',
    pattern: /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~%-]*)*$/,
    expects: 'a whole address such as https://api.github.com/repos/owner/name/releases/latest',
    about: 'Address that says which version is the newest, as GitHub answers it; empty asks nobody.',
  },
  check_github_interval: {
    section: 'Updates',
    type: 'integer',
    default: 360,
    least: 0,
    most: 525_600,
    about: 'Minutes between two looks for a newer version; 0 looks only when you ask.',
  },
  max_logsize: {
    section: 'Logs',
    type: 'integer',
    default: 10_000_000,
    least: 10_000,
    most: 1_000_000_000,
    about: 'Bytes after which the log begins a new file.',
  },
  max_logfiles: {
    section: 'Logs',
    type: 'integer',
    default: 5,
    least: 0,
    most: 99,
    about: 'Older files of the log that are kept.',
  },
  http_host: {
    section: 'Interface',
    type: 'text',
    default: '127.0.0.1',
    pattern: /^[0-9A-Za-z.:_-]+$/,
    expects: 'an address such as 127.0.0.1 (this machine only) or 0.0.0.0 (your network too)',
    about:
      'Address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 to let reading apps on your network connect.',
  },
  http_port: {
    section: 'Interface',
    type: 'integer',
    default: 8090,
    least: 1,
    most: 65535,
    restart: true,
    about: 'Port to listen on.',
  },
  enable_https: {
    section: 'Interface',
    type: 'switch',
    default: false,
    restart: true,
    about: 'Answers over HTTPS alone, with a certificate of yours.',
  },
  https_cert: {
    section: 'Interface',
    type: 'text',
    default: '',
    restart: true,
    about: 'File of the certificate, in PEM.',
  },
  https_key: {
    section: 'Interface',
    type: 'text',
    default: '',
    restart: true,
    about: 'File of the key of the certificate, in PEM.',
  },
  https_chain: {
    section: 'Interface',
    type: 'text',
    default: '',
    restart: true,
    about: 'File of the certificates between yours and one that browsers know, in PEM; empty where there are none.',
  },
  http_root: {
    section: 'Interface',
    type: 'text',
    default: '/',
    pattern: /^(?:\/[\w.~-]+)*\/?$/,
    expects: 'a path such as /panelkeep',
    about: 'Path that stands before every address when a proxy gives Panelkeep a folder of its own: /panelkeep.',
  },
  public_url: {
    section: 'Interface',
    type: 'text',
    default: '',
    pattern: /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/,
    expects: 'a whole address such as https://comics.example',
    about: 'Address under which others reach Panelkeep, when it should not be read from their requests.',
  },
  trusted_proxies: {
    section: 'Interface',
    type: 'text',
    default: '',
    pattern: /^[\da-fA-F.:/,; ]*$/,
    expects: 'addresses or networks such as 192.168.1.2, 172.18.0.0/16',
    about: 'Proxies on other machines whose word on the address of a request counts; one on this machine always does.',
  },
  manage_remote: {
    section: 'Interface',
    type: 'switch',
    default: false,
    about: 'Lets other machines open the pages as well, not only the catalog for reading apps.',
  },
  launch_browser: {
    section: 'Interface',
    type: 'switch',
    default: true,
    about: 'Opens the browser at start.',
  },
  login_timeout: {
    section: 'Interface',
    type: 'integer',
    default: 43800,
    least: 1,
    most: 5_256_000,
    about: 'Minutes until a login has to be repeated.',
  },
  opds_enable: {
    section: 'OPDS',
    type: 'switch',
    default: true,
    about: 'Serves the catalog for reading apps at /opds.',
  },
  opds_pagesize: {
    section: 'OPDS',
    type: 'integer',
    default: 30,
    least: 10,
    most: 200,
    about: 'Entries on one page of the catalog.',
  },
  folder_format: {
    section: 'Naming',
    type: 'text',
    default: '$Series ($Year)',
    about: 'Name of a new series folder, from $Series $Publisher $Imprint $Year $VolumeY $VolumeN $Type.',
  },
  file_format: {
    section: 'Naming',
    type: 'text',
    default: '$Series $Annual $Issue ($Year)',
    about: 'Name of a new file, from the same words and $Annual $Issue $month $monthname.',
  },
  replace_spaces: {
    section: 'Naming',
    type: 'switch',
    default: false,
    about: 'Puts another sign in place of spaces in new names.',
  },
  replace_char: {
    section: 'Naming',
    type: 'choice',
    default: '_',
    choices: ['_', '.'],
    about: 'The sign that takes the place of spaces.',
  },
  zero_level_n: {
    section: 'Naming',
    type: 'choice',
    // Three digits, as releases have them: names sort by number everywhere, and a first rename changes the least.
    default: '00x',
    choices: ['none', '0x', '00x'],
    about: 'Pads issue numbers in new names: 1, 01 or 001.',
  },
  lowercase_filenames: {
    section: 'Naming',
    type: 'switch',
    default: false,
    about: 'Writes new names of files in lower case.',
  },
  migration_dismissed: {
    section: 'General',
    type: 'switch',
    default: false,
    about: 'Asks no more whether to take over the library of another program while yours is empty.',
  },
  recycle_days: {
    section: 'Files',
    type: 'integer',
    default: 30,
    least: 1,
    most: 3650,
    about: 'Days that files which were replaced rest in the recycle folder of their library folder.',
  },
  ...metadataOptions,
  ...searchOptions,
  ...downloadOptions,
  ...backupOptions,
  enable_meta: {
    section: 'Metatagging',
    type: 'switch',
    default: false,
    about: 'Writes metadata into files as they arrive.',
  },
  ct_tag_cr: {
    section: 'Metatagging',
    type: 'switch',
    default: true,
    about: 'Writes ComicInfo.xml when files are tagged.',
  },
  ct_comicinfo_version: {
    section: 'Metatagging',
    type: 'choice',
    default: '2.1',
    choices: ['2.0', '2.1'],
    about: 'Version of ComicInfo.xml: 2.0 for older readers, without tags, translators and barcodes.',
  },
  ct_tag_metroninfo: {
    section: 'Metatagging',
    type: 'switch',
    default: false,
    about: 'Writes MetronInfo.xml as well when files are tagged.',
  },
  ct_notes_format: {
    section: 'Metatagging',
    type: 'choice',
    default: 'Issue ID',
    choices: ['Issue ID', 'CVDB'],
    about: 'How the notes of a tagged file name its ComicVine issue: [Issue ID 123] or [CVDB123].',
  },
  cmtag_volume: {
    section: 'Metatagging',
    type: 'switch',
    default: true,
    about: 'Writes the volume of a comic when files are tagged.',
  },
  cmtag_start_year_as_volume: {
    section: 'Metatagging',
    type: 'switch',
    default: true,
    about: 'Writes the year of the first issue as the volume of a comic, in place of 1, 2 or 3.',
  },
  cbr2cbz: {
    section: 'Metatagging',
    type: 'switch',
    default: false,
    about: 'Converts CBR, CB7 and CBT to CBZ as they arrive; the original rests in the recycle folder.',
  },
} as const satisfies Record<string, Option>

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

/** `comic_dir` and `manga_dir` are the first entries of the lists; tools write them. */
export const firstOf = { comic_dir: 'comic_dirs', manga_dir: 'manga_dirs' } as const satisfies Record<
  string,
  OptionName
>

export type Read = { value: Value } | { expected: string }

const YES = ['true', '1', 'on', 'yes']
const NO = ['false', '0', 'off', 'no']

/** Reads what a file, the environment, the command line or a request gives for an option; null means the default. */
export function readValue(name: OptionName, given: unknown): Read {
  const option: Option = options[name]
  if (given === null || given === '') return { value: (option.type === 'folders' ? [] : option.default) as Value }
  switch (option.type) {
    case 'switch':
      return readSwitch(given)
    case 'integer':
      return readInteger(given, option)
    case 'choice':
      return typeof given === 'string' && option.choices.includes(given)
        ? { value: given }
        : { expected: `one of ${option.choices.join(', ')}` }
    case 'folders':
      return readFolders(given)
    case 'folder':
      return readFolder(given)
    case 'secret':
      return typeof given === 'string' && given.length <= 1000 && !hasControls(given)
        ? { value: given.trim() }
        : { expected: 'a line of text' }
    case 'text':
      if (typeof given !== 'string' || hasControls(given)) return { expected: 'a line of text' }
      if (option.pattern && !option.pattern.test(given)) return { expected: option.expects ?? 'another form' }
      return { value: given.trim() }
  }
}

function readSwitch(given: unknown): Read {
  if (typeof given === 'boolean') return { value: given }
  const text = String(given).toLowerCase()
  if (YES.includes(text)) return { value: true }
  return NO.includes(text) ? { value: false } : { expected: 'true or false' }
}

function readInteger(given: unknown, { least, most }: { least: number; most: number }): Read {
  const number = typeof given === 'number' ? given : /^-?\d+$/.test(String(given).trim()) ? Number(given) : Number.NaN
  if (Number.isInteger(number) && number >= least && number <= most) return { value: number }
  return { expected: `a whole number from ${least} to ${most}` }
}

function readFolders(given: unknown): Read {
  const parts = Array.isArray(given) ? given : typeof given === 'string' ? given.split(';') : undefined
  if (!parts?.every((part) => typeof part === 'string' && !hasControls(part))) return { expected: 'a list of folders' }
  return { value: [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))] }
}

function readFolder(given: unknown): Read {
  const text = typeof given === 'string' && !hasControls(given) ? given.trim() : undefined
  return text !== undefined && (text === '' || isAbsolute(text))
    ? { value: text }
    : { expected: 'the whole path of a folder' }
}

function hasControls(text: string): boolean {
  // A line break in a value would start another line of config.ini.
  return [...text].some((letter) => letter < ' ' || letter === '\u007f')
}

/** The text of a value in config.ini. */
export function writeValue(value: Value): string {
  return Array.isArray(value) ? value.join(';') : String(value)
}
