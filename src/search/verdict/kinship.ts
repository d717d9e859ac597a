import type { ReadName } from '../../releases/names'
import { matchKey } from '../../releases/titles'
import type { Reading } from './reading'
import type { Target } from './wanted'

/** What of a reading is about its name. */
type Named = Omit<Reading, 'kin'>

/** How the name of a release and that of the series stand to each other. */
export type Kinship =
  | 'same'
  /** The same story in another edition: a deluxe or coloured one, the novel, the annotated one. */
  | 'edition'
  /** The series' annual, where an issue is looked for. */
  | 'annual'
  /** The series' name and nothing that counts. */
  | 'pack'
  | 'other'

const EDITION =
  /\b(?:(?:rebirth |the )?(?:deluxe|absolute|omnibus|library|annotated|complete|collector'?s|anniversary|omnivore|full contact|vizbig|big|master|ultimate) edition|the complete collection|omnibus|compendium|director'?s cut|light novel|novel|art ?book|fan ?book|digital colou?red comics|(?:full |fully |digital )?colou?red|full colou?r(?: edition)?|box set|deluxe|vizbig|3-in-1|2-in-1)\b/gi
const PACK = /\s*\bpack$/i

/** Folded names are equal or they are not: no prefix, no "contains", no distance. */
export function kinship(reading: Named, target: Target): Kinship {
  const { keys } = target
  if (keys.has(reading.key)) return 'same'
  const has = (key: string) => keys.has(key)
  if (ownKeys(reading).some(has)) return 'same'
  if (reading.annual) {
    const kin = annualKeys(reading.series).some(has)
    if (kin) return target.annual ? 'same' : 'annual'
    if (target.annual) return 'other'
  }
  const bare = reading.series.replace(EDITION, ' ')
  if (bare !== reading.series && keys.has(matchKey(bare))) return 'edition'
  if (isBookOf(reading, keys)) return 'edition'
  if (reading.number === '' && PACK.test(reading.series) && keys.has(matchKey(reading.series.replace(PACK, ''))))
    return 'pack'
  return 'other'
}

/** Every name, folded, under which a series could be wanted that this release is one of. */
export function keysToWantBy(read: ReadName): string[] {
  const keys = [matchKey(read.series), ...ownKeys(read)]
  if (read.issue !== '') keys.push(matchKey(`${read.series} ${read.issue}`))
  if (read.annual) keys.push(...annualKeys(read.series))
  return [...new Set(keys)]
}

const NONE: string[] = []

/** Beside its plain name: with the word for its form, and with the year of its run. */
function ownKeys({ series, format, run_year }: Pick<ReadName, 'series' | 'format' | 'run_year'>): string[] {
  if (format === '' && run_year === '') return NONE
  return [format, run_year].filter((more) => more !== '').map((more) => matchKey(`${series} ${more}`))
}

/** "Batman Annuals", "Batman - Annual": without the word it is the series. */
function annualKeys(series: string): string[] {
  const singular = series.replace(/\bannuals\b/i, 'Annual')
  const plain = series.replace(/[\s-]*\bannuals?\b/i, ' ').replace(/\b(?:19|20)\d\d\b/g, ' ')
  return [singular, plain, `${plain} Annual`].map(matchKey)
}

/** "Batman - I Am Gotham TPB", "Batman by Tom King Omnibus": a book of the series, under a name of its own. */
function isBookOf({ collection, format, series, alt_series }: Named, keys: ReadonlySet<string>): boolean {
  if (!collection || format === '') return false
  if (alt_series !== '' && keys.has(matchKey(alt_series))) return true
  const by = /^(.+?)\s+by\s+\p{Lu}/u.exec(series)
  return by !== null && keys.has(matchKey(by[1]!))
}
