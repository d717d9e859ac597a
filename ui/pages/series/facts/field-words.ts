import { sourceLabel } from '../../../../src/base/providers/descriptors'
import { dayWords } from '../../../parts/text/format'
import { PUBLICATIONS } from '../../../parts/text/publication-words'
import { alternateWords, colorWords, languageWords, mangaWords, markWords } from '../issue/file-fact-words'
import type { Field } from '../wire'

/** Names of the sources. */
const SOURCES: Record<string, string> = {
  user: 'You',
  mal: 'MyAnimeList',
  file: 'The files',
  local: 'Your library',
}

export const sourceWords = (source: string): string => SOURCES[source] ?? sourceLabel(source) ?? source

export type FieldControl = 'text' | 'long' | 'number' | 'list' | 'day' | 'choice' | 'shown'
export type Shape = {
  label: string
  kind: FieldControl
  choices?: readonly { value: string; label: string }[]
  /** The words for a value that is no text. */
  words?: (value: never) => string
}

const BOOKS = ['Print', 'TPB', 'GN', 'HC', 'One-Shot', 'Digital', 'Manga'].map((value) => ({ value, label: value }))
const DIRECTIONS = [
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
  { value: 'down', label: 'Down' },
]

/** The editable fields of a series and of an issue, in order. */
export const SERIES_FIELDS: Record<string, Shape> = {
  name: { label: 'Name', kind: 'text' },
  year: { label: 'First year', kind: 'number' },
  end_year: { label: 'Last year', kind: 'number' },
  publisher: { label: 'Publisher', kind: 'text' },
  imprint: { label: 'Imprint', kind: 'text' },
  volume: { label: 'Volume', kind: 'number' },
  book_type: { label: 'Book type', kind: 'choice', choices: BOOKS },
  publication: { label: 'Publication', kind: 'choice', choices: [{ value: '', label: 'Unknown' }, ...PUBLICATIONS] },
  description: { label: 'Description', kind: 'long' },
  aliases: { label: 'Other names', kind: 'list' },
  sort_title: { label: 'Sort title', kind: 'text' },
  genres: { label: 'Genres', kind: 'list' },
  tags: { label: 'Tags', kind: 'list' },
  authors: { label: 'Authors', kind: 'list' },
  age_rating: { label: 'Age rating', kind: 'text' },
  language: { label: 'Language', kind: 'text' },
  series_groups: { label: 'Series groups', kind: 'shown' },
  reading_direction: { label: 'Reading direction', kind: 'choice', choices: DIRECTIONS },
}

export const ISSUE_FIELDS: Record<string, Shape> = {
  title: { label: 'Title', kind: 'text' },
  number: { label: 'Number', kind: 'text' },
  volume_number: { label: 'Volume', kind: 'text' },
  release_date: { label: 'Release date', kind: 'day' },
  issue_date: { label: 'Cover date', kind: 'day' },
  digital_date: { label: 'Digital release', kind: 'day' },
  summary: { label: 'Summary', kind: 'long' },
  characters: { label: 'Characters', kind: 'list' },
  teams: { label: 'Teams', kind: 'list' },
  locations: { label: 'Locations', kind: 'list' },
  genres: { label: 'Genres', kind: 'list' },
  tags: { label: 'Tags', kind: 'list' },
  age_rating: { label: 'Age rating', kind: 'text' },
  credits: { label: 'Credits', kind: 'shown' },
  arcs: { label: 'Story arcs', kind: 'shown' },
  main_character: { label: 'Main character', kind: 'shown' },
  universes: { label: 'Universes', kind: 'shown' },
  reprints: { label: 'Reprints', kind: 'shown' },
  collection_title: { label: 'Collected in', kind: 'shown' },
  alternate: { label: 'Also listed as', kind: 'shown', words: alternateWords },
  series_groups: { label: 'Series group', kind: 'shown' },
  language: { label: 'Language', kind: 'shown', words: languageWords },
  format: { label: 'Format', kind: 'shown' },
  black_and_white: { label: 'Color', kind: 'shown', words: colorWords },
  manga: { label: 'Manga', kind: 'shown', words: mangaWords },
  price: { label: 'Price', kind: 'shown' },
  upc: { label: 'UPC', kind: 'shown' },
  isbn: { label: 'ISBN', kind: 'shown' },
  links: { label: 'Web', kind: 'shown' },
  page_marks: { label: 'Pages', kind: 'shown', words: markWords },
  community_rating: { label: 'Rating', kind: 'shown' },
  review: { label: 'Review', kind: 'shown' },
  scan_information: { label: 'Scan', kind: 'shown' },
  notes: { label: 'Notes', kind: 'shown' },
}

/** The fields in their order; fields without a shape are internal and not shown. */
export function fieldsIn(fields: readonly Field[], shapes: Record<string, Shape>): { shape: Shape; entry: Field }[] {
  const known = new Map(fields.map((one) => [one.field, one]))
  return Object.entries(shapes).map(([field, shape]) => ({
    shape,
    entry: known.get(field) ?? { field, value: null, source: null, locked: false, said: [] },
  }))
}

const isNamed = (value: unknown): value is { name: string; roles?: string[] } =>
  typeof value === 'object' && value !== null && 'name' in value

/** Any value as one line of text. */
export function valueWords(
  value: unknown,
  { kind, choices, words }: Pick<Shape, 'kind' | 'choices' | 'words'>,
): string {
  if (value === null || value === undefined) return ''
  if (words) return words(value as never)
  if (Array.isArray(value)) return value.map((one) => (isNamed(one) ? credited(one) : String(one))).join(', ')
  const text = String(value)
  if (kind === 'day') return dayWords(text)
  return choices?.find((one) => one.value === text)?.label ?? text
}

const credited = ({ name, roles }: { name: string; roles?: string[] }) =>
  roles?.length ? `${name} (${roles.join(', ')})` : name

/** The text in the box of a value. */
export function boxText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? listText(value.map(String)) : String(value)
}

/**
 * The value of the typed text in the API's form; undefined when it is invalid. An empty box removes the edit, so that
 * the providers' values count again.
 */
export function valueIn(text: string, kind: FieldControl): unknown {
  const own = text.trim()
  if (kind === 'list') return namesIn(own)
  if (own === '') return null
  if (kind === 'number') return /^\d{1,5}$/.test(own) ? Number(own) : undefined
  if (kind === 'day') return isPrintedDay(own) ? own : undefined
  return own
}

/** A day, a month or a year of the calendar. */
function isPrintedDay(text: string): boolean {
  if (!/^(?!0000)\d{4}(-\d\d){0,2}$/.test(text)) return false
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Names as one text: with semicolons between them when one has a comma. */
export function listText(names: readonly string[]): string {
  if (!names.some((name) => name.includes(','))) return names.join(', ')
  return names.length === 1 ? `${names[0]};` : names.join('; ')
}

/** The names in such a text, each once. */
export function namesIn(text: string): string[] {
  const names = text.split(text.includes(';') ? /[;\n]/ : /[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}

/** The source of a value: "ComicVine", "You; a refresh leaves it alone". */
export function originWords({ field, value, source, locked }: Field): string {
  if (locked) return 'You wrote this. Refreshes leave it alone.'
  if (field === 'age_rating' && value && !source) return 'The strictest rating of its issues'
  return source ? `From ${source === 'file' ? 'the files' : sourceWords(source)}` : ''
}

/** The other sources whose value differs. */
export function otherSources({ value, source, said }: Field): Field['said'] {
  const now = JSON.stringify(value)
  return said.filter((one) => one.source !== 'user' && one.source !== source && JSON.stringify(one.value) !== now)
}
