import type { NameKind } from '../../../base/names/kinds'
import { matchKey } from '../../../base/names/titles'
import type { BareNumberMode, MonitorMode } from '../../../library/series/states'
import { NO_RULES, type ReleaseRule, type RuleSet, ruleSetOf, rulesForName } from '../rules/rule-set'
import { type BookIdentity, bookIdentity, isNamedAsBook, ownNames, volumeInName } from './book-identity'
import { type OwnWords, ownWords } from './own-words'

/** A wanted issue and its series. Absent or null means unknown. */
export interface WantedFacts {
  kind: NameKind
  series: string
  /** Year of the series' first issue. */
  year?: number | null
  /** Ordinal of the run: 3 for "v3". */
  volume?: number | null
  publisher?: string | null
  /** As printed. */
  issue: string
  /** In the shops: `2018-07-04`. */
  issue_date?: string | null
  digital_date?: string | null
  issue_year?: number | null
  /** `issue`, `annual`, `tpb`, `hc`, `gn`, `one-shot`, `omnibus` … */
  booktype?: string | null
  aliases?: readonly string[]
  allow_packs?: boolean
  /** Accepts books of collected issues for single issues and the reverse. */
  ignore_type?: boolean
  /** Issues the series has. */
  issue_count?: number | null
  /** Of a manga: what `issue` counts. */
  unit?: 'chapter' | 'volume' | null
  bare_number_mode?: BareNumberMode | null
  monitor_mode?: MonitorMode | null
  volume_count?: number | null
  chapter_count?: number | null
  /** The volume that the wanted chapter is in, when the ledger says. */
  in_volume?: string | null
  /** The other numbers of the series that are missing, the wanted one among them. */
  missing?: readonly string[] | null
  /** Language of the original, or that the reader wants. */
  language?: string | null
}

/** A release as an indexer offers it. */
export interface OfferedRelease {
  title: string
  /** Megabytes; 0 or null when the indexer does not say. */
  size_mb?: number | null
  /** Newznab categories. */
  category?: number | readonly number[] | null
  /** When it was posted: a day or an instant. */
  published?: string | null
  age_days?: number | null
  /** Newznab: 1 yes, 2 perhaps. */
  password?: number | null
  seeders?: number | null
  indexer?: string | null
}

/** What the reader set. */
export interface ReleaseLimits {
  min_size_mb?: number | null
  max_size_mb?: number | null
  ignore_words?: readonly string[] | null
  /** ISO 639-1; releases without a word about their language count as one of them. */
  languages?: readonly string[] | null
  ignore_covers?: boolean | null
  reject_passworded?: boolean | null
  year_tolerance?: number | null
  min_seeders?: number | null
  /** Days a provider keeps what is posted. */
  max_age_days?: number | null
  /** Only these containers, where the title names one: `cbz`, `cbr`. */
  formats?: readonly string[] | null
  /** Preferred, required and blocked words, groups and formats. */
  rules?: readonly ReleaseRule[] | null
}

/** What is known of the release from before. */
export interface KnownRelease {
  blocklisted?: string
  inFlight?: boolean
  duplicate?: boolean
}

/** A wanted item with what every verdict on it needs, worked out once. */
export interface VerdictTarget {
  wanted: WantedFacts
  /** Names that count as the series', folded. */
  keys: ReadonlySet<string>
  /** One of them ends with a digit, which may be taken for a number. */
  numbered: boolean
  /** Those of its names whose words may be taken for something else. */
  ownWords: readonly OwnWords[]
  annual: boolean
  /** The years that the annual may be called by: of its name, or else of the item and its series. Empty when nothing is known. */
  annualYears: readonly number[]
  /** It is a book, and its number the volume of a collection. */
  book: boolean
  /** Of a book or of what comes once, where its name says more than that of its series. */
  identity: BookIdentity | undefined
  /** Ordinal of the run, also where only the name says it. */
  runVolume: number | undefined
  oneShot: boolean
  /** Of a manga. */
  unit: 'issue' | 'chapter' | 'volume'
  issueYear: number | undefined
  languages: readonly string[]
  tolerance: number
  limits: ReleaseLimits
  rules: RuleSet
}

const BOOKS =
  /^(?:tpb|trade|hc|hard|gn|graphic|omni|deluxe|treasury|compendium|collect|abs|book|box|library|digest|print ?on)/i
const ONE_SHOT = /^(?:one-?shot|os|special)$/i
const ANNUAL = /\bannuals?\b/i
/** Providers call most books so, too. */
const UNSPECIFIC = /^(?:print)?$/i

/** Said to be an issue that comes once, which a book of the same name collects. */
export const isSingleIssue = ({ booktype }: WantedFacts): boolean => ONE_SHOT.test((booktype ?? '').trim())

const LOST_SIGN = / & |(?<=\w) ?\+ ?(?=\w)/

