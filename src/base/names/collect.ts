import { type Bracket, formatAt, readBracket } from './brackets.ts'
import { type Anchor, isTerminal, type NumberCandidate, type ScannedName } from './candidates.ts'
import { NumberCollector, plainCount } from './collect-numbers.ts'
import { foreignDate, readDate, shortYear, type Years } from './dates.ts'
import { LANGUAGES } from './editions.ts'
import { isGenericName } from './generic-names.ts'
import { NUMBER_WORDS } from './number-words.ts'
import { isHalf, type Numeral, plainNumeral, readNumeral, withoutPadding } from './numerals.ts'
import { readRoman } from './roman-numbers.ts'
import { joins, onlyBracketsBefore, separates, type Token } from './tokens.ts'
import { counterOf, GLUED_ENDINGS, Trait } from './vocabulary.ts'

/** Walks the tokens once and records every candidate; decisions are made later. */
export function collect(tokens: Token[], years: Years, dotted: boolean, manga: boolean): ScannedName {
  const found = new Collector(tokens, years, manga).run()
  found.dotted = dotted
  return found
}

/** Titles end in these words, so as the last word they mark no volume. */
const TITLES_OF_TWO = new Set(
  ['comic book', 'jungle book', 'sketch book', 'story book', 'coloring book', 'colouring book', 'picture book'].concat([
    'phone book',
    'comics book',
    'spell book',
    'rubber band',
    'rock band',
    'brass band',
    'boy band',
  ]),
)

/** In German, Band is the word for a volume, with any padding of its number. */
function isGermanTag({ kind, inner }: Token): boolean {
  return kind === 'group' && inner.some(({ word }) => LANGUAGES.get(word) === 'de')
}

/** Most words start with another letter. */
const LETTER_H = 104

/** Words after which Tom is a person's name in titles. */
const NAMED_TOM = new Set('peeping major uncle long old blind mad little big poor young tiny doubting'.split(' '))

/** Magazines whose name ends in a word that marks numbers. */
const MAGAZINES = new Set(['back issue', 'big issue'])

class Collector extends NumberCollector {
  run(): ScannedName {
    const { tokens } = this
    let at = 0
    while (at < tokens.length) {
      const token = tokens[at]!
      const next =
        token.kind === 'word' ? this.word(at, token) : token.kind === 'number' ? this.number(at) : this.other(at, token)
      at = next > at ? next : at + 1
    }
    return this.found
  }

  private other(at: number, token: Token): number {
    if (token.kind === 'group') return this.group(at, token)
    if (token.sign === '#') return this.hash(at)
    const negative = token.sign === '-' || token.sign === '–'
    const number = this.tokens[at + 1]
    if (negative && token.gap && at > 0 && number?.kind === 'number' && !number.gap && !this.isEnclosed(at + 2))
      return this.number(at)
    return at + 1
  }

  /** "Lantern -21- Low Tide": dashes on both sides are no minus sign. */
  private isEnclosed(behind: number): boolean {
    const { tokens } = this
    return tokens[behind]?.sign === '-' && !tokens[behind]!.gap && tokens[behind + 1]?.gap !== false
  }

  // Brackets

  private group(at: number, token: Token): number {
    const bracket = readBracket(token, this.years)
    token.bracket = bracket
    if (bracket.date) {
      this.found.years.push({ from: at, to: at + 1, date: bracket.date, bracket: token.sign === '[' ? '[' : '(' })
    }
    if (bracket.number && !this.isCopyMark(at, bracket) && !this.isPartOfPost(at, bracket))
      this.found.issues.push(this.inBracket(at, bracket.hashed || bracket.total ? 'bracket' : 'free', bracket.number))
    if (bracket.volume) this.found.volumes.push(this.inBracket(at, 'unit', bracket.volume))
    if (bracket.chapter && !this.isEvent(at, token))
      this.found.issues.push(this.inBracket(at, 'chapter', bracket.chapter))
    if (bracket.total) this.found.count ||= plainCount(bracket.total)
    if (bracket.role === 'season') this.found.season ||= bracket.value
    if (bracket.role === 'special') this.found.specials.push(at)
    // "Lantern (Annual) 002".
    if (token.inner.length === 1 && token.inner[0]!.traits & Trait.annual) this.found.annuals.push(at)
    return at + 1
  }

  /** "Name (2019) (2).cbz", "Name v03(1).cbz": the mark that systems add to a second copy. */
  private isCopyMark(at: number, { number, hashed, total }: Bracket): boolean {
    const plain = number!.plain && !number!.padded && number!.text.length === 1 && !hashed && total === ''
    if (!plain || at !== this.tokens.length - 1) return false
    const { issues, volumes, numbers } = this.found
    const numbered = issues.length + volumes.length + numbers.length > 0
    return this.tokens[at - 1]?.kind === 'group' || (numbered && !this.tokens[at]!.gap)
  }

