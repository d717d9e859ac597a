import type { Reply } from '../../../api/contract'
import { countWords } from '../../../parts/text/format'
import type { StepSubject } from '../step-subject'

type Attention = Reply<'GET /api/attention'>
type WireMember = Attention['results'][number]['members'][number]
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

/** All items with the same problem, across series. */
export type AttentionSection = { reason: string; phrase: string; members: readonly AttentionItem[]; oldest: string }

export function attentionSections({ results }: Attention): AttentionSection[] {
  const byReason = Map.groupBy(results, ({ base_reason, reason_phrase }) => base_reason ?? reason_phrase)
  return [...byReason].map(([reason, groups]) => {
    const members = groups
      .flatMap((group) => group.members.map((member) => memberOf(member, group.comicid)))
      .toSorted((a, b) => b.since.localeCompare(a.since))
    return { reason, phrase: groups[0]?.reason_phrase ?? '', members, oldest: members.at(-1)?.since ?? '' }
  })
}

function memberOf(wire: WireMember, comicId: string | null): AttentionItem {
  return {
    key: wire.release_key,
    thing: { label: wire.issue_label, comicId, issueId: wire.issueid },
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
export const amountWords = (members: readonly AttentionItem[]): string =>
  countWords(members.length, members.every(({ thing }) => thing.issueId !== null) ? 'issue' : 'download')
