import { isChecksum } from './checksums.ts'
import { type NameDate, readDate, type Years } from './dates.ts'
import { editionInTokens } from './edition-words.ts'
import {
  BOOK_TYPES_BY_WORD,
  type BookType,
  COUNTRIES,
  KNOWN_PUBLISHERS,
  LANGUAGE_CODES,
  LANGUAGES,
} from './editions.ts'
import { languageAmongTags, TRANSLATED } from './language-tags.ts'
import {
  countsVolumes,
  halfNumeral,
  isHalf,
  isOfWord,
  isYearNumeral,
  type Numeral,
  readNumeral,
  withoutPadding,
} from './numerals.ts'
import { joins, type Token, textBetween } from './tokens.ts'
import { counterOf, Trait } from './vocabulary.ts'

/** The meaning of a bracket, judged by its content alone. */
export interface Bracket {
  /**
   * `number` is a bare or hashed number, `count` the total of a mini series, `unit` volume or chapter numbers;
   * `unknown` may be a scan group or an alternative name of the series.
   */
  role:
    | 'date'
    | 'number'
    | 'count'
    | 'unit'
    | 'season'
    | 'tag'
    | 'language'
    | 'publisher'
    | 'format'
    | 'special'
    | 'id'
    | 'unknown'
  date: NameDate | null
  /** The number of the issue, with `hashed` for "(#5)". */
  number: Numeral | null
  hashed: boolean
  total: string
  volume: Numeral | null
  chapter: Numeral | null
  /** Normalized text: language code, format, tag or group. */
  value: string
  /** A scan group in the same bracket as a tag: (digital-Empire). */
  group: string
  /** An edition beside the plain one: color, deluxe, kanzenban. */
  edition: string
}

/** All brackets have one shape: a name has several of them, and this keeps reading names fast. */
function bracket(role: Bracket['role'], value = '', group = ''): Bracket {
  return {
    role,
    value,
    group,
    date: null,
    number: null,
    hashed: false,
    total: '',
    volume: null,
    chapter: null,
    edition: '',
  }
}

/** Digits that identify the book or the file, outside brackets. */
export function identifier(text: string): Bracket {
  return bracket('id', text)
}

/** Versions of the file, widths of its pages, printings: (f), (F2), [v2], (1920), (2nd Printing). */
const SMALL_TAG = /^(?:[frv]\d?|fix|end|fin|us|usa|uk|1920|1280|1600|complete(?: series)?|\w+ printing)$/i

/** Decides what a group token means. `years` limits the numbers that count as a year. */
export function readBracket(group: Token, years: Years): Bracket {
  let traits = 0
  for (const token of group.inner) traits |= token.traits
  const read = readRole(group, years, traits)
  if (traits & Trait.edition) read.edition = editionInTokens(group.inner)
  return read
}

function readRole(group: Token, years: Years, traits: number): Bracket {
  const { inner } = group
  let digits = 0
  for (const token of inner) if (token.kind === 'number' && token.length > digits) digits = token.length
  const first = inner[0]
  if (first === undefined) return bracket('tag')
  if (group.length === 4 && inner.length === 1 && first.traits === 0 && LANGUAGE_CODES.has(first.text))
    return bracket('language', first.text)
  if (inner.length === 1 && first.kind === 'group') return readBracket(first, years)
  if (inner.length === 1 && isHalf(first.code) && first.length === 1)
    return { ...bracket('unit'), volume: halfNumeral(first.text, 1) }
  if (isGroupName(inner)) return bracket('unknown', contentOf(group))
  // "(por Ana_1987)": a name with digits, not a date.
  if (first.traits & Trait.credit && inner.length > 1) return creditBracket(inner)
  if (group.length === 10 && group.sign === '[' && isChecksum(contentOf(group))) return bracket('tag')
  if (inner.length === 1 && digits === 4) return dateBracket(inner, years) ?? tagBracket(inner, group, traits)
  return (
    (digits === 2 && inner.length === 5 && !isCounting(inner) ? shortDate(group, years) : null) ??
    (digits > 0 && first.kind !== 'word' ? numberBracket(inner) : null) ??
    (digits > 0 && first.traits & (Trait.numero | Trait.issue) ? namedNumber(inner) : null) ??
    (digits > 0 ? unitBracket(inner, group, traits) : null) ??
    (traits & Trait.language ? languageBracket(inner) : null) ??
    (traits & KNOWN || first.sign === '' ? wordBracket(inner, group) : null) ??
    (digits > 3 ? dateBracket(inner, years) : null) ??
    (traits & Trait.of && inner.length <= 3 ? countBracket(inner) : null) ??
    tagBracket(inner, group, traits)
  )
}

