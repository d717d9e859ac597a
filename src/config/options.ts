import { isAbsolute } from 'node:path'
import { backupOptions } from './backup-options'
import { downloadOptions } from './download-options'
import { interfaceOptions } from './interface-options'
import { metadataOptions } from './metadata-options'
import { nameOptions } from './name-options'
import { searchOptions } from './search-options'
import { tagOptions } from './tag-options'

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
  ...interfaceOptions,
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
  ...nameOptions,
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
  ...tagOptions,
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
