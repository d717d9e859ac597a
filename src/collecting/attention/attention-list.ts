import { type Scope, scopeOf } from '../../base/activity/scope'
import type { ChangeMemo } from '../../base/events/change-memo'
import type { Database } from '../../base/storage/database'
import { type FailureReason, failurePhrase, reasonDetail } from '../../intake/downloads/journal/reasons'
import { importOffersOf } from '../../intake/processing/offers'
import { issueTitleOf } from '../../library/series/issue-title'
import { type Obligation, type ObligationRef, obligationRefs, obligations, obligationsOf } from './obligation-store'
import type {
  Attention,
  AttentionKeys,
  AttentionMembers,
  AttentionQuery,
  AttentionSections,
  AttentionWaiting,
  Group,
  KeysQuery,
  Member,
  MembersQuery,
  SectionMember,
  WaitingQuery,
} from './schema'
import { type AttentionAction, actionsAt, PREVIEW_CAP, triggerOf } from './states'

/** Items that need a decision, grouped by series and reason, so that similar failures are resolved together. */
export class AttentionList {
  constructor(private readonly deps: { db: Database; memo: ChangeMemo }) {}

  /** Items with the same reason, across series; those with the newest item first. */
  sections(): AttentionSections {
    const { bySection, keys } = this.index()
    const results = [...bySection].map(([reason, refs]) => ({
      reason,
      reason_phrase: phraseFor(reason),
      member_count: refs.length,
      newest_updated_at: refs[0]!.updated_at,
      oldest_updated_at: refs.at(-1)!.updated_at,
      without_issue: refs.filter(({ kind }) => kind === null).length,
      available_actions: [
        ...new Map(refs.map((ref) => [`${ref.stage} ${ref.kind === null}`, actionsOf(ref)])).values(),
      ],
      members: this.page(refs.slice(0, PREVIEW_CAP)),
    }))
    return { results, member_total: keys.size, preview_cap: PREVIEW_CAP }
  }

  /** A page of a section, newest first. */
  members({ reason, limit = PAGE, offset = 0 }: MembersQuery): AttentionMembers {
    const refs = this.index().bySection.get(reason) ?? []
    return { results: this.page(refs.slice(offset, offset + limit)), total: refs.length }
  }

  /** What actions on a whole section need, or on all; in the order of the sections and their pages. */
  keys({ reason }: KeysQuery): AttentionKeys {
    const { bySection } = this.index()
    const refs = reason === undefined ? [...bySection.values()].flat() : (bySection.get(reason) ?? [])
    const results = refs.map((ref) => ({
      release_key: ref.release_key,
      issueid: ref.kind === null ? null : ref.entity_id,
      available_actions: actionsOf(ref),
    }))
    return { results }
  }

  /** Which of these keys need attention. */
  waiting({ release_keys }: WaitingQuery): AttentionWaiting {
    const { keys } = this.index()
    return { release_keys: release_keys.filter((key) => keys.has(key)) }
  }

  private index() {
    return this.deps.memo.get('obligation refs', () => {
      const refs = obligationRefs(this.deps.db.read)
      const bySection = Map.groupBy(refs, ({ base }) => base)
      return { bySection, keys: new Set(refs.map(({ release_key }) => release_key)) }
    })
  }

  private page(refs: readonly ObligationRef[]): SectionMember[] {
    const due = obligationsOf(this.deps.db.read, refs)
    return due.map((one) => ({ ...memberWire(one), ...this.offers(one), comicid: one.comic_id }))
  }

  list(query: AttentionQuery): Attention {
    const due = this.due(scopeOf(query))
    const groups = Map.groupBy(due, groupKey)
    const results = [...groups].map(([key, members]) => this.group(key, members))
    return { results, total: results.length, member_total: due.length, preview_cap: PREVIEW_CAP }
  }

  /** Newest first. */
  due(scope?: Scope): Obligation[] {
    return obligations(this.deps.db.read, scope)
  }

  private group(key: string, due: readonly Obligation[]): Group {
    return groupWire(
      key,
      due,
      due.map((one) => ({ ...memberWire(one), ...this.offers(one) })),
    )
  }

  private offers({ base, item_id }: Obligation): Pick<Member, 'offers'> {
    const has: FailureReason = 'holds_something_else'
    return base === has && item_id !== null ? { offers: importOffersOf(this.deps.db.read, item_id) } : {}
  }
}

/** Members of a page unless the request says how many. */
const PAGE = 50

const phraseFor = (base: string) => (base ? failurePhrase(base) : 'Reason unknown')

const groupKey = ({ comic_id, release_key, base }: Obligation) => `${comic_id ?? release_key}|${base}`

/** Items without a library issue cannot be searched for. */
const actionsOf = ({ stage, kind }: Pick<Obligation, 'stage' | 'kind'>): AttentionAction[] =>
  actionsAt[stage].filter((action) => kind !== null || !(action in triggerOf))

const common = (lists: readonly AttentionAction[][]): AttentionAction[] =>
  lists[0]!.filter((action) => lists.every((list) => list.includes(action)))

function groupWire(group_key: string, due: readonly Obligation[], members: Member[]): Group {
  const [newest, oldest] = [due[0]!, due.at(-1)!]
  const stages = new Set(due.map(({ stage }) => stage))
  const stage = stages.size === 1 ? newest.stage : 'mixed'
  return {
    group_key,
    comicid: newest.comic_id,
    series_label: newest.series ?? newest.title ?? newest.entity_id,
    base_reason: newest.base || null,
    reason_phrase: phraseFor(newest.base),
    member_count: due.length,
    newest_updated_at: newest.updated_at,
    oldest_updated_at: oldest.updated_at,
    members,
    stage,
    available_actions: stage === 'mixed' ? [] : common(due.map(actionsOf)),
  }
}

function memberWire(due: Obligation): Member {
  const { release_key, stage, title, indexer, reason, content_path, item_id, run_id, updated_at } = due
  return {
    release_key,
    issue_label: issueTitleOf(due) ?? title ?? due.entity_id,
    issueid: due.kind === null ? null : due.entity_id,
    stage,
    available_actions: actionsOf(due),
    updated_date: updated_at,
    title,
    provider: indexer,
    reason_detail: reason === null ? null : (reasonDetail(reason) ?? null),
    content_path,
    download_id: item_id,
    run_id,
  }
}
