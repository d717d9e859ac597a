import { formatAt, readBracket } from './brackets.ts'
import { type Anchor, type Candidate, type Found, isTerminal } from './candidates.ts'
import { type Dated, readDate, type Years } from './dates.ts'
import { type Numeral, readNumeral, unpadded } from './numerals.ts'
import { joins, type Token } from './tokens.ts'
import { counterOf, GLUED_ENDINGS, NUMBER_WORDS, Trait } from './vocabulary.ts'

export function collect(tokens: Token[], years: Years): Found {
  return new Collector(tokens, years).run()
}

class Collector {
  private readonly found: Found
  private readonly tokens: Token[]
  private readonly years: Years

  constructor(tokens: Token[], years: Years) {
    this.tokens = tokens
    this.years = years
    this.found = {
      tokens,
      issues: [],
      volumes: [],
      numbers: [],
      years: [],
      ends: [],
      annuals: [],
      ordinals: [],
      specials: [],
      count: '',
      season: '',
    }
  }

  run(): Found {
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
    if (negative && token.gap && at > 0 && this.tokens[at + 1]?.kind === 'number' && !this.tokens[at + 1]!.gap)
      return this.number(at)
    return at + 1
  }

  // Brackets

  private group(at: number, token: Token): number {
    const bracket = readBracket(token, this.years)
    token.bracket = bracket
    if (bracket.date) {
      this.found.years.push({ from: at, to: at + 1, date: bracket.date, bracket: token.sign === '[' ? '[' : '(' })
    }
    if (bracket.number)
      this.found.issues.push(this.inBracket(at, bracket.hashed || bracket.total ? 'bracket' : 'free', bracket.number))
    if (bracket.volume) this.found.volumes.push(this.inBracket(at, 'unit', bracket.volume))
    if (bracket.chapter) this.found.issues.push(this.inBracket(at, 'chapter', bracket.chapter))
    if (bracket.total) this.found.count ||= plainCount(bracket.total)
    if (bracket.role === 'season') this.found.season ||= bracket.value
    if (bracket.role === 'special') this.found.specials.push(at)
    return at + 1
  }

  private inBracket(at: number, anchor: Anchor, numeral: Numeral): Candidate {
    return { anchor, from: at, to: at + 1, numeral, weak: false, bracketed: true }
  }

  // Words

