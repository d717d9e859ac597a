import { best } from '../verdict/choose'
import type { Verdict } from '../verdict/judge'
import { withoutAddresses } from './redact'
import type { CandidateView, SessionView } from './schema'
import type { Candidate, Session } from './store'

/** Indexers in the reader's order, by their ids. */
export type Names = ReadonlyMap<string, { name: string; order: number }>

export function sessionView(session: Session, candidates: readonly Candidate[], names: Names): SessionView {
  const { sid: _sid, ...rest } = session
  const views = inOrder(session, candidates, names).map((candidate) => candidateView(candidate, names))
  return { ...rest, candidate_count: views.length, candidates: views }
}

/**
 * Accepted ones first. Then for a series by how many issues they bring, packs first; for an issue the best one first.
 */
function inOrder({ entity_type }: Session, candidates: readonly Candidate[], names: Names): Candidate[] {
  const judged = candidates.map((candidate) => {
    const { offer, verdict, indexer_id } = candidate
    return { candidate, offer, verdict, order: names.get(indexer_id)?.order ?? names.size }
  })
  const ranked = best(judged) as typeof judged
  const refused = judged
    .filter(({ verdict }) => !verdict.accepted)
    .sort((a, b) => weight(a.verdict) - weight(b.verdict))
  const all = [...ranked, ...refused].map(({ candidate }) => candidate)
  return entity_type === 'series' ? all.sort((a, b) => compareForSeries(a, b)) : all
}

function compareForSeries(a: Candidate, b: Candidate): number {
  const pack = ({ verdict }: Candidate) => Number(verdict.match_kind === 'pack')
  return (
    Number(b.verdict.accepted) - Number(a.verdict.accepted) ||
    b.satisfies.length - a.satisfies.length ||
    pack(b) - pack(a)
  )
}

/** Overrideable before not overrideable, few reasons before many. */
const weight = ({ overrideable, reasons }: Verdict) => (overrideable ? 0 : 100) + reasons.length

function candidateView({ candidate_id, state, offer, verdict, satisfies, indexer_id }: Candidate, names: Names) {
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
    satisfies,
  } satisfies CandidateView
}

/** The word before the dot; what a search word keeps out is refused like the rest. */
function statusOf({ reason_code }: Verdict): string {
  const word = reason_code.split('.')[0] as string
  return word === 'ignored' ? 'rejected' : word
}
