import { isDay, plus } from '../../base/platform/clock'
import { Refusal } from '../../base/refusal'
import { type ReadState, readStates, type SeriesState, seriesStates } from './states'

/** The condition trees that apps send, read into plain data. Words are compared without case; unknown ones are refused. */

export type WordField = 'publisher' | 'language' | 'genre' | 'tag'
export type TextOperator = 'is' | 'contains' | 'begins' | 'ends'

export type Leaf =
  | { is: 'constant'; value: boolean }
  | { is: 'library' | 'series' | 'collection' | 'readlist'; ids: string[] }
  | { is: 'status'; words: SeriesState[] }
  | { is: 'read'; words: ReadState[] }
  /** Empty: none is set. */
  | { is: 'word'; field: WordField; words: string[] }
  | { is: 'author'; name: string | undefined; role: string | undefined }
  | { is: 'age'; test: 'equal' | 'more' | 'less' | 'none'; value: number }
  | { is: 'number'; test: 'equal' | 'more' | 'less'; value: number }
  | { is: 'text'; field: 'title' | 'titleSort'; operator: TextOperator; value: string }
  /** A day; of `year` its first four digits. */
  | { is: 'date'; test: 'before' | 'after' | 'none' | 'since' | 'year'; day: string }
  | { is: 'complete' }

export type Condition = Leaf | { all: Condition[] } | { any: Condition[] } | { not: Condition }

export const ALL: Condition = { all: [] }
const constant = (value: boolean): Condition => ({ is: 'constant', value })

const DEEPEST = 32
const MOST_CONDITIONS = 2000
const LONGEST_TEXT = 500

const bad = (detail: string) => new Refusal('invalid', detail)

interface Reading {
  /** The kind of what is listed. */
  of: 'series' | 'books'
  /** Today, for lengths of time. */
  now: string
}

/** Throws Refusal 'invalid' for an unknown field, operator or value, and for a tree that is too large. */
export function readCondition(input: unknown, reading: Reading): Condition {
  let count = 0
  const read = (value: unknown, depth: number): Condition => {
    count += 1
    if (depth > DEEPEST) throw bad(`Conditions are nested too deeply: at most ${DEEPEST} levels are accepted.`)
    if (count > MOST_CONDITIONS) throw bad(`There are too many conditions: at most ${MOST_CONDITIONS} are accepted.`)
    const all = Object.entries(fields(value)).flatMap(([key, content]) => {
      const name = key.toLowerCase()
      // The name of a class, which one app adds.
      if (name === 'type') return []
      if (name !== 'allof' && name !== 'anyof') return readLeaf(name, fields(content), reading)
      if (!Array.isArray(content)) throw bad(`${key} has to be a list.`)
      const parts = content.map((each) => read(each, depth + 1))
      // An empty list is no condition.
      if (parts.length === 0) return []
      return name === 'allof' ? { all: parts } : { any: joined(parts) }
    })
    return all.length === 1 ? all[0]! : { all }
  }
  return input === undefined || input === null ? ALL : read(input, 1)
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw bad('A condition has to be an object.')
}

type Test = Record<string, unknown>

