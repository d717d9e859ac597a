import { identifier, readBracket } from './brackets.ts'
import { type Anchor, isTerminal } from './candidates.ts'
import { hashEnd } from './checksums.ts'
import { isDigit } from './clean.ts'
import { EastCollector } from './collect-east.ts'
import { isYearToken, readDate, YEARS_AHEAD } from './dates.ts'
import { identifierEnd } from './identifiers.ts'
import {
  countsVolumes,
  isOfWord,
  isYearNumeral,
  type Numeral,
  plainNumeral,
  readNumeral,
  withoutPadding,
} from './numerals.ts'
import { joins, type Token, textBetween } from './tokens.ts'
import { counterOf, Trait } from './vocabulary.ts'

/** After an ordinal these words do not count a chapter: 30th Anniversary Edition. */
const EDITION_WORDS = new Set('anniversary edition print printing'.split(' '))

const ANNIVERSARIES = new Set(['aniversario', 'anniversaire'])

/** "2ª Série", "1a edición": a letter makes the number before it an ordinal. */
const RUN_WORDS = new Set([
  'série',
  'serie',
  'series',
  'edição',
  'edicao',
  'edición',
  'edicion',
  'edizione',
  'época',
  'epoca',
])

/** Collects numbers: free ones, counted ones, totals, dates. Every method returns the token to continue at. */
export class NumberCollector extends EastCollector {
  protected number(at: number): number {
    const { tokens } = this
    const before = tokens[at - 1]
    const token = tokens[at]!
    if (
      before?.kind === 'mark' &&
      (!token.gap || (before.sign === '+' && before.gap)) &&
      this.belongsToWord(at, before)
    )
      return this.countdown(at) ?? at + 1
    if (token.kind === 'number' && this.isIdentifier(at)) return at + 1
    const next = tokens[at + 1]
    if (next?.kind === 'word' && !next.gap && this.isChecksum(at)) return at + 1
    if (isTime(tokens, at) || isPrinting(tokens, at)) return at + 3
    // "v18 - 1935-A Low Tide": the year of the story, in a series of several books.
    if (this.found.volumes.length > 0 && isYearAndLetter(tokens, at)) return at + 3
    const date = token.kind === 'number' ? readDate(tokens, at, this.years) : null
    if (isYearToken(token, this.years)) {
      if (this.withSign(at)) return at + 2
      if (this.ofYear(at)) return at + 3
    }
    if (date?.sure) return this.year(at, date)
    if (before && token.value >= 1000 && this.isDated(at)) return this.dated(at)
    const numeral = readNumeral(tokens, at)
    if (date && (!numeral || numeral.plain)) return this.year(at, date)
    if (!numeral) return this.skipWord(at)
    const behind = tokens[numeral.next]
    const complete = behind?.kind === 'group' && behind.inner.length === 1 ? behind.inner[0]! : undefined
    if (complete && countsVolumes(numeral, complete)) {
      this.found.volumes.push({ anchor: 'unit', from: at, to: numeral.next, numeral, weak: false, bracketed: false })
      return numeral.next
    }
    if (behind?.kind === 'word') {
      if (behind.traits & (Trait.volume | Trait.unit) && this.isAmount(numeral, behind)) return numeral.next
      if (numeral.next > at + 1 && !numeral.padded && RUN_WORDS.has(behind.word)) return numeral.next
      if (countsVolumes(numeral, behind)) {
        const to = numeral.next + 1
        this.found.volumes.push({ anchor: 'unit', from: at, to, numeral, weak: false, bracketed: false })
        return to
      }
      const unit = this.counted(at, numeral, behind)
      if (unit > at) return unit
    }
    if (numeral.end !== '' && behind?.is('as') && tokens[numeral.next + 1]!.traits & Trait.volume)
      return this.bound(at, numeral)
    const total = this.total(numeral)
    if (total > 0) return total
    this.found.numbers.push({ anchor: 'free', from: at, to: numeral.next, numeral, weak: false, bracketed: false })
    return numeral.next
  }

