interface Common {
  /** Section of config.ini. */
  section: string
  /** What people call it: the settings page and its search. */
  label: string
  /** What it does, as one sentence for the README and the settings page. */
  about: string
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

/** What a setting may be. */
export type Kind =
  | ({ type: 'text'; default: string } & Partial<Form>)
  /** `unit` stands behind the number; `words` may stand for some, and are then all that there is to choose from. */
  | { type: 'integer'; default: number; least: number; most: number; unit?: string; words?: readonly string[] }
  | { type: 'switch'; default: boolean }
  | { type: 'choice'; default: string; choices: readonly string[] }
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

type Words = [label: string, about: string]

/** The kinds of settings; their last two words are what each is called and what it does. */
export const onOff = (section: string, standard: boolean, ...[label, about]: Words) =>
  ({ section, type: 'switch', default: standard, label, about }) as const

export const whole = (
  section: string,
  [standard, least, most]: readonly [standard: number, least: number, most: number],
  unit: string,
  ...[label, about]: Words
) =>
  ({
    section,
    type: 'integer',
    default: standard,
    least,
    most,
    ...(unit === '' ? {} : { unit }),
    label,
    about,
  }) as const

/** One of `words`, kept as its place among them; both are understood. */
export const graded = (section: string, standard: number, words: readonly string[], ...[label, about]: Words) =>
  ({ ...whole(section, [standard, 0, words.length - 1], '', label, about), words }) as const

export const oneOf = <const C extends readonly string[]>(
  section: string,
  standard: C[number],
  choices: C,
  ...[label, about]: Words
) => ({ section, type: 'choice', default: standard, choices, label, about }) as const

export const folder = (section: string, ...[label, about]: Words) =>
  ({ section, type: 'folder', default: '', label, about }) as const

export const folders = (section: string, ...[label, about]: Words) =>
  ({ section, type: 'folders', default: [], label, about }) as const

export const secret = (section: string, ...[label, about, form]: [...Words, form?: Form]) =>
  ({ section, type: 'secret', default: '', label, about, ...form }) as const

export const text = (section: string, standard: string, ...[label, about, form]: [...Words, form?: Form]) =>
  ({ section, type: 'text', default: standard, label, about, ...form }) as const

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
