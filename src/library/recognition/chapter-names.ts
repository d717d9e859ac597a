import { parse } from 'node:path'
import { splitChapterName } from '../../base/names/scanlators'
import { matchKey } from '../../base/names/titles'
import type { ComicFolder, FolderNameFacts, ParseContext } from './folder-facts'

/** The replacement for the name of a file. */
export interface ChapterFileName {
  name: string
  /** The folder names the series, whatever else the file name contains. */
  byFolder: boolean
}

/** Six hex digits that distinguish chapters with the same name. */
const HASH = /_[0-9a-f]{6}$/
/**
 * Android readers save `<source>/<series>/<scanlator>_<chapter>_<hash>.cbz`: the folder names the series, and the file
 * name begins with a group.
 */
export function readChapterName(
  name: string,
  { parts }: ComicFolder,
  folder: FolderNameFacts,
  { kind }: ParseContext,
): ChapterFileName {
  const asItIs = { name, byFolder: false }
  if (kind !== 'manga' || !folder.nearest) return asItIs
  const { name: stem, ext } = parse(name)
  const plain = stem.replace(HASH, '')
  const hashed = plain !== stem
  // Without a hash the beginning may be a series in a folder of many.
  if (!hashed && (parts.length < 2 || isSeparator(plain))) return asItIs
  const { group, chapter, marked } = splitChapterName(plain)
  if (matchKey(group).startsWith(folder.key)) return asItIs
  if (!hashed && (!marked || group === '')) return asItIs
  return { name: chapter + ext, byFolder: true }
}

/** Words may contain this character, so it does not separate a group from a chapter. */
const isSeparator = (stem: string) => !stem.includes(' ') && stem.indexOf('_') !== stem.lastIndexOf('_')