/** "[Omnibus Scans]", "[Extra Scanlations]": a group, although the first word has another meaning elsewhere. */
function isGroupName(inner: Token[]): boolean {
  const [first, last] = [inner[0]!, inner.at(-1)!]
  return inner.length > 1 && (first.traits & (Trait.special | Trait.format)) !== 0 && GROUPS.test(last.word)
}

const GROUPS = /^(?:scans|scanlations?|scanlators?|scanners|subs|fansubs|team|group|translations?|toons)$/

function creditBracket(inner: Token[]): Bracket {
  const language = TRANSLATED.get(inner[0]!.word)
  return bracket(language ? 'language' : 'tag', language, textBetween(inner, 1, inner.length))
}

function languageBracket(inner: Token[]): Bracket | null {
  const language = languageAmongTags(inner)
  return language ? bracket('language', language) : null
}

const KNOWN = Trait.language | Trait.publisher | Trait.id | Trait.site | Trait.format

/** (of 06), (of infinity). */
function countBracket(inner: Token[]): Bracket | null {
  return inner[0]!.traits & Trait.of ? { ...bracket('count'), total: inner[1]?.text ?? '' } : null
}

const ENDED = /^(?:end|complete|fin)$/

function numberBracket(inner: Token[]): Bracket | null {
  const hashed = inner[0]!.sign === '#'
  const at = hashed ? 1 : 0
  const first = inner[at]
  if (first?.kind !== 'number' && first?.sign !== '-') return null
  const number = readNumeral(inner, at, 'wide')
  if (!number) return null
  const rest = inner[number.next]
  if (!rest) return bareNumber(inner, number, hashed)
  // "(01-22 + Extras)".
  if (number.end !== '' && (rest.sign === '+' || ENDED.test(rest.word))) return numbered(number, hashed)
  const total = inner[number.next + 1]
  const counts = isOfWord(rest) || rest.sign === '/'
  if (counts && total?.kind === 'number' && number.next + 2 === inner.length) {
    return { ...bracket('count'), number, total: total.text }
  }
  const issueAndYear = rest.kind === 'number' && rest.gap && isYearNumeral(rest.text) && number.value < 1000
  if (!issueAndYear || number.next + 1 !== inner.length || number.end !== '') return null
  const date: NameDate = { year: rest.text, endYear: '', open: false, sure: false, next: 0 }
  return { ...bracket('number'), number, date }
}

/** "(No. 5)", "(Issue 5)". */
function namedNumber(inner: Token[]): Bracket | null {
  const number = readNumeral(inner, inner[1]?.sign === '.' || inner[1]?.sign === '#' ? 2 : 1, 'wide')
  return number && number.next === inner.length ? numbered(number, true) : null
}

function bareNumber(inner: Token[], number: Numeral, hashed: boolean): Bracket | null {
  if (hashed || inner[0]!.kind === 'mark') return numbered(number, hashed)
  const digits = inner[0]!.length
  if (digits >= 8 && !number.plain) return null
  if (digits >= 5) return bracket('id', inner[0]!.text)
  if (digits === 4 && number.end === '') return null
  return numbered(number, hashed)
}

