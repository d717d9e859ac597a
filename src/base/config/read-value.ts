import { isAbsolute } from 'node:path'
import { ownForm, placeKey } from '../platform/paths'
import { folderList, foldersIn, folderText, quotedFolder } from './folder-list'
import type { Form, OptionKind } from './option'
import { type OptionName, type OptionValue, options } from './options'

type Read = { value: OptionValue } | { expected: string }

const YES = ['true', '1', 'on', 'yes']
const NO = ['false', '0', 'off', 'no']

/**
 * Reads the value that a file, the environment, the command line or a request gives for an option; null means the
 * default.
 */
export function readValue(name: OptionName, input: unknown): Read {
  return readAs(options[name], input)
}

/** Reads a value for a setting of this kind. */
export function readAs(kind: OptionKind, input: unknown): Read {
  if (input === null || input === '') return { value: (kind.type === 'folders' ? [] : kind.default) as OptionValue }
  switch (kind.type) {
    case 'switch':
      return readSwitch(wordOf(input))
    case 'integer':
      return readInteger(wordOf(input), kind)
    case 'choice':
      return typeof input === 'string' && kind.choices.includes(input)
        ? { value: input }
        : { expected: `one of ${kind.choices.join(', ')}` }
    case 'folders':
      return readFolders(input)
    case 'folder':
      return readFolder(input)
    case 'secret':
      return typeof input === 'string' && input.length > MOST_SECRET
        ? { expected: 'a line of text' }
        : readLine(input, kind)
    case 'text':
      return readLine(input, kind)
  }
}

const MOST_SECRET = 1000

function readLine(input: unknown, { pattern, fits, expects = 'in another form' }: Partial<Form>): Read {
  if (typeof input !== 'string' || hasControls(input)) return { expected: 'a line of text' }
  return pattern?.test(input) === false || fits?.(input) === false ? { expected: expects } : { value: input.trim() }
}

/** The value as written in config.ini; empty when it has no text form. */
const wordOf = (input: unknown): string => (typeof input === 'object' ? '' : String(input).trim().toLowerCase())

function readSwitch(word: string): Read {
  if (YES.includes(word)) return { value: true }
  return NO.includes(word) ? { value: false } : { expected: 'true or false' }
}

function readInteger(word: string, { least, most, words = [] }: Extract<OptionKind, { type: 'integer' }>): Read {
  const place = words.indexOf(word)
  if (place >= 0) return { value: place }
  const number = /^-?\d+$/.test(word) ? Number(word) : Number.NaN
  if (Number.isInteger(number) && number >= least && number <= most) return { value: number }
  return { expected: `a whole number from ${least} to ${most}${words.length > 0 ? `, or ${words.join(', ')}` : ''}` }
}

function readFolders(input: unknown): Read {
  const parts = Array.isArray(input) ? input : typeof input === 'string' ? foldersIn(input) : undefined
  if (!parts?.every((part) => typeof part === 'string' && !hasControls(part))) return { expected: 'a list of folders' }
  // A space at the end of a folder's name is part of the name.
  const folders = parts.map((part: string) => ownForm(part.trimStart())).filter((part) => part !== '')
  if (!folders.every((folder) => isAbsolute(folder))) return { expected: 'whole paths of folders' }
  // A folder that is named twice counts once, with its first spelling.
  const places = new Set<string>()
  return { value: folders.filter((folder) => places.size !== places.add(placeKey(folder)).size) }
}

function readFolder(input: unknown): Read {
  const text = typeof input === 'string' && !hasControls(input) ? (quotedFolder(input) ?? input.trim()) : undefined
  return text !== undefined && (text === '' || isAbsolute(text))
    ? { value: ownForm(text) }
    : { expected: 'the whole path of a folder' }
}

function hasControls(text: string): boolean {
  // A line break in a value would start another line of config.ini.
  return [...text].some((letter) => letter < ' ' || letter === '\u007f')
}

/** The text of a value in config.ini, which `readValue` reads as the same value. */
export function writeValue(name: OptionName, value: OptionValue): string {
  if (Array.isArray(value)) return folderList(value)
  return options[name].type === 'folder' ? folderText(String(value)) : String(value)
}
