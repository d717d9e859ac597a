import { matchKey } from '../../../releases/titles'
import type { ParsedRelease } from '../parsed-release'
import type { Rule } from '../rule'

const PART = /^(?:sampler|preview|script)s?$/i
const APART = /^(?:director|artist)/i
const FACSIMILE = /\bfacsimile\b/i
/** Facsimiles have come out since; a name with an earlier year gives that of what they show. */
const FIRST_FACSIMILES = 2018
/** Indexers keep audiobooks under the names and numbers of what is read in them. */
const AUDIO = /\b(?:audio ?books?|unabridged)\b|\.(?:m4[ab]|mp3|flac|ogg|opus)\b/i

/** "[B Story]": one of the stories in an issue. */
const STORY = /[[(][A-H] Story[\])]/
/** Cut for the screens of phones, into parts that have numbers of their own. */
const FOR_PHONES = /\bdigital[- ]mobile\b/i
const MADE_FOR_PHONES = /infinity|dcgo|webtoon/

/** A collection is not the single issue, an issue not the book, another edition not this one. */
export const bookType: Rule = ({ reading, target, release }) => {
  const { wanted } = target
  const say = (message: string) => ({ code: 'rejected.book_type' as const, message })
  if (reading.week) return undefined
  const { kin } = reading
  if (kin === 'other') return undefined
  if (PART.test(reading.special) || PART.test(reading.title)) return say('It is a sampler, not the issue itself.')
  if (AUDIO.test(release.title) && !AUDIO.test(wanted.series)) return say('It is an audiobook.')
  if (isFacsimile(release.title, reading.year, target.keys))
    return say('It is a facsimile edition, another publication.')
  if (STORY.test(release.title)) return say('It is one story of the issue, not the whole.')
  if (wanted.ignore_type) return undefined
  if (FOR_PHONES.test(release.title) && ![...target.keys].some((key) => MADE_FOR_PHONES.test(key)))
    return say('It is the version for phones, whose parts have other numbers.')
  if (kin === 'edition') return say('It is another edition or a book of the series.')
  if (wanted.kind === 'manga') {
    const edition = editionOfManga(reading, release.title, target.keys)
    return edition === undefined ? undefined : say(`It is another edition: ${edition}.`)
  }
  if (APART.test(reading.format) && !target.oneShot) return say(`It is the ${reading.format}, another publication.`)
  if (target.book) {
    const graphic = /^(?:gn|graphic)/i.test(wanted.booktype ?? '')
    const single = !reading.collection && reading.issue !== '' && reading.volume === ''
    return single && !graphic ? say('It is a single issue, and the book is looked for.') : undefined
  }
  if (reading.collection && !target.oneShot) return say('It is a collection, and a single issue is looked for.')
  return undefined
}

/** The wanted issue may be a new one of the same name and number. */
function isFacsimile(title: string, year: string, keys: ReadonlySet<string>): boolean {
  if (!FACSIMILE.test(title) || (year !== '' && Number(year) < FIRST_FACSIMILES)) return false
  return ![...keys].some((key) => key.includes('facsimile'))
}

const OF_MANGA =
  /\b(?:omnibus|deluxe|vizbig|(?:light )?novel|[23]-in-1|colou?r(?:ed)?|art ?book|fan ?book|box(?: set)?)\b/i
/** "{Full Contact Edition}"; a digital or English edition is the book itself. */
const IN_BRACKETS = /[[({](?!\s*(?:digital|kindle|english|first|1st|print))([^\])}]*\bedition)\s*[\])}]/i

/** "(WN)", "[LN]": the web novel or light novel, which also comes as "[Premium]". */
const NOVEL = /[[({]\s*([LW]N|Premium)\s*[\])}]/

/** An edition holds other chapters under the same volume numbers. */
function editionOfManga({ format, tags }: ParsedRelease, title: string, keys: ReadonlySet<string>): string | undefined {
  const words = [format, ...tags].map((text) => OF_MANGA.exec(text)?.[0])
  const named = words.find((word) => word !== undefined) ?? (IN_BRACKETS.exec(title) ?? NOVEL.exec(title))?.[1]
  if (named === undefined) return undefined
  const key = matchKey(named)
  return [...keys].some((name) => name.includes(key)) ? undefined : named
}
