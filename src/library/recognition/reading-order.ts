import { parse } from 'node:path'
import { readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import type { FolderNameFacts, ParseContext } from './folder-facts'

/** "01 - Harbor Lights", "01. Harbor Lights", "#1 Harbor Lights", "42 Harbor Lights". */
const ORDER = /^\s*#?\s*(?:\d{1,4}\s*[-–—._)]+|\d{1,4}\s)\s*(?=\D)/
/** A number in the form of issue numbers: padded, of three digits, or with #, followed only by brackets. */
const NUMBERED = /[\p{L}\p{N})]\s(?:#\s*\d+|0\d{1,3}|\d{3})(?:\s*\([^()]*\))*$/u

/**
 * "01 - Harbor Lights 001 (1990)" is issue 1 of Harbor Lights, first in a reading order. "42 Harbor Lights 30" in the
 * folder "Harbor Lights" is issue 30.
 */
export function withoutOrder(name: string, folder: FolderNameFacts, reading: ParseContext): string {
  const [order] = ORDER.exec(name) ?? []
  if (order === undefined || folder.key === '' || matchKey(name).startsWith(folder.key)) return name
  const rest = name.slice(order.length)
  const stem = parse(rest).name
  if (matchKey(stem.replace(/(?:\s*\([^()]*\))+$/, '')) === folder.key) return name
  const { series, issue } = readName(rest, reading)
  if (issue === '' || matchKey(series) === '') return name
  const isOfFolder = matchKey(series) === folder.key
  return isOfFolder || (/[#–—._)-]/.test(order) && isDated(stem) && NUMBERED.test(stem)) ? rest : name
}

/** Titles of stories rarely end in a year. */
const isDated = (stem: string) => /\((?:19|20)\d\d\b|#\s*\d/.test(stem)
