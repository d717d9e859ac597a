import { parse } from 'node:path'
import { matchKey } from '../releases/titles'
import type { FolderSays, Place, Reading } from './folder-facts'

/** What the name of a file is read as. */
export interface SpokenName {
  name: string
  /** Whatever else it says, the folder names the series. */
  byFolder: boolean
}

/** Six digits of a hash, which tell chapters of one name apart. */
const HASH = /_[0-9a-f]{6}$/
/** What the names of chapters begin with. */
const CHAPTER =
  /(?:^|_)(?=(?:special |extra |side )?(?:vol(?:ume)?|ch(?:ap(?:ter)?)?|ep(?:isode)?|season|s|cap(?:[íi]tulo)?|chapitre|kapitel|part|#)?[\s.]*\d|one-?shot|prologue|epilogue|special|extra|omake)/i

/**
 * Readers on Android save `<source>/<series>/<scanlator>_<chapter>_<hash>.cbz`: the folder names the series, and what the
 * name of the file begins with is a group.
 */
export function chapterName(name: string, { parts }: Place, folder: FolderSays, { kind }: Reading): SpokenName {
  const asItIs = { name, byFolder: false }
  if (kind !== 'manga' || !folder.nearest) return asItIs
  const { name: stem, ext } = parse(name)
  const plain = stem.replace(HASH, '')
  const hashed = plain !== stem
  // Without a hash it may be a series in a folder of many.
  if (!hashed && (parts.length < 2 || isSeparator(plain))) return asItIs
  const at = plain.search(CHAPTER)
  const group = at < 0 ? plain.slice(0, Math.max(0, plain.indexOf('_'))) : plain.slice(0, at)
  if (matchKey(group).startsWith(folder.key)) return asItIs
  if (!hashed && (at < 0 || group === '')) return asItIs
  const chapter = group === '' ? plain.replace(/^_/, '') : plain.slice(group.length + 1)
  return { name: chapter + ext, byFolder: true }
}

/** Words are written with it, so it parts no group from a chapter. */
const isSeparator = (stem: string) => !stem.includes(' ') && stem.indexOf('_') !== stem.lastIndexOf('_')
