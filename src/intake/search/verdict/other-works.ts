import { bareKey } from '../../../base/names/brackets'
import { KNOWN_PUBLISHERS } from '../../../base/names/editions'
import { matchKey } from '../../../base/names/titles'
import type { ParsedRelease } from './parsed-release'
import type { VerdictTarget } from './wanted'

/** Shows and films share names and numbers with the comics that they are based on. */
const VIDEO =
  /\b(?:(?:480|576|720|1080|2160)[pi]|[xh][. ]?26[45]|hevc|xvid|web-?dl|bd-?rip|blu-?ray|dvd-?rip|hdtv|mkv|mp4)\b/i
const EPISODE = /\bS\d\dE\d\d/i
/** Indexers list audiobooks under the names and numbers of the books. */
const AUDIO =
  /\b(?:audio ?books?|unabridged|soundtrack|drama cd)\b|[[({ ](?:m4[ab]|mp3|flac|ogg|opus)(?=$|[\])}])|\bOST\b/i

/** Games share names and numbers too. */
const GAME = /\b(?:pc game|visual novel|fit-?girl|skidrow|nsp|xci)\b|[[( ](?:ps[2-5p]|nsw|switch)[\])]/i

/** "[B Story]", "(2 stories only)", "(incomplete)", "(Sample)": only some stories or pages of an issue. */
const STORY =
  /[[({](?:[B-H] story|(?:\d+ )?stor(?:y|ies) only|incomplete|missing pages?|samples?|ashcan|preview|script|(?:raw )?spoilers?)[\])}]/i
const FIRST_STORY = /[[({]A Story[\])}]/
/** In place of a title: not the pages of the issue itself. */
const PART = /^(?:sample|preview|spoiler|ashcan|script)r?s?$/i
const EXTRA = /^(?:extra|bonus|omake|special chapter)s?$/i
const WITH_EXTRAS = /\+|\bwith\b/i
/** "Lantern 12-15 Back-up - Low Tide", "(Backup Stories)": the short stories at the end of the issues. */
const BACKUP = /\bback[- ]?ups?(?= stor(?:y|ies)\b| *(?:$|[-–([)\]]| (?:cb[rz7]|zip|rar|pdf)$))/i
const APART =
  /^(?:(?:(?:extended|final|full|original) )?(?:edition )?script(?: ?book)?|trading cards?|sketch ?book|novel(?:i[sz]ation)?|(?:light|web) novel|colou?ring book|reprint|[LW]N)$/i
/**
 * "[Reprint]", "(Novel)", "[LN]": the web novel or light novel, which also comes as "[Premium]" and has its own
 * publishers.
 */
const APART_IN_BRACKETS =
  /[[({]\s*(reprint|(?:light |web )?novels?|[LW]N|Premium|J[- ]Novels? (?:Club|Heart)|Yen On|(?:Seven Seas )?Airship|Cross Infinite World|Tentai Books|Hanashi Media)\s*[\])}]/i