  /** "(C97) [Circle] Name": the event where a circle sold the book. */
  private isEvent(at: number, { inner }: Token): boolean {
    return at === 0 && inner.length === 2 && inner[0]!.text === 'C' && this.tokens[1]?.kind === 'group'
  }

  /** "(Anna) [01/15] - Lantern 5", "(01/15) Lantern 5": the files of a post, before the name. */
  private isPartOfPost(at: number, { total }: Bracket): boolean {
    return total !== '' && at + 1 < this.tokens.length && onlyBracketsBefore(this.tokens, at)
  }

  private inBracket(at: number, anchor: Anchor, numeral: Numeral): NumberCandidate {
    return { anchor, from: at, to: at + 1, numeral, weak: false, bracketed: true }
  }

  // Words

  private word(at: number, token: Token): number {
    const { traits } = token
    const glued = this.glued(at + 1)
    if (glued && this.isChecksum(at)) return at + 1
    const { code } = token
    if (code > 255 && isHalf(code) && this.halfOfBook(at, token)) return at + 1
    if (traits & Trait.annual) this.found.annuals.push(at)
    if (traits & (Trait.volume | Trait.chapter | Trait.issue | Trait.numero | Trait.part)) {
      const next = this.marker(at, token)
      if (next > at) return next
    }
    if (traits & Trait.format) {
      const next = this.bookNumber(at)
      if (next > at) return next
    }
    if (traits & Trait.month) {
      const date = readDate(this.tokens, at, this.years) ?? shortYear(this.tokens, at, at + 1)
      if (date) return this.year(at, date)
    }
    if (traits & Trait.tag && token.is('scan') && at > 0) {
      const next = this.scanned(at)
      if (next > at) return next
    }
    if (traits & Trait.foreignMonth && at > 0) {
      const date = foreignDate(this.tokens, at, this.years, this.isNumbered())
      if (date) return this.year(this.fromDay(at), date)
    }
    if ((code | 32) === LETTER_H && token.is('hors') && this.isHorsSerie(at)) this.found.specials.push(at)
    if (traits & Trait.special) {
      this.found.specials.push(at)
      // "Omake-1": the number counts extras.
      if (joins(this.tokens, at + 1) && this.tokens[at + 2]!.kind === 'number') {
        this.found.seriesEnds.push(at)
        return at + 3
      }
    }
    if (
      traits & Trait.special &&
      token.is('sp') &&
      this.tokens[at + 1]?.kind === 'number' &&
      isTerminal(this.found, at + 2)
    ) {
      this.found.seriesEnds.push(at)
      return at + 2
    }
    if (glued) return this.gluedNumber(at, token)
    const numbered = traits & Trait.season && this.tokens[at + 1]?.kind === 'number'
    // "2nd Season 012": the season's number comes before the word.
    if (numbered && !(at > 0 && this.tokens[at - 1]!.traits & Trait.ordinal)) return this.namedSeason(at)
    return at + 1
  }

  /** "Verger Scan 045 VF": how French sites name a chapter. */
  private scanned(at: number): number {
    const number = this.tokens[at + 1]
    const numeral = number?.kind === 'number' && number.gap ? readNumeral(this.tokens, at + 1) : null
    if (!numeral || !isTerminal(this.found, numeral.next)) return at
    this.found.issues.push({ anchor: 'chapter', from: at, to: numeral.next, numeral, weak: false, bracketed: false })
    return numeral.next
  }

  /** "Hors-série", "Hors Série" */
  private isHorsSerie(at: number): boolean {
    const word = this.tokens[joins(this.tokens, at + 1) ? at + 2 : at + 1]
    return word !== undefined && /^s[eé]rie$/.test(word.word)
  }

  private isNumbered(): boolean {
    const { issues, numbers, volumes } = this.found
    return issues.length + numbers.length + volumes.length > 0
  }

  /** "Lanterne 3421 12 novembre 2003": after another number, a day belongs to the date. */
  private fromDay(at: number): number {
    const { issues, numbers, volumes } = this.found
    const day = numbers.at(-1)
    if (day?.to !== at || !day.numeral.plain || day.numeral.value > 31) return at
    if (issues.length + numbers.length + volumes.length < 2) return at
    numbers.pop()
    return day.from
  }

