import type { ReleaseVerdict } from '../verdict/judge'
import { type Ranking, rank } from '../verdict/ranking'
import { notOffered, type PastRelease, type PastReleases, pastReleaseOf } from './past-releases'
import { withoutAddresses } from './redact'
import type { CandidateView, SessionView } from './schema'
import type { SearchSession, SessionCandidate } from './store'

/** Indexers in the user's order, by id. */
export type IndexerNames = ReadonlyMap<string, { name: string; order: number }>

/** A candidate with its rank; rejected ones have none. */
interface PlacedCandidate {
  candidate: SessionCandidate
  ranking: Ranking | null
}

/** Limit of earlier releases shown. */
const MOST_REMEMBERED = 50

interface SessionFacts {
  past?: PastReleases
  /** The minimum score for automatic downloads. */
  least?: number | null
}

export function sessionView(
  session: SearchSession,
  candidates: readonly SessionCandidate[],
  names: IndexerNames,
  { past = new Map(), least = null }: SessionFacts = {},
): SessionView {
  const { sid: _sid, ...rest } = session
  const views = inOrder(session, candidates, names, least).map((placed) => ({
    ...candidateView(placed, names),
    past: pastView(pastReleaseOf(past, placed.candidate)),
  }))
  const remembered = notOffered(past, candidates).slice(0, MOST_REMEMBERED).map(rememberedView)
  return { ...rest, candidate_count: views.length, candidates: views, remembered }
}

function pastView(past: PastRelease | undefined): CandidateView['past'] {
  return past ? { state: past.state, reasons: past.reasons.map(withoutAddresses), at: past.at } : null
}

function rememberedView({ title, reasons, ...release }: PastRelease): SessionView['remembered'][number] {
  return { ...release, title: withoutAddresses(title), reasons: reasons.map(withoutAddresses) }
}

/** Accepted candidates first, best first; then rejected ones, those with the weakest reasons first. */
function inOrder(
  { entity_type }: SearchSession,
  candidates: readonly SessionCandidate[],
  names: IndexerNames,
  least: number | null,
): PlacedCandidate[] {
  const isSeries = entity_type === 'series'
  const judged = candidates.map((candidate) => {
    const { offer, verdict, satisfies, indexer_id } = candidate
    const order = names.get(indexer_id)?.order ?? names.size
    return { candidate, offer, verdict, order, fills: satisfies.length }
  })
  const refused = candidates
    .filter(({ verdict }) => !verdict.accepted)
    .sort((a, b) => (isSeries ? compareForSeries(a, b) : 0) || weight(a.verdict) - weight(b.verdict))
  return [
    ...rank(judged, { target: isSeries ? 'series' : 'issue', least }),
    ...refused.map((candidate) => ({ candidate, ranking: null })),
  ]
}

/** Releases with more issues first, packs first. */
function compareForSeries(a: SessionCandidate, b: SessionCandidate): number {
  const pack = ({ verdict }: SessionCandidate) => Number(verdict.match_kind === 'pack')
  return b.satisfies.length - a.satisfies.length || pack(b) - pack(a)
}

/** Overridable before not overridable, few reasons before many. */
const weight = ({ overrideable, reasons }: ReleaseVerdict) => (overrideable ? 0 : 100) + reasons.length

function candidateView({ candidate, ranking }: PlacedCandidate, names: IndexerNames) {
  const { candidate_id, state, offer, verdict, satisfies, indexer_id } = candidate
  const { seeders = null, leechers = null, grabs = null, files = null } = offer
  const peers = seeders === null || leechers === null ? null : seeders + leechers
  return {
    candidate_id,
    state,
    candidate: {
      title: withoutAddresses(offer.title),
      provider: names.get(indexer_id)?.name ?? '',
      source_kind: offer.protocol,
      published_at: offer.published_at ?? null,
      size_bytes: offer.size ?? null,
      pack: verdict.match_kind === 'pack',
      metrics: { seeders, peers, leechers, grabs, files },
    },
    verdict: {
      status: statusOf(verdict),
      accepted: verdict.accepted,
      overrideable: verdict.overrideable,
      reason_code: verdict.reason_code,
      reasons: verdict.reasons.map(({ code, message }) => ({ code, message: withoutAddresses(message) })),
      match_kind: verdict.match_kind,
    },
    ranking,
    satisfies,
  } satisfies Omit<CandidateView, 'past'>
}

/** The code up to the dot; a release blocked by a search word counts as rejected. */
function statusOf({ reason_code }: ReleaseVerdict): string {
  const word = reason_code.split('.')[0] as string
  return word === 'ignored' ? 'rejected' : word
}