const MAKERS: Record<string, ((test: Test, reading: Reading) => Condition) | undefined> = {
  libraryid: (test) => equality(test, (value) => ({ is: 'library', ids: [text(value)] })),
  seriesid: (test, { of }) =>
    only(
      'books',
      of,
      equality(test, (value) => ({ is: 'series', ids: [text(value)] })),
    ),
  collectionid: (test, { of }) =>
    only(
      'series',
      of,
      equality(test, (value) => ({ is: 'collection', ids: [text(value)] })),
    ),
  readlistid: (test, { of }) =>
    only(
      'books',
      of,
      equality(test, (value) => ({ is: 'readlist', ids: [text(value)] })),
    ),
  deleted: (test) => flag(test, constant(false)),
  oneshot: (test) => flag(test, constant(false)),
  complete: (test, { of }) => only('series', of, flag(test, { is: 'complete' })),
  seriesstatus: (test, { of }) =>
    only(
      'series',
      of,
      equality(test, (value) => ({ is: 'status', words: [word(value, seriesStates)] })),
    ),
  readstatus: readStatus,
  mediastatus: (test, { of }) =>
    only(
      'books',
      of,
      equality(test, (value) => constant(text(value).toUpperCase() === 'READY')),
    ),
  mediaprofile: (test, { of }) =>
    only(
      'books',
      of,
      equality(test, (value) => constant(text(value).toUpperCase() === 'DIVINA')),
    ),
  poster: (test, { of }) =>
    only(
      'books',
      of,
      equality(test, () => constant(false)),
    ),
  publisher: (test, { of }) => only('series', of, words(test, 'publisher')),
  language: (test, { of }) => only('series', of, words(test, 'language')),
  genre: (test, { of }) => only('series', of, words(test, 'genre')),
  tag: (test) => words(test, 'tag'),
  sharinglabel: (test, { of }) =>
    only('series', of, orNull(test, constant(true)) ?? equality(test, () => constant(false))),
  author: (test) => equality(test, author),
  agerating: (test, { of }) => only('series', of, ageRating(test)),
  numbersort: (test, { of }) => only('books', of, numberSort(test)),
  title: (test) => textTest(test, 'title'),
  titlesort: (test, { of }) => only('series', of, textTest(test, 'titleSort')),
  releasedate: dateTest,
}

function readLeaf(name: string, test: Test, reading: Reading): Condition {
  const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined
  if (!make) throw bad(`There is no condition ${name}.`)
  return make(test, reading)
}

function only(of: Reading['of'], asked: Reading['of'], condition: Condition): Condition {
  if (of !== asked) throw bad(`One of the conditions is for ${of}, not for ${asked}.`)
  return condition
}

/** Every book is in one of the states: not to be in one is to be in another. */
function readStatus(test: Test): Condition {
  const state = word(test.value, readStates)
  const operator = operatorOf(test)
  if (operator === 'is') return { is: 'read', words: [state] }
  if (operator === 'isnot') return { is: 'read', words: readStates.filter((each) => each !== state) }
  throw unknownOperator(test)
}

const operatorOf = ({ operator }: Test): string => (typeof operator === 'string' ? operator.toLowerCase() : '')
const unknownOperator = ({ operator }: Test) =>
  bad(`The operator ${JSON.stringify(operator ?? null)} is not known here.`)

function equality(test: Test, make: (value: unknown) => Condition): Condition {
  const operator = operatorOf(test)
  if (operator === 'is') return make(test.value)
  if (operator === 'isnot') return { not: make(test.value) }
  throw unknownOperator(test)
}

function flag(test: Test, condition: Condition): Condition {
  const operator = operatorOf(test)
  if (operator === 'istrue') return condition
  if (operator === 'isfalse') return { not: condition }
  throw unknownOperator(test)
}

/** Undefined for another operator than those of null. */
function orNull(test: Test, none: Condition): Condition | undefined {
  const operator = operatorOf(test)
  if (operator === 'isnull') return none
  return operator === 'isnotnull' ? { not: none } : undefined
}

function words(test: Test, field: WordField): Condition {
  const make = (value: unknown): Condition => {
    const wanted = text(value, true)
    return { is: 'word', field, words: wanted === '' ? [] : [wanted] }
  }
  return orNull(test, { is: 'word', field, words: [] }) ?? equality(test, make)
}

function author(value: unknown): Condition {
  const { name, role } = fields(value)
  const given = (each: unknown) => (each === undefined || each === null ? undefined : text(each))
  return { is: 'author', name: given(name), role: given(role) }
}

function ageRating(test: Test): Condition {
  const none = orNull(test, { is: 'age', test: 'none', value: 0 })
  return none ?? compared(test, (kind, value) => ({ is: 'age', test: kind, value }))
}

const numberSort = (test: Test): Condition => compared(test, (kind, value) => ({ is: 'number', test: kind, value }))