function numbered(number: Numeral, hashed: boolean): Bracket {
  return { ...bracket('number'), number, hashed }
}

/** (v19), (Ch.071-079+Omake), [Volume 06], [Season 001]. */
function unitBracket(inner: Token[], group: Token, traits: number): Bracket | null {
  if (inner.length === 2 && inner[0]!.is('s') && !inner[1]!.gap && inner[1]!.length < 3)
    return bracket('season', withoutPadding(inner[1]!.text))
  if (!(traits & (Trait.volume | Trait.chapter | Trait.season))) return eastBracket(inner)
  const found = bracket('unit')
  for (let at = 0; at < inner.length; at++) {
    const token = inner[at]!
    // "(v01-12, 061-080)": chapters that are not in a volume yet.
    if (found.volume && !found.chapter && (token.sign === ',' || token.sign === '+')) {
      const more = readNumeral(inner, at + 1)
      if (more && more.end !== '') found.chapter = more
    }
    if (token.kind !== 'word') continue
    const behind = inner[at + 1]?.sign === '.' || inner[at + 1]?.sign === '-' ? at + 2 : at + 1
    if (token.traits & Trait.season && at === 0) return bracket('season', withoutPadding(inner[behind]?.text ?? ''))
    // "[Intégrale T01-34]".
    const begins = at === 0 || (at === 1 && COMPLETE.test(inner[0]!.word))
    if (!(token.traits & (Trait.volume | Trait.chapter)) || (!found.volume && !found.chapter && !begins)) continue
    if (token.traits & Trait.glued && (inner[at + 1]?.gap !== false || inner[at + 1]?.kind !== 'number') && !isSpacedTome(inner)) continue // biome-ignore format: one question
    const number = readNumeral(inner, behind, 'wide')
    if (!number) continue
    // "[T01.T105]" in a name whose blanks are dots.
    const ends = found.volume?.plain && number.plain && number.value > found.volume.value && !inner[number.next]
    if (token.traits & Trait.volume && ends && token.traits & Trait.glued)
      found.volume = { ...found.volume!, end: number.text, plain: false }
    else if (token.traits & Trait.volume) found.volume ??= number
    else found.chapter ??= number
    at = number.next - 1
  }
  if (!found.volume && !found.chapter) return eastBracket(inner)
  // [v2] and [C2] after everything else are the second version of the file.
  const only = found.volume && found.chapter ? null : (found.volume ?? found.chapter)
  const version = only?.plain && !only.padded && only.value < 10 && (found.volume || inner.length === 2)
  if (version && (group.sign === '[' || (found.volume && only.value === 0))) return bracket('tag', contentOf(group).toLowerCase()) // biome-ignore format: one question
  return found
}

/** "(T 05)" */
function isSpacedTome(inner: Token[]): boolean {
  return inner.length === 2 && inner[0]!.text === 'T' && inner[1]!.length < 3
}

const COMPLETE = /^(?:int[eé]grale?|complete?|completa|completo)$/

/** (第3巻), [卷3], (1~56권), (1-12완). */
function eastBracket(inner: Token[]): Bracket | null {
  if (inner.length > 6) return null
  const at = inner.findIndex((token) => token.kind === 'number')
  const number = at >= 0 ? readNumeral(inner, at) : null
  if (!number) return null
  const sign = inner[number.next] ?? (at === 1 && !inner[1]!.gap && inner[0]!.length === 1 ? inner[0] : undefined)
  if (sign?.kind !== 'word') return null
  const unit = counterOf(sign.code)
  if (unit) return { ...bracket('unit'), ...(unit === Trait.volume ? { volume: number } : { chapter: number }) }
  return countsVolumes(number, sign) ? { ...bracket('unit'), volume: number } : null
}

