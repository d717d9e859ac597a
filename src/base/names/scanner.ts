import { isDigit } from './clean.ts'
import { Token } from './tokens.ts'
import { counterOf, traitsOf } from './vocabulary.ts'

/** The length of the longest listed word. */
const LONGEST_WORD = 14
const OTHER = 0
const LETTER = 1
const DIGIT = 2
const BLANK = 3
const OPEN = 4
const CLOSE = 5
const DASH = 6
const QUOTE = 7
const FRACTION = 8

const ASCII = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const sign = String.fromCharCode(code)
  if (/[a-z]/i.test(sign)) ASCII[code] = LETTER
  else if (/\d/.test(sign)) ASCII[code] = DIGIT
  else if (code <= 32) ASCII[code] = BLANK
  else if ('([{'.includes(sign)) ASCII[code] = OPEN
  else if (')]}'.includes(sign)) ASCII[code] = CLOSE
  else if (sign === '-') ASCII[code] = DASH
  else if (sign === "'") ASCII[code] = QUOTE
}
const WIDE = new Map<string, number>()
for (const sign of '【〔') WIDE.set(sign, OPEN)
for (const sign of '】〕') WIDE.set(sign, CLOSE)
for (const sign of '‐‑‒–—―−') WIDE.set(sign, DASH)
for (const sign of '’‘ʼ´') WIDE.set(sign, QUOTE)
for (const sign of '½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒∞') WIDE.set(sign, FRACTION)
for (const sign of '々〇ªµº') WIDE.set(sign, LETTER)
for (const sign of '\u00a0\u1680\u200b\u202f\u205f\ufeff') WIDE.set(sign, BLANK)

function classOf(code: number): number {
  if (code < 128) return ASCII[code]!
  // Past the end of the text.
  if (Number.isNaN(code)) return OTHER
  const listed = WIDE.get(String.fromCharCode(code))
  if (listed !== undefined) return listed
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return OTHER
  if (code >= 0x2000 && code < 0x2c00) return code <= 0x200a ? BLANK : OTHER
  return code >= 0x3001 && code <= 0x303f ? OTHER : LETTER
}

/** 卷2 and 第2 after other letters: the counter is a word of its own. */
function countsNext(code: number): boolean {
  return code === 0x7b2c || counterOf(code) !== 0
}

/** Tokens of a clean name. Linear in its length; unbalanced brackets are repaired, never an error. */
export function scan(text: string): Token[] {
  const scanner = new Scanner(text)
  return scanner.run()
}

class Scanner {
  private readonly text: string
  private at = 0
  private gap = true
  private value = 0
  private tokens: Token[] = []
  private readonly open: { group: Token; outside: Token[] }[] = []

  constructor(text: string) {
    this.text = text
  }

  run(): Token[] {
    const { text } = this
    while (this.at < text.length) {
      const start = this.at
      const kind = classOf(text.charCodeAt(start))
      if (kind === LETTER) this.word(start)
      else if (kind === DIGIT || kind === FRACTION) this.number(start)
      else if (kind === BLANK) {
        this.at++
        this.gap = true
      } else if (kind === OPEN) this.openGroup(start)
      else if (kind === CLOSE) this.closeGroup(start)
      else if (kind === DASH) this.dash(start)
      else this.mark(start, text[start]!, 1)
    }
    while (this.open.length > 0) this.mend()
    return this.tokens
  }

  private push(kind: Token['kind'], start: number, end: number, sign: string, traits: number): Token {
    const token = new Token(kind, this.text, start, end, this.gap, traits, sign)
    this.tokens.push(token)
    this.at = end
    this.gap = false
    return token
  }

  private mark(start: number, sign: string, length: number): void {
    this.push('mark', start, start + length, sign, 0)
  }

