import { bareKey } from './brackets.ts'
import { datedAnnual, type ScannedName } from './candidates.ts'
import { isPartAlone } from './counted-parts.ts'
import { KNOWN_PUBLISHERS, LANGUAGES } from './editions.ts'
import type { NumberChoice } from './select.ts'
import { isDotAndDash, separates, type Token, tokensText } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** The prefix before the name of the series. */
export interface NamePrefix {
  publisher: string
  language: string
  /** A number before the name that is not the issue number: reading order or date. */
  order: string
}

/** With a day or without; 00 means an unknown month. */
const YEAR_AND_MONTH = /^(?:19|20)\d\d(?:0\d|1[0-2])(?:[0-3]\d)?$/

/** Skips leading brackets, a publisher, a language and a number of reading order. */
export function skipLeading(found: ScannedName, choice: NumberChoice, result: NamePrefix): number {
  const { tokens } = found
  let start = 0
  while (start < tokens.length && (tokens[start]!.kind === 'group' || isLooseMark(tokens[start]!))) start++
  if (start === tokens.length) return 0
  start = skipDate(found, choice, skipSite(tokens, skipFills(tokens, start)))
  const order = skipOrder(found, choice, start)
  if (order > start) {
    result.order = tokens[start]!.text
    start = skipEvent(tokens, order, (choice.issue ?? choice.volume ?? datedAnnual(found))!.from)
  }
  return skipPrefix(found, choice, skipImprint(found, choice, start, result), result)
}

/** "2012-05-02 Name 5", "2007-04 - Name": before a name, a date with its month orders the files. */
function skipDate({ years, tokens }: ScannedName, { issue }: NumberChoice, start: number): number {
  if (years.length === 0 || tokens[start]!.kind !== 'number') return start
  const dated = years.find(({ from, bracket }) => from === start && bracket === '')
  if (!dated?.date.sure || dated.date.open || dated.date.endYear !== '') return start
  const name = separates(tokens, dated.to) ? dated.to + 1 : dated.to
  // Without a number the dash separates the date from the name: "2007-04 - Name".
  const parted = issue ? issue.from > name : name > dated.to
  return tokens[name]?.kind === 'word' && parted ? name : start
}

/** "Fills [01/01] Name 5": a post that completes an earlier one. */
function skipFills(tokens: Token[], start: number): number {
  const fills = tokens[start + 1]?.kind === 'group' && tokens[start]!.is('fills') && start + 2 < tokens.length
  return fills ? start + 2 : start
}

/** "GetComics.INFO Name 5": the site that added itself to the name. */
function skipSite(tokens: Token[], start: number): number {
  if (!(tokens[start]!.traits & Trait.site) || tokens[start + 1]?.sign !== '.') return start
  let next = start + 1
  while (next + 1 < tokens.length && tokens[next]!.sign === '.' && !tokens[next]!.gap && !tokens[next + 1]!.gap)
    next += 2
  return next < tokens.length ? next : start
}

/**
 * "02 - THE LONG TIDE - Lantern 016": the event in a reading order, when its name is in capitals and the series is not.
 */
function skipEvent(tokens: Token[], start: number, end: number): number {
  let dash = start
  let letters = 0
  while (dash < end && tokens[dash]!.kind === 'word' && isCapital(tokens[dash]!)) letters += tokens[dash++]!.length
  if (letters < 5 || !separates(tokens, dash)) return start
  return tokens.slice(dash, end).some((token) => token.kind === 'word' && !isCapital(token)) ? dash + 1 : start
}

function isCapital({ text }: Token): boolean {
  return text === text.toUpperCase()
}

function isLooseMark(token: Token): boolean {
  return token.kind === 'mark' && '-–,.:;'.includes(token.sign)
}

/** "01. Name 5", "023-Name 5", "003 Name #5", "04 - Name 5", "075.- Name 5", "199309 Name 5": only when another number is the issue. */
function skipOrder(found: ScannedName, { issue, volume }: NumberChoice, start: number): number {
  const { tokens } = found
  const number = tokens[start]!
  if (number.kind !== 'number') return start
  const anchor = issue ?? volume ?? datedAnnual(found)
  if (!anchor || anchor.from <= start || (issue && issue.from <= start)) return start
  // "0012 [Vol. 3 Ch. 12.5 - Low Tide]": the position in a list of downloads.
  const bracketed = 'anchor' in anchor && anchor.bracketed && anchor.anchor !== 'free'
  if (bracketed && anchor.from === start + 1 && number.code === 48) return start + 1
  // "0001_[Season 1] Ep. 1": the same in another notation.
  if (tokens[start + 1]?.bracket?.role === 'season' && number.code === 48) return start + 1
  if ((number.length === 6 || number.length === 8) && YEAR_AND_MONTH.test(number.text)) return start + 1
  if (tokens[start + 1]?.kind === 'word' && tokens[start + 1]!.gap && number.code === 48 && number.length > 1)
    return start + 1
  // "049b.- Name 5".
  const letter = tokens[start + 1]
  const behind = letter?.kind === 'word' && !letter.gap && letter.length === 1 ? start + 2 : start + 1
  if (isDotAndDash(tokens, behind) && behind + 2 < anchor.from) return behind + 2
  const mark = tokens[start + 1]
  const word = tokens[start + 2]
  const listed = number.length < 4 || (number.length < 6 && number.code === 48)
  if (mark?.kind !== 'mark' || word === undefined || start + 2 >= anchor.from || !listed) return start
  if (anchor.from === start + 3 && isPartAlone(tokens, anchor.from)) return start
  if (mark.sign === '.' && (mark.gap || word.gap || (number.code === 48 && word.kind === 'word'))) return start + 2
  // "86 -Eighty-Six- 1" is a name.
  if (separates(tokens, start + 1) && word.gap) return start + 2
  // "07-Ghost v13", "07-Ghost c045": before a volume or a chapter, two digits belong to the name.
  const tied = number.length < 3 && (anchor === volume || issue?.anchor.endsWith('chapter') === true)
  return mark.sign === '-' && word.kind === 'word' && number.code === 48 && !tied ? start + 2 : start
}

