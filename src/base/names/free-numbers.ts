import { datedAnnual, isCertain, isTerminal, type NumberCandidate, type ScannedName } from './candidates.ts'
import { isDigit } from './clean.ts'
import { isOfAlbum } from './counted-parts.ts'
import { isGenericName } from './generic-names.ts'
import { isDotAndDash, joins, onlyBracketsBefore, separates, textBetween } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/**
 * Titles set in the future have years up to here: Spider-Man 2099, Elephantmen 2259. Numbers of weeklies are higher.
 */
const FUTURE_TITLES = 2299
/** A number before more words is part of the title after one of these: Night of 1000 Wolves. */
const LINKS = new Set('of the to and in from for with a by vs at on & le la les des du de el los'.split(' '))

/** A number of these is not an issue: "Lantern 7 Days". */
const TIMES = new Set('seconds minutes hours days nights weeks months years'.split(' '))

const ALONE = 45
/** Code of the digit. */
const ZERO = 48
const MARKERS = Trait.chapter | Trait.volume | Trait.issue

/** The best number without a marker, or null when each is more likely a word of the title. */
export function chooseFree(
  found: ScannedName,
  volume: NumberCandidate | null,
  lastYear: number,
): NumberCandidate | null {
  const { numbers } = found
  let best: NumberCandidate | null = null
  let most = -1
  let stop: NumberCandidate | null = null
  let earlier = false
  let listed = false
  for (let at = 0; at < numbers.length; at++) {
    const candidate = numbers[at]!
    if (isFuture(candidate, lastYear) || isWordOfTitle(found, candidate, volume)) continue
    const first = onlyBracketsBefore(found.tokens, candidate.from)
    if (first && (!standsAlone(found, candidate) || isListed(found, candidate, volume) || isOrder(found, candidate)))
      continue
    let score = scoreOne(found, candidate, first)
    // "1234": a name that is only a number.
    if (first && candidate.from === 0 && found.tokens.length === candidate.to) score += ALONE
    if (stop && !isPartOf(found, stop, candidate)) {
      if (!candidate.numeral.padded || isSettled(found, stop, volume)) score -= 100
    }
    // "183 - Tide 80 Days": three digits before a dash, as in chapter folders.
    if (listed && !candidate.numeral.padded && !isTerminal(found, candidate.to)) score -= 60
    if (earlier && behindTags(found, candidate)) score -= 45
    // Among numbers at the end of a segment the last wins, among those followed by words the first.
    if (score > most || (score === most && isTerminal(found, candidate.to))) {
      most = score
      best = candidate
    }
    if (first) listed = candidate.numeral.text.length === 3 && separates(found.tokens, candidate.to)
    else {
      earlier = true
      if (!stop && (separatesAfter(found, candidate) || packed(found, candidate))) stop = candidate
    }
  }
  return most > 0 ? best : null
}

/**
 * "Agent 327 - Dossier 21": the number counted by the word after the dash wins, and the number before the dash belongs
 * to the name.
 */
function isPartOf(found: ScannedName, stop: NumberCandidate, { from, to, numeral }: NumberCandidate): boolean {
  if (from !== stop.to + 2 || isCertain(stop) || numeral.end !== '') return false
  return isOfAlbum(found.tokens, from) && isTerminal(found, to)
}

/** The number before the dash: a number after it then counts the parts of a story. */
function isSettled(found: ScannedName, stop: NumberCandidate, volume: NumberCandidate | null): boolean {
  return isCertain(stop) || packed(found, stop) || stop.from === volume?.to || countsIssues(found, stop)
}

/**
 * "405 - 01 of 2", "180 - Low Tide 01": a name rarely ends in three digits and a dash. "18 - Epilogue 01": the number
 * after the dash counts parts.
 */
export function countsIssues({ tokens }: ScannedName, { numeral, to }: NumberCandidate): boolean {
  if (!separates(tokens, to) || numeral.end !== '') return false
  if (numeral.text.length === 3 && numeral.value > 100) return true
  let end = to + 1
  // "Lantern 2 - Chapter 12": a marked number is not a part.
  while (tokens[end]?.kind === 'word' && !(tokens[end]!.traits & MARKERS)) end++
  return tokens[end]?.kind === 'number' && isGenericName(textBetween(tokens, to + 1, end))
}

function scoreOne(found: ScannedName, { numeral, to }: NumberCandidate, first: boolean): number {
  let score = 50
  if (isTerminal(found, to)) score += 40
  if (numeral.padded) score += 15
  else if (!numeral.plain) score += 8
  else if (numeral.value >= 1000) score -= 45
  if (first) score -= 45
  return score
}

function isFuture({ numeral }: NumberCandidate, lastYear: number): boolean {
  return numeral.plain && numeral.value > lastYear && numeral.value <= FUTURE_TITLES && numeral.text.length === 4
}