/** Brackets from one of the known lists: language, publisher, book type, id, site. */
function wordBracket(inner: Token[], group: Token): Bracket | null {
  const first = inner[0]!
  if (first.traits & Trait.language && inner.length <= 3) {
    const language = LANGUAGES.get(inner.length === 1 ? first.word : contentOf(group).toLowerCase())
    if (language) return bracket('language', language)
  }
  if (first.traits & Trait.publisher) {
    const value = contentOf(group)
    if (KNOWN_PUBLISHERS.has(bareKey(value))) return bracket('publisher', value)
    const country = COUNTRIES.get(inner.at(-1)!.word)
    if (country && KNOWN_PUBLISHERS.has(bareKey(textBetween(inner, 0, inner.length - 1))))
      return bracket('language', country)
  }
  if (first.traits & Trait.id)
    return bracket('id', first.is('isbn') ? textBetween(inner, 1, inner.length) : contentOf(group))
  if (isSite(inner)) return bracket('tag', contentOf(group).toLowerCase())
  const format = formatAt(inner, 0) ?? (first.traits & Trait.tag ? formatAt(inner, 1) : null)
  // "[Absolute Edition art]": the source of the pictures.
  if (format && ART.test(inner[format.next]?.word ?? '')) return bracket('tag', contentOf(group).toLowerCase())
  if (!format) return null
  // "(TPB 09)".
  const volume = format.numbered ? readNumeral(inner, format.next) : null
  const found = bracket('format', format.format, groupAt(inner, format.next))
  return volume?.next === inner.length ? { ...found, volume } : found
}

const ART = /^(?:art(?:work)?|covers?|variants?)$/

/** [kickass.to], www.name.com, [a.b.comics.dcp]. */
function isSite(inner: Token[]): boolean {
  const first = inner[0]!
  if (first.traits & Trait.site) return true
  return inner.length > 4 && first.kind === 'word' && first.is('a') && inner[1]!.sign === '.' && inner[2]!.is('b')
}

function contentOf(group: Token): string {
  return group.textInside()
}

/** A date may have a few words in its bracket: (Corno 1978-09-18), (FCBD 2021), (September 2007). */
function dateBracket(inner: Token[], years: Years): Bracket | null {
  const old = { first: 1800, last: years.last }
  let found: NameDate | null = null
  let words = 0
  let apart = false
  for (let at = 0; at < inner.length; at++) {
    const token = inner[at]!
    // "[Digital-1920]": the width of the pages.
    const width = at > 1 && joins(inner, at - 1) && (inner[at - 2]!.traits & Trait.tag) !== 0
    const pixels = (inner[at + 1]?.traits ?? 0) & Trait.unit && !inner[at + 1]!.gap
    const date: NameDate | null = found || width || pixels ? null : readDate(inner, at, old)
    if (date) {
      found = date
      apart = isApart(inner, at, date.next)
      at = date.next - 1
    } else if (token.kind === 'word' && !(token.traits & (Trait.month | Trait.tag))) words++
    else if (token.kind === 'group') words += 2
  }
  const last = inner.at(-1)!.kind === 'number'
  const most = last && namesPublisher(inner) ? 4 : found?.sure || last ? 2 : 1
  if (!found || (words > most && !apart) || (words > 0 && Number(found.year) < years.first)) return null
  const read = bracket('date')
  read.date = found
  return read
}

/** "(Anna Berg-Northgate 2014)", "(Northgate Comics Group 1994)". */
function namesPublisher(inner: Token[]): boolean {
  return inner.some((token, at) => {
    if (token.kind !== 'word') return joins(inner, at)
    return (token.traits & Trait.publisher) !== 0 || PUBLISHING.test(token.word)
  })
}

const PUBLISHING = /^(?:comics|press|publish(?:ing|ers)|books|verlag)$/

/** "(2021, second printing)", "(Northgate Comics, 1987)", "(2019 1st print)": the year is separate from the rest. */
function isApart(inner: Token[], from: number, to: number): boolean {
  if (from === 0) return to < inner.length && (isListMark(inner[to]!) || PRINTING.test(inner.at(-1)!.word))
  return to === inner.length && isListMark(inner[from - 1]!)
}

