import { normalNumber, sameNumber } from '../../base/names/numbers'
import { type ReadName, readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import type { FolderNameFacts, ParseContext } from './folder-facts'
import type { ParsedFile } from './parsed-file'
import { isSeriesYear } from './series-run'

/**
 * The item that the name of a folder names: "Harbor Lights 001 (2018)", from programs that download one item at a time.
 */
export interface FolderItem {
  unit: 'volume' | 'number'
  number: string
  year?: number
}

/** A number in brackets is an id: Calibre's folders are named "Harbor Lights (12)". */
const BRACKETS = /[([][^()[\]]*[)\]]/g

/** Undefined for a series folder, even one with a number in its name. */
export function itemOf(folder: string, key: string, reading: ParseContext): FolderItem | undefined {
  const { series, issue, volume, year } = readName(folder, reading)
  const dated = Number(year) ? { year: Number(year) } : {}
  const isNumbered = /\d/.test(folder.replace(BRACKETS, ''))
  if (!isNumbered || matchKey(series) !== key) return undefined
  if (issue !== '') return { unit: 'number', number: normalNumber(issue), ...dated }
  const isRun = volume === '' || isSeriesYear(Number(volume))
  return isRun ? undefined : { unit: 'volume', number: normalNumber(volume), ...dated }
}

/** A folder named after the item in it says nothing about the run: its year and volume belong to the item. */
export function withoutItemRun(folder: FolderNameFacts, { issue, volume }: ReadName): FolderNameFacts {
  const { item } = folder
  const number = item?.unit === 'number' ? issue : issue === '' ? volume : ''
  if (!item || number === '' || !sameNumber(item.number, number)) return folder
  return { ...folder, year: undefined, ordinal: undefined, ofSeries: false }
}

/**
 * A file whose own name says nothing is the item that its folder is named after, when the folder contains no other
 * file.
 */
export function applyItemFolder(parsedFiles: readonly ParsedFile[]): void {
  const [parsed] = parsedFiles
  if (!parsed || parsedFiles.length > 1 || parsed.libraryIssue || parsed.number !== '') return
  const { folder, basis } = parsed
  const { item, series, key } = folder
  if (!item || !['title', 'name', 'folder'].includes(basis) || parsed.nameKey === key) return
  const unit = item.unit === 'volume' ? 'volume' : parsed.unit
  const { number, year = parsed.year } = item
  Object.assign(parsed, { series, key, unit, number, year, basis: 'folder', astray: false, title: '', run: {} })
}
