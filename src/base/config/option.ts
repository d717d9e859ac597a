/** The sections of the settings page, as in its address: `completed-downloads`. */
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
  'story-arcs',
  'file-metadata-and-conversion',
  'connections',
  'assistant',
  'account',
  'network',
  'start-and-log',
  'about',
  'backups',
] as const
export type SettingsSection = (typeof settingsSections)[number]

interface Common {
  /** Section of config.ini. */
  section: string
  /** Its name in two to five words, on every page and in the user guide. */
  label: string
  /** One sentence about its effect; a second one for a consequence that is easily missed. */
  about: string
  /** What 0 or an empty value means, as a phrase that follows "means": "no limit". */
  none?: string
  /** Further words that people search for. */
  terms?: string
  /** Left out for an option that rows have replaced. */
  shown?: SettingsSection
  /** Shown only with the Advanced switch, and to a search. */
  advanced?: true
  /** True when a change shows only after the next start. */
  restart?: true
  /**
   * True for an option of earlier versions that rows have replaced: at a start its value moves into them, and requests
   * for it are answered by the annex that knows the rows.
   */
  moved?: true
  /** True when managers may set the option; all others are the owner's. */
  manager?: true
  /** True when no route may set the option: options that run programs can only be set in config.ini. */
  fileOnly?: true
}

export interface Form {
  pattern: RegExp
  /** A check beyond the pattern: a port above 65535, an impossible IP address. */
  fits?: (text: string) => boolean
  /** The expected form, for the message about an invalid value. */
  expects: string
}

interface Integer {
  type: 'integer'
  default: number
  least: number
  most: number
  unit?: string
  /** Names for the numbers from 0 up; a file may contain either form. */
  words?: readonly string[]
  /** Labels for `words`, where they differ. */
  labels?: readonly string[]
  /** Durations in `unit` that a page offers; any other value within the limits is valid too. */
  offers?: readonly number[]
}

/** The type of a setting's value. */
export type OptionKind =
  | ({ type: 'text'; default: string } & Partial<Form>)
  | Integer
  | { type: 'switch'; default: boolean }
  /** `labels` are the texts shown for `choices`, where they differ. */
  | { type: 'choice'; default: string; choices: readonly string[]; labels?: readonly string[] }
  /** Absolute folders; `folder-list.ts` describes how a file writes them. */
  | { type: 'folders'; default: readonly string[] }
  /** One absolute folder path; empty for none. */
  | { type: 'folder'; default: '' }
  /** A key or a password: kept, used, and never shown again. */
  | ({ type: 'secret'; default: '' } & Partial<Form>)

/** An option of the table: its description and its type. */
export type Option = Common & OptionKind

export type OptionTable = Record<string, Option>

/** The upper limit for a number without a natural one: a year in minutes. */
export const YEAR_OF_MINUTES = 525_600

/** A complete address of a service, without a login or a query. */
export const address = (example: string, pattern = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/) => ({
  pattern,
  fits: (text: string) => URL.canParse(text.trim()),
  expects: `a whole address such as ${example}`,
})

/** Some of `words`, separated by commas. */
export const someOf = (words: readonly string[], more = ''): Form => {
  const word = `(?:${words.join('|')})`
  return { pattern: new RegExp(`^ *${word}(?: *, *${word})* *$`), expects: `some of ${words.join(', ')}${more}` }
}

/** The description of an option, with the meaning of 0 or an empty value. */
export function optionSentences({ type, about, none }: Option): string {
  return none === undefined ? about : `${about} ${type === 'integer' ? '0' : 'Empty'} means ${none}.`
}