  private word(at: number, token: Token): number {
    const { traits } = token
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
      const date = readDate(this.tokens, at, this.years)
      if (date) return this.year(at, date)
    }
    const glued = this.glued(at + 1)
    if (traits & Trait.special) {
      this.found.specials.push(at)
      // "Omake-1" numbers the extras.
      if (joins(this.tokens, at + 1) && this.tokens[at + 2]!.kind === 'number') {
        this.found.ends.push(at)
        return at + 3
      }
    }
    if (glued) return this.gluedNumber(at, token)
    const numbered = traits & Trait.season && this.tokens[at + 1]?.kind === 'number'
    // "2nd Season 012": the season is counted in front.
    if (numbered && !(at > 0 && this.tokens[at - 1]!.traits & Trait.ordinal)) return this.seasonAt(at, at + 1)
    return at + 1
  }

  /** "Omnibus 2", "Deluxe Edition 03": the number of a book. The words stay free for the name. */
  private bookNumber(at: number): number {
    const type = formatAt(this.tokens, at)
    const number = type?.numbered ? this.tokens[type.next] : undefined
    if (!type || number?.kind !== 'number' || readDate(this.tokens, type.next, this.years)) return at
    const numeral = readNumeral(this.tokens, type.next)
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
    return numeral.next
  }

  private glued(at: number): boolean {
    const token = this.tokens[at]
    return token?.kind === 'number' && !token.gap
  }

  /** vol. 3, Ch-12, Issue #4, v3, No 50, Part 2. Answers `at` when no number follows. */
  private marker(at: number, token: Token): number {
    const { tokens } = this
    let from = at + 1
    const dotted = tokens[from]?.sign === '.' || (tokens[from]?.sign === ',' && !tokens[from + 1]?.gap)
    if (dotted && !tokens[from]!.gap) from++
    if (tokens[from]?.sign === '#') from++
    if (token.traits & Trait.glued) {
      if (from === at + 1 && !this.glued(from)) return at
      if (token.word === 't' && at === 0) return at
    } else if (joins(tokens, from)) from++
    const numeral = readNumeral(tokens, from, !(token.traits & Trait.volume)) ?? this.numberWord(from, token)
    if (!numeral) return this.unnumbered(at, from, token)
    this.addMarked(at, token, numeral)
    return numeral.next
  }

  private addMarked(at: number, token: Token, numeral: Numeral): void {
    const { traits } = token
    const weak = (traits & Trait.weak) !== 0
    const candidate = { anchor: anchorOf(traits), from: at, to: numeral.next, numeral, weak, bracketed: false }
    if (traits & Trait.volume) this.found.volumes.push(candidate)
    else this.found.issues.push(candidate)
  }

  /** "Volume Two", "Vol. III"; not behind Book or Part, whose words are titles. */
  private numberWord(at: number, marker: Token): Numeral | null {
    const word = this.tokens[at]
    if (!(marker.traits & Trait.volume) || marker.traits & (Trait.weak | Trait.glued) || word?.kind !== 'word')
      return null
    const text = NUMBER_WORDS[word.word]
    if (!text) return null
    return plainNumeral(text, at + 1)
  }

  private unnumbered(at: number, from: number, token: Token): number {
    const behind = this.tokens[from]
    if (behind && behind.traits & Trait.unknown && token.traits & Trait.volume) {
      this.found.ends.push(at)
      return from + 1
    }
    return at
  }

  /** Digits glued to a word that is no marker: S01 and SP02 say something, U12 is a name; 卷2 and 시즌2 end in a unit. */
  private gluedNumber(at: number, token: Token): number {
    const { word } = token
    const number = this.tokens[at + 1]!
    if (word === 's' && number.text.length <= 2) return this.seasonAt(at, at + 1)
    if (word === 'sp') this.found.ends.push(at)
    if (word.charCodeAt(word.length - 1) < 0x250) return at + 2
    const unit =
      (counterOf(word.charCodeAt(word.length - 1)) || GLUED_ENDINGS.find(([ending]) => word.endsWith(ending))?.[1]) ?? 0
    if (unit === Trait.season) return this.seasonAt(at, at + 1)
    return this.eastNumber(at + 1, unit)
  }

  /** A number next to a counter of volumes or chapters; `before` is the counter in front of it, 0 for none. */
  private eastNumber(at: number, before: number): number {
    const numeral = readNumeral(this.tokens, at)
    if (!numeral) return at + 1
    const behind = this.tokens[numeral.next]
    const unit = (behind?.kind === 'word' && !behind.gap && counterOf(behind.code)) || before
    if (!unit) return numeral.next
    const to = unit === before ? numeral.next : numeral.next + 1
    const counted = this.tokens[at - 1]?.word === '第' && !this.tokens[at]!.gap
    const candidate = {
      from: counted || before ? at - 1 : at,
      to,
      numeral,
      weak: false,
      bracketed: false,
      anchor: 'unit' as const,
    }
    if (unit === Trait.volume) this.found.volumes.push(candidate)
    else this.found.issues.push(candidate)
    return to
  }

  private seasonAt(at: number, number: number): number {
    this.found.season ||= this.tokens[number]!.text.replace(/^0+(?=\d)/, '')
    this.found.ends.push(at)
    return number + 1
  }

  // Numbers

  private number(at: number): number {
    const { tokens } = this
    const before = tokens[at - 1]
    const token = tokens[at]!
    if (before && !token.gap && this.belongsToWord(at, before)) return this.countdown(at) ?? at + 1
    const date = token.kind === 'number' ? readDate(tokens, at, this.years) : null
    if (date?.sure) return this.year(at, date)
    const numeral = readNumeral(tokens, at)
    if (date && (!numeral || numeral.plain)) return this.year(at, date)
    if (!numeral) return this.skipWord(at)
    const behind = tokens[numeral.next]
    if (behind?.kind === 'word') {
      const unit = this.counted(at, numeral, behind)
      if (unit > at) return unit
    }
    const total = this.total(numeral)
    if (total > 0) return total
    this.found.numbers.push({ anchor: 'free', from: at, to: numeral.next, numeral, weak: false, bracketed: false })
    return numeral.next
  }

  /** X-23, F.1, $1, '66: digits glued behind these are no number of their own. A padded one behind a hyphen is (Batman-050). */
  private belongsToWord(at: number, before: Token): boolean {
    if (before.kind !== 'mark') return false
    const word = this.tokens[at - 2]
    if (before.sign === '-') return !before.gap && word?.kind === 'word' && !this.tokens[at]!.text.startsWith('0')
    if (before.sign === '.') return !before.gap && word?.kind === 'word'
    return before.sign === '$' || before.sign === "'" || before.sign === '’' || before.sign === '+'
  }

  /** T-2: issues of some series count down. */
  private countdown(at: number): number | undefined {
    const { tokens } = this
    const word = tokens[at - 2]
    const sign = word?.text === 'T' && word.gap && at > 2 && tokens[at - 1]!.sign === '-'
    if (!sign || !isTerminal(this.found, at + 1) || tokens[at]!.text.length > 2) return undefined
    const numeral = { ...plainNumeral(`T-${tokens[at]!.text}`, at + 1), plain: false }
    this.found.numbers.push({ anchor: 'free', from: at - 2, to: at + 1, numeral, weak: false, bracketed: false })
    return at + 1
  }

  /** 106화, 2 Глава, 1-3巻: the counter stands behind. Answers `at` when there is none. */
  private counted(at: number, numeral: Numeral, behind: Token): number {
    if (!behind.gap && counterOf(behind.code)) return this.eastNumber(at, 0)
    if (!(behind.traits & Trait.behind) || this.tokens[numeral.next + 1]?.kind === 'number') return at
    this.addMarked(at, behind, { ...numeral, next: numeral.next + 1 })
    return numeral.next + 1
  }

  /** Steps over digits that are part of a word (80th, 3D, 0f9e8d) with everything glued behind them. */
  private skipWord(at: number): number {
    const { tokens } = this
    let next = at + 1
    while (
      next < tokens.length &&
      !tokens[next]!.gap &&
      (tokens[next]!.kind === 'word' || tokens[next]!.kind === 'number')
    )
      next++
    const ordinal = next === at + 2 && at > 0 && tokens[at + 1]!.traits & Trait.ordinal
    if (ordinal) this.found.ordinals.push(plainNumeral(unpadded(tokens[at]!.text), next))
    return next
  }

  /** "03 of 05": the number in front is the issue. Answers 0 when no total follows; covers are counted too, but are no issue. */
  private total(numeral: Numeral): number {
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
  private totalBehind(at: number): Token | null {
    const of = this.tokens[at]
    const total = this.tokens[at + 1]
    if (!of || total?.kind !== 'number') return null
    const slash = of.sign === '/' && !of.gap && !total.gap
    return of.traits & Trait.of || slash ? total : null
  }

  private start(numeral: Numeral): number {
    let at = numeral.next - 1
    while (at > 0 && this.tokens[at]!.kind !== 'number') at--
    return at
  }

  private hash(at: number): number {
    const numeral = readNumeral(this.tokens, at + 1, true) ?? this.hashWord(at + 1)
    if (!numeral) return at + 1
    const total = this.totalBehind(numeral.next)
    if (total) this.found.count ||= plainCount(total.text)
    const to = total ? numeral.next + 2 : numeral.next
    this.found.issues.push({ anchor: 'hash', from: at, to, numeral, weak: false, bracketed: false })
    return to
  }

  /** #Alpha, #X: behind the sign a word is a number. */
  private hashWord(at: number): Numeral | null {
    const word = this.tokens[at]
    if (word?.kind !== 'word' || word.gap) return null
    return { text: word.text, end: '', next: at + 1, padded: false, plain: false, value: 0, special: '' }
  }

  private year(at: number, date: Dated): number {
    this.found.years.push({ from: at, to: date.next, date, bracket: '' })
    return date.next
  }
}

function anchorOf(traits: number): Anchor {
  if (traits & Trait.volume) return 'unit'
  if (traits & Trait.chapter) return traits & Trait.weak ? 'long chapter' : 'chapter'
  if (traits & Trait.issue) return 'issue'
  return traits & Trait.numero ? 'numero' : 'part'
}

function plainNumeral(text: string, next: number): Numeral {
  return { text, end: '', next, padded: false, plain: true, value: Number(text), special: '' }
}

function plainCount(text: string): string {
  const digits = text.replace(/^0+(?=\d)/, '')
  return /^\d/.test(digits) ? digits : ''
}
