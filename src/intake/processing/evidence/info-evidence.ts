import type { ComicInfo } from '../../../base/formats/documents/comicinfo'
import { sameNumber } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import { languageWords } from '../../../base/platform/words'
import { namesWord } from '../../search/verdict/other-works'
import type { VerdictTarget } from '../../search/verdict/wanted'
import type { ComparedIssue } from './compared-issue'
import { wrongKind, wrongNumber } from './info-numbers'
import { languageCode } from './language-code'
import { isOtherScript } from './readable-name'
import { type Mismatch, type MismatchSubject, type NameEvidence, NO_EVIDENCE } from './states'
import { type TaggedSeries, taggedSeries } from './tagged-series'
import { wrongRunYear, wrongYear } from './years'

/** A ComicInfo with its series name and run already parsed. */
interface Tagged extends ComicInfo {
  run: TaggedSeries
}

/**
 * What ComicInfo and MetronInfo say about whether a file is the issue. `isNamedAnnual`: the name of the file or of its
 * release calls it an annual.
 */
export function infoEvidence(
  document: ComicInfo | undefined,
  issue: ComparedIssue,
  isNamedAnnual: boolean,
): NameEvidence {
  if (!document) return NO_EVIDENCE
  const bare = { ...document, series: textOf(document.series), number: textOf(document.number) }
  const info: Tagged = { ...bare, run: taggedSeries(bare, issue) }
  const tagged = issue.taggedAs(info.providerIds)
  const language = wrongLanguage(info, issue)
  if (tagged && 'isThis' in tagged && language === undefined) return { says: 'this' }
  const found: [MismatchSubject, string | undefined][] = [
    ['series', tagged && 'other' in tagged ? `Tagged as ${tagged.other}` : wrongSeries(info, issue)],
    ['unit', wrongKind(info, issue, isNamedAnnual)],
    ['number', isOwnBook(info, issue.target) ? undefined : wrongNumber(numbersIn(info, issue), issue)],
    ['edition', wrongEdition(info, issue)],
    ['run', wrongRun(info, issue)],
    ['year', yearOf(info, issue)],
    ['language', language],
  ]
  const reasons = found.flatMap(([subject, message]): Mismatch[] => (message ? [{ subject, message }] : []))
  if (reasons.length > 0) return { says: 'another', reasons, onlyNames: false }
  return info.series !== undefined && info.number !== undefined ? { says: 'this' } : NO_EVIDENCE
}

/** A blank field counts as absent. */
const textOf = (text: string | undefined) => text?.trim() || undefined

const ANNUAL = /\bannuals?\b/i

function wrongSeries(info: Tagged, { target, isOtherSeries }: ComparedIssue): string | undefined {
  if (info.series === undefined || isOwnBook(info, target)) return undefined
  const { name } = info.run
  const names = [name, info.series, info.alternateSeries ?? '', name.replace(ANNUAL, ' ')]
  const isOurs = names.some((each) => each.trim() !== '' && target.keys.has(matchKey(each)))
  const isUnlike = isOtherScript(name, [target.wanted.series, ...(target.wanted.aliases ?? [])])
  return isOurs || (isUnlike && !isOtherSeries(name)) ? undefined : `Wrong series: ${name}`
}

/** "Paper Girls", volume 3, is "Paper Girls Vol. 3" when the name of the series contains the volume. */
function isOwnBook({ run, number, volume }: Tagged, { identity, keys }: VerdictTarget): boolean {
  const key = matchKey(run.name)
  if (!identity?.volume || !identity.once || !(identity.stemKeys.has(key) || keys.has(key))) return false
  const said = run.volume === undefined ? [number, volume?.toString()] : [run.volume]
  return said.some((each) => each && sameNumber(each, identity.volume!))
}

/** The volume from the series name, or from the Volume field. */
function volumeOf({ run, volume }: Tagged, issue: ComparedIssue): string | undefined {
  if (run.volume !== undefined) return run.volume
  return volume === undefined || volume < 0 || isRunYear(volume, issue) ? undefined : String(volume)
}

const numbersIn = (info: Tagged, issue: ComparedIssue) => {
  const { series, number, alternateNumber, title = '', format = '' } = info
  return { series, number, alternateNumber, title, format, volume: volumeOf(info, issue) }
}

const BOOK =
  /\b(?:tpb|trade ?paper ?back|hc|hard ?cover|gn|graphic novel|omnibus|deluxe|compendium|absolute|treasury|collection|collected)\b/i
/** Not "paperback": every volume of a manga is one. */
const BOOK_OF_MANGA = /\b(?:omnibus|deluxe|box ?set|art ?book|fan ?book)\b/i

function wrongEdition({ format = '' }: ComicInfo, { target }: ComparedIssue): string | undefined {
  const { wanted, book, oneShot, keys } = target
  if (wanted.ignore_type || book || oneShot) return undefined
  const word = (wanted.kind === 'manga' ? BOOK_OF_MANGA : BOOK).exec(format)?.[0]
  if (word === undefined || namesWord(keys, word)) return undefined
  return wanted.kind === 'manga' ? `Different edition: ${word}` : 'Collected edition; a single issue is wanted'
}

/** Some taggers write ComicVine's start year of the run as the volume. */
const isRunYear = (volume: number, { year }: ComparedIssue) => volume >= 1900 && volume <= year + 1

/** Taggers write a volume of 1 when they know none, so that 1 is no evidence. */
function wrongRun(info: Tagged, issue: ComparedIssue): string | undefined {
  const { wanted, book, runVolume } = issue.target
  const said = volumeOf(info, issue)
  if (wanted.kind === 'manga' || book || said === undefined || info.series === undefined) return undefined
  const volume = Number(said)
  if (info.run.volume === undefined && volume <= 1) return undefined
  // When the place of a run is unknown, the first run is the one without a number.
  const own = runVolume ?? (info.run.volume === undefined ? volume : issue.hasEarlierRun() ? undefined : 1)
  if (own === volume) return undefined
  return `Wrong volume: ${volume}${own === undefined ? '' : ` (wanted: ${own})`}`
}

function yearOf(info: Tagged, issue: ComparedIssue): string | undefined {
  const { series, year, volume, run } = info
  if (series === undefined) return undefined
  const runYear = run.runYear === undefined ? undefined : wrongRunYear(run.runYear, run.name, issue)
  // Some taggers write 0 or -1 for an unknown year.
  const item = year !== undefined && year > 0 ? year : run.itemYear
  const volumeYear = volume !== undefined && isRunYear(volume, issue) ? volume : undefined
  return runYear ?? wrongYear({ item, run: volumeYear, series: run.name }, issue)
}

function wrongLanguage({ languageISO = '' }: ComicInfo, { target }: ComparedIssue): string | undefined {
  const language = languageCode(languageISO)
  if (language === '' || target.languages.some((each) => languageCode(each) === language)) return undefined
  return `Wrong language: ${languageWords(language)}`
}
