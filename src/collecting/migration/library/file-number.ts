import { normalNumber } from '../../../base/names/numbers'
import { readName } from '../../../base/names/read-name'
import type { ContentType, IssueKind, Unit } from '../../../library/series/states'

/** Number and unit of a file inside its series. */
export interface NumberInSeries {
  kind: IssueKind
  unit: Unit
  /** Empty when the name has no number. */
  number: string
  /** Last number of a range: a file may hold several issues. */
  number_end: string
  /** The volume that a chapter is in. */
  volume_number: string | null
}

const COLLECTED = /^(?:tpb|hc|gn|omnibus|deluxe edition)$/i
/** Volumes of comics are often start years, which are no numbers. */
const isYear = (text: string) => /^(?:19|20)\d\d$/.test(text)

/** The number in a file name, read as a scan reads it. `folders` are the folders above it, nearest last. */
export function readFileNumber(name: string, folders: string[], content: ContentType, year: number): NumberInSeries {
  const read = readName(name, { kind: content, year, folder: folders })
  const [number, end] = [normalNumber(read.issue), normalNumber(read.issue_end)]
  const whole: NumberInSeries = { kind: 'issue', unit: 'issue', number, number_end: end, volume_number: null }
  if (read.annual) return { ...whole, kind: 'annual', number: number || read.year }
  const volume = content === 'comic' && isYear(read.volume) ? '' : normalNumber(read.volume)
  const bound = { ...whole, unit: 'volume' as const, number: volume, number_end: normalNumber(read.volume_end) }
  if (content === 'manga') {
    const chapter = { ...whole, unit: 'chapter' as const, volume_number: volume || null }
    if (number !== '') return chapter
    if (read.special !== '') return { ...chapter, number: read.special, volume_number: null }
    return volume === '' ? chapter : bound
  }
  if (COLLECTED.test(read.format)) return { ...bound, number: number || volume }
  if (number === '' && volume !== '') return bound
  return { ...whole, number: number || read.special }
}

const NAMED = /^(.*\S)\s*\((\d{1,4})\)$/s

/** Splits the year or the ordinal of a run from the name: "Harbor Lights (2019)", "Harbor Lights (2)". */
export function splitRun(title: string): { name: string; year: number | null; volume: number | null } {
  const [, name, digits] = NAMED.exec(title.trim()) ?? []
  const whole = { name: title.trim(), year: null, volume: null }
  if (name === undefined) return whole
  if (isYear(digits!)) return { name, year: Number(digits), volume: null }
  return digits!.length < 3 ? { name, year: null, volume: Number(digits) } : whole
}
