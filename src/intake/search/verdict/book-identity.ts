import { NUMBER_WORDS } from '../../../base/names/number-words'
import { sameNumber } from '../../../base/names/numbers'
import type { ReadName } from '../../../base/names/read-name'
import { readRoman } from '../../../base/names/roman-numbers'
import { keyWords, matchKey } from '../../../base/names/titles'
import type { WantedFacts } from './wanted'

/** What distinguishes a wanted book from the other books of its series, by its own name. */
export interface BookIdentity {
  /** "Paper Girls Vol. 3": 3. */
  volume: string | undefined
  /**
   * Word for the number: "Book Two" of a series may contain other issues than its "Volume 2". Books of one line share
   * one numbering.
   */
  counter: Counter | undefined
  /** "Batman Vol. 3: Death of the Family": the folded text after the volume; else empty. */
  subtitle: string
  /** Names of its series as written, which form its name together with the volume. */
  stems: readonly string[]
  /** The folded `stems`. */
  stemKeys: ReadonlySet<string>
  /** The series consists of this one book; else the volume in the name is that of a run of books. */
  once: boolean
  /** Folded names that it shares with other books: aliases that are only part of its name. */
  shared: ReadonlySet<string>
}

type Counter = 'book' | 'volume'

interface NameParts {
  stem: string
  volume: string
  counter: Counter
  subtitle: string
}

const NUMBER = String.raw`(\d{1,3}|${[...NUMBER_WORDS.keys()].join('|')}|[ivxl]{1,6})`
const MARKED = new RegExp(
  String.raw`^(.*[\p{L}\p{N}!?.'’)])[,:]?(?: [-–])? \(?(vol(?:ume)?s?\.? ?|books? |tome |band |v(?=\d))${NUMBER}\)?(?:$|[ ,:–-]+(.+)$)`,
  'iu',
)
/** Words for editions belong to the name, not to the title. */
const EDITION = /\b(?:edition|collection|omnibus|compendium|deluxe|hardcover|paperback|tpb|hc)\b/i
/** "Lantern Compendium Two", "Lantern Epic Collection 14": the word for a book is marker enough. */
const BEHIND_EDITION = new RegExp(
  String.raw`^(.*\S [^ ]*(?:edition|collection|omnibus|compendium|masterworks|hardcover|paperback|tpb|hc)),? #?${NUMBER}(?:$|(?: ?[:–-] +|, )(.+)$)`,
  'iu',
)
/** Words for an ordinary book in a series name, which others omit. */
const PLAIN_BOOK = / (?:tpb|trade paperback|paperback|trade)$/i

/** The volume in a name, and the text before and after it; undefined for a name without a volume. */
export function volumeInName(name: string): NameParts | undefined {
  const [, stem, marker = '', number = '', behind = ''] = MARKED.exec(name.trim()) ?? []
  const volume = numberOf(number)
  if (stem === undefined || volume === undefined) return volumeBehindEdition(name.trim())
  const isEdition = EDITION.test(behind)
  const counter = /^book/i.test(marker) ? 'book' : 'volume'
  return { stem: isEdition ? `${stem} ${behind}` : stem, volume, counter, subtitle: isEdition ? '' : behind }
}

/** "Lantern - Book Three Deluxe Edition": the series name with the edition that follows the volume. */
export const nameWithEdition = ({ series, volume, title }: ReadName): string | undefined =>
  volume !== '' && EDITION.test(title) ? `${series} ${title}` : undefined

function volumeBehindEdition(name: string): NameParts | undefined {
  const [, stem, number = '', subtitle = ''] = BEHIND_EDITION.exec(name) ?? []
  const volume = numberOf(number)
  return stem === undefined || volume === undefined ? undefined : { stem, volume, counter: 'volume', subtitle }
}

function numberOf(printed: string): string | undefined {
  if (printed === '') return undefined
  const word = printed.toLowerCase()
  return /^\d/.test(word) ? word.replace(/^0+(?=\d)/, '') : (NUMBER_WORDS.get(word) ?? readRoman(word))
}

const AS_BOOK = new RegExp(String.raw`\bbooks?[ ._-]*${NUMBER}\b`, 'i')
const AS_VOLUME = /\bv(?:ol(?:ume)?s?\.?[ ._-]*)?\d/i

