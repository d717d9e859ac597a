/** Where the settings page shows an option, as its address says: `completed-downloads`. */
export const settingsSections = [
  'folders',
  'import-folder',
  'metadata',
  'indexers',
  'release-rules',
  'downloads-without-a-client',
  'completed-downloads',
  'reading-apps',
  'naming',
  'tags-and-conversion',
  'connections',
  'account',
  'start-and-log',
  'backups',
] as const
export type SettingsSection = (typeof settingsSections)[number]

interface Common {
  /** Section of config.ini. */
  section: string
  /** Its name in two to five words, on every page and in the README. */
  label: string
  /** What it does, in one sentence; a second one for what people would otherwise miss. */
  about: string
  /** What 0 or an empty value means, in words that fit behind "means": "no limit". */
  none?: string
  /** Further words that people search for. */
  terms?: string
  /** Left out for what only the page of all settings shows. */
  shown?: SettingsSection
  /** True when a change shows only after the next start. */
  restart?: true
  /** True when no route may set it: what runs programs is for who can write config.ini. */
  fileOnly?: true
}

export interface Form {
  pattern: RegExp
  /** What no pattern can tell: a port above 65535, an address that no machine has. */
  fits?: (text: string) => boolean
  /** What fits it, for who wrote something else. */
  expects: string
}

interface Integer {
  type: 'integer'
  default: number
  least: number
  most: number
  unit?: string
  /** Values in place of the numbers from 0 on; a file may hold either. */
  words?: readonly string[]
  /** What people read for each of `words`, where it is another text. */
  labels?: readonly string[]
  /** Lengths of time in `unit` that a page offers; any other within the limits is as good. */
  offers?: readonly number[]
}

/** What a setting may be. */
export type Kind =
  | ({ type: 'text'; default: string } & Partial<Form>)
  | Integer
  | { type: 'switch'; default: boolean }
  /** `labels` are what people read for each of `choices`, where that is another text. */
  | { type: 'choice'; default: string; choices: readonly string[]; labels?: readonly string[] }
  /** Absolute folders, separated by `;` in the file. */
  | { type: 'folders'; default: readonly string[] }
  /** One absolute folder; empty for none. */
  | { type: 'folder'; default: '' }
  /** A key or a password: kept, used, and never shown again. */
  | ({ type: 'secret'; default: '' } & Partial<Form>)

/** A setting as the table has it. */
export type Option = Common & Kind

export type OptionTable = Record<string, Option>

/** Most of a number that has no natural end: a year of minutes. */
export const YEAR_OF_MINUTES = 525_600

/** A whole address of a service, without a login or a query. */
export const address = (example: string, pattern = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/) => ({
  pattern,
  fits: (text: string) => URL.canParse(text.trim()),
  expects: `a whole address such as ${example}`,
})

/** Some of `words` with commas between them. */
export const someOf = (words: readonly string[], more = ''): Form => {
  const word = `(?:${words.join('|')})`
  return { pattern: new RegExp(`^ *${word}(?: *, *${word})* *$`), expects: `some of ${words.join(', ')}${more}` }
}

/** What an option does, and what 0 or nothing means for it. */
export function sentencesOf({ type, about, none }: Option): string {
  return none === undefined ? about : `${about} ${type === 'integer' ? '0' : 'Empty'} means ${none}.`
}
