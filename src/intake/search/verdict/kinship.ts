import { bareKey } from '../../../base/names/brackets'
import { KNOWN_PUBLISHERS } from '../../../base/names/editions'
import type { ReadName } from '../../../base/names/read-name'
import { matchKey } from '../../../base/names/titles'
import { volumeInName } from './book-identity'
import type { ParsedRelease } from './parsed-release'
import { isYearOfTitle, type VerdictTarget, YEARS } from './wanted'

/** The parts of a parsed title that belong to its name. */
type Named = Omit<ParsedRelease, 'kin'>

/** How the name of a release relates to the name of the series. */
export type Kinship =
  | 'same'
  /** The same story in another edition: a deluxe or coloured one, the novel, the annotated one. */
  | 'edition'
  /** The series' annual, when an issue is wanted. */
  | 'annual'
  /** The series name without a number. */
  | 'pack'
  /** The series of the wanted book, without anything that identifies the book. */
  | 'sibling'
  | 'other'

const EDITION =
  /\b(?:(?:rebirth |the )?(?:deluxe|absolute|omnibus|library|annotated|complete|collector'?s|anniversary|omnivore|full contact|vizbig|big|master|ultimate) edition|the complete collection|omnibus|compendium|director'?s cut|light novel|novel|art ?book|fan ?book|digital colou?red comics|(?:full |fully |digital )?colou?red|full colou?r(?: edition)?|box set|deluxe|vizbig|3-in-1|2-in-1)\b/gi
const PACK = /\s*\bpack$/i
/** "Lantern Complete (v01-14)". */
const COMPLETE = / (?:complete(?: series)?|complet|int[ée]grale)$/i

/** Compares folded names for equality only: no prefixes, no "contains", no distance. */
export function kinship(reading: Named, target: VerdictTarget): Kinship {
  const { keys } = target
  const { season, series, title } = reading
  // "Clouds S2 v06": each season is numbered from one.
  if (Number(season) > 1 && !`${series} ${title}`.includes(season))
    return keys.has(matchKey(`${series} Season ${season}`)) ? 'same' : 'other'
  if (keys.has(reading.key)) return 'same'
  const has = (key: string) => keys.has(key)
  if (ownKeys(reading).some(has) || isNamedWithYear(reading.series, target)) return 'same'
  if (isByAuthor(reading, target)) return 'same'
  if (otherNames(reading).some(has) || fullName(reading, target).some(has)) return 'same'
  if (reading.annual) {
    const kin = annualKeys(reading.series, (year) => isYearOfTitle(year, target)).some(has)
    if (kin) return target.annual ? 'same' : 'annual'
    if (target.annual) return 'other'
  }
  const bare = reading.series.replace(EDITION, ' ')
  if (bare !== reading.series && keys.has(matchKey(bare))) return 'edition'
  if (isBookOf(reading, keys)) return 'edition'
  if (reading.spans.length > 0 && keys.has(matchKey(reading.series.replace(COMPLETE, '')))) return 'same'
  if (reading.number === '' && PACK.test(reading.series) && keys.has(matchKey(reading.series.replace(PACK, ''))))
    return 'pack'
  return isSibling(reading, target) ? 'sibling' : 'other'
}

/** The folded names of the release's series, also with the word for its form and with the start year. */
export const namesOfSeries = (read: Pick<ReadName, 'series' | 'format' | 'run_year'>): string[] => [
  matchKey(read.series),
  ...ownKeys(read),
]

function isSibling(reading: Named, { identity }: VerdictTarget): boolean {
  if (!identity) return false
  const names = [...namesOfSeries(reading), ...(reading.collection ? [matchKey(reading.alt_series)] : [])]
  return names.some((key) => identity.stemKeys.has(key) || identity.shared.has(key))
}

/** Every folded name under which a series could be wanted that this release belongs to. */
export function keysToWantBy(read: ReadName): string[] {
  const keys = [matchKey(read.series || read.title), ...ownKeys(read), ...otherNames(read), ...behindPrefix(read)]
  if (read.alt_series.length > read.series.length) keys.push(matchKey(read.alt_series))
  if (read.volume !== '' && read.title !== '') keys.push(matchKey(`${read.series} ${read.title}`))
  const unyeared = TRAILING_YEAR.exec(read.series)?.[1]
  if (unyeared) keys.push(matchKey(unyeared))
  if (read.issue !== '') keys.push(matchKey(`${read.series} ${read.issue}`))
  if (Number(read.season) > 1) keys.push(matchKey(`${read.series} Season ${read.season}`))
  const unauthored = BY_AUTHOR.exec(read.series)?.[1]
  if (unauthored) keys.push(matchKey(unauthored))
  const book = volumeInName(read.series)
  if (book) keys.push(matchKey(book.stem))
  keys.push(matchKey((read.series || read.title).replace(COMPLETE, '')))
  if (read.annual) keys.push(...annualKeys(read.series))
  return [...new Set(keys)]
}

const NONE: string[] = []

/** Besides the plain name: with the word for its form, and with the start year. */
function ownKeys({ series, format, run_year }: Pick<ReadName, 'series' | 'format' | 'run_year'>): string[] {
  if (format === '' && run_year === '') return NONE
  return [format, run_year].filter((more) => more !== '').map((more) => matchKey(`${series} ${more}`))
}

const TRAILING_YEAR = /^(.+?)\s+((?:19|20)\d\d)$/

/** "Lantern 2014 001": the start year, give or take one, follows the name without brackets. */
function isNamedWithYear(series: string, { keys, wanted }: VerdictTarget): boolean {
  const [, name, year] = TRAILING_YEAR.exec(series) ?? []
  if (name === undefined || !wanted.year || Math.abs(Number(year) - wanted.year) > 1) return false
  return keys.has(matchKey(name))
}

/** "47 Lantern 032 (2014)": position in a reading order, before a name with its own number and year. */
const PLACE = /^[1-9]\d (?=\p{L})/u
/** "103 Lantern 04 (of 04) (2014)": with the count of a mini series, three digits are a position too. */
const PLACE_OF_COUNTED = /^[1-9]\d\d? (?=\p{L})/u
/** "1.Lantern.Annual.1": annuals are posted with their position. */
const PLACE_OF_ANNUAL = /^[1-9]\d? (?=\p{L})/u

const BY_AUTHOR = /^(.+?),? by \p{Lu}\S* \p{Lu}.*$/u

/** "Harbor Lights by Anna Berg (2003)": a single book. "Clouds by Haruka Umino v05": manga have no other runs. */
function isByAuthor({ kind, series, number }: Named, { book, oneShot, keys }: VerdictTarget): boolean {
  const once = book && oneShot && number === ''
  const name = once || kind === 'manga' ? BY_AUTHOR.exec(series)?.[1] : undefined
  return name !== undefined && keys.has(matchKey(name))
}

/** "Lantern Limited Series 4 of 5"; if a title follows the number, the name is longer. */
const LIMITED = / (?:limited|mini)[ -]?series$/i

/** A reply to a post; "Re:" also begins titles of manga. */
const REPLY = /^re: /i

/** "Lanterne Rouge (La)", "Lanterne Rouge, La": as catalogues sort. */
const BEHIND_NAME = /^(.+?)(?:, | \()(l[aeo']|les|der|die|das|el|los|las|il|gli|het|de|os?|as?)\)?$/i

/** Other names of the series in a title. */
function otherNames(reading: ReadName): string[] {
  const { kind, series, alt_series, tags, issue, year, annual, title, count, publisher } = reading
  const article = BEHIND_NAME.exec(alt_series || series)
  if (article) return [matchKey(`${article[2]} ${article[1]}`)]
  const placeOf = annual ? PLACE_OF_ANNUAL : count === '' ? PLACE : PLACE_OF_COUNTED
  const place = kind === 'comic' && issue !== '' ? placeOf : undefined
  const placed = place && (annual || year !== '') ? series.replace(place, '') : series
  const reply = placed.replace(REPLY, '')
  const bare = title === '' ? reply.replace(LIMITED, '') : reply
  const names =
    kind === 'manga' ? [...bothTitles(series), ...behindManga(series)] : bare === series ? NONE : [matchKey(bare)]
  // "Northgate - Now What": the name may begin with the name of its publisher.
  const published = publisher === '' ? names : [...names, matchKey(`${publisher} ${series}`)]
  return tags.includes('ebook') ? [...published, ...behindPublisher(series)] : published
}

const MANGA = / manga$/i

/** "Clouds Manga v05": distinguished from its novel. */
function behindManga(series: string): string[] {
  return MANGA.test(series) ? [matchKey(series.replace(MANGA, ''))] : NONE
}

const BETWEEN_TITLES = /\s+[|/]\s+/
const SINGLE_WORD = /^\S+$/

/**
 * "Kumo no Hashi | Bridge of Clouds": manga are named in two languages. Without spaces, both must have several words:
 * "Fate/Zero" is one name.
 */
function bothTitles(series: string): string[] {
  if (!/[|/]/.test(series)) return NONE
  const apart = series.split(BETWEEN_TITLES)
  const names = apart.length > 1 ? apart : series.split('/').map((name) => name.trim())
  if (apart.length === 1 && names.some((name) => SINGLE_WORD.test(name))) return NONE
  return names.map(matchKey).filter((key) => key !== '')
}

/** Number of words in the longest publisher name. */
const MOST_WORDS = 3

/**
 * "Yen.Press.Kumo.no.Hashi.Vol.02.2022.eBook-GROUP": in names without brackets, a publisher of several words comes
 * first, without a dash.
 */
function behindPublisher(series: string): string[] {
  const words = series.split(' ')
  for (let count = Math.min(MOST_WORDS, words.length - 1); count > 1; count--)
    if (KNOWN_PUBLISHERS.has(bareKey(words.slice(0, count).join('')))) return [matchKey(words.slice(count).join(' '))]
  return NONE
}

/**
 * Other ways to read the name: with text that may be a reading order or another name ("007 Lantern", "U9 (Under 9)"),
 * or after a publisher.
 */
function fullName(reading: Named, { wanted }: VerdictTarget): string[] {
  const { series, alt_series } = reading
  if (alt_series === '') return NONE
  if (alt_series.length > series.length) return [matchKey(alt_series)]
  return isPublisher(alt_series, wanted.publisher) ? behindPrefix(reading) : NONE
}

const COMPANY = /\b(?:comics?|publishing|press|entertainment|studios?|books|media)\b/gi

/** "Image" and "Image Comics" both mean Image Comics. */
function isPublisher(prefix: string, publisher: string | null | undefined): boolean {
  if (!publisher || prefix[0]!.toLowerCase() !== publisher[0]!.toLowerCase()) return false
  const key = matchKey(prefix)
  return key === matchKey(publisher) || key === matchKey(publisher.replace(COMPANY, ' '))
}

/** "Northgate - Lantern": the name without the part before the first dash. */
function behindPrefix({ series, alt_series }: Pick<ReadName, 'series' | 'alt_series'>): string[] {
  if (alt_series === '' || !series.startsWith(alt_series)) return NONE
  const behind = /^\s*[-–]\s*(.+)$/.exec(series.slice(alt_series.length))?.[1]
  return behind === undefined ? NONE : [matchKey(behind)]
}

/** "Batman Annuals", "Batman - Annual": the series name without the word. A year stays if it belongs to the title. */
function annualKeys(series: string, isTitle: (year: number) => boolean = () => false): string[] {
  const singular = series.replace(/\bannuals\b/i, 'Annual')
  const bare = series.replace(/[\s-]*\bannuals?\b/i, ' ')
  const plain = bare.replace(YEARS, (year) => (isTitle(Number(year)) ? year : ' '))
  return [singular, plain, `${plain} Annual`].map(matchKey)
}

/** "Batman - I Am Gotham TPB", "Batman by Tom King Omnibus": a book of the series with its own name. */
function isBookOf({ collection, format, series, alt_series }: Named, keys: ReadonlySet<string>): boolean {
  if (!collection || format === '') return false
  if (alt_series !== '' && keys.has(matchKey(alt_series))) return true
  const by = /^(.+?)\s+by\s+\p{Lu}/u.exec(series)
  return by !== null && keys.has(matchKey(by[1]!))
}
