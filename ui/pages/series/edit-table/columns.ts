import { listText, namesIn, SERIES_FIELDS, valueIn } from '../facts/field-words'
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

// The limits of the server: a value beyond them would keep the whole table from being saved.
const MOST_LETTERS = 300
const MOST_NAMES = 200
const MOST_CREDITS = 300

/** `most`: characters. */
type Shown = Pick<Column, 'width' | 'suggestions'> & { most?: number }

const text = (key: string, label: string, { most = MOST_LETTERS, ...more }: Shown): Column => ({
  key,
  field: key,
  label,
  wrong: `Enter at most ${most} characters.`,
  read: textOf,
  parse: (typed) => (typed.length > most ? undefined : typed),
  ...more,
})

const number = (key: string, label: string, { width, least, most }: Range): Column => ({
  ...text(key, label, { width }),
  number: true,
  wrong: `Enter a number from ${least} to ${most}.`,
  parse(typed) {
    const value = valueIn(typed, 'number')
    return typeof value === 'number' && value >= least && value <= most ? value : undefined
  },
})
type Range = { width: number; least: number; most: number }
const year = (key: string, label: string) => number(key, label, { width: 90, least: 1800, most: 2200 })

const day = (key: string, label: string): Column => ({
  ...text(key, label, { width: 120 }),
  wrong: 'Enter a date such as 2015-05-06 or 2015-05.',
  parse: (typed) => valueIn(typed, 'day'),
})

const list = (key: string, label: string, width = 180): Column => ({
  ...text(key, label, { width }),
  wrong: `Enter at most ${MOST_NAMES} names of ${MOST_LETTERS} characters.`,
  read: (value) => listText(Array.isArray(value) ? value.map(String) : []),
  parse: (typed) => fitting(namesIn(typed)),
})

const fitting = (names: string[]) =>
  names.length > MOST_NAMES || names.some(({ length }) => length > MOST_LETTERS) ? undefined : names

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
    read: (value) => listText(creditsOf(value).flatMap((credit) => (has(credit) ? [credit.name] : []))),
    parse(typed, value) {
      const credits = without(value)
      const people = fitting(namesIn(typed))
      for (const person of people ?? []) {
        const known = credits.find((credit) => credit.name.toLowerCase() === person.toLowerCase())
        if (known) known.roles.push(name)
        else credits.push({ name: person, roles: [name] })
      }
      return people && credits.length <= MOST_CREDITS ? credits : undefined
    },
    clear: without,
  }
}

const rating = text('age_rating', 'Age rating', { width: 120, most: 100 })
const choicesOf = (field: string) => (SERIES_FIELDS[field]?.choices ?? []).filter(({ value }) => value !== '')
const BOOK_TYPES = choicesOf('book_type').map(({ value }) => value)

const COLUMNS: Record<Subject, readonly Column[]> = {
  series: [
    text('name', 'Title', { width: 240 }),
    text('sort_title', 'Sort title', { width: 180 }),
    year('year', 'First year'),
    year('end_year', 'Last year'),
    number('volume', 'Volume', { width: 80, least: 0, most: 9999 }),
    text('publisher', 'Publisher', { width: 160 }),
    text('imprint', 'Imprint', { width: 130 }),
    text('book_type', 'Book type', { width: 110, most: 50, suggestions: BOOK_TYPES }),
    choice('reading_direction', 'Direction', choicesOf('reading_direction')),
    text('language', 'Language', { width: 100, most: 20 }),
    choice('publication', 'Status', choicesOf('publication')),
    rating,
    list('genres', 'Genres'),
    list('tags', 'Tags'),
    list('authors', 'Authors'),
  ],
  issues: [
    text('number', 'Number', { width: 90, most: 50 }),
    text('title', 'Title', { width: 240, most: 500 }),
    text('volume_number', 'Volume', { width: 80, most: 50 }),
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
