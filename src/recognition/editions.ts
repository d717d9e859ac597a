import type { ContentType } from '../series/states'
import type { ComicFolder } from './folder-facts'
import type { ParsedFile } from './parsed-file'
import { numberKey } from './runs'

/** An edition that differs from the plain one in its content, as a bracket in a name says. */
export interface Edition {
  /** Equal for the spellings of one edition. */
  key: string
  /** As printed, without the bracket. */
  label: string
  /** A folder says it. */
  byFolder: boolean
}

const BRACKETS = /[([]([^()[\]]+)[)\]]/g
/** Kinds of editions and their words, as whole brackets. */
const EDITIONS: readonly [key: string, pattern: RegExp][] = [
  [
    'color',
    /^(?:(?:digital(?:ly)?|official(?:ly)?|full|fan)[ -]?)*(?:colou?r(?:ed|ized|ised|s)?|koloriert|couleurs?)(?: (?:comics?|edition|version|scans?|ver\.?))?$/i,
  ],
  ['blackandwhite', /^(?:b ?& ?w|b\/w|black (?:&|and) white|noir et blanc|n&b)(?: (?:edition|version))?$/i],
  ['omnibus', /^(?:omnibus|\d ?-? ?in ?-? ?1)(?: edition)?$/i],
  ['deluxe', /^deluxe(?: (?:edition|hardcover|hc))?$/i],
  ['uncensored', /^(?:uncensored|uncut|unrated|explicit)(?: (?:edition|version))?$/i],
  ['censored', /^(?:censored)(?: (?:edition|version))?$/i],
  [
    'reissue',
    /^(?:remastered|perfect|complete|kanzenban|wideban|aizouban|bunko(?:ban)?|shinsouban|collector'?s|anniversary|master|big|library|absolute|artist'?s)(?: edition)?$/i,
  ],
]

/** Of comics the same books are bound in several ways, so only a folder makes such an edition a series. */
const BINDINGS = new Set(['omnibus', 'deluxe', 'reissue'])

/** The edition that the name of a file or of its folders names in brackets. */
export function editionOf(
  fileName: string,
  { parts }: Pick<ComicFolder, 'parts'>,
  kind: ContentType,
): Edition | undefined {
  for (const [at, text] of [fileName, ...parts.slice(-2).toReversed()].entries()) {
    for (const [, inner = ''] of text.matchAll(BRACKETS)) {
      const [key] = EDITIONS.find(([, pattern]) => pattern.test(inner.trim())) ?? []
      if (key === undefined || (kind === 'comic' && at === 0 && BINDINGS.has(key))) continue
      return { key, label: inner.trim(), byFolder: at > 0 }
    }
  }
  return undefined
}

/**
 * Editions of one name are series of their own where they meet: where they share a number, or where each has folders of
 * its own. An edition that is alone keeps the plain name, since providers list it under that.
 */
export function nameEditions(family: readonly ParsedFile[]): void {
  const byEdition = Map.groupBy(family, ({ edition }) => edition?.key ?? '')
  if (byEdition.size < 2) return
  for (const [key, files] of byEdition) {
    if (key === '') continue
    const others = family.filter((parsed) => !files.includes(parsed))
    if (!isApart(files, others)) continue
    const label = files[0]!.edition!.label
    for (const parsed of files) {
      parsed.series = `${parsed.series} (${label})`
      parsed.key += key
    }
  }
}

function isApart(files: readonly ParsedFile[], others: readonly ParsedFile[]): boolean {
  if (shareNumber(files, others)) return true
  const folders = new Set(others.map(({ place }) => place.path))
  return files.every(({ edition, place }) => edition?.byFolder && !folders.has(place.path))
}

/** Whether both have files of one number that differ in their content. */
export function shareNumber(files: readonly ParsedFile[], others: readonly ParsedFile[]): boolean {
  const byNumber = Map.groupBy(others, numberKey)
  return files.some((parsed) => byNumber.get(numberKey(parsed))?.some((other) => differs(parsed, other)))
}

/** Files with the same bytes are one thing, whatever they are called. */
const differs = (one: ParsedFile, other: ParsedFile) => one.hash === undefined || one.hash !== other.hash
