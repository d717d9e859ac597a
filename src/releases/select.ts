import { type Anchor, type Candidate, type Found, isTerminal, type YearFound } from './collect.ts'
import { separates, type Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** What was decided about a name: at most one candidate for each number, no digit used twice. */
export interface Choice {
  issue: Candidate | null
  volume: Candidate | null
  /** Year of the item: the last one behind the number, else that of the run. */
  year: YearFound | null
  /** Year of the run where another year is that of the item. */
  run: YearFound | null
}

const STRENGTH: Record<Anchor, number> = {
  unit: 120,
  chapter: 110,
  hash: 100,
  issue: 95,
  count: 90,
  'long chapter': 80,
  numero: 75,
  bracket: 70,
  free: 0,
  part: 5,
}
const FUTURE_TITLES = 2299
const VIABLE = 0

/** `asFolder`: a plain number without a marker in the name of a folder is part of the series. */
export function select(found: Found, lastYear: number, asFolder: boolean): Choice {
  const volume = chooseVolume(found)
  const chosen = chooseIssue(found, volume, lastYear)
  const issue = asFolder && chosen?.anchor === 'free' && !settled(chosen) ? null : chosen
  const kept = volume && issue && overlap(volume, issue) ? null : volume
  const years = chooseYears(found, issue, kept)
  return { issue, volume: kept, year: years.year, run: years.run }
}

function overlap(a: Candidate, b: Candidate): boolean {
  return a.from < b.to && b.from < a.to && !a.bracketed
}

/** Plain markers before those titles use, then the first. One in the title behind the number counts only if it ends there. */
function chooseVolume(found: Found): Candidate | null {
  let best: Candidate | null = null
  for (const candidate of found.volumes) {
    if (isRevision(found, candidate) || isInTitle(found, candidate)) continue
    if (!best || (best.weak && !candidate.weak)) best = candidate
  }
  return best
}

/** "[Group]_v2" at the very end counts versions of the file. */
function isRevision(found: Found, { from, to, numeral }: Candidate): boolean {
  const { tokens } = found
  const behindGroup = from > 0 && tokens[from - 1]!.sign === '['
  return behindGroup && to === tokens.length && tokens[from]!.word === 'v' && !numeral.padded
}

function isInTitle(found: Found, candidate: Candidate): boolean {
  if (candidate.bracketed || isTerminal(found, candidate.to)) return false
  const earlier = found.issues.find((issue) => issue.to <= candidate.from && !issue.bracketed)
  return earlier !== undefined && dashBetween(found.tokens, earlier.to, candidate.from)
}

function dashBetween(tokens: Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (separates(tokens, at) || tokens[at]!.sign === ':') return true
  return false
}

function chooseIssue(found: Found, volume: Candidate | null, lastYear: number): Candidate | null {
  const free = scoreFree(found, volume, lastYear)
  let best: Candidate | null = null
  let most = -1
  for (const candidate of found.issues) {
    if (candidate !== volume) {
      const strength = anchoredStrength(found, candidate, free, volume)
      if (strength > most) {
        most = strength
        best = candidate
      }
    }
  }
  if (free && (!best || most <= STRENGTH.part)) return free
  return best
}

/** Weak anchors give way to a free number that is clearly the number: the marker is then part of a title. */
function anchoredStrength(
  found: Found,
  candidate: Candidate,
  free: Candidate | null,
  volume: Candidate | null,
): number {
  const { anchor, from, to } = candidate
  const strength = STRENGTH[anchor]
  // "Kaiju No. 8 v05": touching a volume marker, the plain number is part of the title.
  if (anchor === 'numero' && volume?.from === to && !settled(candidate)) return -1
  if (!free || strength > STRENGTH.count || candidate.bracketed) return strength
  const behind = free.to <= from
  const afterDash = behind && dashBetween(found.tokens, free.to, from)
  if (anchor === 'numero') return behind ? -1 : free.from === to || free.numeral.padded ? -1 : strength
  if ((anchor === 'count' || anchor === 'long chapter') && afterDash && settled(free)) return -1
  return strength
}

/** Padding, decimals or a suffix say that digits count issues. */
function settled({ numeral }: Candidate): boolean {
  return numeral.padded || !numeral.plain
}

const LINKS = new Set('of the to and in from for with a by vs at on & le la les des du de el los'.split(' '))

/** The best number without a marker, or null when every one reads better as a word of the title. */
function scoreFree(found: Found, volume: Candidate | null, lastYear: number): Candidate | null {
  const { numbers } = found
  let best: Candidate | null = null
  let most = -1
  let stop: Candidate | null = null
  let earlier = false
  for (let at = 0; at < numbers.length; at++) {
    const candidate = numbers[at]!
    if (isFuture(candidate, lastYear) || isWordOfTitle(found, candidate, volume)) continue
    const first = isFirstWord(found, candidate)
    if (first && !standsAlone(found, candidate)) continue
    let score = scoreOne(found, candidate, first)
    if (stop && !(candidate.numeral.padded && !settled(stop))) score -= 100
    if (earlier && behindTags(found, candidate)) score -= 45
    // Among numbers at the end of a segment the last wins, among those followed by words the first.
    if (score > most || (score === most && isTerminal(found, candidate.to))) {
      most = score
      best = candidate
    }
    if (!first) {
      earlier = true
      if (!stop && separatesAfter(found, candidate)) stop = candidate
    }
  }
  return most > VIABLE ? best : null
}

function scoreOne(found: Found, { numeral, to }: Candidate, first: boolean): number {
  let score = 50
  if (isTerminal(found, to)) score += 40
  if (numeral.padded) score += 15
  else if (!numeral.plain) score += 8
  else if (numeral.value >= 1000) score -= 45
  if (first) score -= 45
  return score
}

function isFuture({ numeral }: Candidate, lastYear: number): boolean {
  return numeral.plain && numeral.value > lastYear && numeral.value <= FUTURE_TITLES && numeral.text.length === 4
}

function isFirstWord(found: Found, { from }: Candidate): boolean {
  return onlyBracketsBefore(found.tokens, from)
}

/** A leading number counts only if the name is nothing else, or as "04 - Title" or "04. Title". */
function standsAlone(found: Found, { to, numeral }: Candidate): boolean {
  const next = found.tokens[to]
  if (!next) return true
  if (next.kind === 'group')
    return found.tokens.every((token, at) => at < to || token.kind === 'group') && numeral.padded
  const listed = next.sign === '.' && !next.gap && found.tokens[to + 1]?.gap === true
  return (listed || separates(found.tokens, to)) && numeral.value < 1000
}

/** A plain number in front of "of", behind "the", or touching a volume marker is text: Night of 1000 Wolves, Foo 50 v1. */
function isWordOfTitle(found: Found, candidate: Candidate, volume: Candidate | null): boolean {
  const { numeral, from, to } = candidate
  if (volume && !volume.bracketed && beyondVolume(found, candidate, volume)) return true
  if (isModel(candidate) && !isTerminal(found, to)) return true
  if (settled(candidate)) return false
  if (found.ends.includes(to)) return true
  const before = found.tokens[from - 1]
  if (isTerminal(found, to) || before?.kind !== 'word') return false
  return LINKS.has(before.word) || numeral.value >= 1000
}

/** "2U" in front of more words is a name; "153b" and "27AU" are numbers. */
function isModel({ numeral }: Candidate): boolean {
  return !numeral.padded && /^\d+[A-Z]$/.test(numeral.text)
}

/** Left of a volume only numbers that look like issues count; right of it those directly behind, or padded. */
function beyondVolume(found: Found, candidate: Candidate, volume: Candidate): boolean {
  const runYear = volume.numeral.plain && volume.numeral.value >= 1900 && volume.numeral.text.length === 4
  if (candidate.to <= volume.from) return !settled(candidate) && !runYear
  if (candidate.numeral.padded) return false
  for (let at = volume.to; at < candidate.from; at++) {
    const token = found.tokens[at]!
    if (token.kind === 'word' && !(token.traits & (Trait.annual | Trait.special))) return true
  }
  return false
}

function separatesAfter(found: Found, { to }: Candidate): boolean {
  const token = found.tokens[to]
  return token !== undefined && (separates(found.tokens, to) || token.sign === ':')
}

/** Behind the first date or tag bracket. */
function behindTags(found: Found, { from }: Candidate): boolean {
  for (let at = 0; at < from; at++) {
    const role = found.tokens[at]?.bracket?.role
    if (role === 'date' || role === 'tag') return true
  }
  return false
}

/** Left of the number a year is that of the run, right of it that of the item; the last in round brackets wins. */
function chooseYears(
  found: Found,
  issue: Candidate | null,
  volume: Candidate | null,
): { year: YearFound | null; run: YearFound | null } {
  const anchor = issue ?? volume
  let run: YearFound | null = null
  let year: YearFound | null = null
  for (const candidate of found.years) {
    if (!counts(found, candidate, issue, volume)) continue
    const left = anchor !== null && candidate.from < anchor.from
    const span = candidate.date.endYear !== '' || candidate.date.open
    // A full date and the year next to "Annual" are those of the item wherever they stand.
    const ofItem = !span && (candidate.date.sure || besideAnnual(found, candidate))
    if (left && !ofItem) run ??= candidate
    else if (!year || rank(candidate) >= rank(year)) {
      if (!year || !isPixelWidth(candidate)) year = candidate
    }
  }
  // A date in square brackets is a note of a downloader; the run year in round ones was given by a person.
  if (year && run && year.bracket === '[' && run.bracket === '(') return { year: run, run }
  return { year: year ?? run, run }
}

function isPixelWidth({ date }: YearFound): boolean {
  return date.year === '1920' && !date.sure
}

function rank({ bracket, date }: YearFound): number {
  return bracket === '(' ? 3 : date.sure ? 2 : bracket === '[' ? 1 : 2
}

/** Is this year a year, or a word of the title? Brackets and full dates always are. */
function counts(found: Found, candidate: YearFound, issue: Candidate | null, volume: Candidate | null): boolean {
  if (overlaps(candidate, issue) || overlaps(candidate, volume)) return false
  if (candidate.bracket !== '' || candidate.date.sure) return true
  const { tokens } = found
  const { from, to } = candidate
  const next = tokens[to]
  if (besideAnnual(found, candidate)) return true
  const anchor = issue ?? volume
  if (!anchor)
    return from > 0 && (next?.kind === 'word' ? (next.traits & Trait.tag) !== 0 : dashesAround(tokens, from, to))
  if (from < anchor.from) {
    if (from === 0) return false
    return dashesAround(tokens, from, to) || isRunBeforeNumero(candidate, issue) || onlyBracketsBefore(tokens, from)
  }
  return followsNumber(tokens, anchor, from) || (volume !== null && followsNumber(tokens, volume, from))
}

function besideAnnual({ annuals }: Found, { from, to, bracket }: YearFound): boolean {
  return bracket === '' && (annuals.includes(to) || annuals.includes(from - 1))
}

function overlaps({ from, to }: YearFound, other: Candidate | null): boolean {
  return other !== null && !other.bracketed && from < other.to && other.from < to
}

function dashesAround(tokens: Token[], from: number, to: number): boolean {
  return separates(tokens, from - 1) && separates(tokens, to)
}

function onlyBracketsBefore(tokens: Token[], at: number): boolean {
  for (let before = 0; before < at; before++) if (tokens[before]!.kind !== 'group') return false
  return true
}

/** "Batman 2016 No 050 2018": in this shape the year in front of No is the run. */
function isRunBeforeNumero({ to }: YearFound, issue: Candidate | null): boolean {
  return issue?.anchor === 'numero' && issue.from === to
}

/** Nothing but dashes, brackets and tags between the number and the year. */
function followsNumber(tokens: Token[], anchor: Candidate, year: number): boolean {
  if (anchor.to > year) return false
  for (let at = anchor.to; at < year; at++) {
    const token = tokens[at]!
    if (token.kind === 'word' ? !(token.traits & Trait.tag) : token.kind === 'number') return false
  }
  return true
}