  /** "1975-23": a weekly of that year. No month has this number, and a span of years would ascend. */
  private ofYear(at: number): boolean {
    const { tokens } = this
    const number = tokens[at + 2]
    if (number?.kind !== 'number' || number.length !== 2 || number.value < 13 || number.value > 53) return false
    if (!joins(tokens, at + 1) || joins(tokens, at + 3)) return false
    // "1996-98", unless the span would end in the future.
    const century = tokens[at]!.value - (tokens[at]!.value % 100)
    if (number.value > tokens[at]!.value % 100 && century + number.value <= this.years.last - YEARS_AHEAD) return false
    if (!isTerminal(this.found, at + 3)) return false
    this.addYear(at, at + 1)
    const numeral = plainNumeral(number.text, at + 3)
    this.found.issues.push({ anchor: 'dated', from: at + 2, to: at + 3, numeral, weak: false, bracketed: false })
    return true
  }

  /** "The 5 volumes", "8º Aniversario": the number says how many. */
  private isAmount({ next, padded }: Numeral, { word, traits }: Token): boolean {
    if (padded) return false
    if (traits & Trait.unit) return ANNIVERSARIES.has(word)
    return word.length > 4 && word.endsWith('s') && (this.tokens[next + 1]?.kind ?? 'group') === 'group'
  }

  /** "001-005 as v01": the chapters that were collected in a volume. */
  private bound(at: number, numeral: Numeral): number {
    const to = numeral.next + 1
    this.found.issues.push({ anchor: 'chapter', from: at, to, numeral, weak: false, bracketed: false })
    return to
  }

  /** "9781632365128", "ISBN 978-1-63236-512-8": an id, including the word before it. */
  protected isIdentifier(at: number): boolean {
    const { tokens } = this
    const end = identifierEnd(tokens, at)
    if (end === at) return false
    const from = tokens[at - 1]?.is('isbn') ? at - 1 : at
    const tag = tokens[from]!.asTag(tokens[end - 1]!.end)
    tag.bracket = identifier(textBetween(tokens, at, end))
    tokens.splice(from, end - from, tag)
    return true
  }

  /** "_8c4077", "0F3B22A9": a checksum becomes a tag, so that its digits are not read as numbers. */
  protected isChecksum(at: number): boolean {
    const { tokens } = this
    const end = at === 0 ? at : hashEnd(tokens, at)
    if (end === at) return false
    tokens.splice(at, end - at, tokens[at]!.asTag(tokens[end - 1]!.end))
    return true
  }

  /** "12 1985 (2015)", "2000 AD 2000 (2011)": after another number, directly before a date that is not its own. */
  private isDated(at: number): boolean {
    const { tokens, found } = this
    const behind = tokens[at + 1]
    if (behind?.kind !== 'group' || !isYearOrMore(tokens[at]!)) return false
    const last = found.numbers.at(-1)
    const adjacent = last?.to === at && last.numeral.plain && !last.numeral.padded
    const follows = adjacent || (tokens[0]!.kind === 'number' && (last?.from ?? 0) === 0)
    const date = follows ? readBracket(behind, this.years).date : null
    return date !== null && Math.abs(Number(date.year) - tokens[at]!.value) > 1
  }

  private dated(at: number): number {
    const numeral = plainNumeral(this.tokens[at]!.text, at + 1)
    this.found.issues.push({ anchor: 'dated', from: at, to: at + 1, numeral, weak: false, bracketed: false })
    return at + 1
  }

  /**
   * X-23, F.1, $1, Z=232, '66: digits glued to these are not a number of their own. A padded one after a hyphen is
   * (Batman-050).
   */
  protected belongsToWord(at: number, before: Token): boolean {
    const word = this.tokens[at - 2]
    if (before.sign === '-') return !before.gap && word?.kind === 'word' && !this.tokens[at]!.text.startsWith('0')
    if (before.sign === '.') return !before.gap && word?.kind === 'word' && !this.tokens[at]!.text.startsWith('0')
    // "v01-14 + 098-150": chapters that are not in a volume yet.
    if (before.sign === '+') return !(before.gap && this.found.volumes.length > 0)
    return before.sign === '$' || before.sign === '=' || before.sign === "'" || before.sign === '’'
  }

