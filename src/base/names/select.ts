import {
  type Anchor,
  isCertain,
  isTerminal,
  type NumberCandidate,
  type ScannedName,
  type YearCandidate,
} from './candidates.ts'
import { chooseFree, countsIssues } from './free-numbers.ts'
import { dashBetween, separates } from './tokens.ts'
import { chooseYears } from './years.ts'

/** The decision about a name: at most one candidate for each number, no digit used twice. */
export interface NumberChoice {
  issue: NumberCandidate | null
  volume: NumberCandidate | null
  /** Year of the item: the last one after the number, otherwise that of the run. */
  year: YearCandidate | null
  /** Year of the run when the item has another year. */
  run: YearCandidate | null
}

/** How reliable a marker is; of equal ones the first wins. A free number beats only `part`. */
const STRENGTH: Record<Anchor, number> = {
  unit: 120,
  chapter: 110,
  hash: 100,
  issue: 95,
  count: 90,
  'long chapter': 80,
  numero: 75,
  bracket: 70,
  dated: 72,
  free: 0,
  glued: 3,
  part: 5,
}

/** `asFolder`: some numbers in the name of a folder are part of the series. */
export function select(found: ScannedName, lastYear: number, asFolder: boolean): NumberChoice {
  const volume = chooseVolume(found)
  const chosen = chooseIssue(found, volume, lastYear)
  const issue = asFolder && chosen && isOfTitle(found, chosen) ? null : chosen
  const kept = volume && issue && overlap(volume, issue) ? null : volume
  const years = chooseYears(found, issue, kept, lastYear)
  return { issue, volume: kept, year: years.year, run: years.run }
}

/** In the name of a folder: "Top 10", "Orchard Part 4 - Harbor Lights". */
function isOfTitle({ tokens }: ScannedName, chosen: NumberCandidate): boolean {
  if (chosen.anchor === 'part') return separates(tokens, chosen.to) && tokens[chosen.to + 1]?.kind === 'word'
  return chosen.anchor === 'free' && !isCertain(chosen)
}

function overlap(a: NumberCandidate, b: NumberCandidate): boolean {
  return a.from < b.to && b.from < a.to && !a.bracketed
}

/**
 * Plain markers before those that titles use, those before brackets, then the first. One in the title after the number
 * counts only at the end of the title.
 */
function chooseVolume(found: ScannedName): NumberCandidate | null {
  let best: NumberCandidate | null = null
  for (const candidate of found.volumes) {
    if (isRevision(found, candidate) || isInTitle(found, candidate)) continue
    if (!best || rank(candidate) > rank(best)) best = candidate
  }
  return best
}

function rank({ weak, bracketed }: NumberCandidate): number {
  return bracketed ? 0 : weak ? 1 : 2
}

/** "[Group]_v2" and "Chapter 62 v2" at the very end count versions of the file. */
function isRevision(found: ScannedName, { from, to, numeral, bracketed }: NumberCandidate): boolean {
  const { tokens } = found
  // "Lantern 012 (v2) (2011)", "Lantern (2011) (v2)": the run would precede the number and the date.
  if (bracketed && numeral.plain && !numeral.padded && numeral.text.length === 1 && tokens[from]!.length < 5)
    return hasNumberBefore(found, from)
  if (from === 0 || to !== tokens.length || !tokens[from]!.is('v') || numeral.padded) return false
  if (tokens[from - 1]!.sign === '[') return true
  return numeral.text.length === 1 && found.issues.some((issue) => issue.to === from && isChapter(issue))
}

/** A chapter belongs to a volume, which may follow in brackets: "c005 (v2)". */
function hasNumberBefore({ tokens, issues, numbers, years }: ScannedName, from: number): boolean {
  const issue = issues.find(({ to, bracketed }) => to <= from && !bracketed)
  if (issue) return !isChapter(issue)
  if (years.some((year) => year.bracket === '(' && year.to === from && year.date.endYear === '')) return true
  const dated = tokens[from + 1]?.bracket?.role === 'date'
  return numbers.some(({ to, numeral }) => to <= from && (dated || numeral.padded) && tokens[to]?.kind === 'group')
}

function isChapter({ anchor }: NumberCandidate): boolean {
  return anchor === 'chapter' || anchor === 'long chapter'
}

function isInTitle(found: ScannedName, candidate: NumberCandidate): boolean {
  if (isBehindIssue(found, candidate)) return true
  if (candidate.bracketed || isTerminal(found, candidate.to)) return false
  const earlier = found.issues.find((issue) => issue.to <= candidate.from && !issue.bracketed)
  return earlier !== undefined && dashBetween(found.tokens, earlier.to, candidate.from)
}

