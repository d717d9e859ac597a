import type { Reply } from '../../../api/contract'
import type { StepSubject } from '../../../panels/step-subject'
import { countWords } from '../../../parts/text/format'

type WireSections = Reply<'GET /api/attention/sections'>
type WireMember = Reply<'GET /api/attention/members'>['results'][number]
type WireKey = Reply<'GET /api/attention/keys'>['results'][number]
type Offer = NonNullable<WireMember['offers']>[number]
export type WireAttentionAction = WireMember['available_actions'][number]

/** An item that needs the user. */
export type AttentionItem = {
  key: string
  thing: StepSubject
  actions: readonly WireAttentionAction[]
  since: string
  /** The release and its source. */
  release: string
  provider: string
  /** The problem of this item, as a sentence. */
  detail: string
  path: string
  downloadId: string
  /** Missing issues that the downloaded files match instead of the wanted issue. */
  offers: readonly Offer[]
}

/** All items with the same problem, across series, of which the first are known. */
export type AttentionSection = {
  reason: string
  /** The problem itself, or its sentence when it is unknown. */
  problem: string
  phrase: string
  count: number
  /** Items without a single issue. */
  withoutIssue: number
  oldest: string
  /** Each list of actions that some of the items have. */
  actions: readonly (readonly WireAttentionAction[])[]
  members: readonly AttentionItem[]
  /** Items as the sections before. */
  from: number
}

export function attentionSections({ results }: WireSections): AttentionSection[] {
  let from = 0
  return results.map((one) => {
    const section = {
      reason: one.reason,
      problem: one.reason || one.reason_phrase,
      phrase: one.reason_phrase,
      count: one.member_count,
      withoutIssue: one.without_issue,
      oldest: one.oldest_updated_at,
      actions: one.available_actions,
      members: one.members.map(memberOf),
      from,
    }
    from += one.member_count
    return section
  })
}

export function memberOf(wire: WireMember): AttentionItem {
  return {
    key: wire.release_key,
    thing: { label: wire.issue_label, comicId: wire.comicid, issueId: wire.issueid },
    actions: wire.available_actions,
    since: wire.updated_date,
    release: wire.title ?? '',
    provider: wire.provider ?? '',
    detail: wire.reason_detail ?? '',
    path: wire.content_path ?? '',
    downloadId: wire.download_id ?? '',
    offers: wire.offers ?? [],
  }
}

/** An item that was never shown: what an action on many needs. */
export function memberOfKey({ release_key, issueid, available_actions }: WireKey): AttentionItem {
  return {
    key: release_key,
    thing: { label: '', comicId: null, issueId: issueid },
    actions: available_actions,
    since: '',
    release: '',
    provider: '',
    detail: '',
    path: '',
    downloadId: '',
    offers: [],
  }
}

/** The actions for the user. The server has two names for the first one, by the stage of the download. */
export const attentionActions = ['again', 'import', 'stop'] as const
export type AttentionAction = (typeof attentionActions)[number]

const MEANS: Record<AttentionAction, readonly WireAttentionAction[]> = {
  again: ['retry', 'search_again'],
  import: ['import'],
  stop: ['stop_wanting'],
}

/** The server's name for this action on this item; undefined where it is not possible. */
export const actionFor = (
  verb: AttentionAction,
  { actions }: Pick<AttentionItem, 'actions'>,
): WireAttentionAction | undefined => MEANS[verb].find((action) => actions.includes(action))

/** The actions that are possible for all of these items. */
export const verbsFor = (members: readonly Pick<AttentionItem, 'actions'>[]): AttentionAction[] =>
  attentionActions.filter((verb) => members.length > 0 && members.every((member) => actionFor(verb, member)))

/** "7 issues"; an item without a single issue is a download. */
export const amountWords = (members: readonly Pick<AttentionItem, 'thing'>[]): string =>
  countedWords(members.length, members.filter(({ thing }) => thing.issueId === null).length)

export const countedWords = (count: number, withoutIssue: number): string =>
  countWords(count, withoutIssue === 0 ? 'issue' : 'download')
