import type { ComicInfo } from '../../formats/documents/comicinfo'
import { languageWords } from '../../platform/words'
import { sameNumber } from '../../releases/numbers'
import { matchKey } from '../../releases/titles'
import { namesWord } from '../../search/verdict/other-works'
import type { Target } from '../../search/verdict/wanted'
import type { ComparedIssue } from './compared-issue'
import { isOtherScript } from './readable-name'
import { type Evidence, NO_EVIDENCE, type Reason, type Subject } from './states'
import { wrongYear } from './years'

/** What ComicInfo and MetronInfo say of whether a file is the issue. */
export function infoEvidence(document: ComicInfo | undefined, issue: ComparedIssue): Evidence {
  if (!document) return NO_EVIDENCE
  const info = { ...document, series: textOf(document.series), number: textOf(document.number) }
  const tagged = issue.taggedAs(info.providerIds)
  const language = wrongLanguage(info, issue)
  if (tagged && 'isThis' in tagged && language === undefined) return { says: 'this' }
  const found: [Subject, string | undefined][] = [
    ['series', tagged && 'other' in tagged ? `Tagged as ${tagged.other}` : wrongSeries(info, issue)],
    ['unit', wrongKind(info, issue)],
    ['number', wrongNumber(info, issue)],
    ['edition', wrongEdition(info, issue)],
    ['run', wrongRun(info, issue)],
    ['year', yearOf(info, issue)],
    ['language', language],
  ]
  const reasons = found.flatMap(([subject, message]): Reason[] => (message ? [{ subject, message }] : []))
  if (reasons.length > 0) return { says: 'another', reasons, onlyNames: false }
  return info.series !== undefined && info.number !== undefined ? { says: 'this' } : NO_EVIDENCE
}

/** A blank says nothing. */
const textOf = (text: string | undefined) => text?.trim() || undefined

const YEAR_BEHIND = /\s*\((?:19|20)\d\d\)$/
const ANNUAL = /\bannuals?\b/i

/** Taggers write the year of the run behind the name. */
const bareSeries = ({ series = '' }: ComicInfo) => series.trim().replace(YEAR_BEHIND, '')

function wrongSeries(info: ComicInfo, { target, isOtherSeries }: ComparedIssue): string | undefined {
  if (info.series === undefined || isOwnBook(info, target)) return undefined
  const own = bareSeries(info)
  const names = [own, info.series, info.alternateSeries ?? '', own.replace(ANNUAL, ' ')]
  const isOurs = names.some((name) => name.trim() !== '' && target.keys.has(matchKey(name)))
  const isUnlike = isOtherScript(own, [target.wanted.series, ...(target.wanted.aliases ?? [])])
  return isOurs || (isUnlike && !isOtherSeries(own)) ? undefined : `Wrong series: ${own}`
}

/** "Paper Girls", volume 3, is "Paper Girls Vol. 3", whose name holds the volume. */
function isOwnBook(info: ComicInfo, { identity, keys }: Target): boolean {
  const key = matchKey(bareSeries(info))
  if (!identity?.volume || !identity.once || !(identity.stemKeys.has(key) || keys.has(key))) return false
  return [info.number, info.volume?.toString()].some((number) => number && sameNumber(number, identity.volume!))
}

function wrongKind({ series = '', format = '' }: ComicInfo, { target }: ComparedIssue): string | undefined {
  const isAnnual = ANNUAL.test(series) || ANNUAL.test(format)
  const isOwn = target.annual || namesWord(target.keys, 'annual')
  return isAnnual && !isOwn ? 'Annual; a regular issue is wanted' : undefined
}

function wrongNumber(info: ComicInfo, issue: ComparedIssue): string | undefined {
  const { wanted, unit, book } = issue.target
  if (info.series === undefined || wanted.issue === '' || isOwnBook(info, issue.target)) return undefined
  const volume = info.volume === undefined || isRunYear(info.volume, issue) ? [] : [String(info.volume)]
  const numbers = [info.number, info.alternateNumber].flatMap((number) => number ?? [])
  // Taggers number a volume in either field.
  if (unit === 'volume' || book) numbers.push(...volume)
  // A volume holds its chapters.
  const holder = wanted.in_volume ? [...numbers, ...(numbers.length === 0 ? volume : [])] : []
  if (holder.some((number) => sameNumber(number, wanted.in_volume!))) return undefined
  if (numbers.length === 0 || numbers.some((number) => sameNumber(number, wanted.issue))) return undefined
  return `Wrong number: ${numbers[0]} (wanted: ${wanted.issue})`
}

const BOOK =
  /\b(?:tpb|trade ?paper ?back|hc|hard ?cover|gn|graphic novel|omnibus|deluxe|compendium|absolute|treasury)\b/i
/** Every volume of a manga is a paperback. */
const BOOK_OF_MANGA = /\b(?:omnibus|deluxe|box ?set|art ?book|fan ?book)\b/i

function wrongEdition({ format = '' }: ComicInfo, { target }: ComparedIssue): string | undefined {
  const { wanted, book, oneShot, keys } = target
  if (wanted.ignore_type || book || oneShot) return undefined
  const word = (wanted.kind === 'manga' ? BOOK_OF_MANGA : BOOK).exec(format)?.[0]
  if (word === undefined || namesWord(keys, word)) return undefined
  return wanted.kind === 'manga' ? `Different edition: ${word}` : 'Collected edition; a single issue is wanted'
}

/** ComicVine's year of the run is written as the volume by some taggers. */
const isRunYear = (volume: number, { year }: ComparedIssue) => volume >= 1900 && volume <= year + 1

/** A volume of 1 is what taggers write where they know of none. */
function wrongRun({ volume }: ComicInfo, issue: ComparedIssue): string | undefined {
  const { wanted, book } = issue.target
  if (wanted.kind === 'manga' || book || volume === undefined || volume <= 1 || isRunYear(volume, issue))
    return undefined
  return wanted.volume && wanted.volume !== volume ? `Wrong volume: ${volume} (wanted: ${wanted.volume})` : undefined
}

function yearOf(info: ComicInfo, issue: ComparedIssue): string | undefined {
  const { series, year, volume } = info
  if (series === undefined) return undefined
  const run = volume !== undefined && isRunYear(volume, issue) ? volume : undefined
  return wrongYear({ item: year, run, series: bareSeries(info) }, issue)
}

function wrongLanguage({ languageISO }: ComicInfo, { target }: ComparedIssue): string | undefined {
  const language = languageISO?.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  if (!/^[a-z]{2}$/.test(language) || target.languages.some((each) => each.split(/[-_]/)[0] === language))
    return undefined
  return `Wrong language: ${languageWords(language)}`
}
