/**
 * Reads replies of services: each function reads one field, converts it to our form, and throws an error that names the
 * field when it has another shape.
 */

export type ReplyFields = Record<string, unknown>

export function replyFields(json: unknown, what = 'the answer'): ReplyFields {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as ReplyFields
  throw new Error(`${what} is not as expected`)
}

/** A list of objects; absent or null is an empty one. */
export function listField(from: ReplyFields, key: string): ReplyFields[] {
  const list = from[key] ?? []
  if (!Array.isArray(list)) throw new Error(`${key} is not as expected`)
  return list.map((each) => replyFields(each, key))
}

/** A list that has to be there. */
export function requiredList(from: ReplyFields, key: string): ReplyFields[] {
  if (from[key] === undefined || from[key] === null) throw new Error(`${key} is missing`)
  return listField(from, key)
}

/** Longest name, number or address that is kept, in characters. */
const LONGEST_LINE = 2000
/** Of what people read: some services hold whole novels. */
const LONGEST_TEXT = 100_000

/** One line, bounded, of whole letters that can be seen; undefined when nothing is left. */
export function singleLine(text: string): string | undefined {
  const line = text.slice(0, LONGEST_LINE).toWellFormed()
  return line.replace(/\p{Cc}+/gu, ' ').trim() || undefined
}

/** One line. Undefined when it is absent, null or empty. Numbers are taken as text. */
export function lineField(from: ReplyFields, key: string): string | undefined {
  const text = givenText(from, key)
  return text === undefined ? undefined : singleLine(text)
}

/** As `lineField`, of what may have many lines. */
export function longTextField(from: ReplyFields, key: string): string | undefined {
  return givenText(from, key)?.slice(0, LONGEST_TEXT).toWellFormed().trim() || undefined
}

function givenText(from: ReplyFields, key: string): string | undefined {
  const value = from[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new Error(`${key} is not as expected`)
  return value
}

export function requiredText(from: ReplyFields, key: string): string {
  const text = lineField(from, key)
  if (text === undefined) throw new Error(`${key} is missing`)
  return text
}

/** As `lineField`, of a field that is always sent, if only as null: without it the service has changed its form. */
export function sentTextField(from: ReplyFields, key: string): string | undefined {
  if (!(key in from)) throw new Error(`${key} is missing`)
  return lineField(from, key)
}

/** A whole number of 0 or more, also where it is sent as text; junk is undefined. */
export function countField(from: ReplyFields, key: string): number | undefined {
  const text = lineField(from, key)
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** A year from 1800 to 2199; junk is undefined. */
export function yearField(from: ReplyFields, key: string): number | undefined {
  const year = countField(from, key)
  return year !== undefined && year >= 1800 && year < 2200 ? year : undefined
}

/** `2015-05-06`, also from the head of a longer form; `0000-00-00` and junk are undefined. */
export function dayField(from: ReplyFields, key: string): string | undefined {
  const day = /^([12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]|$)/.exec(lineField(from, key) ?? '')
  return day?.[1]
}

/** An address of the web; anything else is undefined. */
export function addressField(from: ReplyFields, key: string): string | undefined {
  const text = lineField(from, key)
  return text !== undefined && /^https?:\/\/\S+$/.test(text) ? text : undefined
}

/** The object of a key; undefined when it is absent or null. */
export function objectField(from: ReplyFields, key: string): ReplyFields | undefined {
  return from[key] === undefined || from[key] === null ? undefined : replyFields(from[key], key)
}

/** The text of `key` in each of a list, empty ones left out. */
export function textFields(list: ReplyFields[], key: string): string[] {
  return list.flatMap((each) => lineField(each, key) ?? [])
}

/** Drops what is empty: absent fields and empty lists. */
export function knownFields<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  const kept = Object.entries(facts).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept) as T
}
