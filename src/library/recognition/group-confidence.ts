import { collectGroupFindings, type GroupFinding, type GroupInSeries } from './group-findings'
import type { NameBasis, ParsedFile } from './parsed-file'
import { fileShare, INFO_SOURCES, libraryEvidence } from './sentences'
import { WEIGHTS, WORTH } from './weights'

export interface ConfidencePart {
  /** A sentence without a full stop. */
  reason: string
  /** Points of 100; below zero when the evidence lowers the confidence. */
  points: number
}

interface GroupConfidence {
  /** How many of 100 proposals like this one are entirely right: these files, this series, these numbers. */
  confidence: number
  /** The evidence that adds up to the confidence. */
  parts: ConfidencePart[]
  /** The basis of the name, as sentences without a full stop. */
  evidence: string[]
  /** The evidence besides the basis of the name. */
  found: readonly GroupFinding[]
}

/** Weighs the evidence of the files and lists it as sentences. */
export function groupConfidence(proposal: GroupInSeries): GroupConfidence {
  const { run } = proposal
  const fresh = run.parsedFiles.filter((parsed) => !parsed.unchanged)
  const known = run.series ? [libraryEvidence(run.series.name, run.parsedFiles.length, fresh.length)] : []
  if (fresh.length === 0)
    return { confidence: 100, parts: [{ reason: known[0] ?? '', points: 100 }], evidence: known, found: [] }
  const found = collectGroupFindings(proposal)
  const parts = pointsOf(fresh, found)
  const sum = parts.reduce((points, part) => points + part.points, 0)
  return {
    confidence: Math.round(Math.min(99, Math.max(1, sum))),
    parts,
    evidence: [...known, ...sources(fresh), ...found.filter(({ quiet }) => !quiet).map(({ reason }) => reason)],
    found,
  }
}

/** How much of the name rests on each source. The weights are log-odds, so they add up in any mixture. */
export function basisShares(parsedFiles: readonly ParsedFile[]): Map<NameBasis, number> {
  const byBasis = Map.groupBy(parsedFiles, ({ basis }) => basis)
  return new Map([...byBasis].map(([basis, some]) => [basis, some.length / parsedFiles.length]))
}

const RESTS: Record<NameBasis, string> = {
  info: 'Described inside the file',
  list: 'A reading list was made with the name of the file',
  json: 'Named by the series.json of the folder',
  both: 'File name and folder agree',
  near: 'Named almost like its neighbours, with a number that they lack',
  name: 'Named by the file name alone',
  folder: 'Named by the folder',
  initials: 'The file name begins with the first letters of the folder',
  title: 'Named by the folder, with a title for a number',
  guess: 'Nothing names the series',
}

/**
 * A step of log-odds is worth as many points as it changes the chance of being right. Steps of 0 points are left out.
 */
function pointsOf(parsedFiles: readonly ParsedFile[], found: readonly GroupFinding[]): ConfidencePart[] {
  const rests = [...basisShares(parsedFiles)]
  let odds = rests.reduce((sum, [basis, share]) => sum + WORTH[basis] * share, 0)
  const parts = rests.map(([basis, share]) => ({
    reason:
      parsedFiles.length === 1
        ? RESTS[basis]
        : `${RESTS[basis]}: ${fileShare(Math.round(share * parsedFiles.length), parsedFiles.length)}`,
    points: tenths(chance(odds) * share),
  }))
  // Supporting evidence first: a step down then has the length that it would have for an otherwise certain proposal.
  const inOrder = [...found].sort((a, b) => Math.sign(WEIGHTS[b.what]) - Math.sign(WEIGHTS[a.what]))
  for (const { what, share, reason } of inOrder) {
    const before = chance(odds)
    odds += WEIGHTS[what] * share
    const points = tenths(chance(odds) - before)
    if (points !== 0) parts.push({ reason, points })
  }
  return parts
}

/** Points of 100. */
const chance = (odds: number) => 100 / (1 + Math.exp(-odds))
const tenths = (points: number) => Math.round(points * 10) / 10

/** The source of the series' name. */
function sources(parsedFiles: readonly ParsedFile[]): string[] {
  const all = parsedFiles.length
  const evidence: string[] = []
  const count = (which: (parsed: ParsedFile) => boolean) => parsedFiles.filter(which).length
  const addEvidence = (basis: NameBasis, sentence: string) => {
    const some = count((parsed) => parsed.basis === basis && !parsed.astray)
    if (some > 0) evidence.push(some === all ? sentence : `${sentence} (${fileShare(some, all)})`)
  }
  for (const source of INFO_SOURCES) {
    const some = count((parsed) => parsed.basis === 'info' && parsed.saidBy === source)
    if (some > 0) evidence.push(`${source} names the series in ${fileShare(some, all)}`)
  }
  addEvidence('list', 'A reading list was made with these file names')
  addEvidence('json', 'The series.json of the folder names the series')
  addEvidence('both', 'Folder and file names agree')
  addEvidence('near', 'Named almost like their neighbours, with numbers that those lack')
  addEvidence('name', 'Only the file names name the series')
  addEvidence('folder', 'The folder names the series, the files are numbered')
  addEvidence('initials', 'The file names begin with the first letters of the folder name')
  addEvidence('title', 'The folder names the series, the files have titles')
  addEvidence('guess', 'Neither file nor folder names a series')
  return evidence
}