  /** "Omnibus 2", "Deluxe Edition 03": the number of a book. The words can still be part of the name. */
  private bookNumber(at: number): number {
    const type = formatAt(this.tokens, at)
    if (!type?.numbered || readDate(this.tokens, type.next, this.years)) return at
    const numeral = readNumeral(this.tokens, type.next) ?? this.countedInWords(type.next)
    if (!numeral || !isTerminal(this.found, numeral.next)) return at
    const candidate = {
      from: type.next,
      to: numeral.next,
      numeral,
      weak: true,
      bracketed: false,
      anchor: 'unit' as const,
    }
    this.found.volumes.push(candidate)
    this.ofSeveral(numeral)
    return numeral.next
  }

  private glued(at: number): boolean {
    const token = this.tokens[at]
    return token?.kind === 'number' && !token.gap
  }

  /** vol. 3, Ch-12, Issue #4, v3, No 50, Part 2. Returns `at` when no number follows. */
  private marker(at: number, token: Token): number {
    const { tokens } = this
    let from = at + 1
    if (tokens[from]?.sign === '#' && (token.is('band') || (at === 0 && token.length === 1))) return at
    // "Peeping Tom 2": in capitals it is a name.
    const named = token.is('tom') && token.text !== 'tom' && tokens[at - 1]?.kind === 'word'
    if (named && tokens[from]?.kind !== 'word' && !this.isAlbum(at)) return at
    // "Back Issue 145", "Back Issue #145".
    if (token.is('issue') && at > 0 && MAGAZINES.has(`${tokens[at - 1]!.word} ${token.word}`)) return at
    const dotted = tokens[from]?.sign === '.' || (tokens[from]?.sign === ',' && !tokens[from + 1]?.gap)
    if (dotted && !tokens[from]!.gap) from++
    else if (
      (token.is('n') && !this.isBehindVolume(at) && !this.isNumero(at)) ||
      (token.is('cap') && !separates(tokens, at - 1)) ||
      token.is('ed')
    )
      return at
    const hashed = tokens[from]?.sign === '#'
    if (hashed) from++
    if (token.traits & Trait.glued) {
      if (from === at + 1 && !this.glued(from) && !this.spacedMarker(at)) return at
      if (token.is('t') && at === 0 && !this.isWhole(from)) return at
      if (this.endsInitials(at)) return at
    } else if (joins(tokens, from) && !hashed) from++
    // In the plural, a dash with blanks makes a range: "Volumes 1 - 7".
    const reach = token.traits & Trait.volume && !(token.length > 3 && token.word.endsWith('s')) ? 'volume' : 'wide'
    const numeral = readNumeral(tokens, from, reach) ?? this.numberWord(from, token) ?? this.numberInBracket(from)
    if (!numeral) return this.unnumbered(at, from, token)
    if (token.traits & Trait.titled && from === at + 1 && this.endsTitle(at, numeral)) return at
    if (token.is('t')) this.extendToNext(numeral)
    this.takeTotal(numeral)
    this.addMarked(at, token, numeral)
    if (token.traits & Trait.weak && token.traits & Trait.volume) this.ofSeveral(numeral)
    return numeral.next
  }

  /** "Orchard Tom 30 - Low Tide": two digits and a title, as albums in Polish have them; not "Peeping Tom 30 - Low Tide". */
  private isAlbum(at: number): boolean {
    const { tokens } = this
    const [before, number] = [tokens[at - 1]!, tokens[at + 1]]
    if (number?.kind !== 'number' || number.length !== 2 || NAMED_TOM.has(before.word)) return false
    return separates(tokens, at + 2) && tokens[at + 3]?.kind === 'word'
  }

  /** "Part 2 of 4", "Issue 2 of 4": the total is not a number of its own. */
  private takeTotal(numeral: Numeral): void {
    const total = numeral.plain ? this.totalBehind(numeral.next) : null
    if (!total || total.value < numeral.value || !isTerminal(this.found, numeral.next + 2)) return
    if (!this.isNumbered()) this.found.count ||= plainCount(total.text)
    numeral.next += 2
  }

  /** "T1.T35": the first and the last of a pack, in a name whose blanks are dots. */
  private extendToNext(numeral: Numeral): void {
    const [letter, number, behind] = this.tokens.slice(numeral.next, numeral.next + 3)
    if (!numeral.plain || !letter?.is('t') || number?.kind !== 'number' || number.gap) return
    if (number.value <= numeral.value || (behind && behind.kind !== 'group' && !(behind.traits & Trait.language)))
      return
    numeral.end = withoutPadding(number.text)
    numeral.plain = false
    numeral.next += 2
  }

