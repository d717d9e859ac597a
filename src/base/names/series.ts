import { formatAt } from './brackets.ts'
import type { NumberCandidate, ScannedName } from './candidates.ts'
import { type NamePrefix, skipLeading } from './prefix.ts'
import { sceneTail } from './scene-tails.ts'
import type { NumberChoice } from './select.ts'
import { separates, type Token, textBetween, tokensText } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** The tokens of the series name, and what precedes them. */
export interface SeriesTokens extends NamePrefix {
  text: string
  /** The same name split or joined differently, for look-ups only; empty for none. */
  alternative: string
  format: string
  /** First token after the series. */
  end: number
  /** The name was in a bracket, which may also hold a group. */
  bracketed: boolean
  /** The number precedes the series. */
  leading: boolean
}

/**
 * The series is everything left of the chosen number, dashes included. Brackets inside it are left out; what precedes
 * it (group, publisher, reading order) is dropped; annual and special stay in it even after a volume marker.
 */
export function readSeriesTokens(found: ScannedName, choice: NumberChoice): SeriesTokens {
  const { tokens } = found
  const result: SeriesTokens = {
    text: '',
    alternative: '',
    publisher: '',
    language: '',
    format: '',
    order: '',
    end: 0,
    bracketed: false,
    leading: false,
  }
  let start = skipLeading(found, choice, result)
  const leading = leads(choice.issue, start) ? choice.issue : leads(choice.volume, start) ? choice.volume : null
  const isRun = leading !== null && leading === choice.volume && leading.numeral.text.length === 4
  // "V1995 Lantern #5": the year of the run comes first.
  if (isRun && choice.issue && tokens[leading.to]?.kind === 'word' && choice.issue.from > leading.to) start = leading.to
  else if (leading) {
    result.leading = true
    if (isNamedBehind(tokens, leading, choice)) start = leading.to
    else if (
      leading === choice.volume ||
      leading.anchor === 'unit' ||
      (leading.anchor === 'hash' && separates(tokens, leading.to)) ||
      leading.anchor.endsWith('chapter')
    ) {
      result.end = start
      return withBracketedName(result, found, choice)
    } else start = leading.to
  }
  let end = seriesEnd(found, choice, start)
  const tail = choice.issue || choice.volume ? null : sceneTail(tokens, start, end, found.dotted)
  if (tail) {
    end = tail.from
    result.language ||= tail.language
  }
  result.end = end
  if (isPlainName(tokens, start, end) && !hasWordsBehind(choice, end, tokens)) takePlainName(result, tokens, start, end)
  else takeName(result, found, choice, start)
  if (isInWords(tokens, choice.volume, end)) result.alternative = textBetween(tokens, start, choice.volume!.to)
  // "007 Lantern #3": a name may start with a number that looks like reading order.
  if (result.alternative === '' && result.order.startsWith('0')) result.alternative = `${result.order} ${result.text}`
  if (result.text !== '') return result
  return withBracketedName(result, found, choice)
}

/** "Lantern Book One": the words may also be the end of the name. */
function isInWords(tokens: Token[], volume: NumberCandidate | null, end: number): boolean {
  return volume?.weak === true && volume.from === end && volume.numeral.plain && tokens[volume.to - 1]!.kind === 'word'
}

/** "Vol 7 Low Tide": without a dash, the name follows its number. "#001 - Low Tide": the title does. */
function isNamedBehind(tokens: Token[], leading: NumberCandidate, { issue, volume }: NumberChoice): boolean {
  if (leading !== volume || issue !== null || leading.numeral.end !== '') return false
  const name = tokens[leading.to]
  return name?.kind === 'word' && name.gap && name.traits === 0
}

const SPECIAL_WORDS = Trait.annual | Trait.format | Trait.cover

/** Most names consist of words only, and are cut out of the text unchanged. */
function isPlainName(tokens: Token[], start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const token = tokens[at]!
    if (token.kind === 'group' || token.traits & SPECIAL_WORDS) return false
  }
  return true
}

function hasWordsBehind({ issue }: NumberChoice, end: number, tokens: Token[]): boolean {
  const limit = issue && !issue.bracketed ? issue.from : tokens.length
  return end < limit && (issue !== null || tokens[end]!.kind !== 'group' || end + 1 < limit)
}

function takePlainName(result: SeriesTokens, tokens: Token[], start: number, end: number): void {
  let from = start
  let to = end
  while (from < to && isLeadingEdge(tokens[from]!)) from++
  while (to > from && isEdge(tokens[to - 1]!)) to--
  result.text = textBetween(tokens, from, to)
  for (let at = from + 1; at < to - 1; at++) {
    if (!separates(tokens, at) && tokens[at]!.sign !== ':') continue
    result.alternative = textBetween(tokens, from, at)
    return
  }
}