/**
 * "Lantern 405 - Book Two", "Chapter 20 - Volume Two": written as words, the part of the story that the issue contains.
 */
function isBehindIssue(found: ScannedName, { from, to }: NumberCandidate): boolean {
  if (found.tokens[to - 1]!.kind !== 'word') return false
  if (found.issues.some((issue) => isChapter(issue) && issue.to <= from && dashBetween(found.tokens, issue.to, from)))
    return true
  return found.numbers.some(
    (number) =>
      number.to <= from &&
      (isCertain(number) || countsIssues(found, number)) &&
      dashBetween(found.tokens, number.to, from),
  )
}

function chooseIssue(found: ScannedName, volume: NumberCandidate | null, lastYear: number): NumberCandidate | null {
  const free = chooseFree(found, volume, lastYear)
  let best: NumberCandidate | null = null
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

/** A dash and words are between the two, and the volume ends the name. */
function isNamedBefore(found: ScannedName, { to }: NumberCandidate, volume: NumberCandidate): boolean {
  if (volume.bracketed || volume.from <= to + 1 || !isTerminal(found, volume.to)) return false
  return separates(found.tokens, to) && found.tokens[to + 1]!.kind === 'word'
}

/** Weak anchors lose to a free number that is clearly the number: the marker is then part of a title. */
function anchoredStrength(
  found: ScannedName,
  candidate: NumberCandidate,
  free: NumberCandidate | null,
  volume: NumberCandidate | null,
): number {
  const { anchor, from, to } = candidate
  const strength = STRENGTH[anchor]
  // "Kaiju No. 8 v05": next to a volume marker, the plain number is part of the title.
  if (anchor === 'numero' && volume?.from === to && !isCertain(candidate)) return -1
  // "Kaiju no8 - Tome 9".
  const glued =
    anchor === 'numero' && found.tokens[from + 1]?.gap === false && found.tokens[from + 1]!.kind === 'number'
  if (glued && volume?.from === to + 1 && !isCertain(candidate)) return -1
  // "Episode.0 v01": joined by a dot, before a volume, the number is part of the title.
  const tied = anchor === 'long chapter' && found.tokens[from + 1]?.sign === '.' && !found.tokens[from + 2]?.gap
  if (tied && !isCertain(candidate)) {
    if (volume?.from === to && found.tokens[to]!.is('v')) return -1
    // "Episode.0 (2019-2024)": years of a run, so this is the name of the series.
    if (!volume && found.years.some(({ from, date }) => from === to && date.endYear !== '')) return -1
  }
  // "Orchard, Chapter 4 - The Long Tide v05": with its own name before a volume, it is a series of books.
  if (anchor === 'long chapter' && from > 0 && volume?.numeral.padded && isNamedBefore(found, candidate, volume))
    return -1
  if (anchor === 'glued' && volume) return -1
  // "Vol 05 [10/14]": the parts of a post.
  if (anchor === 'bracket' && found.tokens[from]!.sign === '[' && volume?.numeral.padded && !volume.bracketed) return -1
  // "Lantern (Chapter 01) - Low Tide 005": the chapter of a story, followed by the issue.
  const story = anchor === 'chapter' && candidate.bracketed && free !== null && isCertain(free) && free.from > to
  if (story && dashBetween(found.tokens, to, free.from)) return -1
  // "Part 4 - Harbor Lights v03", "Volume 7 Part 2": beside a volume, a part belongs to the title or to the volume.
  if (anchor === 'part' && volume && !volume.bracketed && candidate.numeral.end === '') return -1
  // "Top 10 - Low Tide (01-05)": the range of a pack, when the number before it is a word of the title.
  const isPack = candidate.bracketed && anchor === 'free' && candidate.numeral.end !== '' && candidate.numeral.padded
  if (isPack && free && !isCertain(free)) return STRENGTH.bracket
  if (!free || strength > STRENGTH.count) return strength
  const behind = free.to <= from
  const afterDash = behind && dashBetween(found.tokens, free.to, from)
  // "Lantern 0371 - Dark Road (2 of 2)": the parts of a story.
  if (candidate.bracketed) return anchor === 'bracket' && afterDash && isCertain(free) ? -1 : strength
  if (anchor === 'numero') return behind ? -1 : free.from === to || free.numeral.padded ? -1 : strength
  if ((anchor === 'count' || anchor === 'long chapter') && afterDash && (isCertain(free) || countsIssues(found, free)))
    return -1
  return strength
}