  private word(start: number): void {
    const { text } = this
    let end = start + 1
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      const kind = code < 128 ? ASCII[code]! : classOf(code)
      if (kind === LETTER) continue
      if (kind !== QUOTE || classOf(text.charCodeAt(end + 1)) !== LETTER) break
    }
    if (end === start + 1 && text[end] === '2' && (text[end + 1] === 'c' || text[end + 1] === 'C'))
      end += this.coverToCover(end)
    if (isDigit(text.charCodeAt(end)) && end > start + 1 && countsNext(text.charCodeAt(end - 1))) end--
    this.push('word', start, end, '', end - start > LONGEST_WORD ? 0 : traitsOf(text, start, end))
  }

  /** "c2c" (cover to cover) is one word, not chapter 2. */
  private coverToCover(end: number): number {
    return (this.text[end - 1] === 'c' || this.text[end - 1] === 'C') &&
      classOf(this.text.charCodeAt(end + 2)) !== LETTER
      ? 2
      : 0
  }

  /**
   * Digits with their thousands and decimals: 1,000,000 and 12.5 and 0.0.1 and 2018.07.04; or a fraction sign, alone or
   * after digits.
   */
  private number(start: number): void {
    const { text } = this
    let end = this.digits(start)
    let { value } = this
    for (;;) {
      const sign = text.charCodeAt(end)
      if ((sign !== 46 && sign !== 44) || !isDigit(text.charCodeAt(end + 1))) break
      const next = this.digits(end + 1)
      if (sign === 44) {
        if (next - end !== 4 || text.charCodeAt(start) === 48 || this.betweenRanges(start, next)) break
        value = value * 1000 + this.value
      }
      end = next
    }
    if (classOf(text.charCodeAt(end)) === FRACTION) end++
    this.push('number', start, end, '', 0).value = value
  }

  /** "01-28,125-137": the comma separates two ranges, not thousands. */
  private betweenRanges(start: number, end: number): boolean {
    const { text } = this
    return text[start - 1] === '-' && text[end] === '-' && isDigit(text.charCodeAt(end + 1))
  }

  /** The end of the digits; their value is left in `value`. */
  private digits(from: number): number {
    let end = from
    let value = 0
    for (; ; end++) {
      const code = this.text.charCodeAt(end)
      if (!isDigit(code)) break
      value = value * 10 + code - 48
    }
    this.value = value
    return end
  }

  private dash(start: number): void {
    if (this.text.charCodeAt(start) !== 45) this.mark(start, '–', 1)
    else if (this.text.charCodeAt(start + 1) !== 45) this.mark(start, '-', 1)
    else this.doubleDash(start)
  }

  /** Some sites write `(2016)` as `--2016--`. Any other run of hyphens is one dash. */
  private doubleDash(start: number): void {
    let end = start + 2
    while (this.text.charCodeAt(end) === 45) end++
    const inside = this.open.at(-1)
    if (inside?.group.sign === '--') this.closeGroup(start, end)
    else if (isDigit(this.text.charCodeAt(end)) && this.text.indexOf('--', end) > 0) this.openGroup(start, end, '--')
    else this.mark(start, '--', end - start)
  }

  private openGroup(start: number, end = start + 1, sign = this.text[start]!): void {
    const group = this.push('group', start, end, sign, 0)
    group.inner = []
    this.open.push({ group, outside: this.tokens })
    this.tokens = group.inner
    this.gap = true
  }

  private closeGroup(start: number, end = start + 1): void {
    const closed = this.open.pop()
    this.at = end
    this.gap = false
    if (!closed) {
      this.strayClose(end)
      return
    }
    closed.group.end = end
    this.tokens = closed.outside
  }

  /** A closing bracket without an opening one closes the text from the start of the name, as in "author] title". */
  private strayClose(end: number): void {
    const words = this.tokens
    // "22) Lantern": a position in a list, as with a dot.
    if (words.length === 1 && words[0]!.kind === 'number') this.mark(end - 1, '.', 1)
    if (words.length === 0 || words.length > 6 || words.some((token) => token.kind !== 'word')) return
    const inner = words.splice(0)
    const group = new Token('group', this.text, 0, end, true, 0, '[')
    group.inner = inner
    words.push(group)
    this.gap = true
  }

  /** A bracket without a closing one ends before the next bracket inside it; the rest is outside again. */
  private mend(): void {
    const { group, outside } = this.open.pop()!
    const next = group.inner.findIndex((token) => token.kind === 'group')
    const rest = next < 0 ? [] : group.inner.splice(next)
    group.end = group.inner.at(-1)?.end ?? group.start + 1
    outside.push(...rest)
    this.tokens = outside
  }
}
