import type { Bracket } from './brackets.ts'
import { areDigits } from './clean.ts'
import { isWordAt } from './word-table.ts'

/** The inner tokens of everything that is not a group. */
const NONE: Token[] = []

/**
 * A name as tokens with positions. A bracket with its content is one token, so that code outside never reads into it by
 * accident; its meaning is decided separately. Texts are cut out of the name only when needed.
 */
export class Token {
  readonly kind: 'word' | 'number' | 'mark' | 'group'
  readonly start: number
  end: number
  /** A blank or the start of the name precedes the token. */
  readonly gap: boolean
  /** Bits of `Trait`, 0 for anything but a word. */
  readonly traits: number
  /** The number before any decimals or fraction; 0 for anything but a number. */
  value = 0
  /** Tokens inside a group. */
  inner: Token[] = NONE
  /** The meaning of the group, once it was read. */
  bracket: Bracket | null = null
  /**
   * The sign of a mark ("-" hyphen, "–" any longer dash, "--" two hyphens), the opening sign of a group, empty for
   * words and numbers.
   */
  readonly sign: string
  private readonly source: string
  private lower: string | null = null
  private cut: string | null = null

  constructor(
    kind: Token['kind'],
    source: string,
    start: number,
    end: number,
    gap: boolean,
    traits: number,
    sign: string,
  ) {
    this.kind = kind
    this.source = source
    this.start = start
    this.end = end
    this.gap = gap
    this.traits = traits
    this.sign = sign
  }

  /** As written in the name. A group includes its brackets. */
  get text(): string {
    let text = this.cut
    // The end of a group is known only when it closes.
    if (text === null || text.length !== this.length) {
      text = this.source.slice(this.start, this.end)
      this.cut = text
    }
    return text
  }

  /** Code of the first character, without cutting the text out. */
  get code(): number {
    return this.source.charCodeAt(this.start)
  }

  get length(): number {
    return this.end - this.start
  }

  /** Digits only. */
  get isPlain(): boolean {
    return areDigits(this.source, this.start, this.end)
  }

  /** Turns the tokens from here to `end` into an empty bracket, which has no meaning. */
  asTag(end: number): Token {
    const tag = new Token('group', this.source, this.start, end, this.gap, 0, '[')
    tag.inner = []
    return tag
  }

  /** The text without the signs at either end. */
  textInside(): string {
    return this.source.slice(this.start + 1, this.end - 1).trim()
  }

  /** The name from this token to the end of `last`, as written. */
  writtenTo(last: Token): string {
    return this.source.slice(this.start, last.end)
  }

  /** The same, with one blank in place of several. */
  textTo(last: Token): string {
    const text = this.writtenTo(last)
    return text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text
  }

  /** Whether the token follows `before` directly in the name, or after one blank where there is a gap. */
  follows(before: Token): boolean {
    if (!this.gap) return this.start === before.end
    return this.start === before.end + 1 && this.source.charCodeAt(before.end) === 32
  }

  /** Whether the token is this lower-case word, in any case, compared without a copy. */
  is(word: string): boolean {
    return isWordAt(word, this.source, this.start, this.end)
  }

  /** Lower case. */
  get word(): string {
    const word = this.lower ?? this.text.toLowerCase()
    this.lower = word
    return word
  }
}

/** Tokens `from` up to `to` as written in the name, with one blank in place of several. */
export function textBetween(tokens: readonly Token[], from: number, to: number): string {
  return to > from ? tokens[from]!.textTo(tokens[to - 1]!) : ''
}

/** Whether `token` is a separating dash (a blank on at least one side, or a long dash). */
export function separates(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'mark') return false
  if (token.sign === '–' || token.sign === '--') return true
  return token.sign === '-' && (token.gap || (tokens[at + 1]?.gap ?? true))
}

/** Whether `token` is a hyphen with text glued to both sides. */
export function joins(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'mark' || token.gap) return false
  return (token.sign === '-' || token.sign === '–') && tokens[at + 1]?.gap === false
}

/** Whether a dash or a colon separates tokens `from` up to `to`. */
export function dashBetween(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (separates(tokens, at) || tokens[at]!.sign === ':') return true
  return false
}

/** Whether a dot and a dash are glued to the token before `at`: "075.- Name". */
export function isDotAndDash(tokens: readonly Token[], at: number): boolean {
  const [dot, dash] = [tokens[at], tokens[at + 1]]
  return dot?.sign === '.' && !dot.gap && dash?.sign === '-' && !dash.gap
}

/** Whether only brackets precede token `at`. */
export function onlyBracketsBefore(tokens: readonly Token[], at: number): boolean {
  for (let before = 0; before < at; before++) if (tokens[before]!.kind !== 'group') return false
  return true
}

/** Whether the tokens are one piece of the name, so that it can be cut out. */
function areOnePiece(tokens: readonly Token[]): boolean {
  for (let at = 1; at < tokens.length; at++) if (!tokens[at]!.follows(tokens[at - 1]!)) return false
  return true
}

/** Tokens as text, with one blank wherever there were any. */
export function tokensText(tokens: readonly Token[]): string {
  if (tokens.length > 0 && areOnePiece(tokens)) return tokens[0]!.writtenTo(tokens.at(-1)!)
  let text = ''
  for (const token of tokens) text += text !== '' && token.gap ? ` ${token.text}` : token.text
  return text
}
