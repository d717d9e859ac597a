/** The config.ini of Mylar: Python's ConfigParser wrote it. */

const UNSET = new Set(['', 'None', 'none'])
/** Prefix of "encrypted" passwords: base64 of the text and eight random bytes, without any key. */
export const ENCODED = '^~$z$'
const SALT = 8

export interface MylarSettings {
  /** Names of the sections, unchanged. */
  sections: string[]
  /** Whether a readable file exists. */
  isThere: boolean
  /** Keys whose encoded value could not be decoded. */
  undecoded: string[]
  has(key: string): boolean
  /** Null when unset: missing, empty or `None`. */
  text(key: string): string | null
  flag(key: string, otherwise: boolean): boolean
  integer(key: string): number | null
  /** A comma-separated or JSON list. */
  list(key: string): string[]
}

export const MYLAR_SETTINGS_FILE = 'config.ini'

const parsed = new WeakMap<object, MylarSettings>()

/** The settings of a source, parsed once. */
export function mylarSettings(texts: Readonly<Record<string, string>>): MylarSettings {
  let settings = parsed.get(texts)
  if (!settings) {
    settings = parseSettings(texts[MYLAR_SETTINGS_FILE])
    parsed.set(texts, settings)
  }
  return settings
}

export function parseSettings(text: string | undefined): MylarSettings {
  const values = new Map<string, string>()
  const sections: string[] = []
  let last: string | undefined
  for (const line of (text ?? '')
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .split(/\r?\n/)) {
    const head = /^\[([^\]]+)\]\s*$/.exec(line)
    if (head) {
      sections.push(head[1]!)
      last = undefined
      continue
    }
    if (/^\s*(?:[#;]|$)/.test(line)) continue
    // An indented line continues the value above it.
    if (/^\s/.test(line) && last !== undefined) {
      values.set(last, joined(values.get(last), line.trim()))
      continue
    }
    const sign = line.search(/[=:]/)
    const key = line.slice(0, Math.max(0, sign)).trim().toLowerCase()
    if (key === '') continue
    const value = line.slice(sign + 1).trim()
    last = key
    // Some keys moved between sections over the years: an unset one must not hide a set one.
    if (!isUnset(values.get(last)) && isUnset(value)) continue
    values.set(last, value)
  }
  const undecoded: string[] = []
  for (const [key, value] of values) {
    const plain = undoubled(value)
    const decoded = plain.startsWith(ENCODED) ? decodeSecret(plain) : plain
    if (decoded === undefined) undecoded.push(key)
    values.set(key, decoded ?? '')
  }
  const textAt = (key: string) => {
    const value = values.get(key)
    return isUnset(value) ? null : value!
  }
  return {
    sections,
    isThere: text !== undefined && sections.length > 0,
    undecoded,
    has: (key) => values.has(key),
    text: textAt,
    flag(key, otherwise) {
      const value = textAt(key)
      return value === null ? otherwise : /^(?:true|1|yes|on)$/i.test(value)
    },
    integer(key) {
      const value = textAt(key)
      return value !== null && /^-?\d{1,9}$/.test(value) ? Number(value) : null
    },
    list: (key) => listOf(textAt(key)),
  }
}

/** Both texts are trimmed already. Trimming the whole text again for each line would take quadratic time. */
const joined = (value = '', more: string) => (value === '' || more === '' ? value + more : `${value} ${more}`)

const isUnset = (value: string | undefined) => value === undefined || UNSET.has(value)

/** `%%` means `%`; a single one in a hand-edited file stays. */
const undoubled = (value: string) => value.replaceAll('%%', '%')

/** Undefined when the text is not in Mylar's form. */
export function decodeSecret(text: string): string | undefined {
  const body = text.slice(ENCODED.length)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined
  const bytes = Buffer.from(body, 'base64')
  if (bytes.length <= SALT) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - SALT))
  } catch {
    return undefined
  }
}

/** A comma-separated or JSON list. Saving in Mylar's pages splits a list into letters, which loses it. */
function listOf(text: string | null): string[] {
  if (text === null) return []
  const items = jsonList(text) ?? text.split(/[,;]/)
  const filled = items.map((item) => item.trim()).filter((item) => !isUnset(item))
  return filled.length > 2 && filled.every((item) => item.length === 1) ? [] : filled
}

function jsonList(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : undefined
  } catch {
    return text
      .replace(/^\[|\]$/g, '')
      .replace(/["']/g, '')
      .split(',')
  }
}
