import { isAbsolute } from 'node:path'
import type { Form, Kind } from './option'
import { type OptionName, options, type Value } from './options'

type Read = { value: Value } | { expected: string }

const YES = ['true', '1', 'on', 'yes']
const NO = ['false', '0', 'off', 'no']

/** Reads what a file, the environment, the command line or a request gives for an option; null means the default. */
export function readValue(name: OptionName, given: unknown): Read {
  return readAs(options[name], given)
}

/** Reads a value for a setting of this kind. */
export function readAs(kind: Kind, given: unknown): Read {
  if (given === null || given === '') return { value: (kind.type === 'folders' ? [] : kind.default) as Value }
  switch (kind.type) {
    case 'switch':
      return readSwitch(wordOf(given))
    case 'integer':
      return readInteger(wordOf(given), kind)
    case 'choice':
      return typeof given === 'string' && kind.choices.includes(given)
        ? { value: given }
        : { expected: `one of ${kind.choices.join(', ')}` }
    case 'folders':
      return readFolders(given)
    case 'folder':
      return readFolder(given)
    case 'secret':
      return typeof given === 'string' && given.length > MOST_SECRET
        ? { expected: 'a line of text' }
        : readLine(given, kind)
    case 'text':
      return readLine(given, kind)
  }
}

const MOST_SECRET = 1000

function readLine(given: unknown, { pattern, fits, expects = 'another form' }: Partial<Form>): Read {
  if (typeof given !== 'string' || hasControls(given)) return { expected: 'a line of text' }
  return pattern?.test(given) === false || fits?.(given) === false ? { expected: expects } : { value: given.trim() }
}

/** The value as written in config.ini; empty when it has no text form. */
const wordOf = (given: unknown): string => (typeof given === 'object' ? '' : String(given).trim().toLowerCase())

function readSwitch(word: string): Read {
  if (YES.includes(word)) return { value: true }
  return NO.includes(word) ? { value: false } : { expected: 'true or false' }
}

function readInteger(word: string, { least, most, words = [] }: Extract<Kind, { type: 'integer' }>): Read {
  const place = words.indexOf(word)
  if (place >= 0) return { value: place }
  const number = /^-?\d+$/.test(word) ? Number(word) : Number.NaN
  if (Number.isInteger(number) && number >= least && number <= most) return { value: number }
  return { expected: `a whole number from ${least} to ${most}${words.length > 0 ? `, or ${words.join(', ')}` : ''}` }
}

function readFolders(given: unknown): Read {
  const parts = Array.isArray(given) ? given : typeof given === 'string' ? given.split(';') : undefined
  if (!parts?.every((part) => typeof part === 'string' && !hasControls(part))) return { expected: 'a list of folders' }
  const folders = [...new Set(parts.map((part: string) => part.trim()).filter((part) => part !== ''))]
  return folders.every((folder) => isAbsolute(folder)) ? { value: folders } : { expected: 'whole paths of folders' }
}

function readFolder(given: unknown): Read {
  const text = typeof given === 'string' && !hasControls(given) ? given.trim() : undefined
  return text !== undefined && (text === '' || isAbsolute(text))
    ? { value: text }
    : { expected: 'the whole path of a folder' }
}

function hasControls(text: string): boolean {
  // A line break in a value would start another line of config.ini.
  return [...text].some((letter) => letter < ' ' || letter === '\u007f')
}

/** The text of a value in config.ini. */
export function writeValue(value: Value): string {
  return Array.isArray(value) ? value.join(';') : String(value)
}