/** A name with brackets, annuals or book types in it, joined word by word. */
function takeName(result: SeriesTokens, found: ScannedName, choice: NumberChoice, start: number): void {
  const { tokens } = found
  const all = tokens.slice(start, result.end)
  const name = all.filter((_, at) => !isHole(all, at) && !isYearOfAnnual(found, start + at))
  const holes = all.some((token) => token.kind === 'group')
  addWordsBeforeNumber(found, choice, result.end, name)
  result.format = stripFormat(name)
  result.text = tokensText(trimMarks(name))
  result.alternative = holes ? tokensText(trimMarks(all)) : splitName(name)
}

/** A bracket is left out of the name, except inside it: "My (Fake) Life", "Proud of It (and You)!". */
function isHole(name: Token[], at: number): boolean {
  const { kind, bracket, gap, inner, sign } = name[at]!
  if (kind !== 'group') return false
  if (sign !== '(') return true
  const [before, behind] = [name[at - 1], name[at + 1]]
  if (bracket?.role !== 'unknown' || !before || !behind || bracket.value === '') return true
  const inWord =
    (!gap && before.kind === 'word') || (!behind.gap && (behind.kind === 'word' || '!?'.includes(behind.sign)))
  return !inWord && !(before.kind === 'word' && behind.kind === 'word' && inner.every((token) => token.kind === 'word'))
}

function leads(candidate: NumberCandidate | null, start: number): boolean {
  return candidate !== null && candidate.from <= start && candidate.to > start && !candidate.bracketed
}

/** The first token after `start` that cannot be part of a name. */
function seriesEnd(found: ScannedName, { issue, volume, year, run }: NumberChoice, start: number): number {
  let end = found.tokens.length
  if (issue) end = nearer(found, issue, start, end)
  if (volume) end = nearer(found, volume, start, end)
  if (year) end = nearer(found, year, start, end)
  if (run) end = nearer(found, run, start, end)
  const number = issue ?? volume
  if (isSeasonAlone(found, start, number)) return start
  for (const at of found.seriesEnds)
    if ((at > 0 || found.tokens[at]!.traits & Trait.volume) && at >= start && at < end) end = at
  // "Orchard 031 - Ch. 31": the number is given twice.
  if (issue && issue.anchor !== 'free')
    for (const { from, to, numeral } of found.numbers)
      if (
        from > start &&
        to <= issue.from &&
        from < end &&
        numeral.text === issue.numeral.text &&
        (separates(found.tokens, to) || to === issue.from || isNamedTwice(found.tokens, start, from, issue.from))
      )
        end = from
  // "Lantern 1989-08 (08) (1989)": a day or a month is not a name, whichever year is chosen.
  for (const { from, date, bracket } of found.years)
    if (bracket === '' && date.sure && date.endYear === '' && from > start && from < end && issue && issue.from > from)
      end = from
  for (const at of found.seasons)
    if (at > 0 && at >= start && at < end && !(number && number.from > at && !isEpisode(issue, at))) end = at
  for (let at = Math.max(start, 1); at < end; at++) {
    if (found.tokens[at]!.traits & Trait.credit && isCredit(found.tokens, at) && !(number && number.from > at))
      return at - 1
    const role = found.tokens[at]!.bracket?.role
    // A bracket of unknown meaning before the number is an alternative name; after the last number it ends the name.
    if (!role) continue
    const inName = role === 'unknown' || (isOfStory(found, at) && issue !== null && !issue.bracketed)
    if (!inName || !number || number.from < at) return at
  }
  return end
}

/** "Orchard Season 2 Ep. 14": the words directly before a marked chapter do not belong to the name. */
function isEpisode(issue: NumberCandidate | null, season: number): boolean {
  return issue !== null && issue.from === season + 2 && issue.anchor.endsWith('chapter') && !issue.bracketed
}

/** "Lantern - por Ana": after a dash, the person who scanned the file. In English the word also occurs in titles. */
function isCredit(tokens: Token[], at: number): boolean {
  const token = tokens[at]!
  return !token.is('by') && token.text === token.word && separates(tokens, at - 1)
}

/** "Lantern 02 and the Tide Lantern #2": the words before the first number are repeated before the second. */
function isNamedTwice(tokens: Token[], start: number, end: number, second: number): boolean {
  const length = end - start
  if (second - length <= end) return false
  for (let at = 0; at < length; at++) if (tokens[start + at]!.word !== tokens[second - length + at]!.word) return false
  return true
}

/** "Season 2 Episode 5", "S2 - 05", "Season 2": there is no name besides the season. */
function isSeasonAlone(
  { tokens, seasons, seriesEnds, season }: ScannedName,
  start: number,
  number: NumberCandidate | null,
): boolean {
  if (season === '' || !(seasons.includes(start) || (seriesEnds.includes(start) && tokens[start]!.is('s'))))
    return false
  let at = start + 2
  while (tokens[at]?.kind === 'mark') at++
  return number === null ? at >= tokens.length : number.from === at
}

