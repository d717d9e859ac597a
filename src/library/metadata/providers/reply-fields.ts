/**
 * Reads replies of services: each function reads one field, converts it to our form, and throws an error that names the
 * field when its shape is wrong.
 */

export type ReplyFields = Record<string, unknown>

export function replyFields(json: unknown, what = 'the answer'): ReplyFields {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as ReplyFields
  throw new Error(`${what} is not as expected`)
}

/** A list of objects; an absent or null field is an empty list. */
export function listField(from: ReplyFields, key: string): ReplyFields[] {
  const list = from[key] ?? []
  if (!Array.isArray(list)) throw new Error(`${key} is not as expected`)
  return list.map((each) => replyFields(each, key))
}

/** A required list. */
export function requiredList(from: ReplyFields, key: string): ReplyFields[] {
  if (from[key] === undefined || from[key] === null) throw new Error(`${key} is missing`)
  return listField(from, key)
}

/** The longest name, number or address that is kept, in characters. */
const LONGEST_LINE = 2000
/** The longest text for people: some services send whole novels. */
const LONGEST_TEXT = 100_000

/** One line of limited length, of complete, visible characters; undefined when nothing is left. */
export function singleLine(text: string): string | undefined {
  const line = text.slice(0, LONGEST_LINE).toWellFormed()
  return line.replace(/\p{Cc}+/gu, ' ').trim() || undefined
}

/** One line. Undefined when the field is absent, null or empty. Numbers become text. */
export function lineField(from: ReplyFields, key: string): string | undefined {
  const text = givenText(from, key)
  return text === undefined ? undefined : singleLine(text)
}

/** Like `lineField`, for text with several lines. */
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

/**
 * Like `lineField`, for a field that is always sent, if only as null: when it is missing, the service has changed its
 * format.
 */
export function sentTextField(from: ReplyFields, key: string): string | undefined {
  if (!(key in from)) throw new Error(`${key} is missing`)
  return lineField(from, key)
}

/** A whole number of 0 or more, also when sent as text; invalid values are undefined. */
export function countField(from: ReplyFields, key: string): number | undefined {
  const text = lineField(from, key)
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** A year from 1800 to 2199; invalid values are undefined. */
export function yearField(from: ReplyFields, key: string): number | undefined {
  const year = countField(from, key)
  return year !== undefined && year >= 1800 && year < 2200 ? year : undefined
}

/** `2015-05-06`, also from the beginning of a longer form; `0000-00-00` and invalid values are undefined. */
export function dayField(from: ReplyFields, key: string): string | undefined {
  const day = /^([12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]|$)/.exec(lineField(from, key) ?? '')
  return day?.[1]
}

/** A web address; undefined for anything else. */
export function addressField(from: ReplyFields, key: string): string | undefined {
  const text = lineField(from, key)
  return text !== undefined && /^https?:\/\/\S+$/.test(text) ? text : undefined
}

/** The object of a key; undefined when the key is absent or null. */
export function objectField(from: ReplyFields, key: string): ReplyFields | undefined {
  return from[key] === undefined || from[key] === null ? undefined : replyFields(from[key], key)
}

/** The text of `key` in each item of a list; empty texts are left out. */
export function textFields(list: ReplyFields[], key: string): string[] {
  return list.flatMap((each) => lineField(each, key) ?? [])
}

/** Drops absent fields and empty lists. */
export function knownFields<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  const kept = Object.entries(facts).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept) as T
}