function compared(test: Test, make: (kind: 'equal' | 'more' | 'less', value: number) => Condition): Condition {
  const operator = operatorOf(test)
  const value = Number(test.value)
  if (typeof test.value !== 'number' || !Number.isFinite(value)) throw bad('The value has to be a number.')
  if (operator === 'is') return make('equal', value)
  if (operator === 'isnot') return { not: make('equal', value) }
  if (operator === 'greaterthan') return make('more', value)
  if (operator === 'lessthan') return make('less', value)
  throw unknownOperator(test)
}

const TEXT_OPERATORS: Record<string, [TextOperator, boolean] | undefined> = {
  is: ['is', true],
  isnot: ['is', false],
  contains: ['contains', true],
  doesnotcontain: ['contains', false],
  beginswith: ['begins', true],
  doesnotbeginwith: ['begins', false],
  endswith: ['ends', true],
  doesnotendwith: ['ends', false],
}

function textTest(test: Test, field: 'title' | 'titleSort'): Condition {
  const name = operatorOf(test)
  const [operator, isWanted] = (Object.hasOwn(TEXT_OPERATORS, name) && TEXT_OPERATORS[name]) || []
  if (operator === undefined) throw unknownOperator(test)
  const leaf: Leaf = { is: 'text', field, operator, value: text(test.value, true) }
  return isWanted ? leaf : { not: leaf }
}

function dateTest(test: Test, { now }: Reading): Condition {
  const none = orNull(test, { is: 'date', test: 'none', day: '' })
  if (none) return none
  const operator = operatorOf(test)
  if (operator === 'before' || operator === 'after') return { is: 'date', test: operator, day: dayOf(test.dateTime) }
  const since: Leaf = { is: 'date', test: 'since', day: '' }
  if (operator === 'isinthelast') return { ...since, day: dayBefore(now, test.duration) }
  if (operator === 'isnotinthelast') return { not: { ...since, day: dayBefore(now, test.duration) } }
  throw unknownOperator(test)
}

function dayOf(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value) && isDay(value.slice(0, 10)))
    return value.slice(0, 10)
  throw bad('A date has to be written as 2026-01-31T00:00:00Z.')
}

const DURATION = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,10})(?:\.\d+)?S)?)?$/i
const DAY_MS = 86_400_000
/** Some hundred years: before the first comic. */
const LONGEST_MS = 100_000 * DAY_MS

function dayBefore(now: string, duration: unknown): string {
  const found = typeof duration === 'string' ? DURATION.exec(duration) : null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (found ?? []).slice(1).map((part) => Number(part ?? 0))
  const ms = days * DAY_MS + hours * 3_600_000 + minutes * 60_000 + seconds * 1000
  if (!found || ms <= 0 || ms > LONGEST_MS) throw bad('A length of time has to be written as P30D or PT720H.')
  return plus(now, -ms).slice(0, 10)
}

function text(value: unknown, mayBeEmpty = false): string {
  if (typeof value === 'string' && value.length <= LONGEST_TEXT && (mayBeEmpty || value !== '')) return value
  throw bad(`A value has to be a text of at most ${LONGEST_TEXT} letters.`)
}

function word<T extends string>(value: unknown, known: readonly T[]): T {
  const wanted = text(value).toUpperCase()
  const found = known.find((each) => each === wanted)
  if (found === undefined) throw bad(`The value has to be one of ${known.join(', ')}.`)
  return found
}

/** Alternatives of one kind as one: long lists of ids are common. */
function joined(parts: readonly Condition[]): Condition[] {
  const merged: Condition[] = []
  const lists = new Map<string, string[]>()
  for (const part of parts) {
    if (!('is' in part) || !('ids' in part)) {
      merged.push(part)
      continue
    }
    const known = lists.get(part.is)
    if (known) known.push(...part.ids)
    else {
      const ids = [...part.ids]
      lists.set(part.is, ids)
      merged.push({ is: part.is, ids })
    }
  }
  return merged
}
