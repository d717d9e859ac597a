import { SERIES_FIELDS, valueIn } from '../facts/field-words'
import type { Subject } from './wire'

/** A column of the table. Several columns may show one field: credits have one for each role. */
export type Column = {
  key: string
  field: string
  label: string
  /** Pixels. */
  width: number
  number?: boolean
  choices?: readonly { value: string; label: string }[]
  suggestions?: readonly string[]
  /** Why a text is no value. */
  wrong?: string
  /** The text of a value. */
  read: (value: unknown) => string
  /** The value of a text, which is not empty; undefined when it is none. `value` is the one before. */
  parse: (text: string, value: unknown) => unknown
  /** The value without this column's part, where the field has several columns. Default: none. */
  clear?: (value: unknown) => unknown
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

type Shown = Pick<Column, 'width' | 'suggestions'>

const text = (key: string, label: string, more: Shown): Column => ({
  key,
  field: key,
  label,
  read: textOf,
  parse: (typed) => typed,
  ...more,
})

const number = (key: string, label: string, width: number): Column => ({
  ...text(key, label, { width }),
  number: true,
  wrong: 'Enter digits only, such as 2015.',
  parse: (typed) => valueIn(typed, 'number'),
})

const day = (key: string, label: string): Column => ({
  ...text(key, label, { width: 120 }),
  wrong: 'Enter a date such as 2015-05-06 or 2015-05.',
  parse: (typed) => valueIn(typed, 'day'),
})

const list = (key: string, label: string, width = 180): Column => ({
  ...text(key, label, { width }),
  read: (value) => joined(Array.isArray(value) ? value.map(String) : []),
  parse: (typed) => parts(typed),
})

const choice = (key: string, label: string, choices: NonNullable<Column['choices']>): Column => ({
  ...text(key, label, { width: 130 }),
  choices,
  wrong: `Choose one of these: ${choices.map((one) => one.label).join(', ')}.`,
  read: (value) => choices.find((one) => one.value === value)?.label ?? textOf(value),
  parse: (typed) =>
    choices.find((one) => [one.value, one.label].some((name) => name.toLowerCase() === typed.toLowerCase()))?.value,
})

type Credit = { name: string; roles: string[] }
const creditsOf = (value: unknown) => (Array.isArray(value) ? (value as Credit[]) : [])
const plain = (role: string) => role.toLowerCase().replace(/[^a-z]/g, '')

/** The people of one role. */
const role = (name: string, label: string): Column => {
  const has = ({ roles }: Credit) => roles.some((each) => plain(each) === plain(name))
  const without = (value: unknown) =>
    creditsOf(value).flatMap((credit) => {
      const roles = credit.roles.filter((each) => plain(each) !== plain(name))
      return has(credit) && roles.length === 0 ? [] : [{ name: credit.name, roles }]
    })
  return {
    ...list(`credits:${name}`, label, 160),
    field: 'credits',
    read: (value) => joined(creditsOf(value).flatMap((credit) => (has(credit) ? [credit.name] : []))),
    parse(typed, value) {
      const credits = without(value)
      for (const person of parts(typed)) {
        const known = credits.find((credit) => credit.name.toLowerCase() === person.toLowerCase())
        if (known) known.roles.push(name)
        else credits.push({ name: person, roles: [name] })
      }
      return credits
    },
    clear: without,
  }
}

/** A name with a comma is separated by semicolons. */
function joined(names: readonly string[]): string {
  if (!names.some((name) => name.includes(','))) return names.join(', ')
  return names.length === 1 ? `${names[0]};` : names.join('; ')
}

function parts(typed: string): string[] {
  const names = typed.split(typed.includes(';') ? /[;\n]/ : /[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}

const rating = text('age_rating', 'Age rating', { width: 120 })
const choicesOf = (field: string) => (SERIES_FIELDS[field]?.choices ?? []).filter(({ value }) => value !== '')
const BOOK_TYPES = choicesOf('book_type').map(({ value }) => value)

const COLUMNS: Record<Subject, readonly Column[]> = {
  series: [
    text('name', 'Title', { width: 240 }),
    text('sort_title', 'Sort title', { width: 180 }),
    number('year', 'First year', 90),
    number('end_year', 'Last year', 90),
    number('volume', 'Volume', 80),
    text('publisher', 'Publisher', { width: 160 }),
    text('imprint', 'Imprint', { width: 130 }),
    text('book_type', 'Book type', { width: 110, suggestions: BOOK_TYPES }),
    choice('reading_direction', 'Direction', choicesOf('reading_direction')),
    text('language', 'Language', { width: 100 }),
    choice('publication', 'Status', choicesOf('publication')),
    rating,
    list('genres', 'Genres'),
    list('tags', 'Tags'),
    list('authors', 'Authors'),
  ],
  issues: [
    text('number', 'Number', { width: 90 }),
    text('title', 'Title', { width: 240 }),
    text('volume_number', 'Volume', { width: 80 }),
    day('release_date', 'Release date'),
    day('issue_date', 'Cover date'),
    day('digital_date', 'Digital date'),
    role('Writer', 'Writers'),
    role('Penciller', 'Pencillers'),
    role('Inker', 'Inkers'),
    role('Colorist', 'Colorists'),
    role('Letterer', 'Letterers'),
    role('CoverArtist', 'Cover artists'),
    role('Editor', 'Editors'),
    role('Translator', 'Translators'),
    list('characters', 'Characters'),
    list('teams', 'Teams'),
    list('locations', 'Locations'),
    list('genres', 'Genres'),
    list('tags', 'Tags'),
    rating,
  ],
}

/** `suggestions` are known values by field, beside which others are possible. */
export const columnsOf = (
  of: Subject,
  suggestions: Readonly<Record<string, readonly string[]>> = {},
): readonly Column[] =>
  COLUMNS[of].map((column) => {
    const known = suggestions[column.field]
    return known ? { ...column, suggestions: known } : column
  })