const PRINTING = /^print(?:ing)?$/

function isListMark(token: Token): boolean {
  return token.kind === 'mark' && ',;-–|/'.includes(token.sign)
}

/** "(03-04-05)": each number follows the one before. */
function isCounting(inner: Token[]): boolean {
  return inner[2]!.value === inner[0]!.value + 1 && inner[4]!.value === inner[2]!.value + 1
}

const SHORT_DATE = /^(?:[0-2]\d|3[01])-(?:0\d|1[0-2])-(\d\d)$/

/** "(29-06-11)": the day, the month and the last two digits of the year, as weeklies are dated. */
function shortDate(group: Token, years: Years): Bracket | null {
  const ending = SHORT_DATE.exec(contentOf(group))?.[1]
  if (!ending) return null
  const century = 2000 + Number(ending) > years.last ? 1900 : 2000
  const date: NameDate = { year: String(century + Number(ending)), endYear: '', open: false, sure: true, next: 0 }
  return { ...bracket('date'), date }
}

function tagBracket(inner: Token[], group: Token, traits: number): Bracket {
  const first = inner[0]!
  const text = contentOf(group)
  if (first.traits & Trait.special && inner.every(isOfSpecial)) return bracket('special', text)
  // "(완결)", "(完)".
  if (first.traits & Trait.complete && inner.length === 1) return bracket('tag', text.toLowerCase())
  if (first.traits & Trait.tag) return bracket('tag', text.toLowerCase(), groupBehind(inner))
  const measure = first.kind === 'number' && inner[1] !== undefined && (inner[1].traits & Trait.unit) !== 0
  const remark = traits & (Trait.cover | Trait.remark) || !inner.some(isWord)
  if (
    remark ||
    measure ||
    ((text.length < 5 || text.endsWith('rinting') || first.traits & Trait.complete) && SMALL_TAG.test(text))
  )
    return bracket('tag', text.toLowerCase())
  return bracket('unknown', text)
}

/** "(Special Edition)", "(Extra Chapter 2)". "[Special Ops]" is a group. */
function isOfSpecial({ kind, traits, word }: Token): boolean {
  return kind !== 'word' || traits !== 0 || OF_SPECIALS.test(word)
}

const OF_SPECIALS = /^(?:edition|stor(?:y|ies)|content|bonus|omnibus|giant|tie|in|the|and|s)$/

function isWord(token: Token): boolean {
  return token.kind === 'word'
}

/** "digital-Empire": the words after the first hyphen. With tags on both sides (HD-WebRip) there is no group. */
function groupBehind(inner: Token[]): string {
  for (let at = 1; at < inner.length - 1; at++) {
    const group = groupAt(inner, at)
    if (group !== '') return group
  }
  return ''
}

function groupAt(inner: Token[], hyphen: number): string {
  const behind = inner[hyphen + 1]
  if (!behind || !joins(inner, hyphen) || behind.traits & Trait.tag) return ''
  return textBetween(inner, hyphen + 1, inner.length)
}

/** A book type and the token after its words. */
type BookTypeMatch = BookType & { next: number }

/** The book type whose words start at `at`. Hyphens between the words are ignored. */
export function formatAt(tokens: readonly Token[], at: number): BookTypeMatch | null {
  const first = tokens[at]
  if (first === undefined || !(first.traits & Trait.format)) return null
  for (const type of BOOK_TYPES_BY_WORD.get(first.word)!) {
    const { words } = type
    let next = at + 1
    let matched = 1
    while (matched < words.length) {
      if (joins(tokens, next)) next++
      if (tokens[next]?.word !== words[matched]) break
      matched++
      next++
    }
    if (matched === words.length) return { ...type, next }
  }
  return null
}

/** Lower-case letters and digits of a text: the key of the publisher and group tables. */
export function bareKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
