import { bareKey } from '../../../../base/names/brackets'
import { KNOWN_PUBLISHERS } from '../../../../base/names/editions'
import { namesWord, otherWork, spacedTitle } from '../other-works'
import type { ParsedRelease } from '../parsed-release'
import type { Rule } from '../rule'
import type { WantedFacts } from '../wanted'

const APART = /^(?:director|artist)/i
const FACSIMILE = /\bfacsimile\b/i
/** Facsimiles began then; an earlier year in a name is that of the reprinted issue. */
const FIRST_FACSIMILES = 2018
/** Cut for phone screens, into parts with their own numbers. */
const FOR_PHONES = /\bdigital[- ]mobile\b/i
const MADE_FOR_PHONES = /infinity|dcgo|webtoon/

/** "Clouds in One Volume 1": the only book of a name that says it is one. */
const IN_ONE = /\b(?:complete|in one volume|one-volume)\b/i

/** A collection is not the single issue, an issue is not the book, and another edition is not this one. */
export const bookTypeRule: Rule = ({ reading, target, release }) => {
  const { wanted } = target
  const say = (message: string) => ({ code: 'rejected.book_type' as const, message })
  if (reading.week) return undefined
  const { kin } = reading
  if (kin === 'other') return undefined
  const other = otherWork(reading, release.title, target)
  if (other !== undefined) return say(other)
  if (isFacsimile(release.title, reading.year, target.keys)) return say('Facsimile edition, a different publication')
  if (wanted.ignore_type) return undefined
  if (FOR_PHONES.test(release.title) && ![...target.keys].some((key) => MADE_FOR_PHONES.test(key)))
    return say('Phone version, which is numbered differently')
  if (kin === 'edition') return say('Different edition or book of the series')
  if (wanted.kind === 'manga') {
    const edition = editionOfManga(reading, release.title, target.keys)
    return edition === undefined ? undefined : say(`Different edition: ${edition}`)
  }
  if (APART.test(reading.format) && !target.oneShot) return say(`Different publication: ${reading.format}`)
  if (target.book) {
    const graphic = /^(?:gn|graphic)/i.test(wanted.booktype ?? '')
    const ownNumber = target.oneShot && IN_ONE.test(wanted.series) && reading.issue === '1'
    const single = !reading.collection && reading.issue !== '' && reading.volume === '' && !ownNumber
    if (single && !graphic && !isAlbum(wanted.language)) return say('Single issue; the book is wanted')
    // "v02 #5": an issue of the second run.
    if (isIssueOfRun(reading, release.title) && !isAlbum(wanted.language))
      return say('Single issue; the book is wanted')
    const larger = LARGER.exec(`${reading.format} ${release.title}`)?.[0]
    if (larger && reading.spans.length === 0 && !LARGER.test(wanted.booktype ?? '') && !namesLarger(wanted))
      return say(`Different edition: ${larger}`)
    return undefined
  }
  if (reading.collection && !target.oneShot) return say('Collected edition; a single issue is wanted')
  return undefined
}

const isIssueOfRun = ({ volume, issue }: ParsedRelease, title: string) =>
  volume !== '' && issue !== '' && ISSUE_BEHIND.test(title)
/** "v02 #5", not "v02 (#7-12)". */
const ISSUE_BEHIND = /\d #\d+(?![\d.]*\s*[-–—])/
/** Editions that collect several of the books under their own numbers. */
const LARGER = /\b(?:omnibus|compendium|int[ée]grale)\b|\bINT(?=\d)/i
const namesLarger = ({ series, aliases }: WantedFacts) => [series, ...(aliases ?? [])].some((name) => LARGER.test(name))

/** Albums from France, Belgium, Germany and the Netherlands have bare numbers. */
const isAlbum = (language: string | null | undefined) => /^(?:fr|de|nl)$/.test(language ?? '')

/** The wanted issue may be a new one with the same name and number. */
function isFacsimile(title: string, year: string, keys: ReadonlySet<string>): boolean {
  if (!FACSIMILE.test(title) || (year !== '' && Number(year) < FIRST_FACSIMILES)) return false
  return !namesWord(keys, 'facsimile')
}

const OF_MANGA =
  /\b(?:omnibus|deluxe|vizbig|[23]-in-1|(?:full |official |fan )?colou?r(?:ed|s|i[sz]ed)?|art ?book|(?:fan|guide|data|character) ?book|fan comic|doujinshi|parody|anthology|box(?: set)?|kanzenban|bunkoban|aizoban|perfect|digital colou?red comics)\b/i
/** "{Full Contact Edition}"; a digital or English edition is the book itself. */
const IN_BRACKETS = /[[({](?!\s*(?:digital|kindle|english|first|1st|print))([^\])}]*\bedition)\s*[\])}]/i
const EDITION = /\bedition$/i
const COVER = /\bcovers?\b/i
/** Not "(= Clouds Omnibus 3)". */
const BRACKETS = /(?<=[[({])[^\])}=]+(?=[\])}])/g

/** Another edition has other chapters under the same volume numbers. */
function editionOfManga(
  { format, tags, title: behind }: ParsedRelease,
  listed: string,
  keys: ReadonlySet<string>,
): string | undefined {
  const title = spacedTitle(listed)
  const brackets = title.match(BRACKETS) ?? []
  const remarks = [format, ...tags, ...brackets, isRemark(behind) ? behind : ''].filter((text) => !COVER.test(text))
  const words = remarks.map((text) => OF_MANGA.exec(text)?.[0])
  const inBrackets = IN_BRACKETS.exec(title)?.[1]
  // "(Northgate Edition)": the edition of its publisher is the book itself.
  const edition = inBrackets && KNOWN_PUBLISHERS.has(bareKey(inBrackets.replace(EDITION, ''))) ? undefined : inBrackets
  const named = words.find((word) => word !== undefined) ?? edition ?? ENDS_IN_EDITION.exec(behind)?.[0]
  if (named === undefined) return undefined
  return namesWord(keys, named) ? undefined : named
}

/** "Clouds v06 Official Color": in place of a title. */
const isRemark = (title: string) => OF_MANGA.exec(title)?.[0] === title
const ENDS_IN_EDITION = /^(?!digital|kindle|english|first|1st)[\p{L}\d'’ -]+ edition$/iu