/** Whether a title numbers books where the name numbers volumes, or the other way round. */
export function isCountedOtherwise(title: string, { counter }: BookIdentity): boolean {
  return counter !== undefined && (counter === 'volume' ? AS_BOOK : AS_VOLUME).test(title)
}

/** Whether the name alone shows that it is a book, whatever its provider says. */
export const isNamedAsBook = (name: string): boolean => NAMED_AS_BOOK.test(name)
const NAMED_AS_BOOK =
  /\b(?:omnibus|compendium|epic collection|tpb|trade paperback|hardcover|masterworks|(?:deluxe|library|absolute|omnibus|treasury|hardcover) edition)\b/i

const OF_EDITION = /^(?:absolute|masterworks|essential|archives?|showcase|epic|library|omnibus|deluxe|ultimate)$/

/** Words that say that it is a book, but not which one. */
const PLAIN = /^(?:tpbs?|trade|paperbacks?|hc|hardcovers?|gn|graphic|novels?|comics?|books?|series|\d{4})$/

/**
 * Whether other books have the shorter name too: "Batman" in "Batman: Death of the Family", "Sandman" in "Absolute
 * Sandman". The end of a name is a name of its own, except after a word for an edition.
 */
function isCommonPart(short: string, name: string): boolean {
  const [words, all] = [keyWords(short), keyWords(name)]
  if (words.length === 0 || words.length >= all.length) return false
  const at = all.findIndex((_, from) => words.every((word, nth) => all[from + nth] === word))
  if (at < 0) return false
  const [before, behind] = [all.slice(0, at), all.slice(at + words.length)]
  if (behind.length === 0) return before.some((word) => OF_EDITION.test(word))
  return ![...before, ...behind].every((word) => PLAIN.test(word))
}

const HAS_SUBTITLE = /\S(?:: | [-–—] )\S/

/**
 * The identity of a book; undefined when only its names distinguish it. `oneShot`: the series is known to be a single
 * book.
 */
export function bookIdentity(
  { series, aliases, kind, issue, issue_count }: WantedFacts,
  oneShot: boolean,
): BookIdentity | undefined {
  const own = volumeInName(series)
  const stem = own?.stem ?? series
  const others = (aliases ?? []).filter((alias) => matchKey(alias) !== '')
  // For manga the short name is just as good: "Demon Slayer" for "Demon Slayer: Kimetsu no Yaiba".
  const common = kind === 'manga' ? [] : others.filter((alias) => isCommonPart(alias, stem))
  if (!own && common.length === 0 && !HAS_SUBTITLE.test(series)) return undefined
  const unnumbered = others.filter((alias) => !common.includes(alias) && !volumeInName(alias))
  const plain = stem.replace(PLAIN_BOOK, '')
  const stems = own ? [...new Set([stem, plain, ...unnumbered])] : []
  return {
    volume: own?.volume,
    counter: isNamedAsBook(plain) ? undefined : own?.counter,
    subtitle: matchKey(own?.subtitle ?? ''),
    stems,
    stemKeys: new Set(stems.map(matchKey)),
    once: oneShot || (!issue_count && ['', '1', own?.volume].includes(issue)),
    shared: new Set(common.map(matchKey)),
  }
}

/** Names under which only this book is listed. */
export function ownNames(
  { series, aliases }: Pick<WantedFacts, 'series' | 'aliases'>,
  identity?: BookIdentity,
): string[] {
  const names = [series, ...(aliases ?? [])]
  if (!identity) return names
  const parts = volumeInName(series)
  const titled = parts?.subtitle ? [`${parts.stem} ${parts.subtitle}`] : []
  const isCommon = (key: string) => identity.stemKeys.has(key) || identity.shared.has(key)
  return [...names.filter((name) => name === series || !isCommon(matchKey(name))), ...titled]
}

/** Whether the title after the volume differs from the one in the book's name; no title is no difference. */
export function isOtherTitle(title: string, { subtitle }: BookIdentity): boolean {
  const key = matchKey(title)
  return key !== '' && subtitle !== '' && !key.includes(subtitle) && !subtitle.includes(key)
}

export const isOwnVolume = (number: string, { volume }: BookIdentity): boolean =>
  volume !== undefined && number !== '' && sameNumber(number, volume)
