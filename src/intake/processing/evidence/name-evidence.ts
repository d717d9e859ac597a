import { sameNumber } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import type { RejectionCode } from '../../search/verdict/codes'
import { type ItemNameReading, readItemName } from '../../search/verdict/identity'
import type { ParsedRelease } from '../../search/verdict/parsed-release'
import type { ComparedIssue } from './compared-issue'
import { isBeginning, isInitials, isNameless, isOtherScript, isPartOf, isReadable } from './readable-name'
import { type Mismatch, type MismatchSubject, type NameEvidence, NO_EVIDENCE } from './states'
import { wrongYear } from './years'

/**
 * What a file name says about whether the file is the issue. A name often begins with the name of another series:
 * "Batman 050" is not an issue of Batman Beyond, unless the files of a pack are named like that.
 */
export function nameEvidence(name: string, issue: ComparedIssue, inPack = false): NameEvidence {
  const { target, year } = issue
  const named = readItemName(name.replace(LEGACY_REMARK, ' '), target, year)
  const { reading } = named
  if (reading.kin !== 'other') return evidenceOf(named, name, issue)
  const names = [target.wanted.series, ...(target.wanted.aliases ?? [])]
  const { series } = reading
  if (isNameless(name, series) || matchKey(series) === matchKey(issue.title)) return nameless(name, issue)
  const isShort = isInitials(series, names) || (inPack && isBeginning(series, names) && isBare(reading))
  const whole = editionBehind(name, series, names)
  if (whole !== undefined) return abbreviated(whole, series, issue)
  // The text after the number may be the rest of the series name, if the metadata inside agrees.
  if (reading.title !== '' && target.keys.has(matchKey(`${series} ${reading.title}`)))
    return evidenceOf(named, name, issue)
  const isKnown = issue.isOtherSeries(series)
  if (!isKnown && hasOwnTitle(reading, issue) && isPartOf(series, names)) return abbreviated(name, series, issue)
  if (!isKnown && (isShort || isOtherScript(series, names))) return abbreviated(name, series, issue)
  if (!isKnown && (!isReadable(series) || !isStructured(reading))) return NO_EVIDENCE
  return evidenceOf(named, name, issue, isKnown)
}

/** "Tintin - T05 - Le Lotus bleu": the title of the issue follows its number. */
function hasOwnTitle({ title, volume, number }: ParsedRelease, issue: ComparedIssue): boolean {
  if (!title.includes(' ') || matchKey(title) !== matchKey(issue.title)) return false
  return sameNumber(number || volume, issue.target.wanted.issue)
}

const IN_BRACKETS = /[([]([^()[\]]+)[)\]]/g

/** Takes "Color" out of its brackets in "Naruto v03 (Color)" when the name of the series ends so: "Naruto (Color)". */
function editionBehind(name: string, series: string, names: readonly string[]): string | undefined {
  const key = matchKey(series)
  for (const { 0: bracket, 1: edition } of name.matchAll(IN_BRACKETS)) {
    const isOwn = (own: string) => own.endsWith(')') && matchKey(own) === key + matchKey(edition!)
    if (names.some(isOwn)) return name.replace(bracket, ' ')
  }
  return undefined
}

/** No year and no tags: "Harbor 003". */
const isBare = ({ year, run_year, tags, scan_group }: ParsedRelease) =>
  year + run_year + scan_group === '' && tags.length === 0

/** More than plain words: a number, a year or tags, as names of comics have. */
const isStructured = ({ issue, volume, year, run_year, tags, scan_group, format }: ParsedRelease) =>
  issue + volume + year + run_year + scan_group + format !== '' || tags.length > 0

/** Evidence from a name without a series. A bare number decides nothing. */
function nameless(name: string, issue: ComparedIssue): NameEvidence {
  const { target, year } = issue
  const named = readItemName(`${target.wanted.series} ${name}`, target, year)
  const evidence = evidenceOf(named, name, issue)
  const isBareNumber = named.reading.bare && named.rejections.every(({ code }) => code === 'rejected.issue_mismatch')
  if (evidence.says === 'this' || named.reading.kin === 'other') return NO_EVIDENCE
  if (isBareNumber && !hasWrongYear(named, issue)) return NO_EVIDENCE
  // Without a series name, the year is weaker evidence than the metadata inside.
  const isYear = evidence.says === 'another' && evidence.reasons.every(({ subject }) => subject === 'year')
  return isYear ? { ...evidence, onlyNames: true } : evidence
}