function formOf(wanted: WantedFacts) {
  const type = (wanted.booktype ?? '').trim()
  const manga = wanted.kind === 'manga'
  return {
    manga,
    annual: /^annual$/i.test(type) || (type === '' && ANNUAL.test(wanted.series)),
    book: !manga && (BOOKS.test(type) || (UNSPECIFIC.test(type) && isNamedAsBook(wanted.series))),
    oneShot: ONE_SHOT.test(type) || wanted.issue_count === 1,
  }
}

/** Of a book or of what comes once; undefined where its names are all that tells it. */
export function bookIdentityOf(wanted: WantedFacts, form = formOf(wanted)): BookIdentity | undefined {
  const { manga, annual, book, oneShot } = form
  const isBook = manga ? wanted.unit === 'volume' : book || oneShot
  return isBook && !annual ? bookIdentity(wanted, oneShot) : undefined
}

/** `rules`: those of the series; by default those of the limits. */
export function targetOf(wanted: WantedFacts, limits: ReleaseLimits, rules = rulesOf(limits)): VerdictTarget {
  const form = formOf(wanted)
  const { manga, annual, book } = form
  const identity = bookIdentityOf(wanted, form)
  const names = ownNames(wanted, identity)
  const keys = new Set(names.map(matchKey))
  // File names lose the sign: "Lantern Harbor" is "Lantern & Harbor", "X 66" is "X+66".
  for (const name of names) if (LOST_SIGN.test(name)) keys.add(matchKey(name.replace(LOST_SIGN, ' ')))
  const issueYear = wanted.issue_year ?? yearOf(wanted.issue_date)
  const known = annual ? knownYears({ wanted, issueYear }) : NONE
  if (annual) for (const name of names) addAnnualNames(keys, name, known)
  return {
    wanted,
    keys,
    numbered: [...keys].some((key) => /\d$/.test(key)),
    ownWords: annual ? NO_NAMES : [...names, ...(identity?.stems ?? [])].flatMap((name) => ownWords(name) ?? []),
    annual,
    annualYears: annual ? annualYears(names, known) : NONE,
    book,
    oneShot: form.oneShot,
    identity,
    runVolume: wanted.volume ?? (book || manga ? undefined : runInName(wanted.series)),
    unit: manga ? (wanted.unit ?? 'chapter') : 'issue',
    issueYear,
    languages: (limits.languages ?? []).map((language) => language.toLowerCase()),
    tolerance: limits.year_tolerance ?? 1,
    limits,
    rules: rulesForName(rules, wanted.series),
  }
}

function runInName(series: string): number | undefined {
  const volume = volumeInName(series)?.volume
  return volume === undefined ? undefined : Number(volume)
}

function rulesOf({ ignore_words, rules }: ReleaseLimits): RuleSet {
  const blocked = (ignore_words ?? []).map((text) => ({ match: 'word', text, level: 'must_not', score: 0 }) as const)
  return blocked.length === 0 && !rules ? NO_RULES : ruleSetOf([...blocked, ...(rules ?? [])])
}

export const YEARS = /\b(?:19|20)\d\d\b/g
const isNear = (year: number, known: readonly number[]) => known.some((other) => Math.abs(year - other) <= 1)

const NONE: number[] = []
const NO_NAMES: OwnWords[] = []

/** The years that are known of the item and of its series. */
function knownYears({ wanted, issueYear }: Pick<VerdictTarget, 'wanted' | 'issueYear'>): number[] {
  return [wanted.year, issueYear].filter((year) => typeof year === 'number')
}

/** "X 2099 Annual": no year of the item or of its series, so it is a word. */
export function isYearOfTitle(year: number, target: Pick<VerdictTarget, 'wanted' | 'issueYear'>): boolean {
  return isTitle(year, knownYears(target))
}

function isTitle(year: number, known: readonly number[]): boolean {
  return known.length > 0 && !isNear(year, known)
}

/** "X 2025 Annual" is also written "X Annual", and "X" under an annual's flag. The year of a title stays: "X 2099 Annual". */
function addAnnualNames(keys: Set<string>, name: string, known: readonly number[]): void {
  const withoutYear = (text: string) => text.replace(YEARS, (year) => (isTitle(Number(year), known) ? year : ' '))
  const bare = name.replace(ANNUAL, ' ')
  for (const each of [withoutYear(name), `${withoutYear(bare)} Annual`, `${bare} Annual`]) keys.add(matchKey(each))
}

/** The year in its name tells an annual from those of other years. */
function annualYears(names: readonly string[], known: readonly number[]): readonly number[] {
  const named = names.filter((name) => ANNUAL.test(name)).flatMap((name) => name.match(YEARS) ?? [])
  const own = named.map(Number).filter((year) => !isTitle(year, known))
  return own.length > 0 ? own : known
}

const yearOf = (day: string | null | undefined) => (day ? Number(day.slice(0, 4)) : undefined)
