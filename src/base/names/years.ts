import { formatAt } from './brackets.ts'
import type { NumberCandidate, ScannedName, YearCandidate } from './candidates.ts'
import { isCapitals } from './remarks.ts'
import { dashBetween, onlyBracketsBefore, separates, type Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** Left of the number a year is that of the run, right of it that of the item; the last in round brackets wins. */
export function chooseYears(
  found: ScannedName,
  issue: NumberCandidate | null,
  volume: NumberCandidate | null,
  lastYear: number,
): { year: YearCandidate | null; run: YearCandidate | null } {
  const anchor = issue ?? volume
  let run: YearCandidate | null = null
  let year: YearCandidate | null = null
  for (const candidate of found.years) {
    if (!counts(found, candidate, issue, volume, lastYear)) continue
    const left = anchor !== null && candidate.from < anchor.from
    const span = candidate.date.endYear !== '' || candidate.date.open
    // A full date and the year next to "Annual" are those of the item anywhere.
    const ofItem = !span && (candidate.date.sure || besideAnnual(found, candidate))
    if (left && !ofItem) run ??= candidate
    else if (!year || rank(candidate) >= rank(year)) {
      if (!year || !isPixelWidth(candidate)) year = candidate
    }
  }
  // A date in square brackets is a downloader's remark; the run year in round ones was written by a person.
  if (year && run && year.bracket === '[' && run.bracket === '(') return { year: run, run }
  return { year: year ?? run, run }
}

function isPixelWidth({ date }: YearCandidate): boolean {
  return date.year === '1920' && !date.sure
}

/** "Lantern T01 - Low Tide [1920]": no album is that old. */
function isWidthBehind(candidate: YearCandidate, issue: NumberCandidate | null, volume: NumberCandidate | null) {
  const anchor = issue ?? volume
  if (!isPixelWidth(candidate) || !anchor || candidate.from < anchor.to) return false
  return candidate.bracket === '[' || issue === null
}

/** "2000.Digital", "2000.OS.Digital", "2025.FRENCH.HYBRiD": a tag, or a book type or a language in front of one. */
function startsTail({ tokens, dotted }: ScannedName, to: number): boolean {
  const next = tokens[to]!
  if (next.traits & Trait.tag) return true
  // "2025.3.covers".
  const covers = next.kind === 'number' && ((tokens[to + 1]?.traits ?? 0) & Trait.cover) !== 0
  if (covers) return dotted
  if (!dotted) return false
  const language = (next.traits & Trait.language) !== 0 && isCapitals(next.text)
  const behind = formatAt(tokens, to)?.next ?? (language ? to + 1 : tokens.length)
  return ((tokens[behind]?.traits ?? 0) & Trait.tag) !== 0
}

function rank({ bracket, date }: YearCandidate): number {
  return bracket === '(' ? 3 : date.sure ? 2 : bracket === '[' ? 1 : 2
}

/** Whether this is a year and not a word of the title. Brackets and full dates always are years. */
function counts(
  found: ScannedName,
  candidate: YearCandidate,
  issue: NumberCandidate | null,
  volume: NumberCandidate | null,
  lastYear: number,
): boolean {
  if (overlaps(candidate, issue) || overlaps(candidate, volume)) return false
  if (candidate.bracket !== '') return !isWidthBehind(candidate, issue, volume)
  const { tokens } = found
  const { from, to } = candidate
  const next = tokens[to]
  if (candidate.date.sure) return !(tokens[from]!.kind === 'word' && isOfTitle(found, candidate, issue))
  if (besideAnnual(found, candidate)) return true
  const anchor = issue ?? volume
  const inTail = next === undefined ? found.dotted : startsTail(found, to) || isListed(tokens, from, to)
  if (!anchor) return from > 0 && Number(candidate.date.year) <= lastYear && (inTail || dashesAround(tokens, from, to))
  if (from < anchor.from) {
    if (from === 0) return false
    return (
      dashesAround(tokens, from, to) ||
      isRunBeforeNumero(candidate, issue) ||
      isRunOfDotted(found, candidate, anchor, lastYear) ||
      onlyBracketsBefore(tokens, from)
    )
  }
  // "v20 - 1931 Winter": it opens the title.
  if (separates(tokens, from - 1) && next?.kind === 'word' && !(next.traits & BEHIND_YEARS)) return false
  if (followsNumber(tokens, anchor, from) || (volume !== null && followsNumber(tokens, volume, from))) return true
  // "Series.Vol.01.Subtitle.2015"
  // "Series.003.Title.Of.It.2015.Digital-Group"
  if (issue && (next === undefined || !issue.numeral.padded)) return false
  return found.dotted && inTail && Number(candidate.date.year) <= lastYear
}

/** "150 - The Garden March 2020 Special": month and year are words of the title after the number. */
function isOfTitle({ tokens }: ScannedName, { from, to }: YearCandidate, issue: NumberCandidate | null): boolean {
  const [before, behind] = [tokens[from - 1]!, tokens[to]]
  const between =
    before?.kind === 'word' && behind?.kind === 'word' && !((before.traits | behind.traits) & BEHIND_YEARS)
  return between && issue !== null && issue.to < from && dashBetween(tokens, issue.to, from)
}

const BEHIND_YEARS = Trait.tag | Trait.language | Trait.publisher | Trait.format | Trait.cover | Trait.remark

/** "Lantern - Low Tide - 2024, CBZ", "Lantern - 2024 [CBZ]": the year and the format, as sites list them. */
function isListed(tokens: Token[], from: number, to: number): boolean {
  const next = tokens[to]!
  const behind = next.kind === 'group' ? next.inner[0] : next.sign === ',' ? tokens[to + 1] : undefined
  return behind !== undefined && (behind.traits & Trait.remark) !== 0 && separates(tokens, from - 1)
}

/**
 * "Series.2015.003.Digital-Group": in dotted names the only year, directly before a padded number, is not a word of the
 * title.
 */
function isRunOfDotted(
  { dotted, years }: ScannedName,
  { to, date }: YearCandidate,
  anchor: NumberCandidate,
  lastYear: number,
): boolean {
  return dotted && years.length === 1 && to === anchor.from && anchor.numeral.padded && Number(date.year) <= lastYear
}

function besideAnnual({ annuals }: ScannedName, { from, to, bracket }: YearCandidate): boolean {
  return bracket === '' && (annuals.includes(to) || annuals.includes(from - 1))
}

function overlaps({ from, to }: YearCandidate, other: NumberCandidate | null): boolean {
  return other !== null && !other.bracketed && from < other.to && other.from < to
}

function dashesAround(tokens: Token[], from: number, to: number): boolean {
  return separates(tokens, from - 1) && separates(tokens, to)
}

/** "Batman 2016 No 050 2018": in this form the year before No is the run. */
function isRunBeforeNumero({ to }: YearCandidate, issue: NumberCandidate | null): boolean {
  return issue?.anchor === 'numero' && issue.from === to
}

/** Only dashes, brackets and tags are between the number and the year. */
function followsNumber(tokens: Token[], anchor: NumberCandidate, year: number): boolean {
  if (anchor.to > year) return false
  for (let at = anchor.to; at < year; at++) {
    const token = tokens[at]!
    if (token.kind === 'word' ? !(token.traits & Trait.tag) : token.kind === 'number') return false
  }
  return true
}
