/** Additions of posts to file names, before the name or in place of its signs. */

/** "10/23 Lantern 5": the position in a post. Below ten it may be part of the name: "1/2 Prince". */
const PLACE = /^(\d{1,3})\/(\d{2,3}) (?=\p{L})/u
/**
 * "Gold releases (2013.01.25) - Lantern 5", "ABC Week of 2013-01-25 - Lantern 5": everything that a group posted on a
 * day.
 */
const BATCH = /^[^()[\]]{1,40} (?:releases?|comics|week(?: of)?) \(?\d{4}[.-]\d\d[.-]\d\d\)? - (?=\p{L})/iu
const SHORTEST_BATCH = 14
/** "Lantern 020 aka Harbor 04": the alternative name. */
const OTHER_NAME = /(?<=\d) aka /i
/** "Lantern 016 282013 29 28Digital 29": brackets of an address whose percent signs became blanks or underscores. */
const LOST_PERCENT = /(?<=^|[ _])28(?:19|20)\d\d[ _]29(?=[ _]|$)/
const OPENING = /(?<=^|[ _])28(?=[\p{L}\d])/gu
const CLOSING = /[ _]29(?=[ _]|$)/g

/** "REPOST: Lantern 5", "0-Day Comics - Lantern 5", "Fixed - Lantern 5", "Manga - Clouds 5". */
const REMARK =
  /^(?:re-?(?:post|up|upload)(?:ed)?|(?:re: )?req(?:uest(?:ed)?)?|fix(?:ed)?|fills?|new|0-day(?: comics?)?|as requested|manga|comics?)(?:: +| +[-–] +)(?=\p{L})/iu

/** "BDFR - Lantern T05", "bd_fr_lantern_t05", "BD FR Lantern T05": comics in French. */
const FRENCH = /^bd[ ._]?fr([ ._])(?:[-–][ ._])?(?=\p{L})/iu

/** "part.05.Lantern.006.2013": the position in a reading order. */
const PART = /^part[. ]0\d[. ](?=\p{L}.*\d)/iu

/** The first characters of these prefixes: most names begin with others and are not searched. */
const REMARK_STARTS = new Set([...'rfn0amc'].map(codeOf))
const FRENCH_START = codeOf('b')
const PART_START = codeOf('p')

/** "Lantern 5.cbr (1/30)": the parts of a post. */
const PARTS = /(?<=\.(?:cb[rz7t]|pdf|epub|rar|zip)"?)(?: yEnc)? [([]\d{1,4}\/\d{1,4}[)\]]$/i

/** "Clouds-of-Tin_ABCgroup_Chapter5": hyphens join the words of the name, and the group is between name and number. */
const GROUP_BETWEEN = /^(\p{L}+(?:-\p{L}+)+)_(?=[^_\d-]*\p{Lu}{2}\p{L})[^_\d-]+_(?=(?:[Cc]h|[Vv]ol))/u

/** "Lantern 5 (2014) (Group) [1/8]": only where a number and a year identify the issue. */
const LAST_PART = /[)\]] \[\d{1,4}\/\d{1,4}\]$/
const NUMBER_AND_YEAR = /\d \((?:19|20)\d\d\)/

/** "Lantern 5 - File 1 of 1 - yEnc", "Lantern 5 complete - File 1 of 1 - Lantern 5 (2014).cbr yEnc". */
const FILE_OF = / - File \d{1,4} of \d{1,4} -? ?/i

/** "Lantern, 1985 - 09 - 00 ( #413)": the cover date before the number. */
const DATED_COVER = /^(\p{L}[^()]{0,80}), ((?:19|20)\d\d) - \d\d - \d\d \( ?(#[^()\s]{1,6})\)/u

/** By first character, in lower case. */
function codeOf(text: string): number {
  return text.charCodeAt(0) | 32
}

function withoutFile(text: string): string {
  const file = FILE_OF.exec(text)
  if (!file) return text
  const name = text.slice(file.index + file[0].length, -'yEnc'.length).trim()
  return name === '' ? text.slice(0, file.index) : name
}

/** Before the extension is cut. */
export function withoutParts(text: string): string {
  if (text.endsWith('yEnc')) return withoutFile(text)
  if (text.endsWith(']') && LAST_PART.test(text) && NUMBER_AND_YEAR.test(text))
    return text.slice(0, text.lastIndexOf(' ['))
  return text.endsWith(')') || text.endsWith(']') ? text.replace(PARTS, '') : text
}

export function cleanPost(text: string): string {
  let clean = text
  if (codeOf(clean) === PART_START && PART.test(clean)) clean = clean.replace(PART, '')
  if (codeOf(clean) === FRENCH_START && FRENCH.test(clean)) clean = clean.replace(FRENCH, 'BD$1FR$1-$1')
  if (clean.indexOf('#') > 0 && clean.indexOf(' - ') > 0) clean = clean.replace(DATED_COVER, '$1 $3 ($2)')
  const slash = clean.indexOf('/')
  if (slash > 0 && slash < 4) {
    const [whole, place, of] = PLACE.exec(clean) ?? []
    if (whole && Number(place) <= Number(of)) clean = clean.slice(whole.length)
  }
  if (REMARK_STARTS.has(codeOf(clean)) && REMARK.test(clean)) clean = clean.replace(REMARK, '')
  const dash = clean.indexOf(' - ')
  if (dash > SHORTEST_BATCH && /[\d)]/.test(clean[dash - 1]!)) clean = clean.replace(BATCH, '')
  if (clean.indexOf('_') > 0 && clean.indexOf('-') > 0) clean = clean.replace(GROUP_BETWEEN, '$1_')
  if (clean.indexOf(' aka ') > 0) clean = clean.replace(OTHER_NAME, ' - ')
  if (clean.indexOf('29') > 0 && LOST_PERCENT.test(clean)) clean = clean.replace(OPENING, '(').replace(CLOSING, ')')
  return clean
}