/** "Lantern (Chapter 01) - Low Tide 001": the number counts the chapters of a story, not the issues. */
function isOfStory({ tokens, issues }: ScannedName, at: number): boolean {
  return separates(tokens, at + 1) && issues.some(({ from, anchor }) => from === at && anchor === 'chapter')
}

function nearer(found: ScannedName, { from, to }: { from: number; to: number }, start: number, end: number): number {
  return from > 0 && from >= start && from < end && to > start && !isYearOfAnnual(found, from) ? from : end
}

/** "2025 Annual", "Annual 2014": that year dates the annual and is not part of its name. */
function isYearOfAnnual({ years, annuals }: ScannedName, at: number): boolean {
  if (annuals.length === 0 || !(annuals.includes(at + 1) || annuals.includes(at - 1))) return false
  return years.some((year) => year.from === at && year.bracket === '')
}

/** Empty when the annual has no year in its name. */
export function yearOfAnnual(found: ScannedName): string {
  for (const { from, bracket, date } of found.years) if (bracket === '' && isYearOfAnnual(found, from)) return date.year
  return ''
}

/**
 * Words between the run or the volume and the number: "v1 Annual 01", "(2016) Annual 003", "(2011) New Guardians 005".
 */
function addWordsBeforeNumber(found: ScannedName, { issue, volume }: NumberChoice, end: number, name: Token[]): void {
  const { tokens } = found
  const limit = issue && !issue.bracketed ? issue.from : tokens.length
  const behindVolume = volume !== null && volume.from >= end && volume.from < limit
  for (let at = end; at < limit; at++) {
    const token = tokens[at]!
    if (token.sign === '+' || token.sign === ':' || separates(tokens, at)) break
    if (token.kind !== 'word' || (volume && at >= volume.from && at < volume.to)) continue
    if (token.traits & (Trait.annual | Trait.special)) {
      if ((issue !== null || token.is('annual')) && tokens[at + 1]?.sign !== '+' && !formatAt(tokens, at)?.strip)
        name.push(token)
    } else if (!issue || issue.bracketed || behindVolume || tokens[end]?.bracket?.role !== 'date') break
    else name.push(token)
  }
}

/** Removes the book type from the end of the name. Formats that are part of a title (Deluxe Edition) stay in it. */
function stripFormat(name: Token[]): string {
  while (name.length > 0 && isEdge(name.at(-1)!)) name.pop()
  if (name.length > 1 && name.at(-1)!.traits & Trait.cover && !endsInFormat(name)) name.pop()
  for (let at = Math.max(1, name.length - 5); at < name.length; at++) {
    const format = formatAt(name, at)
    if (!format || format.next !== name.length) continue
    if (format.strip && !name[at - 1]!.is('the')) name.splice(at)
    return format.format
  }
  return ''
}

/** "Hard-Cover" is a book type, "Cover" alone a remark about the file. */
function endsInFormat(name: Token[]): boolean {
  return name.some((_, at) => formatAt(name, at)?.next === name.length)
}

/** A name that is only brackets: "(Marvel) [Excalibur] 2020 #5", "[Oshi no Ko] c037". */
function withBracketedName(
  result: SeriesTokens,
  { tokens }: ScannedName,
  { issue, volume }: NumberChoice,
): SeriesTokens {
  const number = issue ?? volume
  for (let at = (number?.from ?? 0) - 1; at >= 0; at--) {
    const bracket = tokens[at]!.bracket
    if (bracket?.role !== 'unknown' || bracket.edition !== '') continue
    result.text = bracket.value
    result.bracketed = true
    return result
  }
  result.alternative = ''
  return result
}

/** "A - B" and "A: B" may be listed as A. */
function splitName(name: Token[]): string {
  for (let at = 1; at < name.length - 1; at++) {
    if (separates(name, at) || name[at]!.sign === ':') return tokensText(trimMarks(name.slice(0, at)))
  }
  return ''
}

const EDGES = '-–--,:;#+~|/•*'

export function trimMarks(tokens: Token[]): Token[] {
  let from = 0
  let to = tokens.length
  while (from < to && isLeadingEdge(tokens[from]!)) from++
  while (to > from && isEdge(tokens[to - 1]!)) to--
  return from === 0 && to === tokens.length ? tokens : tokens.slice(from, to)
}

function isEdge(token: Token): boolean {
  if (token.kind !== 'mark') return false
  // "Jump+ 012": glued to the last word, the sign belongs to the name.
  return token.sign === '.' || token.sign === '+' ? token.gap : EDGES.includes(token.sign)
}

function isLeadingEdge(token: Token): boolean {
  return token.sign === '.' || isEdge(token)
}
