import { pluralWords } from '../../../base/platform/words'
import type { ConfidencePart } from '../../../library/recognition/service'
import { aboutCounts, aboutCover, aboutIds, aboutIssues, aboutNames, aboutRuns } from './candidate-evidence'
import type { EvidenceItem, GroupFacts, ProviderCandidate } from './facts'

export interface ScoredCandidate {
  candidate: ProviderCandidate
  /** Of 100 proposals with this confidence, the number that are right. */
  confidence: number
  /** The points add up to the confidence, before rounding and limits. */
  parts: ConfidencePart[]
  /** Sum of the evidence, before other candidates are considered. */
  odds: number
}

/** From this confidence on a proposal is accepted unless the user corrects it. */
export const SURE = 95

/**
 * The candidates with the evidence for each, best first. A group belongs to one series at most, so evidence shared by
 * two candidates of a provider decides nothing: each lowers the confidence of the other.
 */
export function scoreCandidates(group: GroupFacts, candidates: readonly ProviderCandidate[]): ScoredCandidate[] {
  const found = candidates.map((candidate) => ({ candidate, findings: findingsOf(group, candidate, candidates) }))
  const sums = found.map(({ findings }) => findings.reduce((sum, { odds }) => sum + odds, 0))
  return found
    .map(({ candidate, findings }, at) => {
      const others = found.flatMap((other, index) =>
        index !== at && other.candidate.series.provider === candidate.series.provider ? sums[index]! : [],
      )
      const parts = pointsOf(findings, others)
      const sum = parts.reduce((points, part) => points + part.points, 0)
      return { candidate, confidence: Math.round(Math.min(99, Math.max(1, sum))), parts, odds: sums[at]! }
    })
    .sort((a, b) => b.odds - a.odds || b.confidence - a.confidence)
}

function findingsOf(
  group: GroupFacts,
  candidate: ProviderCandidate,
  all: readonly ProviderCandidate[],
): EvidenceItem[] {
  const found = [
    ...aboutNames(group, candidate, all),
    ...aboutIds(group, candidate),
    ...aboutRuns(group, candidate),
    ...aboutCounts(group, candidate),
    ...aboutIssues(group, candidate),
    ...aboutCover(candidate),
  ]
  // Evidence in favour first, so that evidence against takes as many points as it would from a sure candidate.
  return [...found.slice(0, 1), ...found.slice(1).sort((a, b) => Number(a.odds < 0) - Number(b.odds < 0))]
}

const chance = (odds: number) => 100 / (1 + Math.exp(-odds))
const tenths = (points: number) => Math.round(points * 10) / 10

/** A step in log-odds gives as many points as it changes the probability. */
function pointsOf(findings: readonly EvidenceItem[], others: readonly number[]): ConfidencePart[] {
  const parts: ConfidencePart[] = []
  let odds = 0
  let before = 0
  for (const finding of findings) {
    odds += finding.odds
    const points = tenths(chance(odds) - before)
    if (points !== 0) parts.push({ reason: finding.reason, points })
    before = chance(odds)
  }
  const among = (100 * Math.exp(odds)) / (1 + Math.exp(odds) + others.reduce((sum, other) => sum + Math.exp(other), 0))
  const penalty = tenths(among - before)
  const rivals = others.filter((other) => other > odds - 3).length
  const reason = pluralWords(rivals, 'Another series fits as well', '{count} other series fit as well')
  if (penalty <= -0.5 && rivals > 0) parts.push({ reason, points: penalty })
  return parts
}
