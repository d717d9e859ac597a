import { type Bracket, formatAt } from './brackets.ts'
import type { ScannedName } from './candidates.ts'
import { editionInTokens } from './edition-words.ts'
import { BESIDE_LANGUAGES, LANGUAGES } from './editions.ts'
import type { NumberChoice } from './select.ts'
import type { SeriesTokens } from './series.ts'
import { separates, type Token, textBetween } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** What a name says about the file and the edition, in brackets and after the name. Missing texts are empty. */
interface Remarks {
  format: string
  publisher: string
  group: string
  language: string
  tags: readonly string[]
  also: readonly string[]
  ids: readonly string[]
  complete: boolean
  edition: string
}

const NONE: readonly string[] = []

export function readRemarks(found: ScannedName, choice: NumberChoice, series: SeriesTokens): Remarks {
  const remarks: Remarks = {
    format: '',
    publisher: '',
    group: '',
    language: '',
    tags: NONE,
    also: NONE,
    ids: NONE,
    complete: false,
    edition: '',
  }
  const { issue, volume, year } = choice
  const numbered = Math.max(series.end, issue?.to ?? 0, volume?.to ?? 0)
  const tail = Math.max(numbered, year?.to ?? 0)
  const { tokens } = found
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.bracket) addBracket(remarks, token.bracket, at, series)
    else if (at >= series.end && token.kind === 'word')
      addWord(remarks, tokens, at, at >= tail || (at >= numbered && isAlone(tokens, at)))
  }
  // "Chapter 0 - One-Shot": after a chapter the word is the title.
  if (remarks.format === 'one-shot' && issue?.anchor.endsWith('chapter')) remarks.format = ''
  else if (remarks.group === '') remarks.group = lastGroup(tokens, tail)
  return remarks
}

function addBracket(remarks: Remarks, bracket: Bracket, at: number, series: SeriesTokens): void {
  const { role, value, group, edition } = bracket
  remarks.edition ||= edition
  if (role === 'tag') remarks.tags = plus(remarks.tags, value)
  else if (role === 'unknown' && edition === '') {
    // The last unknown bracket is the group; one inside the name is an alternative name.
    if ((at >= series.end || at === 0) && value !== series.text) remarks.group = value
  } else if (role === 'language') remarks.language ||= value
  else if (role === 'id') remarks.ids = plus(remarks.ids, value)
  else if (role === 'format') remarks.format ||= value
  else if (role === 'publisher') addPublisher(remarks, at, value)
  if (group) remarks.group = group
}

/** "[Viz] Title" is the form of groups; "(Viz)" after the name is the publisher. */
function addPublisher(remarks: Remarks, at: number, value: string): void {
  if (at === 0) remarks.group ||= value
  else remarks.publisher ||= value
}

/** A word after the name. `inTail`: also after every number, where tags and languages are. */
function addWord(remarks: Remarks, tokens: Token[], at: number, inTail: boolean): void {
  const token = tokens[at]!
  const isMore = tokens[at - 1]?.sign === '+'
  if (isMore) remarks.also = plus(remarks.also, token.word)
  const { traits } = token
  if (traits === 0) return
  if (traits & Trait.complete) remarks.complete = true
  if (traits & Trait.cover && tokens[at + 1]?.is('only')) remarks.tags = plus(remarks.tags, 'covers only')
  if (traits & Trait.edition && remarks.edition === '') remarks.edition = editionInTokens(wordsAround(tokens, at))
  if (traits & Trait.format && remarks.format === '' && !isMore) remarks.format = formatAt(tokens, at)?.format ?? ''
  if (!inTail) return
  if (traits & (Trait.tag | Trait.cover)) remarks.tags = plus(remarks.tags, token.word)
  if (traits & Trait.language && isLanguage(tokens, at)) remarks.language ||= LANGUAGES.get(token.word)!
}

/** "v03 Digital Colored (2019)": everything between the number and the bracket. */
function wordsAround(tokens: Token[], at: number): Token[] {
  let from = at
  let to = at + 1
  while (from > 0 && tokens[from - 1]!.kind === 'word') from--
  while (tokens[to]?.kind === 'word') to++
  return tokens.slice(from, to)
}

function plus(list: readonly string[], value: string): readonly string[] {
  if (value === '') return list
  return list.length === 0 ? [value] : [...list, value]
}

/** Languages outside brackets count in capitals only (FRENCH, iTALiAN): in titles they are words. */
export function isCapitals(text: string): boolean {
  return text.slice(1).replaceAll('i', 'I') === text.slice(1).toUpperCase()
}

function isLanguage(tokens: Token[], at: number): boolean {
  const { text, length, word } = tokens[at]!
  // "PT-BR".
  if (word === 'br' && tokens[at - 1]?.sign === '-' && tokens[at - 2]?.is('pt')) return true
  if (isCapitals(text) && (length > 2 || isLast(tokens, at) || isBetweenTags(tokens, at))) return true
  return isBehindTag(tokens, at) || isBehindNumber(tokens, at)
}

