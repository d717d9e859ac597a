import type { ScannedName } from './candidates.ts'
import type { NameDate, Years } from './dates.ts'
import { halfNumeral, type Numeral, readNumeral } from './numerals.ts'
import { separates, type Token } from './tokens.ts'
import { counterOf, Trait } from './vocabulary.ts'

/** 第3巻, 제3권: signs that make the number after them an ordinal. */
const ORDINAL_SIGNS = new Set(['第', '제'])

/** Holds the results, and collects numbers and years beside their signs in Chinese, Japanese and Korean. */
export class EastCollector {
  protected readonly found: ScannedName
  protected readonly tokens: Token[]
  protected readonly years: Years
  /** The caller knows that the name belongs to manga. */
  protected readonly manga: boolean

  constructor(tokens: Token[], years: Years, manga: boolean) {
    this.tokens = tokens
    this.years = years
    this.manga = manga
    this.found = {
      tokens,
      issues: [],
      volumes: [],
      numbers: [],
      years: [],
      seriesEnds: [],
      seasons: [],
      annuals: [],
      ordinals: [],
      specials: [],
      count: '',
      season: '',
      dotted: false,
    }
  }

  /** 上巻, 下卷, 上 */
  protected halfOfBook(at: number, token: Token): boolean {
    const behind = this.tokens[at + 1]
    if (token.length > 2 || (behind && behind.kind !== 'group' && !separates(this.tokens, at + 1))) return false
    if (token.length === 2 && counterOf(token.text.charCodeAt(1)) !== Trait.volume) return false
    if (token.length === 1 && this.tokens[at - 1]?.kind !== 'word' && this.tokens.length > 1) return false
    const numeral = halfNumeral(token.text[0]!, at + 1)
    this.found.volumes.push({ anchor: 'unit', from: at, to: at + 1, numeral, weak: false, bracketed: false })
    return true
  }

  protected year(at: number, date: NameDate): number {
    this.found.years.push({ from: at, to: date.next, date, bracket: '' })
    return date.next
  }

  /** 2024年 */
  protected withSign(at: number): boolean {
    const sign = this.tokens[at + 1]
    if (!sign?.is('年') || sign.gap) return false
    this.addYear(at, at + 2)
    return true
  }

  protected addYear(from: number, to: number): void {
    const date = { year: this.tokens[from]!.text, endYear: '', open: false, sure: true, next: to }
    this.found.years.push({ from, to, date, bracket: '' })
  }

  /** A number next to a counter of volumes or chapters; `before` is the counter before it, 0 for none. */
  protected eastNumber(at: number, before: number): number {
    const numeral = readNumeral(this.tokens, at)
    if (!numeral) return at + 1
    const behind = this.tokens[numeral.next]
    const unit = (behind?.kind === 'word' && !behind.gap && counterOf(behind.code)) || before
    const counted = ORDINAL_SIGNS.has(this.tokens[at - 1]?.word ?? '') && !this.tokens[at]!.gap
    if (!unit) {
      // "第01" without a counter may be a volume or a chapter.
      if (counted)
        this.found.numbers.push({
          anchor: 'free',
          from: at - 1,
          to: numeral.next,
          numeral,
          weak: false,
          bracketed: false,
        })
      return numeral.next
    }
    // "怪獣8号" is a name; "2024年51号" and "第51号" are issues.
    if (unit === Trait.issue && !counted && !this.tokens[at - 1]?.is('年')) return numeral.next
    const to = this.eastEnd(numeral, unit === before ? numeral.next : numeral.next + 1, unit)
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

  /** "第01巻-第30巻": the second number repeats the counter. */
  private eastEnd(numeral: Numeral, to: number, unit: number): number {
    const { tokens } = this
    const dash = tokens[to]
    if (numeral.end !== '' || dash?.kind !== 'mark' || dash.gap || !'-–~～'.includes(dash.sign)) return to
    const at = ORDINAL_SIGNS.has(tokens[to + 1]?.word ?? '') ? to + 2 : to + 1
    const last = readNumeral(tokens, at)
    const counter = last ? tokens[last.next] : undefined
    if (!last?.plain || !numeral.plain || last.value <= numeral.value || counterOf(counter?.code ?? 0) !== unit)
      return to
    numeral.end = last.text
    numeral.plain = false
    return last.next + 1
  }
}
