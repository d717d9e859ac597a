import { type Scope, scopeOf } from '../../base/activity/scope'
import type { Database } from '../../base/storage/database'
import { type FailureReason, failurePhrase, reasonDetail } from '../../intake/downloads/journal/reasons'
import { importOffersOf } from '../../intake/processing/offers'
import { issueTitleOf } from '../../library/series/issue-title'
import { type Obligation, obligations } from './obligation-store'
import type { Attention, AttentionQuery, Group, Member } from './schema'
import { type AttentionAction, actionsAt, PREVIEW_CAP, triggerOf } from './states'

/** Items that need a decision, grouped by series and reason, so that similar failures are resolved together. */
export class AttentionList {
  constructor(private readonly deps: { db: Database }) {}

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

const groupKey = ({ comic_id, release_key, base }: Obligation) => `${comic_id ?? release_key}|${base}`

/** Items without a library issue cannot be searched for. */
const actionsOf = ({ stage, kind }: Obligation): AttentionAction[] =>
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
    reason_phrase: newest.base ? failurePhrase(newest.base) : 'Reason unknown',
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