/** "T01 French", "v01_(2012)_german [Group]", "v01 - Español", "2012.German.Comic-Group": alone after the number. */
function isBehindNumber(tokens: Token[], at: number): boolean {
  const { word, text, length } = tokens[at]!
  // Shorter words need a capital, except those that occur in no title.
  if (length < 5 && !(length > 2 && /^\p{Lu}/u.test(text)) && !NO_WORDS.has(word)) return false
  let before = at - 1
  while (isNoName(tokens[before])) before--
  if (tokens[before]?.kind !== 'number') return false
  const group = tokens.at(-2)?.sign === '-' ? tokens.length - 2 : tokens.length
  // "007 Ita by Ana": the person who scanned the file.
  const credit = tokens.findIndex(({ traits }, behind) => behind > at && (traits & Trait.credit) !== 0)
  const rest = tokens.slice(at + 1, Math.max(at + 1, credit < 0 ? group : Math.min(credit, group)))
  return rest.every(
    (token) => token.kind !== 'word' || isNoName(token) || (token.traits & (Trait.tag | Trait.remark)) !== 0,
  )
}

const NO_WORDS = new Set(['fr', 'vf', 'raw'])

/**
 * What may separate a number and the language: brackets, a dash, "en" of "en español", "Brazilian" of Portuguese,
 * "Edition" of French.
 */
function isNoName(token: Token | undefined): boolean {
  if (token?.kind === 'word') return (token.traits & Trait.language) !== 0 || BESIDE_LANGUAGES.has(token.word)
  return token?.kind === 'group' || token?.sign === '-' || token?.sign === '–'
}

/** "T42 [CBZ] Fr": as the last word, after a tag, only the first letter has to be a capital. */
function isBehindTag(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1]?.bracket?.role
  return before === 'tag' && at === tokens.length - 1 && /^\p{Lu}/u.test(tokens[at]!.text)
}

/** "T42 - FR - CBZ", "T42 - Name - FR [CBZ]": alone between a dash and a tag. */
function isBetweenTags(tokens: Token[], at: number): boolean {
  if (!separates(tokens, at - 1)) return false
  const behind = separates(tokens, at + 1) ? tokens[at + 2] : tokens[at + 1]
  if (behind?.kind === 'word') return (behind.traits & (Trait.tag | Trait.remark)) !== 0
  return behind?.bracket?.role === 'tag'
}

/**
 * "T05 FR", "2025.FR.[CBZ]": two capitals, after a number or a tag, where the name or its brackets end.
 * "T05.Name.FR.[CBZ]": also after a name, before a tag.
 */
function isLast(tokens: Token[], at: number): boolean {
  const [before, token, behind] = [tokens[at - 1], tokens[at]!, tokens[at + 1]]
  if ((behind && behind.kind !== 'group') || token.text !== token.text.toUpperCase()) return false
  // "T05 - VF"; in capitals, the other codes are also words.
  if (separates(tokens, at - 1)) return !behind && !ALSO_WORDS.has(token.word)
  if (before?.kind !== 'word') return before?.kind === 'group' || before?.kind === 'number'
  if ((before.traits & (Trait.tag | Trait.remark)) !== 0) return true
  return behind?.bracket?.role === 'tag' && !ALSO_WORDS.has(token.word)
}

const ALSO_WORDS = new Set(['it', 'no', 'da', 'vi', 'id', 'de', 'el'])

/** Without a word next to it: "v06 RAW (2016)". */
function isAlone(tokens: Token[], at: number): boolean {
  return tokens[at - 1]?.kind !== 'word' && tokens[at + 1]?.kind !== 'word'
}

/**
 * In names without brackets the group follows the last tag ("WEB The Last Group-DCP", "eBook-21A1") or the last hyphen.
 */
function lastGroup(tokens: Token[], tail: number): string {
  let from = tokens.length
  while (from > tail && from > tokens.length - MOST_WORDS && isNameOfGroup(tokens[from - 1]!)) from--
  const behindTag = from > tail && from < tokens.length && (tokens[from - 1]!.traits & Trait.tag) !== 0
  if (behindTag && tokens[from]!.sign === '-') from++
  if (!behindTag) from = lastHyphen(tokens, tail)
  return from > 0 && from < tokens.length ? textBetween(tokens, from, tokens.length) : ''
}

const MOST_WORDS = 8

function isNameOfGroup(token: Token): boolean {
  if (token.kind === 'group') return false
  return token.kind === 'mark' ? token.sign === '-' || token.sign === '.' : !(token.traits & (Trait.tag | Trait.site))
}

function lastHyphen(tokens: Token[], tail: number): number {
  for (let at = tokens.length - 2; at >= tail && at > tokens.length - 4; at--) {
    const behind = tokens[at + 1]!
    // "v18 - 1935-A": a single letter is not a name.
    if (tokens[at]!.sign === '-' && !tokens[at]!.gap && !behind.gap && behind.length > 1) return at + 1
  }
  return 0
}