/** Parses the name with the full series name in place of its abbreviation. */
function abbreviated(name: string, series: string, issue: ComparedIssue): NameEvidence {
  const words = series.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const written = new RegExp(words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).join('[^\\p{L}\\p{N}]*'), 'u')
  const { target, year } = issue
  const named = readItemName(name.replace(written, target.wanted.series), target, year)
  return named.reading.kin === 'other' ? NO_EVIDENCE : evidenceOf(named, name, issue)
}

function evidenceOf(named: ItemNameReading, name: string, issue: ComparedIssue, isKnown = false): NameEvidence {
  const { reading } = named
  const reasons = named.rejections
    .filter(({ code }) => speaks(code, reading, name, issue))
    .map(({ code, message }): Mismatch => ({ subject: SUBJECTS[code] ?? 'edition', message }))
  const year = wrongYear(yearsOf(reading), issue)
  if (year) reasons.push({ subject: 'year', message: year })
  if (reasons.length > 0) {
    const isName = reasons.length === 1 && reasons[0]?.subject === 'series'
    return { says: 'another', reasons, onlyNames: isName && !isKnown && reading.number !== '' }
  }
  return reading.number === '' && reading.annual_year === '' ? NO_EVIDENCE : { says: 'this' }
}

const SUBJECTS: Partial<Record<RejectionCode, MismatchSubject>> = {
  'rejected.series_mismatch': 'series',
  'rejected.annual_mismatch': 'unit',
  'rejected.language_mismatch': 'language',
  'rejected.unit_mismatch': 'unit',
  'rejected.volume_mismatch': 'run',
  'rejected.pack_issue_absent': 'number',
  'rejected.issue_mismatch': 'number',
}

/** Whether a release rule speaks against a file with this name, instead of only missing a detail. */
function speaks(code: RejectionCode, reading: ParsedRelease, name: string, issue: ComparedIssue): boolean {
  const { wanted } = issue.target
  const { number, bare, spans, format, collection } = reading
  if (code === 'rejected.issue_mismatch' || code === 'rejected.pack_issue_absent') {
    if (wanted.issue === '' || (number === '' && spans.length === 0)) return false
    return !isLegacy(name, wanted.issue) && !isAlbumNumber(reading, issue)
  }
  // A bare number counts as the wanted unit.
  if (code === 'rejected.unit_mismatch') return !bare
  if (code === 'rejected.book_type') return !(collection && format === '' && isAlbumNumber(reading, issue))
  return true
}

/** In these languages, file names count albums as volumes and providers count them as issues. */
const ALBUM_LANGUAGES = /^(?:fr|de|nl|it|es|pt|pl|da|sv|no|fi)$/

function isAlbumNumber({ volume, number }: ParsedRelease, { target }: ComparedIssue): boolean {
  if (target.wanted.kind === 'manga' || !target.languages.some((language) => ALBUM_LANGUAGES.test(language)))
    return false
  return sameNumber(volume || number, target.wanted.issue)
}

/** A legacy number beside the number of the run. */
const LEGACY_REMARK = /(?<=\d)[ ._]+[([]?lgy[ ._#]*\d+[)\]]?/i
const LEGACY = /\blgy[ ._#]*(\d+)/i

/** "Harbor Lights 810 (LGY 10)": the numbering continues from an earlier run. */
function isLegacy(name: string, wanted: string): boolean {
  const number = LEGACY.exec(name)?.[1]
  return number !== undefined && sameNumber(number, wanted)
}

const hasWrongYear = ({ reading }: ItemNameReading, issue: ComparedIssue) =>
  wrongYear(yearsOf(reading), issue) !== undefined

const numberOf = (text: string) => (text === '' ? undefined : Number(text))
const yearsOf = ({ year, run_year, series }: ParsedRelease) => {
  return { item: numberOf(year), run: numberOf(run_year), series }
}
