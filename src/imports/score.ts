import type { Basis, Claim } from './claim'
import { type NumberedGroup, type Stretch, stretchOf } from './numbering'
import type { RunOfFiles } from './runs'
import { aboutSeries } from './series-facts'
import type { ConfidencePart, SeriesIds } from './tables'

/** How much a name is worth that rests on this, of 100. */
const WORTH: Record<Basis, number> = {
  info: 96,
  list: 92,
  near: 66,
  json: 92,
  both: 86,
  name: 71,
  folder: 62,
  initials: 60,
  title: 52,
  guess: 35,
}

export interface Score {
  /** 0 to 100: how sure it is that these files are this series under these numbers. */
  confidence: number
  /** What the confidence adds up from. */
  parts: ConfidencePart[]
  /** What that rests on, as sentences without a full stop. */
  evidence: string[]
}

interface Scored {
  run: RunOfFiles
  numbers: NumberedGroup
  year?: number
}

/** Adds up what the files say, and says it. */
export function score({ run, numbers, year }: Scored): Score {
  const { claims } = run
  const fresh = claims.filter((claim) => !claim.unchanged)
  const evidence: string[] = []
  if (run.series) evidence.push(libraryEvidence(run.series.name, claims.length, fresh.length))
  if (fresh.length === 0) return { confidence: 100, parts: [{ reason: evidence[0] ?? '', points: 100 }], evidence }

  const parts = worth(fresh)
  parts.push(...weigh(evidence, fresh, share(fresh, run)))
  parts.push(...weighNumbers(evidence, fresh, numbers))
  if (!run.series) {
    const reason = yearEvidence(run, year)
    evidence.push(reason)
    if (year === undefined) parts.push({ reason, points: -4 })
  }
  evidence.push(...idEvidence(claims))
  const folders = new Set(claims.map(({ place }) => place.path)).size
  if (folders > 1) evidence.push(`The files lie in ${folders} folders`)
  const points = parts.reduce((sum, part) => sum + part.points, 0)
  const confidence = Math.round(Math.min(99, Math.max(5, points)))
  return { confidence, parts: parts.map((part) => ({ ...part, points: Math.round(part.points * 10) / 10 })), evidence }
}

const RESTS: Record<Basis, string> = {
  info: 'Described inside the file',
  list: 'A reading list was made with the name of the file',
  near: 'Named almost like its neighbours, with a number that they lack',
  json: 'Named by the series.json of the folder',
  both: 'File name and folder agree',
  name: 'Named by the file name alone',
  folder: 'Named by the folder',
  initials: 'The file name begins with the first letters of the folder',
  title: 'Named by the folder, with a title for a number',
  guess: 'Nothing names the series',
}

/** What the names are worth, by what they rest on. */
function worth(claims: readonly Claim[]): ConfidencePart[] {
  const byBasis = Map.groupBy(claims, ({ basis }) => basis)
  return [...byBasis].map(([basis, some]) => ({
    reason: claims.length === 1 ? RESTS[basis] : `${RESTS[basis]}: ${some.length} of ${claims.length} files`,
    points: (WORTH[basis] * some.length) / claims.length,
  }))
}

const SERVICES: [service: keyof SeriesIds, name: string][] = [
  ['comicvineVolume', 'Comic Vine'],
  ['metronSeries', 'Metron'],
  ['mangadexTitle', 'MangaDex'],
  ['anilist', 'AniList'],
  ['myanimelist', 'MyAnimeList'],
]

function idEvidence(claims: readonly Claim[]): string[] {
  const { providerIds } = aboutSeries(claims)
  return SERVICES.flatMap(([service, name]) => {
    const id = providerIds[service]
    return id === undefined ? [] : `The files name its id at ${name}: ${id}`
  })
}

function libraryEvidence(name: string, all: number, fresh: number): string {
  if (fresh === 0) return `${name} is in the library with ${all === 1 ? 'this file' : `these ${all} files`}`
  return `${name} is in the library; ${fresh} of ${all} files ${fresh === 1 ? 'is' : 'are'} new`
}

type Share = (which: (claim: Claim) => boolean) => number
interface Shares {
  of: Share
  joined: number
}

function share(claims: readonly Claim[], run: RunOfFiles): Shares {
  const of: Share = (which) => claims.filter(which).length
  return { of, joined: of((claim) => run.joined.has(claim)) }
}