/** A leading number counts only if there is nothing else in the name, or as "04 - Title" or "04. Title". */
function standsAlone(found: ScannedName, { to, numeral }: NumberCandidate): boolean {
  const next = found.tokens[to]
  if (!next) return true
  if (next.kind === 'group')
    return found.tokens.every((token, at) => at < to || token.kind === 'group') && numeral.padded
  // "(Lantern) 045 octobre 1981".
  if (found.years.some(({ from, date }) => from === to && date.sure)) return numeral.padded
  // "12--Twelve" is one name.
  if (next.sign === '--' && !next.gap && found.tokens[to + 1]?.gap === false && !numeral.padded) return false
  if (next.kind === 'word') return next.gap && numeral.plain && found.tokens[0]!.code === 48 && numeral.padded
  const listed =
    isDotAndDash(found.tokens, to) || (next.sign === '.' && !next.gap && found.tokens[to + 1]?.gap === true)
  return (listed || separates(found.tokens, to)) && numeral.value < 1000
}

/** "023. Lantern v05 - Low Tide", "078. Lantern Annual 2016": the position in a list of books. */
function isListed(found: ScannedName, { to, numeral }: NumberCandidate, volume: NumberCandidate | null): boolean {
  if (!numeral.padded || found.tokens[to]?.sign !== '.') return false
  return datedAnnual(found) !== undefined || (volume !== null && !volume.bracketed && volume.from > to)
}

/** "0001 - Tower Chapter 3": four padded digits count the files, when the name has a number with its unit. */
function isOrder({ tokens, issues, volumes }: ScannedName, { from, to }: NumberCandidate): boolean {
  const { code, length } = tokens[from]!
  if (code !== ZERO || length < 4 || !separates(tokens, to)) return false
  const named = (other: NumberCandidate) => other.from > to + 1 && !other.bracketed && other.anchor !== 'part'
  return issues.some(named) || volumes.some((volume) => named(volume) && !volume.weak)
}

/** A plain number before "of", after "the", or next to a volume marker is text: Night of 1000 Wolves, Foo 50 v1. */
function isWordOfTitle(found: ScannedName, candidate: NumberCandidate, volume: NumberCandidate | null): boolean {
  const { numeral, from, to } = candidate
  if (volume && !volume.bracketed && beyondVolume(found, candidate, volume)) return true
  if (isModel(candidate) && !isTerminal(found, to)) return true
  if (isCertain(candidate)) return false
  if (found.seriesEnds.includes(to)) return true
  const [before, behind] = [found.tokens[from - 1], found.tokens[to]]
  if (before?.is('year') || (behind?.kind === 'word' && TIMES.has(behind.word))) return true
  // "Lantern: 7 Tides": the number begins the second half of the name.
  if (before?.sign === ':' && behind?.kind === 'word' && !isTerminal(found, to)) return true
  if (isTerminal(found, to) || before?.kind !== 'word') return false
  return LINKS.has(before.word) || numeral.value >= 1000
}

/** "2U" before more words is a name; "153b" and "27AU" are numbers. */
function isModel({ numeral }: NumberCandidate): boolean {
  return !numeral.padded && /^\d+[A-Z]$/.test(numeral.text)
}

/** Left of a volume only numbers that look like issues count; right of it those directly after it, or padded ones. */
function beyondVolume(found: ScannedName, candidate: NumberCandidate, volume: NumberCandidate): boolean {
  const runYear = volume.numeral.plain && volume.numeral.value >= 1900 && volume.numeral.text.length === 4
  if (candidate.to <= volume.from) {
    // "Lantern ½ v05".
    if (
      found.tokens[candidate.from]!.value === 0 &&
      !isDigit(found.tokens[candidate.from]!.code) &&
      candidate.to === candidate.from + 1
    )
      return true
    const tied = found.tokens[candidate.to]?.kind === 'word' || joins(found.tokens, candidate.to)
    const inTitle = !candidate.numeral.padded && tied
    // "Lantern 2.0 v02": the version in a title.
    const version = !candidate.numeral.padded && candidate.numeral.text.endsWith('.0')
    return (version || !isCertain(candidate)) && !runYear && (inTitle || !separates(found.tokens, candidate.from - 1))
  }
  if (candidate.numeral.padded) return false
  // "v18 - 1935-A Low Tide": the number begins the title.
  if (candidate.from === volume.to + 1 && separates(found.tokens, volume.to) && !isTerminal(found, candidate.to))
    return true
  for (let at = volume.to; at < candidate.from; at++) {
    const token = found.tokens[at]!
    if (token.kind === 'word' && !(token.traits & (Trait.annual | Trait.special))) return true
  }
  return false
}

/** "1-12 + Annual 1": an addition after a plus does not number the pack. */
function packed({ tokens }: ScannedName, { numeral, to }: NumberCandidate): boolean {
  return numeral.end !== '' && tokens[to]?.sign === '+'
}

function separatesAfter(found: ScannedName, { to }: NumberCandidate): boolean {
  const token = found.tokens[to]
  return token !== undefined && (separates(found.tokens, to) || token.sign === ':')
}

/** After the first date or tag bracket. */
function behindTags(found: ScannedName, { from }: NumberCandidate): boolean {
  for (let at = 0; at < from; at++) {
    const role = found.tokens[at]?.bracket?.role
    if (role === 'date' || role === 'tag') return true
  }
  return false
}