  /** "T01", "T12 - Low Tide": only the number of the album, in the folder of its series. */
  private isWhole(at: number): boolean {
    const behind = this.tokens[at + 1]
    return this.tokens[at]!.length === 2 && (!behind || behind.kind === 'group' || separates(this.tokens, at + 1))
  }

  /** "v5n12", "v01 n02": the letter is a marker with its number glued to it. */
  private isBehindVolume(at: number): boolean {
    return this.glued(at + 1) && this.found.volumes.at(-1)?.to === at
  }

  /** "Lantern N 100", "Lantern.N.100": in capitals, before the last number of a name. */
  private isNumero(at: number): boolean {
    const number = this.tokens[at + 1]
    return (
      at > 0 &&
      this.tokens[at]!.text === 'N' &&
      number?.kind === 'number' &&
      number.gap &&
      isTerminal(this.found, at + 2)
    )
  }

  /** "Vol(1-10)", "Tome [1 a 100]". */
  private numberInBracket(at: number): Numeral | null {
    const group = this.tokens[at]
    if (group?.kind !== 'group') return null
    const numeral = readNumeral([this.tokens[at - 1]!, ...group.inner], 1, 'volume')
    if (!numeral || numeral.next !== group.inner.length + 1 || (group.gap && numeral.end === '')) return null
    return { ...numeral, next: at + 1 }
  }

  /** "Comic Book 01", "Red Band 002 (2024)": the word ends the title, and the number after it is the issue. */
  private endsTitle(at: number, { padded, plain, next }: Numeral): boolean {
    const [before, number, behind] = [this.tokens[at - 1], this.tokens[at + 1]!, this.tokens[next]]
    if (before?.kind !== 'word') return false
    // "Book 2 001": the book is part of the title, since the issue has its own number.
    if (behind?.kind === 'number' && behind.length === 3 && behind.code === 48 && isTerminal(this.found, next + 1))
      return true
    if (TITLES_OF_TWO.has(`${before.word} ${this.tokens[at]!.word}`)) return true
    if (!padded || !plain || number.length !== 3 || behind?.kind !== 'group') return false
    const role = readBracket(behind, this.years).role
    return (role === 'date' || role === 'count') && !this.tokens.some(isGermanTag)
  }

  /** "Book 2 (of 4)": an issue of a mini series whose issues are called books. */
  private ofSeveral({ plain, next }: Numeral): void {
    const { tokens, found } = this
    const counted = plain && tokens[next]?.kind === 'group' && readBracket(tokens[next], this.years).role === 'count'
    if (counted) found.issues.push({ ...found.volumes.pop()!, anchor: 'count', weak: false })
  }

  /** "S.A.L.T. 003": the last of several letters with dots is not a marker. */
  private endsInitials(at: number): boolean {
    const [letter, dot] = [this.tokens[at - 2], this.tokens[at - 1]]
    return dot?.sign === '.' && !this.tokens[at]!.gap && letter?.kind === 'word' && letter.length === 1
  }

  /**
   * "V 3", "C 01": separated from its number, the letter is a marker only before one or two digits, or between two
   * numbers.
   */
  private spacedMarker(at: number): boolean {
    const { tokens } = this
    const [letter, number] = [tokens[at]!.word, tokens[at + 1]]
    if (at === 0 || number?.kind !== 'number') return false
    if (letter === 't') return this.isSpacedTome(at)
    if (letter !== 'v' && letter !== 'c') return false
    if (tokens[at - 1]!.kind === 'mark' || readDate(tokens, at + 1, this.years)) return false
    return number.length < 3 || (letter === 'c' && this.found.volumes.length > 0)
  }

  /** "Lanterne T 05", "Lanterne - T 5 - Marée": the last number of its half. "Mr. T 002" is an issue. */
  private isSpacedTome(at: number): boolean {
    const { tokens } = this
    const [before, number] = [tokens[at - 1]!, tokens[at + 1]!]
    const ends = isTerminal(this.found, at + 2) || number.code === 48
    if (tokens[at]!.text !== 'T' || number.length > 2 || !ends) return false
    return before.kind === 'word' || before.sign === ',' || separates(tokens, at - 1)
  }

  /** "Volume Two", "Vol. III". Titles have "Book" and "Episode", too, so that their number ends the name or its half. */
  private numberWord(at: number, marker: Token): Numeral | null {
    const word = this.tokens[at]
    const { traits } = marker
    const units = this.manga ? Trait.volume | Trait.chapter | Trait.issue : Trait.volume | Trait.issue
    if (!(traits & units) || traits & Trait.glued || word?.kind !== 'word') return null
    const numeral = this.countedInWords(at) ?? romanNumeral(word, at + 1)
    if (!numeral || !(traits & (Trait.weak | Trait.issue))) return numeral
    const ends = isTerminal(this.found, numeral.next) || formatAt(this.tokens, numeral.next) !== null
    if (ends) return numeral
    // "Book Five Blue Orchard": at the start, with the name after it.
    const [name, ...rest] = this.tokens.slice(numeral.next)
    const named = at === 1 && name?.kind === 'word' && name.traits === 0
    return named && rest.every(({ kind }) => kind !== 'number') ? numeral : null
  }

