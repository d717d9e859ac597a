import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import { failurePhrase, reasonDetail, reasonToken } from '../../downloads/journal/reasons'
import { isSameRelease } from '../../downloads/same-release'
import { releaseDigest, titleDigest } from '../digest'
import type { PastState } from '../states'
import { blockedFor, endedFor, issueIdsOf, judgedIssue, lastSearchesFor } from './past-store'
import type { SearchSession, SessionCandidate } from './store'

/** A release that was rejected, failed or blocked earlier. */
export interface PastRelease {
  digest: string
  title: string
  indexer: string
  size_bytes: number | null
  state: PastState
  /** Sentences. */
  reasons: string[]
  at: Instant
}

/** By digest; a release with several outcomes has the strongest. */
export type PastReleases = ReadonlyMap<string, PastRelease>

/** Earlier outcomes of releases for the issues of a session. */
export function pastReleases(db: ReadHandle, session: SearchSession): PastReleases {
  const ids = issueIdsFor(db, session)
  const past = new Map<string, PastRelease>()
  const add = (release: PastRelease) => {
    if (!past.has(release.digest)) past.set(release.digest, release)
  }
  for (const { digest, title, indexer, reason, blocked_at } of blockedFor(db, ids))
    add({ digest, title, indexer, size_bytes: null, state: 'blocked', reasons: [reason], at: blocked_at })
  for (const { digest, title, indexer, size, stage, reason, updated_at } of endedFor(db, ids)) {
    const state = stage === 'cancelled' ? 'cancelled' : 'failed'
    add({ digest, title, indexer, size_bytes: size, state, reasons: reasonsOf(reason), at: updated_at })
  }
  for (const { ranked, refused, searched_at } of lastSearchesFor(db, ids)) {
    for (const { digest, title, indexer, size_bytes, outcome, detail } of ranked) {
      if (outcome !== 'failed') continue
      add({ digest, title, indexer, size_bytes, state: 'failed', reasons: detail ? [detail] : [], at: searched_at })
    }
    for (const { title, indexer, size_bytes, reasons, ...more } of refused) {
      const digest = more.digest ?? releaseDigest({ title, size: size_bytes ?? undefined })
      const messages = reasons.map(({ message }) => message)
      add({ digest, title, indexer, size_bytes, state: 'rejected', reasons: messages, at: searched_at })
    }
  }
  return past
}

/** The earlier outcome of a candidate. An earlier rejection does not count, since the candidate is judged again. */
export function pastReleaseOf(past: PastReleases, { digest, offer }: SessionCandidate): PastRelease | undefined {
  const own = past.get(digest) ?? past.get(titleDigest(offer.title)) ?? past.get(likelyDigest(past, digest))
  return own?.state === 'rejected' ? undefined : own
}

/** The digest of an earlier release without a post or, if this one has no post, of any post. */
const likelyDigest = (past: PastReleases, digest: string): string =>
  [...past.keys()].find((each) => isSameRelease(each, digest)) ?? ''

/** Earlier releases that no indexer offers now, newest first. */
export function notOffered(past: PastReleases, candidates: readonly SessionCandidate[]): PastRelease[] {
  const offered = new Set(candidates.flatMap(({ digest, offer }) => [digest, titleDigest(offer.title)]))
  const isOffered = (digest: string) =>
    offered.has(digest) || candidates.some((candidate) => isSameRelease(candidate.digest, digest))
  return [...past.values()]
    .filter(({ digest }) => !isOffered(digest))
    .sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at))
}

function issueIdsFor(db: ReadHandle, { session_id, entity_type, entity_id, series_id }: SearchSession): string[] {
  if (entity_type === 'series') return issueIdsOf(db, series_id)
  return entity_type === 'story_arc_issue' ? [judgedIssue(db, session_id) ?? entity_id] : [entity_id]
}

function reasonsOf(reason: string | null): string[] {
  if (!reason) return []
  return [reasonDetail(reason) ?? failurePhrase(reasonToken(reason))]
}