/** Where the name of the series comes from; answers what takes points. */
function weigh(evidence: string[], claims: readonly Claim[], { of, joined }: Shares): ConfidencePart[] {
  const all = claims.length
  const basis = (wanted: Basis) => of((claim) => claim.basis === wanted)
  const say = (count: number, sentence: string) => {
    if (count > 0) evidence.push(count === all ? sentence : `${sentence} (${count} of ${all} files)`)
  }
  for (const source of ['ComicInfo', 'MetronInfo'] as const) {
    const count = of((claim) => claim.basis === 'info' && claim.saidBy === source)
    if (count > 0) evidence.push(`${source} names the series in ${count} of ${all} files`)
  }
  say(basis('json'), 'The series.json of the folder names the series')
  say(basis('both'), 'Folder and file names agree')
  say(basis('name') - of(isAstray), 'Only the file names name the series')
  say(of(isAstray), 'The file names name another series than their folder')
  say(basis('folder'), 'The folder names the series, the files are numbered')
  say(basis('initials'), 'The file names begin with the first letters of the folder name')
  say(basis('title'), 'The folder names the series, the files have titles')
  say(basis('guess'), 'Neither file nor folder names a series')
  const disputed = of((claim) => claim.disputed)
  say(disputed, 'ComicInfo names another series than the file name')
  if (joined > 0 && joined < all) say(joined, 'Taken for this run by year and number')
  return [
    { reason: 'Described as another series than the file name says', points: (-10 * disputed) / all },
    { reason: 'The folder is that of another series', points: (-12 * of(isAstray)) / all },
    { reason: 'The run is taken from years and numbers', points: joined < all ? (-4 * joined) / all : 0 },
  ].filter(({ points }) => points < 0)
}

const isAstray = (claim: Claim) => claim.basis === 'name' && claim.astray

function weighNumbers(evidence: string[], claims: readonly Claim[], numbers: NumberedGroup): ConfidencePart[] {
  const parts: ConfidencePart[] = []
  const stretch = stretchOf(numbers.of.values())
  if (stretch) evidence.push(stretchSentence(stretch))
  if (stretch?.gaps.length === 0) parts.push({ reason: 'The numbers have no gap', points: 2 })
  const differ = claims.filter((claim) => claim.numbersDiffer).length
  if (differ > 0) {
    evidence.push(`ComicInfo and file name give different numbers in ${differ} of ${claims.length} files`)
    parts.push({ reason: 'Numbers inside and in the names differ', points: (-8 * differ) / claims.length })
  }
  const bareReason = numbers.bareReason
  if (bareReason) {
    evidence.push(bareReason)
    if (bareReason.includes('guess')) parts.push({ reason: bareReason, points: -6 })
  }
  const numberless = claims.filter((claim) => claim.number === '' && claim.basis !== 'info').length
  if (numberless > 0) {
    evidence.push(numberless === 1 ? '1 file has no number' : `${numberless} files have no number`)
    parts.push({ reason: 'Files without a number', points: (-6 * numberless) / claims.length })
  }
  const twins = claims.filter((claim) => claim.twin !== undefined).length
  if (twins > 0)
    evidence.push(
      twins === 1 ? '1 file has the same content as another' : `${twins} files have the same content as others`,
    )
  if (numbers.copies > 0) evidence.push(copiesSentence(numbers.copies))
  return parts
}

export function stretchSentence({ first, last, gaps }: Stretch): string {
  if (gaps.length === 0) return `Numbers ${first} to ${last} without a gap`
  return `Numbers ${first} to ${last}; ${gapSentence(gaps)}`
}

export function copiesSentence(copies: number): string {
  if (copies === 1) return '1 file is a copy of an issue that another file holds'
  return `${copies} files are copies of issues that other files hold`
}

function gapSentence(gaps: number[]): string {
  if (gaps.length > 5) return `${gaps.length} between them are not there`
  return gaps.length === 1
    ? `${gaps[0]} is not there`
    : `${gaps.slice(0, -1).join(', ')} and ${gaps.at(-1)} are not there`
}

function yearEvidence(run: RunOfFiles, year: number | undefined): string {
  if (year === undefined) return 'Nothing says in which year the series began'
  if (run.year === undefined) return `Its first file is of ${year}`
  const said = run.claims.some((claim) => claim.saidBy !== undefined && claim.run.year === year)
  return said ? `ComicInfo and names say that it began in ${year}` : `The names say that it began in ${year}`
}