  /** "Two", "Twenty-One" */
  private countedInWords(at: number): Numeral | null {
    const word = this.tokens[at]
    const text = word?.kind === 'word' ? NUMBER_WORDS.get(word.word) : undefined
    if (text === undefined) return null
    const unit = this.tokens[joins(this.tokens, at + 1) ? at + 2 : at + 1]
    const more = text === '20' && unit?.kind === 'word' ? Number(NUMBER_WORDS.get(unit.word) ?? 0) : 0
    if (more < 1 || more > 9) return plainNumeral(text, at + 1)
    return plainNumeral(String(20 + more), joins(this.tokens, at + 1) ? at + 3 : at + 2)
  }

  private unnumbered(at: number, from: number, token: Token): number {
    const behind = this.tokens[from]
    if (behind && behind.traits & Trait.unknown && token.traits & Trait.volume) {
      this.found.seriesEnds.push(at)
      return from + 1
    }
    return at
  }

  /** "Lanterne HS1": books outside the series have their own numbers. */
  private ofSpecials(at: number): number {
    const numeral = plainNumeral(withoutPadding(this.tokens[at + 1]!.text), at + 2)
    this.found.specials.push(at)
    this.found.issues.push({ anchor: 'issue', from: at + 1, to: at + 2, numeral, weak: false, bracketed: false })
    return at + 2
  }

  /** "Lantern001": padded digits at the end of the name, when there is no better number. */
  private gluedToName(at: number): number {
    const numeral = readNumeral(this.tokens, at)
    if (!numeral || !isTerminal(this.found, numeral.next)) return at + 1
    this.found.issues.push({ anchor: 'glued', from: at, to: numeral.next, numeral, weak: false, bracketed: false })
    return numeral.next
  }

  /** The "E12" of "S2E12" and "S2 E12". */
  private episode(at: number): number | undefined {
    const [word, number] = [this.tokens[at], this.tokens[at + 1]]
    if (word?.kind !== 'word' || !/^ep?$/.test(word.word) || number?.kind !== 'number' || number.gap) return undefined
    const numeral = readNumeral(this.tokens, at + 1)
    if (!numeral) return undefined
    this.seasonAt(at - 2, at - 1)
    this.found.issues.push({ anchor: 'chapter', from: at, to: numeral.next, numeral, weak: false, bracketed: false })
    return numeral.next
  }

  /**
   * Digits glued to a word that is not a marker: S01 and SP02 have a meaning, U12 is a name; 卷2 and 시즌2 end in a unit.
   */
  private gluedNumber(at: number, token: Token): number {
    const { word } = token
    const number = this.tokens[at + 1]!
    if (word === 's' && number.text.length <= 2) return this.episode(at + 2) ?? this.seasonAt(at, at + 1)
    if (word === 'sp') this.found.seriesEnds.push(at)
    if (word === 'isbn' && this.isIdentifier(at + 1)) return at + 1
    if (word === 'hs' && isTerminal(this.found, at + 2)) return this.ofSpecials(at)
    if (word.length === 1 && number.code === 48 && separates(this.tokens, at - 1) && separates(this.tokens, at + 2)) {
      // "Name - A04 - Title": an album of one of several rows.
      const numeral = { ...plainNumeral(token.text + number.text, at + 2), plain: false }
      this.found.issues.push({ anchor: 'bracket', from: at, to: at + 2, numeral, weak: false, bracketed: false })
      return at + 2
    }
    if (word.charCodeAt(word.length - 1) < 0x250) {
      return word.length > 2 && number.code === 48 && number.length > 1 ? this.gluedToName(at + 1) : at + 2
    }
    const unit =
      (counterOf(word.charCodeAt(word.length - 1)) || GLUED_ENDINGS.find(([ending]) => word.endsWith(ending))?.[1]) ?? 0
    if (unit === Trait.season) return this.seasonAt(at, at + 1)
    // "番外篇2": the number counts extras.
    if (unit === 0 && isGenericName(word)) return this.number(at + 1)
    return this.eastNumber(at + 1, unit)
  }
}

function romanNumeral(word: Token, next: number): Numeral | null {
  const text = readRoman(word.word)
  return text === undefined ? null : plainNumeral(text, next)
}