  /** T-2: issues of some series count down. */
  protected countdown(at: number): number | undefined {
    const { tokens } = this
    const word = tokens[at - 2]
    const sign = word?.text === 'T' && word.gap && at > 2 && tokens[at - 1]!.sign === '-'
    if (!sign || !isTerminal(this.found, at + 1) || tokens[at]!.text.length > 2) return undefined
    const numeral = { ...plainNumeral(`T-${tokens[at]!.text}`, at + 1), plain: false }
    this.found.numbers.push({ anchor: 'free', from: at - 2, to: at + 1, numeral, weak: false, bracketed: false })
    return at + 1
  }

  /** 106화, 2 Глава, 1-3巻: the counter comes after the number. Returns `at` when there is none. */
  protected counted(at: number, numeral: Numeral, behind: Token): number {
    if (!behind.gap && counterOf(behind.code)) return this.eastNumber(at, 0)
    if (!(behind.traits & Trait.behind) || this.tokens[numeral.next + 1]?.kind === 'number') return at
    this.addMarked(at, behind, { ...numeral, next: numeral.next + 1 })
    return numeral.next + 1
  }

  /** Skips digits that are part of a word (80th, 3D, 0f9e8d) with everything glued to them. */
  protected skipWord(at: number): number {
    const { tokens } = this
    let next = at + 1
    while (
      next < tokens.length &&
      !tokens[next]!.gap &&
      (tokens[next]!.kind === 'word' || tokens[next]!.kind === 'number')
    )
      next++
    const ordinal =
      next === at + 2 &&
      at > 0 &&
      tokens[at + 1]!.traits & Trait.ordinal &&
      !EDITION_WORDS.has(tokens[next]?.word ?? '')
    if (ordinal) this.found.ordinals.push(plainNumeral(withoutPadding(tokens[at]!.text), next))
    return next
  }

  /**
   * "03 of 05": the number before "of" is the issue. Returns 0 when no total follows; covers are counted too, but are
   * not issues.
   */
  protected total(numeral: Numeral): number {
    const total = this.totalBehind(numeral.next)
    if (!total) return 0
    const to = numeral.next + 2
    const behind = this.tokens[to]
    if (behind?.kind === 'word' && !behind.gap) return 0
    if (behind && behind.traits & (Trait.unit | Trait.cover)) return to + 1
    this.found.count ||= plainCount(total.text)
    const from = this.start(numeral)
    this.found.issues.push({ anchor: 'count', from, to, numeral, weak: false, bracketed: false })
    return to
  }

  /** The total in "of 05" or "/05" at `at`. */
  protected totalBehind(at: number): Token | null {
    const first = this.tokens[at]
    const hyphens = first?.sign === '-' && joins(this.tokens, at) && joins(this.tokens, at + 2)
    const of = hyphens ? this.tokens[at + 1] : first
    const total = this.tokens[hyphens ? at + 3 : at + 1]
    if (!of || total?.kind !== 'number') return null
    const slash = of.sign === '/' && !of.gap && !total.gap
    return slash || isOfWord(of) ? total : null
  }

  protected start(numeral: Numeral): number {
    let at = numeral.next - 1
    while (at > 0 && this.tokens[at]!.kind !== 'number') at--
    // "1-12 of 12".
    return numeral.end !== '' && this.tokens[at - 2]?.kind === 'number' ? at - 2 : at
  }

  protected hash(at: number): number {
    if (this.marks(at + 1)) return at + 1
    const numeral = this.lettered(at + 1) ?? readNumeral(this.tokens, at + 1, 'wide') ?? this.hashWord(at + 1)
    if (!numeral) return at + 1
    const total = this.totalBehind(numeral.next)
    if (!total && this.numberFollows(numeral.next)) return numeral.next
    if (total) this.found.count ||= plainCount(total.text)
    const to = total ? numeral.next + 2 : numeral.next
    this.found.issues.push({ anchor: 'hash', from: at, to, numeral, weak: false, bracketed: false })
    return to
  }

  /** "#Ch05": the word after the sign is the marker. */
  private marks(at: number): boolean {
    const [word, number] = [this.tokens[at], this.tokens[at + 1]]
    if (word?.kind !== 'word' || word.length < 2 || !(word.traits & (Trait.volume | Trait.chapter))) return false
    return number?.kind === 'number' && !number.gap
  }