/** "Lantern 5 (Artbook)": not an issue, though the wanted series may have the word in its name. */
const ABOUT = /[[({]\s*((?:art|fan|guide|sketch|source) ?book)\s*[\])}]/i
const LAST = / reprint$/i
/** "Lantern 5 by Anna Berg EPUB": novels name their authors after the title. */
const NOVEL_BY = /\bby \p{Lu}\S+ +(?:\p{Lu}\S* +)?\p{Lu}\S+[ .([]+(?:\w+ \/ )?(?:epub|mobi|azw3)\b/iu

/** Underscores and dots become spaces, so that words can be found. */
export function spacedTitle(title: string): string {
  return title.replace(/[_.]/g, ' ')
}

/** Chapters of novels are sold before their books; and a group that translates novels. */
const OF_NOVELS = /\b(?:pre-?pub|baka[- ]?tsuki)\b/i
const EPUB = /\b(?:epub|mobi|azw3)\b/i
/** Marks of releases with pages, as manga have. */
const OF_PAGES = /\(digital|\bcomics?\b|\bmanga\b|\bcb[rz7]\b|\bpdf\b/i
const PUBLISHER_AND_GROUP = /\[([^[\]]+)\] ?\[([^[\]]+)\](?: ?\{\w+\})?$/
const STORES = /^(?:kobo|kindle|amazon|bookwalker|google(?: play)?|i?books|apple|nook)$/i
/** Novels are shared as PDF too. */
const PDF = /[. ]pdf$/i

/**
 * "Clouds v06.epub", "Clouds, Vol. 6 by Haruka Umino [ENG / EPUB]": text. "Clouds v06 [Northgate] [moon]", "Clouds v06
 * [Northgate][Kobo].pdf": novels are shared with the publisher in square brackets, before the store or the uploader.
 */
function isNovel({ unit, number, spans, scan_group: group }: ParsedRelease, listed: string, title: string): boolean {
  if (OF_NOVELS.test(title)) return true
  if (OF_PAGES.test(title.replace(PDF, ''))) return false
  if (EPUB.test(title)) return true
  if (unit !== 'volume' || (number === '' && spans.length === 0) || listed.startsWith('[')) return false
  const [, publisher, last] = PUBLISHER_AND_GROUP.exec(listed.replace(PDF, '')) ?? []
  if (publisher === undefined || last === undefined || (last !== group && !STORES.test(last))) return false
  return KNOWN_PUBLISHERS.get(bareKey(publisher)) === true
}

/** What a release is instead of the comic, as a sentence; undefined for the comic. */
export function otherWork(
  reading: ParsedRelease,
  listed: string,
  { wanted, keys, book, oneShot }: VerdictTarget,
): string | undefined {
  const { special, extension, title: behind } = reading
  const title = spacedTitle(listed)
  // A file of a comic format is a comic, whatever its group says about the page size.
  if (extension === '' && VIDEO.test(title) && !VIDEO.test(wanted.series)) return 'Video'
  // Webcomics are numbered by seasons and episodes too.
  if (wanted.kind === 'comic' && EPISODE.test(title)) return 'Video'
  if (AUDIO.test(title) && !AUDIO.test(wanted.series)) return 'Audiobook or music'
  if (GAME.test(title) && !GAME.test(wanted.series)) return 'Game'
  const part = PART.test(special) ? special : PART.test(behind) ? behind : ''
  if (part !== '' && !namesWord(keys, part)) return 'Sampler or preview, not the issue'
  if (isExtra(reading, title) && !namesWord(keys, special || behind)) return 'Extras, not the issue'
  const backup = wanted.kind === 'comic' ? BACKUP.exec(title)?.[0] : undefined
  if (STORY.test(title) || FIRST_STORY.test(title) || (backup !== undefined && !namesWord(keys, backup)))
    return 'Part of the issue, not all of it'
  const about = wanted.kind === 'comic' && !book && !oneShot ? ABOUT.exec(title)?.[1] : undefined
  const inBrackets = about ?? APART_IN_BRACKETS.exec(title)?.[1]
  if (wanted.kind === 'manga' && isNovel(reading, listed, title)) return 'Different publication: novel'
  if (wanted.kind === 'comic' && NOVEL_BY.test(title)) return 'Different publication: novel'
  const apart = APART.test(behind) ? behind : (inBrackets ?? LAST.exec(title)?.[0].trim())
  return apart === undefined || namesWord(keys, apart) ? undefined : `Different publication: ${apart}`
}

/** "Clouds v06 Omake" is an extra. "v06 + Omake" has both, and other extras have numbers in between: "012.5". */
function isExtra({ special, title: behind, number, spans }: ParsedRelease, title: string): boolean {
  if (!(EXTRA.test(special) || EXTRA.test(behind)) || spans.length > 0) return false
  return /^\d+$/.test(number) && !WITH_EXTRAS.test(title)
}

/** Whether the word is part of the series name. */
export function namesWord(keys: ReadonlySet<string>, word: string): boolean {
  const key = matchKey(word)
  return [...keys].some((name) => name.includes(key))
}
