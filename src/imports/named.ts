import { parse } from 'node:path'
import type { ReadName } from '../releases/names'
import { matchKey } from '../releases/titles'
import type { Basis, FileSeen } from './claim'
import { type FolderSays, nameOfRoot, type Reading, withoutAnnual } from './places'

/** The series as file and folder names have it. */
export interface Named {
  series: string
  basis: Basis
  nameKey: string
  astray: boolean
  title: string
  /** The word that makes it a special of its folder's series. */
  special: string
  /** A number that looks like a part of the name until the folder tells where the name ends. */
  number: string
}

/** Of a name; systems allow 255 bytes. */
const MOST_LETTERS = 255

/** The series by names alone: that of the file, unless the folder knows better. */
export function nameSeries({ place, name }: FileSeen, alone: ReadName, folder: FolderSays, reading: Reading): Named {
  const own = withoutAnnual(alone.series)
  const key = alone.special !== '' && matchKey(own) === matchKey(alone.special) ? '' : matchKey(own)
  const numberless = alone.issue === '' && alone.volume === ''
  const named = { series: folder.series, nameKey: key, astray: false, title: '', special: '', number: '' }
  if (key === '') {
    const special = alone.special
    if (folder.key !== '') return { ...named, basis: 'folder', special }
    return { ...named, series: nameOfRoot(place, reading) || parse(name).name, basis: 'guess', special }
  }
  if (folder.key === '') return { ...named, series: own, basis: 'name' }
  const only = onlyNumber(name)
  if (only !== '' && key === only && key !== folder.key)
    return { ...named, nameKey: '', basis: 'folder', special: '', number: only }
  if (key === folder.key) return { ...named, series: own, basis: 'both' }
  if (alone.special !== '' && key.startsWith(folder.key)) return { ...named, basis: 'both', special: alone.special }
  const number = numberBehind(folder, name)
  if (number !== '') return { ...named, nameKey: folder.key, basis: 'both', number }
  if (numberless && matchKey(alone.alt_series ?? '') === folder.key)
    return { ...named, basis: 'title', title: own.slice(own.indexOf(' - ') + 3) }
  if (key === initials(folder.series)) return { ...named, basis: 'initials' }
  if (numberless && folder.ofSeries) return { ...named, basis: 'title', title: own }
  return { ...named, series: own, basis: 'name', astray: folder.ofSeries }
}

/** Where the folder would name the series, or agrees, its series.json does. */
export function fromJson(named: Named, { json, series, key }: FolderSays): Named {
  const agrees =
    named.nameKey === key || named.basis === 'title' || named.basis === 'initials' || named.basis === 'folder'
  return json && (agrees || named.basis === 'both') ? { ...named, series, basis: 'json', astray: false } : named
}

const BRACKETS = /(?:\s*[([][^()[\]]*[)\]])+\s*$/

/**
 * The number behind the name of the folder: "Weekly 7 1999" in "Weekly 7" is its issue 1999, and "Weekly 7 (1987) 02" its
 * issue 2. Empty when other words are there.
 */
function numberBehind({ key, year }: FolderSays, name: string): string {
  const plain = parse(name).name.slice(0, MOST_LETTERS).replace(BRACKETS, '')
  const [, before = '', digits = ''] = /^(.*?)[\s._#-]+(\d{1,5})$/.exec(plain) ?? []
  return matchKey(before.replace(BRACKETS, '')) === key && Number(digits) !== year ? digits : ''
}

/** "5 (c2c)" in the folder of a series is its issue 5, not a series called "5". */
function onlyNumber(name: string): string {
  return /^0*(\d{1,4})\s*[([]/.exec(parse(name).name)?.[1] ?? ''
}

function initials(series: string): string {
  const words = series.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 1 ? words.map((word) => word[0]).join('') : ''
}

/** ComicInfo names a series that neither the file nor its folder does. */
export function disputes(key: string, named: Named, alone: ReadName): boolean {
  return named.nameKey !== key && matchKey(named.series) !== key && matchKey(alone.alt_series ?? '') !== key
}
