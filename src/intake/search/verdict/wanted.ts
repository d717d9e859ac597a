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
  /** Number as printed. */
  issue: string
  /** Release date: `2018-07-04`. */
  issue_date?: string | null
  digital_date?: string | null
  issue_year?: number | null
  /** `issue`, `annual`, `tpb`, `hc`, `gn`, `one-shot`, `omnibus` … */
  booktype?: string | null
  aliases?: readonly string[]
  allow_packs?: boolean
  /** Accepts collected editions in place of single issues, and the reverse. */
  ignore_type?: boolean
  /** Number of issues of the series. */
  issue_count?: number | null
  /** For manga, the unit of `issue`. */
  unit?: 'chapter' | 'volume' | null
  bare_number_mode?: BareNumberMode | null
  monitor_mode?: MonitorMode | null
  volume_count?: number | null
  chapter_count?: number | null
  /** The volume that contains the wanted chapter, if the library knows. */
  in_volume?: string | null
  /** All missing numbers of the series, including the wanted one. */
  missing?: readonly string[] | null
  /** Original language, or the one that the user wants. */
  language?: string | null
}

/** A release offered by an indexer. */
export interface OfferedRelease {
  title: string
  /** Megabytes; 0 or null when the indexer does not say. */
  size_mb?: number | null
  /** Newznab categories. */
  category?: number | readonly number[] | null
  /** When it was posted: a day or an instant. */
  published?: string | null
  age_days?: number | null
  /** Newznab: 1 yes, 2 maybe. */
  password?: number | null
  seeders?: number | null
  indexer?: string | null
}

/** The user's settings. */
export interface ReleaseLimits {
  min_size_mb?: number | null
  max_size_mb?: number | null
  ignore_words?: readonly string[] | null
  /** ISO 639-1; releases that state no language count as one of these. */
  languages?: readonly string[] | null
  ignore_covers?: boolean | null
  reject_passworded?: boolean | null
  year_tolerance?: number | null
  min_seeders?: number | null
  /** Retention of the usenet provider, in days. */
  max_age_days?: number | null
  /** Only these formats, if the title states one: `cbz`, `cbr`. */
  formats?: readonly string[] | null
  /** Preferred, required and blocked words, groups and formats. */
  rules?: readonly ReleaseRule[] | null
}

/** Earlier facts about the release. */
export interface KnownRelease {
  blocklisted?: string
  inFlight?: boolean
  duplicate?: boolean
}

/** A wanted item with everything that verdicts on it need, computed once. */
export interface VerdictTarget {
  wanted: WantedFacts
  /** Folded names of the series. */
  keys: ReadonlySet<string>
  /** One of the names ends with a digit, which may be mistaken for a number. */
  numbered: boolean
  /** The names whose words may be mistaken for something else. */
  ownWords: readonly OwnWords[]
  annual: boolean
  /**
   * The years that may be in the annual's name: that of its own name, or else those of the item and its series. Empty
   * when unknown.
   */
  annualYears: readonly number[]
  /** The item is a book, and its number the volume of a collection. */
  book: boolean
  /** For a single book, or a book whose name says more than that of its series. */
  identity: BookIdentity | undefined
  /** Ordinal of the run, even if only the name has it. */
  runVolume: number | undefined
  oneShot: boolean
  /** For manga only. */
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
/** Providers use this for most books as well. */
const UNSPECIFIC = /^(?:print)?$/i

/** Said to be a one-shot issue, which a book with the same name collects. */
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

/** For a book or one-shot; undefined when only its names distinguish it. */
export function bookIdentityOf(wanted: WantedFacts, form = formOf(wanted)): BookIdentity | undefined {
  const { manga, annual, book, oneShot } = form
  const isBook = manga ? wanted.unit === 'volume' : book || oneShot
  return isBook && !annual ? bookIdentity(wanted, oneShot) : undefined
}

/** `rules`: the release rules for the series; by default those of the limits. */
export function targetOf(wanted: WantedFacts, limits: ReleaseLimits, rules = rulesOf(limits)): VerdictTarget {
  const form = formOf(wanted)
  const { manga, annual, book } = form
  const identity = bookIdentityOf(wanted, form)
  const names = ownNames(wanted, identity)
  const keys = new Set(names.map(matchKey))
  // File names drop the sign: "Lantern Harbor" is "Lantern & Harbor", "X 66" is "X+66".
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

/** The known years of the item and of its series. */
function knownYears({ wanted, issueYear }: Pick<VerdictTarget, 'wanted' | 'issueYear'>): number[] {
  return [wanted.year, issueYear].filter((year) => typeof year === 'number')
}

/** "X 2099 Annual": not a year of the item or its series, so it is a word. */
export function isYearOfTitle(year: number, target: Pick<VerdictTarget, 'wanted' | 'issueYear'>): boolean {
  return isTitle(year, knownYears(target))
}

function isTitle(year: number, known: readonly number[]): boolean {
  return known.length > 0 && !isNear(year, known)
}

/**
 * "X 2025 Annual" is also written "X Annual", or "X" when marked as an annual. A year in the series title stays: "X
 * 2099 Annual".
 */
function addAnnualNames(keys: Set<string>, name: string, known: readonly number[]): void {
  const withoutYear = (text: string) => text.replace(YEARS, (year) => (isTitle(Number(year), known) ? year : ' '))
  const bare = name.replace(ANNUAL, ' ')
  for (const each of [withoutYear(name), `${withoutYear(bare)} Annual`, `${bare} Annual`]) keys.add(matchKey(each))
}

/** The year in an annual's name distinguishes it from those of other years. */
function annualYears(names: readonly string[], known: readonly number[]): readonly number[] {
  const named = names.filter((name) => ANNUAL.test(name)).flatMap((name) => name.match(YEARS) ?? [])
  const own = named.map(Number).filter((year) => !isTitle(year, known))
  return own.length > 0 ? own : known
}

const yearOf = (day: string | null | undefined) => (day ? Number(day.slice(0, 4)) : undefined)