const COMPANY = new Set('media comics manga press publishing entertainment books usa studios unscrolled'.split(' '))
/** Company names whose second word carries no meaning; before a name only where dots are the blanks. */
const WHOLE = new Set(['sevenseas', 'squareenix', 'yenon', 'delrey'])
/**
 * Series that begin with their publisher's name: Marvel Comics Presents, DC Comics Bombshells, Archie Comics Digest.
 */
const TITLED = new Set('marvel dc archie harvey bongo ec valiant gold'.split(' '))
const OF_PUBLISHERS = new Set('presents magazine digest super annual special holiday summer winter comics'.split(' '))

/** "VIZ.Media.Clouds.Vol.5", "Kodansha Comics Clouds v05": the full company name without a dash after it. */
function skipImprint(
  { tokens, dotted }: ScannedName,
  { issue, volume }: NumberChoice,
  start: number,
  result: NamePrefix,
): number {
  const first = tokens[start]!
  if (!(first.traits & Trait.publisher) || TITLED.has(first.word)) return start
  const end = companyEnd(tokens, start, dotted)
  const name = tokens[end]
  if (end === start || name?.kind !== 'word' || OF_PUBLISHERS.has(name.word)) return start
  const number = issue ?? volume
  if (number && number.from <= end) return start
  result.publisher = tokensText(tokens.slice(start, end))
  return end
}

/** The token after "Yen Press", "Seven Seas Entertainment", or `start` for other words. */
function companyEnd(tokens: Token[], start: number, dotted: boolean): number {
  let key = tokens[start]!.word
  let end = start
  for (let at = start + 1; at < start + 3; at++) {
    const token = tokens[at]
    if (token?.kind !== 'word') break
    key += token.word
    if ((COMPANY.has(token.word) && KNOWN_PUBLISHERS.has(key)) || (dotted && WHOLE.has(key))) end = at + 1
  }
  return end
}

/** "Northgate Comics - ": the known name, written as a company's. */
function isCompany(tokens: Token[], start: number, end: number): boolean {
  const name = tokensText(tokens.slice(start, end - 1))
  return end > start + 1 && COMPANY.has(tokens[end - 1]!.word) && KNOWN_PUBLISHERS.has(bareKey(name))
}

/** "Heavy Metal - v18 #06": with only a number after it, the name is that of a series. */
function isNumberAt({ issue, volume }: NumberChoice, at: number): boolean {
  return issue?.from === at || volume?.from === at
}

/** A publisher or "Bd Fr" before the first dash, which has no blanks in a dotted name: "Dark.Horse-Name.5". */
function skipPrefix({ tokens, dotted }: ScannedName, choice: NumberChoice, start: number, result: NamePrefix): number {
  const isBd = tokens[start]!.is('bd')
  const most = Math.min(start + (isBd ? 6 : 4), tokens.length - 1)
  for (let at = start + 1; at < most; at++) {
    const token = tokens[at]!
    if (token.kind !== 'mark' || token.sign === '!' || token.sign === '&' || (isBd && token.sign === '.')) continue
    if (token.sign !== '-' && token.sign !== '–') return start
    if (tokens[start]!.traits & Trait.publisher && (dotted || separates(tokens, at) || at > start + 1)) {
      const text = tokensText(tokens.slice(start, at))
      if (!(KNOWN_PUBLISHERS.has(bareKey(text)) || isCompany(tokens, start, at)) || isNumberAt(choice, at + 1))
        return start
      result.publisher = text
      return at + 1
    }
    // "Bd Fr - ", "BD.FR.- ".
    const last = tokens[at - 1]!.kind === 'mark' ? tokens[at - 2]! : tokens[at - 1]!
    if (tokens[start]!.text === 'BD' && at === start + 1 && separates(tokens, at) && tokens[at + 1]!.kind === 'word')
      return at + 1
    if (!isBd || !(last.traits & Trait.language)) return start
    result.language = LANGUAGES.get(last.word)!
    return at + 1
  }
  return start
}