  /** "Agent #1 #5", "Agent #1 003 (2010)": the last is the issue, the first is part of the name. */
  private numberFollows(at: number): boolean {
    const { tokens } = this
    const from = tokens[at]?.sign === ',' ? at + 1 : at
    const next = tokens[from]
    if (next?.sign === '#') return tokens[from + 1]?.kind === 'number'
    if (
      next?.length === 1 &&
      next.is('v') &&
      tokens[from + 1]?.kind === 'number' &&
      !tokens[from + 1]!.gap &&
      tokens[from + 2]?.gap
    )
      return this.numberFollows(from + 2)
    if (next?.kind !== 'number' || !next.gap || next.length > 4 || readDate(tokens, from, this.years)) return false
    return plainCount(next.text) === String(next.value) && isTerminal(this.found, from + 1)
  }

  /** "#12x", "#7k": after the sign a glued letter belongs to the number, even if it is a unit elsewhere. */
  private lettered(at: number): Numeral | null {
    const number = this.tokens[at]
    const word = this.tokens[at + 1]
    if (number?.kind !== 'number' || word?.kind !== 'word' || word.gap || !/^[a-z]$/i.test(word.text)) return null
    const behind = this.tokens[at + 2]
    if (behind && behind.kind !== 'group' && !behind.gap) return null
    const text = withoutPadding(number.text) + word.text
    return { text, end: '', next: at + 2, padded: number.text.startsWith('0'), plain: false, value: number.value, special: '' } // biome-ignore format: one number
  }

  /** #Alpha, #X, #B01: after the sign a word is a number. */
  protected hashWord(at: number): Numeral | null {
    const word = this.tokens[at]
    const digits = this.tokens[at + 1]
    if (word?.kind !== 'word' || word.gap) return null
    const more = digits?.kind === 'number' && !digits.gap
    const text = more ? word.text + withoutPadding(digits.text) : word.text
    return { text, end: '', next: more ? at + 2 : at + 1, padded: false, plain: false, value: 0, special: '' }
  }

  protected seasonAt(at: number, number: number): number {
    this.found.season ||= withoutPadding(this.tokens[number]!.text)
    this.found.seriesEnds.push(at)
    return number + 1
  }

  /** "Season 8 012": before a number, the words are part of the name. */
  protected namedSeason(at: number): number {
    this.found.season ||= withoutPadding(this.tokens[at + 1]!.text)
    this.found.seasons.push(at)
    return at + 2
  }

  protected addMarked(at: number, token: Token, numeral: Numeral): void {
    const { traits } = token
    const weak = (traits & Trait.weak) !== 0
    const candidate = { anchor: anchorOf(traits), from: at, to: numeral.next, numeral, weak, bracketed: false }
    if (traits & Trait.volume) this.found.volumes.push(candidate)
    else this.found.issues.push(candidate)
  }
}

/** Four digits that may be the issue number of a weekly. */
function isYearOrMore({ text }: Token): boolean {
  return text.length === 4 && plainCount(text) === text
}

/** "2. Auflage": the printing. */
function isPrinting(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.sign === '.' && !tokens[at + 1]!.gap && tokens[at + 2]?.is('auflage') === true
}

function isYearAndLetter(tokens: readonly Token[], at: number): boolean {
  const letter = tokens[at + 2]
  if (tokens[at]!.length !== 4 || !joins(tokens, at + 1) || letter?.kind !== 'word') return false
  return isYearNumeral(tokens[at]!.text) && letter.length === 1 && letter.text !== letter.word
}

/** "4:44", "00:00" */
function isTime(tokens: readonly Token[], at: number): boolean {
  const colon = tokens[at + 1]
  return colon?.sign === ':' && !colon.gap && tokens[at + 2]?.kind === 'number' && !tokens[at + 2]!.gap
}

function anchorOf(traits: number): Anchor {
  if (traits & Trait.volume) return 'unit'
  if (traits & Trait.chapter) return traits & Trait.weak ? 'long chapter' : 'chapter'
  if (traits & Trait.issue) return 'issue'
  return traits & Trait.numero ? 'numero' : 'part'
}

export function plainCount(text: string): string {
  return isDigit(text.charCodeAt(0)) ? withoutPadding(text) : ''
}
